//! The address by which the world knows a server that is not for its own machine alone.

use std::fmt;
use std::str::FromStr;

use axum::http::Uri;

/// The address of a server's page, such as `https://chess.example.org`: a scheme and a host, perhaps with a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    is_secure: bool,
    /// The host, with the port unless it is the scheme's own, in lower case.
    authority: String,
}

/// Why a text is no public address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a public address is `https://` and the name of a host, without a path")]
pub struct PublicUrlError;

impl PublicUrl {
    /// Returns whether the connection is encrypted.
    pub(crate) fn is_secure(&self) -> bool {
        self.is_secure
    }

    /// Returns whether a request to this host is for the server.
    pub(crate) fn is_host(&self, host: &str) -> bool {
        let default = if self.is_secure { ":443" } else { ":80" };
        host.to_ascii_lowercase().trim_end_matches(default) == self.authority
    }

    /// Returns whether a page of this origin is the server's.
    pub(crate) fn is_origin(&self, origin: &str) -> bool {
        origin == self.to_string()
    }

    /// Returns the address to which the page's WebSockets go.
    pub(crate) fn socket_origin(&self) -> String {
        format!("{}://{}", if self.is_secure { "wss" } else { "ws" }, self.authority)
    }
}

impl FromStr for PublicUrl {
    type Err = PublicUrlError;

    fn from_str(text: &str) -> Result<PublicUrl, PublicUrlError> {
        let url: Uri = text.parse().map_err(|_| PublicUrlError)?;
        let (is_secure, default) = match url.scheme_str() {
            Some("https") => (true, ":443"),
            Some("http") => (false, ":80"),
            _ => return Err(PublicUrlError),
        };
        let authority = url.authority().ok_or(PublicUrlError)?.as_str().to_ascii_lowercase();
        // Browsers leave the usual port out.
        let authority = authority.strip_suffix(default).unwrap_or(&authority).to_owned();
        let is_plain = matches!(url.path(), "" | "/") && url.query().is_none() && !authority.contains('@');
        let is_header =
            authority.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte));
        if !is_plain || !is_header || authority.is_empty() {
            return Err(PublicUrlError);
        }
        Ok(PublicUrl { is_secure, authority })
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.is_secure { "https" } else { "http" }, self.authority)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_scheme_and_a_host() {
        for (text, expected) in [
            ("https://Chess.example.org/", "https://chess.example.org"),
            ("https://chess.example.org:443", "https://chess.example.org"),
            ("https://chess.example.org:8443", "https://chess.example.org:8443"),
            ("http://[::1]:80", "http://[::1]"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().unwrap().to_string(), expected);
        }
        for text in
            ["", "chess.example.org", "ftp://a", "https://a/b", "https://u@a", "https://a?b", "https://"]
        {
            assert!(text.parse::<PublicUrl>().is_err(), "{text}");
        }
    }
}
