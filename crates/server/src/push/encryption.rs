//! Encryption of push messages for a browser: RFC 8291, with the content encoding `aes128gcm` of RFC 8188.

use data_encoding::BASE64URL_NOPAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{self, ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom as _, SystemRandom};

/// The size of a record, in bytes; a message is one.
const RECORD_BYTES: u32 = 4096;
/// The most bytes of a message: a record without its header, its tag and the byte that ends it.
const MAX_MESSAGE_BYTES: usize = 3993;
/// The length of a public key: an uncompressed point of P-256.
const POINT_BYTES: u8 = 65;
/// The byte after the last record's text.
const LAST_RECORD: u8 = 2;

/// The message cannot be encrypted: a key of the browser is none, or the message is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EncryptionError;

impl From<ring::error::Unspecified> for EncryptionError {
    fn from(_: ring::error::Unspecified) -> EncryptionError {
        EncryptionError
    }
}

/// Encrypts a message for the browser with a public key and a secret, both in base64url.
///
/// # Errors
/// If a key is none, or the message is too long.
pub(super) fn encrypt(p256dh: &str, auth: &str, message: &[u8]) -> Result<Vec<u8>, EncryptionError> {
    let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).map_err(|_| EncryptionError);
    let (browser, auth) = (decode(p256dh)?, decode(auth)?);
    let random = SystemRandom::new();
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let public = own.compute_public_key()?;
    let mut salt = [0; 16];
    random.fill(&mut salt)?;
    let agreed = UnparsedPublicKey::new(&ECDH_P256, &browser);
    agreement::agree_ephemeral(own, &agreed, |shared| {
        seal(shared, &Keys { public: public.as_ref(), browser: &browser, auth: &auth, salt }, message)
    })?
}

/// The keys of a message, but for the secret that follows from them.
struct Keys<'a> {
    /// The server's public key for this message.
    public: &'a [u8],
    /// The browser's public key.
    browser: &'a [u8],
    /// The browser's secret.
    auth: &'a [u8],
    salt: [u8; 16],
}

/// Encrypts a message with the secret that the server and the browser share.
fn seal(shared: &[u8], keys: &Keys<'_>, message: &[u8]) -> Result<Vec<u8>, EncryptionError> {
    if message.len() > MAX_MESSAGE_BYTES {
        return Err(EncryptionError);
    }
    let Keys { public, browser, auth, salt } = keys;
    let mut secret = [0; 32];
    derive(auth, shared, &[b"WebPush: info\0", browser, public], &mut secret)?;
    let (mut key, mut nonce) = ([0; 16], [0; 12]);
    derive(salt, &secret, &[b"Content-Encoding: aes128gcm\0"], &mut key)?;
    derive(salt, &secret, &[b"Content-Encoding: nonce\0"], &mut nonce)?;
    let mut text = [message, &[LAST_RECORD]].concat();
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut text)?;
    Ok([&salt[..], &RECORD_BYTES.to_be_bytes(), &[POINT_BYTES], public, &text].concat())
}

/// The length of a derived key, in bytes.
struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

/// Derives a key by HKDF with SHA-256 (RFC 5869).
fn derive(salt: &[u8], secret: &[u8], info: &[&[u8]], key: &mut [u8]) -> Result<(), EncryptionError> {
    let extracted = Salt::new(HKDF_SHA256, salt).extract(secret);
    Ok(extracted.expand(info, Length(key.len()))?.fill(key)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64URL_NOPAD.decode(text.as_bytes()).unwrap()
    }

    /// The example of RFC 8291, appendix A.
    #[test]
    fn the_example_of_the_standard_is_encrypted_as_it_says() {
        let public =
            bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let browser =
            bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4");
        let auth = bytes("BTBZMqHH6r4Tts7J_aSIgg");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let shared = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let keys = Keys { public: &public, browser: &browser, auth: &auth, salt };
        let sealed = seal(&shared, &keys, b"When I grow up, I want to be a watermelon").unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc\
            InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(BASE64URL_NOPAD.encode(&sealed), expected);
    }

    #[test]
    fn what_is_no_key_or_too_long_is_refused() {
        let browser =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let auth = "BTBZMqHH6r4Tts7J_aSIgg";
        assert!(encrypt(browser, auth, b"text").is_ok());
        assert_eq!(encrypt(&"B".repeat(87), auth, b"text"), Err(EncryptionError), "no point of the curve");
        assert_eq!(encrypt("", auth, b"text"), Err(EncryptionError));
        assert!(encrypt(browser, auth, &[b'a'; MAX_MESSAGE_BYTES]).is_ok());
        assert_eq!(encrypt(browser, auth, &[b'a'; MAX_MESSAGE_BYTES + 1]), Err(EncryptionError));
    }
}
