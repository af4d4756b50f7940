//! The server's identity for push services: a key pair, and tokens that it signs (VAPID, RFC 8292).

use std::time::{Duration, SystemTime};

use data_encoding::BASE64URL_NOPAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::json;

/// The lifetime of a token; push services accept a day at most.
const TOKEN_TIME: Duration = Duration::from_secs(12 * 3600);

/// The key pair is damaged, or the system has no random numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeyError;

/// The key pair of a server.
#[derive(Debug)]
pub(crate) struct VapidKey {
    pair: EcdsaKeyPair,
    /// The public key, in base64url.
    public: String,
}

impl VapidKey {
    /// Draws a key pair. Returns it in the format PKCS #8.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub(crate) fn draw() -> Result<Vec<u8>, KeyError> {
        let pair = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        pair.map(|pair| pair.as_ref().to_vec()).map_err(|_| KeyError)
    }

    /// Reads a key pair in the format PKCS #8.
    ///
    /// # Errors
    /// If it is none.
    pub(crate) fn read(pair: &[u8]) -> Result<VapidKey, KeyError> {
        let random = SystemRandom::new();
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pair, &random);
        let pair = pair.map_err(|_| KeyError)?;
        let public = BASE64URL_NOPAD.encode(pair.public_key().as_ref());
        Ok(VapidKey { pair, public })
    }

    /// Returns the public key, in base64url.
    pub(crate) fn public(&self) -> &str {
        &self.public
    }

    /// Returns the header `Authorization` of a message to the push service of an origin. `contact` is an address of the operator.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub(super) fn authorization(
        &self,
        origin: &str,
        contact: &str,
        now: SystemTime,
    ) -> Result<String, KeyError> {
        let expires = (now + TOKEN_TIME).duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        let encode = |value: serde_json::Value| BASE64URL_NOPAD.encode(value.to_string().as_bytes());
        let header = encode(json!({ "typ": "JWT", "alg": "ES256" }));
        let claims = encode(json!({ "aud": origin, "exp": expires, "sub": contact }));
        let signed = format!("{header}.{claims}");
        let signature = self.pair.sign(&SystemRandom::new(), signed.as_bytes()).map_err(|_| KeyError)?;
        let signature = BASE64URL_NOPAD.encode(signature.as_ref());
        Ok(format!("vapid t={signed}.{signature}, k={}", self.public))
    }
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

    #[test]
    fn a_token_is_signed_by_the_key_that_stands_beside_it() {
        let key = VapidKey::read(&VapidKey::draw().unwrap()).unwrap();
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        let header = key.authorization("https://push.example.org", "https://chess.example.org", now).unwrap();
        let (token, public) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(public, key.public());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        let verifier = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(public));
        assert!(verifier.verify(signed.as_bytes(), &decode(signature)).is_ok());
        assert!(verifier.verify(b"another", &decode(signature)).is_err());
        let claims = String::from_utf8(decode(signed.split('.').nth(1).unwrap())).unwrap();
        assert_eq!(
            claims,
            r#"{"aud":"https://push.example.org","exp":1043200,"sub":"https://chess.example.org"}"#
        );
        assert_eq!(VapidKey::read(b"damaged").err(), Some(KeyError));
    }
}
