//! Push messages, with a push service of the test's own, which reads them as a browser would.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use beaufort_server::{Config, PushServices};
use data_encoding::BASE64URL_NOPAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{self, ECDH_P256, EphemeralPrivateKey};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::time::{Duration, Instant, sleep};

use crate::beside::Beside;
use crate::friends::{KEYS, begin, come};
use crate::talk::{Client, PATIENCE, Place, Running, config, file, find, on_each_store, wait_for_metric};

on_each_store!(a_browser_is_notified_once_a_turn_until_its_push_service_does_not_know_it);

const AUTH: [u8; 16] = [7; 16];

/// A message as the push service got it.
struct Received {
    head: String,
    body: Vec<u8>,
}

impl Received {
    fn header(&self, name: &str) -> &str {
        let found = self.head.lines().find_map(|line| {
            let (known, value) = line.split_once(": ")?;
            known.eq_ignore_ascii_case(name).then_some(value)
        });
        found.unwrap_or_else(|| panic!("no {name} in {}", self.head))
    }
}

/// A push service that keeps what comes.
struct PushService {
    origin: String,
    received: Arc<Mutex<VecDeque<Received>>>,
    /// The statuses of the next answers; then it is 201.
    statuses: Arc<Mutex<VecDeque<u16>>>,
}

impl PushService {
    async fn start() -> PushService {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let service = PushService { origin, received: Arc::default(), statuses: Arc::default() };
        let (received, statuses) = (Arc::clone(&service.received), Arc::clone(&service.statuses));
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let mut bytes = Vec::new();
                let head = loop {
                    if let Some(end) = bytes.windows(4).position(|part| part == b"\r\n\r\n") {
                        break end + 4;
                    }
                    // A connection that says nothing is noted, too.
                    if stream.read_buf(&mut bytes).await.unwrap_or(0) == 0 {
                        break bytes.len();
                    }
                };
                let mut message = Received {
                    head: String::from_utf8_lossy(&bytes[..head]).into_owned(),
                    body: bytes.split_off(head),
                };
                if message.head.starts_with("POST ") {
                    let length: usize = message.header("content-length").parse().unwrap();
                    while message.body.len() < length {
                        assert_ne!(stream.read_buf(&mut message.body).await.unwrap(), 0);
                    }
                }
                received.lock().unwrap().push_back(message);
                let status = statuses.lock().unwrap().pop_front().unwrap_or(201);
                let answer = format!("HTTP/1.1 {status} Answer\r\nContent-Length: 0\r\n\r\n");
                let _ = stream.write_all(answer.as_bytes()).await;
            }
        });
        service
    }

    async fn next(&self) -> Received {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(message) = self.received.lock().unwrap().pop_front() {
                return message;
            }
            assert!(Instant::now() < end, "no message comes");
            sleep(Duration::from_millis(50)).await;
        }
    }

    fn has_none(&self) -> bool {
        self.received.lock().unwrap().is_empty()
    }
}

/// A browser that subscribes. It reads one message.
struct Browser {
    private: EphemeralPrivateKey,
    public: Vec<u8>,
}

impl Browser {
    fn new() -> Browser {
        let private = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = private.compute_public_key().unwrap().as_ref().to_vec();
        Browser { private, public }
    }

    fn subscribe(&self, endpoint: &str, language: &str) -> Value {
        let keys =
            json!({ "p256dh": BASE64URL_NOPAD.encode(&self.public), "auth": BASE64URL_NOPAD.encode(&AUTH) });
        json!({ "type": "push", "endpoint": endpoint, "keys": keys, "language": language })
    }

    /// Decrypts a message as RFC 8291 and RFC 8188 say.
    fn read(self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65], "records of 4096 bytes, and a key of 65");
        let (server, sealed) = rest[5..].split_at(65);
        let server_key = agreement::UnparsedPublicKey::new(&ECDH_P256, server);
        let shared = agreement::agree_ephemeral(self.private, &server_key, <[u8]>::to_vec).unwrap();
        let info = [b"WebPush: info\0".as_slice(), &self.public, server].concat();
        let secret = derive(&AUTH, &shared, &info, 32);
        let key = derive(salt, &secret, b"Content-Encoding: aes128gcm\0", 16);
        let nonce = derive(salt, &secret, b"Content-Encoding: nonce\0", 12);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).unwrap());
        let nonce = Nonce::try_assume_unique_for_key(&nonce).unwrap();
        let mut sealed = sealed.to_vec();
        let text = key.open_in_place(nonce, Aad::empty(), &mut sealed).unwrap();
        serde_json::from_slice(text.strip_suffix(&[2]).unwrap()).unwrap()
    }
}

struct Length(usize);

impl KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive(salt: &[u8], secret: &[u8], info: &[u8], length: usize) -> Vec<u8> {
    let mut key = vec![0; length];
    let extracted = Salt::new(HKDF_SHA256, salt).extract(secret);
    extracted.expand(&[info], Length(length)).unwrap().fill(&mut key).unwrap();
    key
}

/// Checks the token of a message: it is signed by the server's key, for this push service, and not for long.
fn check_token(message: &Received, key: &str, origin: &str) {
    let authorization = message.header("authorization");
    let (token, public) = authorization.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(public, key, "the key with which the browser has subscribed");
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
    let verifier = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(public));
    verifier.verify(signed.as_bytes(), &decode(signature)).unwrap();
    let claims: Value = serde_json::from_slice(&decode(signed.split('.').nth(1).unwrap())).unwrap();
    assert_eq!(claims["aud"], origin);
    let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
    assert!((now..now + 86_400).contains(&claims["exp"].as_u64().unwrap()), "{claims}");
    assert!(claims["sub"].as_str().unwrap().starts_with("https://"), "{claims}");
}

async fn start(place: &Place, services: PushServices) -> Running {
    Running::with(Config { push: Some(services), ..config(place.database.clone()) }).await
}

/// Leaves the session, and waits until the server knows that.
async fn go_away(player: Client, watcher: &mut Client) {
    drop(player);
    let end = Instant::now() + PATIENCE;
    while find(&watcher.hello().await, "presence")["sides"][1].get("away").is_none() {
        assert!(Instant::now() < end, "she does not go");
    }
}

/// Returns the event about the browsers that are notified of a seat.
async fn told(server: &Running) -> Value {
    let mut client = Client::join(server, "a").await;
    client.hello().await;
    find(&client.ok(json!({ "type": "sit", "seat": KEYS[1] })).await, "push").clone()
}

async fn a_browser_is_notified_once_a_turn_until_its_push_service_does_not_know_it(place: &Place) {
    let service = PushService::start().await;
    let server = start(place, PushServices::Any).await;
    let [mut one, mut other] = begin(&server, &json!({ "type": "days", "days": 3 })).await;
    let (browser, endpoint) = (Browser::new(), format!("{}/one", service.origin));
    let events = other.ok(browser.subscribe(&endpoint, "fr")).await;
    let event = find(&events, "push");
    assert_eq!(event["endpoints"], json!([endpoint]));
    let key = event["key"].as_str().unwrap().to_owned();
    go_away(other, &mut one).await;
    one.play(0, "e4").await;
    let message = service.next().await;
    assert!(message.head.starts_with("POST /one HTTP/1.1\r\n"), "{}", message.head);
    assert_eq!(message.header("content-encoding"), "aes128gcm");
    assert_eq!(message.header("ttl"), "86400");
    assert!(message.header("topic").len() <= 32);
    check_token(&message, &key, &service.origin);
    let shown = browser.read(&message.body);
    assert_eq!((&shown["title"], &shown["body"]), (&json!("À vous de jouer"), &json!("Orthodox chess")));
    assert_eq!(shown["url"], "#/play/a");
    wait_for_metric(&server, "beaufort_pushes_sent_total", |count| count == 1).await;
    // The key is that of the store, not of the process.
    drop(one);
    server.stop().await;
    let server = start(place, PushServices::Any).await;
    assert_eq!(told(&server).await, json!({ "type": "push", "key": key, "endpoints": [endpoint] }));
    // The browser has been uninstalled meanwhile: the subscription is forgotten.
    let (mut one, mut other) = (come(&server, "a", KEYS[0]).await, come(&server, "a", KEYS[1]).await);
    service.statuses.lock().unwrap().push_back(410);
    other.play(1, "e5").await;
    go_away(other, &mut one).await;
    one.play(2, "Nf3").await;
    service.next().await;
    let end = Instant::now() + PATIENCE;
    while told(&server).await["endpoints"] != json!([]) {
        assert!(Instant::now() < end, "it is not forgotten");
        sleep(Duration::from_millis(50)).await;
    }
    assert!(service.has_none(), "once a turn");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_push_message_waits_for_a_push_service_that_has_failed() {
    let service = PushService::start().await;
    let (_folder, path) = file();
    let server = Running::with(Config { push: Some(PushServices::Any), ..config(&path) }).await;
    let [mut one, mut other] = begin(&server, &Value::Null).await;
    let browser = Browser::new();
    other.ok(browser.subscribe(&format!("{}/one", service.origin), "")).await;
    go_away(other, &mut one).await;
    service.statuses.lock().unwrap().push_back(503);
    one.play(0, "e4").await;
    service.next().await;
    wait_for_metric(&server, "beaufort_pushes_failed_total", |count| count == 1).await;
    let mut kept = Beside::open(&path).await;
    assert_eq!(kept.ask::<i64>("SELECT attempts FROM letter").await, 1);
    kept.tell("UPDATE letter SET due = 0").await;
    let message = service.next().await;
    assert_eq!(browser.read(&message.body)["title"], "Your turn");
    wait_for_metric(&server, "beaufort_pushes_sent_total", |count| count == 1).await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_push_message_goes_into_the_own_network() {
    let service = PushService::start().await;
    let server = start(&Place::file(), PushServices::Public).await;
    let [mut one, mut other] = begin(&server, &Value::Null).await;
    let endpoint = format!("{}/one", service.origin);
    assert_eq!(other.refused(Browser::new().subscribe(&endpoint, "")).await, "malformed", "without TLS");
    let endpoint = endpoint.replace("http:", "https:");
    other.ok(Browser::new().subscribe(&endpoint, "")).await;
    go_away(other, &mut one).await;
    one.play(0, "e4").await;
    let end = Instant::now() + PATIENCE;
    while told(&server).await["endpoints"] != json!([]) {
        assert!(Instant::now() < end, "it is not forgotten");
        sleep(Duration::from_millis(50)).await;
    }
    assert!(service.has_none(), "nobody has connected");
    server.stop().await;
}
