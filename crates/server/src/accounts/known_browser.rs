//! The cookie by which a browser in which a name was signed in before is known again: it may try a password however often strangers
//! try others for that name. It opens nothing: the password is needed all the same.
//!
//! Nothing is stored for it: it can be made from the hash of the password, which the server alone has, and another password
//! invalidates it.

use axum::http::{HeaderMap, HeaderValue};
use sha2::{Digest as _, Sha256};

use super::token::Cookie;
use crate::identity::{PasswordHash, TokenHash, hex};

/// The random bytes of a cookie.
const NONCE_BYTES: usize = 16;
/// The lifetime of the cookie, in seconds.
const KNOWN_SECONDS: u64 = 365 * 86_400;

/// Returns the header that sets the cookie.
pub(crate) fn header(cookie: Cookie, password: &PasswordHash) -> HeaderValue {
    let mut nonce = [0; NONCE_BYTES];
    getrandom::fill(&mut nonce).expect("the system has random numbers");
    let nonce = hex(&nonce);
    cookie.header_with(cookie.known_name(), &format!("{nonce}{}", seal(&nonce, password)), KNOWN_SECONDS)
}

/// Returns whether a request comes from a browser that is known to an account.
pub(crate) fn is_known(cookie: Cookie, headers: &HeaderMap, password: &PasswordHash) -> bool {
    let text = Cookie::text(headers, cookie.known_name());
    let Some((nonce, sealed)) = text.and_then(|text| text.split_at_checked(2 * NONCE_BYTES)) else {
        return false;
    };
    // Their hashes are compared, so that the time of the comparison reveals nothing about the seal.
    TokenHash::of(sealed.as_bytes()) == TokenHash::of(seal(nonce, password).as_bytes())
}

fn seal(nonce: &str, password: &PasswordHash) -> String {
    hex(&Sha256::digest(format!("beaufort known browser {nonce} {}", password.as_str())))
}

#[cfg(test)]
mod tests {
    use axum::http::header::COOKIE;

    use super::*;

    #[test]
    fn a_browser_is_known_to_one_account_until_its_password_changes() {
        let [password, other] =
            ["$argon2id$one", "$argon2id$two"].map(|text| PasswordHash::kept(text.to_owned()));
        for is_secure in [false, true] {
            let cookie = Cookie { is_secure };
            let set = header(cookie, &password);
            let (pair, attributes) = set.to_str().unwrap().split_once("; ").unwrap();
            assert!(attributes.contains("HttpOnly; SameSite=Strict"), "{attributes}");
            let asked = |line: &str| {
                let mut headers = HeaderMap::new();
                headers.insert(COOKIE, line.parse().unwrap());
                headers
            };
            assert!(is_known(cookie, &asked(pair), &password));
            assert!(!is_known(cookie, &asked(pair), &other));
            assert!(!is_known(cookie, &HeaderMap::new(), &password));
            let name = cookie.known_name();
            for bad in ["", "0", &"0".repeat(32), &"0".repeat(96), &format!("{}é", "0".repeat(31))] {
                let mut headers = HeaderMap::new();
                let line = HeaderValue::from_bytes(format!("{name}={bad}").as_bytes()).unwrap();
                headers.insert(COOKIE, line);
                assert!(!is_known(cookie, &headers, &password), "{bad}");
            }
        }
    }
}
