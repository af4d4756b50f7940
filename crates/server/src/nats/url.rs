//! The address of a NATS server, which may hold a password or a token: no message and no log repeats them.

use std::fmt;
use std::str::FromStr;

use async_nats::{Client, ConnectError, ConnectOptions, ServerAddr};
use axum::http::Uri;
use percent_encoding::percent_decode_str;

/// The addresses of a NATS server, or of the servers of a cluster, with commas between them: `nats://USER:PASSWORD@HOST:PORT`,
/// with `tls://` encrypted. They are shown without what is secret.
#[derive(Clone)]
pub struct NatsUrl {
    servers: Vec<ServerAddr>,
    login: Login,
}

/// The credentials.
#[derive(Clone)]
enum Login {
    Nobody,
    Token(String),
    User { name: String, password: String },
}

/// Why a text is no address of a NATS server. The text, which may hold a password, is not repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the address of NATS is `nats://HOST:PORT` or `tls://USER:PASSWORD@HOST`")]
pub struct NatsUrlError;

impl NatsUrl {
    /// Connects to one of the servers.
    pub(super) async fn connect(&self, options: ConnectOptions) -> Result<Client, ConnectError> {
        let options = match &self.login {
            Login::Nobody => options,
            Login::Token(token) => options.token(token.clone()),
            Login::User { name, password } => options.user_and_password(name.clone(), password.clone()),
        };
        options.connect(&self.servers[..]).await
    }
}

impl FromStr for NatsUrl {
    type Err = NatsUrlError;

    fn from_str(text: &str) -> Result<NatsUrl, NatsUrlError> {
        let mut url = NatsUrl { servers: Vec::new(), login: Login::Nobody };
        for text in text.split(',') {
            let (server, login) = read_server(text.trim())?;
            url.servers.push(server);
            match login {
                Login::Nobody => {}
                login => url.login = login,
            }
        }
        Ok(url)
    }
}

/// Reads the address of one server, without the login, and the login.
fn read_server(text: &str) -> Result<(ServerAddr, Login), NatsUrlError> {
    let uri: Uri = text.parse().map_err(|_| NatsUrlError)?;
    let scheme = uri.scheme_str().filter(|scheme| ["nats", "tls"].contains(scheme)).ok_or(NatsUrlError)?;
    let authority = uri.authority().ok_or(NatsUrlError)?.as_str();
    if !matches!(uri.path(), "" | "/") || uri.query().is_some() || uri.host().is_none_or(str::is_empty) {
        return Err(NatsUrlError);
    }
    let decode =
        |text: &str| percent_decode_str(text).decode_utf8().map(String::from).map_err(|_| NatsUrlError);
    let (login, host) = match authority.rsplit_once('@') {
        None => (Login::Nobody, authority),
        Some((login, host)) => match login.split_once(':') {
            None => (Login::Token(decode(login)?), host),
            Some((name, password)) => {
                (Login::User { name: decode(name)?, password: decode(password)? }, host)
            }
        },
    };
    let server = format!("{scheme}://{host}").parse().map_err(|_| NatsUrlError)?;
    Ok((server, login))
}

impl fmt::Display for NatsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, server) in self.servers.iter().enumerate() {
            let scheme = if server.tls_required() { "tls" } else { "nats" };
            let comma = if number > 0 { "," } else { "" };
            write!(f, "{comma}{scheme}://")?;
            if let (0, Login::User { name, .. }) = (number, &self.login) {
                write!(f, "{name}@")?;
            }
            write!(f, "{}:{}", server.host(), server.port())?;
        }
        Ok(())
    }
}

impl fmt::Debug for NatsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NatsUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_what_is_secret() {
        for (text, expected) in [
            ("nats://127.0.0.1", "nats://127.0.0.1:4222"),
            ("nats://me:secret@nats.example.org:4333", "nats://me@nats.example.org:4333"),
            ("tls://me:secret%40@a, tls://me:secret%40@b:1", "tls://me@a:4222,tls://b:1"),
            ("nats://secret@a/", "nats://a:4222"),
        ] {
            let url: NatsUrl = text.parse().unwrap();
            assert_eq!(url.to_string(), expected);
            assert!(!format!("{url:?}").contains("secret"), "{url:?}");
        }
    }

    #[test]
    fn a_login_is_decoded() {
        let url: NatsUrl = "nats://me:se%40cr%3Aet@a".parse().unwrap();
        let Login::User { name, password } = &url.login else { panic!("{url} has a user") };
        assert_eq!((name.as_str(), password.as_str()), ("me", "se@cr:et"));
    }

    #[test]
    fn what_is_no_address_is_not_repeated() {
        for text in [
            "",
            "localhost:4222",
            "http://secret@a",
            "nats://",
            "nats://secret@",
            "nats://a/secret",
            "nats://a?secret",
            "nats://me:secret@a:port",
            "nats://a,secret",
        ] {
            let error = text.parse::<NatsUrl>().unwrap_err();
            assert!(!error.to_string().contains("secret"), "{text}");
        }
    }
}
