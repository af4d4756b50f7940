//! Letters, with a real mail server.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use beaufort_server::{Config, Mail};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{Duration, Instant, sleep};

use crate::beside::Beside;
use crate::friends::{KEYS, begin, come};
use crate::talk::{Client, PATIENCE, Place, Running, config, file, find, on_each_store, wait_for_metric};

on_each_store!(a_player_is_told_by_mail_once_a_turn);

/// A mail server that keeps what comes in a folder.
struct MailServer {
    port: u16,
    folder: TempDir,
    process: Option<Child>,
}

impl MailServer {
    fn new() -> MailServer {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        MailServer { port, folder: tempfile::tempdir().unwrap(), process: None }
    }

    /// Starts it; it does not take letters at once.
    fn start(&mut self) {
        let process = Command::new("/usr/bin/python3")
            .args(["-m", "aiosmtpd", "--nosetuid", "--listen", &format!("127.0.0.1:{}", self.port)])
            .args(["--class", "aiosmtpd.handlers.Mailbox"])
            .arg(self.mail())
            .stderr(Stdio::null())
            .spawn();
        self.process =
            Some(process.expect("aiosmtpd is installed (Debian: apt-get install python3-aiosmtpd)"));
    }

    fn mail(&self) -> PathBuf {
        self.folder.path().join("mail")
    }

    fn settings(&self) -> Mail {
        Mail {
            server: format!("smtp://127.0.0.1:{}", self.port).parse().unwrap(),
            from: "Beaufort <chess@example.org>".parse().unwrap(),
        }
    }

    /// The letters that have come, in no order.
    fn letters(&self) -> Vec<String> {
        let Ok(folder) = std::fs::read_dir(self.mail().join("new")) else { return Vec::new() };
        let read =
            |path: &Path| std::fs::read_to_string(path).unwrap().replace("=\r\n", "").replace("=\n", "");
        folder.map(|file| read(&file.unwrap().path()).replace("=3D", "=")).collect()
    }

    /// Waits until `count` letters have come, and returns the one with a subject.
    async fn wait(&self, count: usize, subject: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            let letters = self.letters();
            assert!(letters.len() <= count, "{letters:?}");
            if letters.len() == count {
                return letters.into_iter().find(|letter| letter.contains(subject)).expect(subject);
            }
            assert!(Instant::now() < end, "{letters:?}");
            sleep(Duration::from_millis(50)).await;
        }
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            process.kill().and_then(|()| process.wait()).unwrap();
        }
    }
}

/// Returns the key in a link of a letter.
fn token(letter: &str) -> String {
    let link = letter.split("#/mail/a/").nth(1).unwrap();
    link.chars().take_while(char::is_ascii_alphanumeric).collect()
}

fn leave(address: &str) -> Value {
    json!({ "type": "mail", "address": address })
}

async fn a_player_is_told_by_mail_once_a_turn(place: &Place) {
    let mut mail = MailServer::new();
    mail.start();
    let server =
        Running::with(Config { mail: Some(mail.settings()), ..config(place.database.clone()) }).await;
    let [mut one, mut other] = begin(&server, &json!({ "type": "days", "days": 3 })).await;
    other.ok(leave("anne@example.org")).await;
    let letter = mail.wait(1, "letters about your game").await;
    assert!(letter.contains("To: anne@example.org") && letter.contains("From: Beaufort <chess@example.org>"));
    assert!(letter.contains(&format!("http://{}/#/mail/a/", server.address)), "{letter}");
    let token = token(&letter);
    assert_eq!(token.len(), 32);
    // No letter shows the key to a seat.
    assert!(!letter.contains(KEYS[1]));
    // The turn has passed before: there is no letter about it.
    drop(other);
    one.play(0, "e4").await;
    let mut reader = Client::join(&server, "a").await;
    assert_eq!(
        reader.refused(json!({ "type": "confirmMail", "token": "a-guessed-key-of-128-bits" })).await,
        "unknown"
    );
    reader.ok(json!({ "type": "confirmMail", "token": token })).await;
    let mut other = come(&server, "a", KEYS[1]).await;
    other.play(1, "e5").await;
    drop(other);
    let end = Instant::now() + PATIENCE;
    while find(&reader.hello().await, "presence")["sides"][1].get("away").is_none() {
        assert!(Instant::now() < end, "she does not go");
    }
    one.play(2, "Nf3").await;
    let letter = mail.wait(2, "your turn in Orthodox chess").await;
    assert!(letter.contains("#/play/a"), "{letter}");
    assert!(letter.contains(&format!("List-Unsubscribe: <http://{}/#/mail/a/{token}/stop>", server.address)));
    assert!(!letter.contains(KEYS[1]));
    reader.ok(json!({ "type": "stopMail", "token": token })).await;
    // The metrics say nothing of letters but their number.
    let metrics = server.http("/metrics", &format!("Host: {}\r\n", server.address)).await;
    assert!(metrics.contains("beaufort_letters_sent_total 2"), "{metrics}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_letter_is_sent_while_it_cannot_be_noted() {
    let (_folder, path) = file();
    let mut mail = MailServer::new();
    let server = Running::with(Config { mail: Some(mail.settings()), ..config(&path) }).await;
    let [_one, mut other] = begin(&server, &json!({ "type": "days", "days": 3 })).await;
    other.ok(leave("anne@example.org")).await;
    // The file can be read and not written, and the letter is due.
    let mut kept = Beside::open(&path).await;
    let end = Instant::now() + PATIENCE;
    loop {
        kept.tell("UPDATE letter SET due = 0; BEGIN IMMEDIATE").await;
        if kept.ask::<bool>("SELECT due = 0 FROM letter").await {
            break;
        }
        kept.tell("ROLLBACK").await;
        assert!(Instant::now() < end);
    }
    mail.start();
    while std::net::TcpStream::connect(("127.0.0.1", mail.port)).is_err() {
        assert!(Instant::now() < end, "the mail server does not start");
        sleep(Duration::from_millis(50)).await;
    }
    let failed = server.metric("beaufort_letters_failed_total").await;
    wait_for_metric(&server, "beaufort_letters_failed_total", |count| count > failed).await;
    assert!(mail.letters().is_empty());
    kept.tell("ROLLBACK").await;
    mail.wait(1, "letters about your game").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_waits_for_a_mail_server_that_is_away_and_no_turn_waits_for_a_letter() {
    let (_folder, path) = file();
    let mut mail = MailServer::new();
    let sends = mail.settings();
    let settings = || Config { mail: Some(sends.clone()), ..config(&path) };
    let server = Running::with(settings()).await;
    let [mut one, mut other] = begin(&server, &json!({ "type": "days", "days": 3 })).await;
    other.ok(leave("anne@example.org")).await;
    let mut kept = Beside::open(&path).await;
    let end = Instant::now() + PATIENCE;
    while kept.ask::<i64>("SELECT attempts FROM letter").await == 0 {
        assert!(Instant::now() < end, "nobody tries to send it");
        sleep(Duration::from_millis(50)).await;
    }
    one.play(0, "e4").await;
    other.play(1, "e5").await;
    server.stop().await;
    // It is sent by the next server, when it is due.
    let server = Running::with(settings()).await;
    mail.start();
    kept.tell("UPDATE letter SET due = 0").await;
    let end = Instant::now() + PATIENCE;
    while mail.letters().is_empty() {
        // The mail server may not be there yet.
        kept.tell("UPDATE letter SET due = 0").await;
        assert!(Instant::now() < end, "it is not sent");
        sleep(Duration::from_millis(200)).await;
    }
    server.stop().await;
    assert_eq!(mail.letters().len(), 1);
}
