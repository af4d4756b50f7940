//! The token of a browser that is signed in: a secret in a cookie, of which the store keeps the hash alone.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::identity::{TokenHash, hex};

/// The lifetime of a token, in seconds.
pub(crate) const SIGN_IN_SECONDS: u64 = 180 * 86_400;
/// The bytes of a token, all random.
const TOKEN_BYTES: usize = 32;

/// A token.
pub(crate) struct SignInToken([u8; TOKEN_BYTES]);

/// The cookie that has the token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cookie {
    /// Whether the cookie is `Secure`.
    pub(crate) is_secure: bool,
}

impl SignInToken {
    /// Draws a token.
    pub(crate) fn new() -> SignInToken {
        let mut token = [0; TOKEN_BYTES];
        getrandom::fill(&mut token).expect("the system has random numbers");
        SignInToken(token)
    }

    /// Reads a token as a cookie has it: in hexadecimal digits.
    fn parse(text: &str) -> Option<SignInToken> {
        let mut token = [0; TOKEN_BYTES];
        if text.len() != 2 * TOKEN_BYTES || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        for (byte, at) in token.iter_mut().zip((0..text.len()).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).ok()?;
        }
        Some(SignInToken(token))
    }

    fn text(&self) -> String {
        hex(&self.0)
    }

    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

impl Cookie {
    /// Returns its name. A name that begins so is taken from an encrypted connection of this very host alone.
    fn name(self) -> &'static str {
        if self.is_secure { "__Host-beaufort" } else { "beaufort" }
    }

    /// Returns the name of the cookie of a [known browser](super::known_browser).
    pub(crate) fn known_name(self) -> &'static str {
        if self.is_secure { "__Host-beaufort-known" } else { "beaufort-known" }
    }

    /// Returns the token in the cookies of a request, if there is just one.
    pub(crate) fn read(self, headers: &HeaderMap) -> Option<SignInToken> {
        SignInToken::parse(Cookie::text(headers, self.name())?)
    }

    /// Returns the text of the cookie of this name, if there is just one.
    pub(crate) fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let mut own = pairs.filter(|(known, _)| *known == name);
        let (_, text) = own.next()?;
        if own.next().is_some() { None } else { Some(text) }
    }

    /// Returns the header that sets or removes the token.
    pub(crate) fn header(self, token: Option<&SignInToken>) -> HeaderValue {
        let (text, age) = token.map_or((String::new(), 0), |token| (token.text(), SIGN_IN_SECONDS));
        self.header_with(self.name(), &text, age)
    }

    /// Returns the header that sets a cookie of hexadecimal digits for `age` seconds.
    pub(crate) fn header_with(self, name: &str, text: &str, age: u64) -> HeaderValue {
        let secure = if self.is_secure { "; Secure" } else { "" };
        let value = format!("{name}={text}; Path=/; Max-Age={age}; HttpOnly; SameSite=Strict{secure}");
        HeaderValue::from_str(&value).expect("hexadecimal digits may stand in a header")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cookie: Cookie, lines: &[&str]) -> Option<TokenHash> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header::COOKIE, line.parse().unwrap());
        }
        cookie.read(&headers).map(|token| token.hash())
    }

    #[test]
    fn a_cookie_is_read_as_it_was_written() {
        for (is_secure, name) in [(false, "beaufort"), (true, "__Host-beaufort")] {
            let (cookie, token) = (Cookie { is_secure }, SignInToken::new());
            let header = cookie.header(Some(&token));
            let (pair, attributes) = header.to_str().unwrap().split_once("; ").unwrap();
            assert_eq!(attributes.contains("Secure"), is_secure);
            for attribute in ["Path=/", "HttpOnly", "SameSite=Strict", "Max-Age=15552000"] {
                assert!(attributes.contains(attribute), "{attributes}");
            }
            assert_eq!(read(cookie, &[pair]), Some(token.hash()));
            assert_eq!(read(cookie, &["a=b", &format!("c=d; {pair}; e")]), Some(token.hash()));
            // With two cookies of the name it is not clear which one counts.
            assert_eq!(read(cookie, &[&format!("{pair}; {pair}")]), None);
            for bad in ["", "0", &"g".repeat(64), &"0".repeat(65), &"é".repeat(32)] {
                let mut headers = HeaderMap::new();
                let line = HeaderValue::from_bytes(format!("{name}={bad}").as_bytes()).unwrap();
                headers.insert(header::COOKIE, line);
                assert!(cookie.read(&headers).is_none(), "{bad}");
            }
        }
        assert!(
            Cookie { is_secure: false }
                .header(None)
                .to_str()
                .unwrap()
                .starts_with("beaufort=; Path=/; Max-Age=0")
        );
    }
}
