use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use beaufort_load::NatsServer;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::stream::MaybeTlsStream;
use tokio_tungstenite::tungstenite::{Message, WebSocket, connect};

use crate::talk::{PATIENCE, Talk};
use crate::{beaufort, stderr};

/// A client of a session.
struct Client(WebSocket<MaybeTlsStream<std::net::TcpStream>>);

impl Client {
    fn join(address: &str) -> Client {
        Client(connect(format!("ws://{address}/ws/a")).unwrap().0)
    }

    fn say(&mut self, command: Value) {
        self.0.send(Message::text(json!({ "id": 1, "command": command }).to_string())).unwrap();
    }

    /// Waits for an event, and returns it.
    fn wait(&mut self, is_it: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + PATIENCE;
        loop {
            assert!(Instant::now() < end, "it does not come");
            let Message::Text(text) = self.0.read().unwrap() else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            assert!(message["event"]["type"] != "error", "{message}");
            if is_it(&message["event"]) {
                return message["event"].clone();
            }
        }
    }

    fn wait_for_place(&mut self, node: u32) {
        self.wait(|event| event["type"] == "state" && event["state"]["node"] == node);
    }
}

/// Starts a worker with one engine, and waits until it is there.
fn start(nats: &NatsServer) -> Talk {
    let mut command = Command::new(env!("CARGO_BIN_EXE_beaufort"));
    command.args(["worker", "--threads", "1", "--hash", "1"]).env("BEAUFORT_NATS", nats.url());
    let mut worker = Talk::with(command);
    let told = worker.hear("It meets them at ");
    assert_eq!(told[0], "Beaufort thinks for servers with one engine  (Ctrl-C ends it)");
    worker
}

#[test]
fn a_worker_is_killed_in_the_middle_of_a_turn_and_another_one_plays_it_over_nats() {
    let nats = NatsServer::start().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let arguments = format!("serve --port 0 --data kept --engines 0 --nats {}", nats.url());
    let mut server = Talk::start_in(folder.path(), &arguments);
    let told = server.hear("The games are kept in ");
    let address = told[0].strip_prefix("Beaufort is at http://").unwrap().split('/').next().unwrap();
    let worker = start(&nats);
    let mut client = Client::join(address);
    let players = json!([{ "type": "engine", "level": "full", "ms": 2000 }, { "type": "person" }]);
    client.say(
        json!({ "type": "start", "game": "scirocco", "players": players, "from": { "type": "default" } }),
    );
    client.wait(|event| event["type"] == "thinking");
    // It is killed when it is dropped.
    drop(worker);
    let other = start(&nats);
    client.wait_for_place(1);
    client.say(json!({ "type": "play", "node": 1, "turn": { "type": "typed", "text": "P-f7" } }));
    client.wait_for_place(3);
    drop(other);
}

#[cfg(unix)]
#[test]
fn a_worker_ends_in_good_order_over_nats() {
    let nats = NatsServer::start().unwrap();
    let worker = start(&nats);
    sleep(Duration::from_millis(200));
    worker.terminate();
    assert!(worker.end() < Duration::from_secs(5));
}

#[test]
fn what_a_worker_needs_is_told() {
    let secret = "nats://me:secret@127.0.0.1:1";
    for (arguments, status, expected) in [
        ("worker", 2, "--nats <URL>"),
        (
            "worker --nats secret",
            2,
            "error: `nats` cannot be used: the address of NATS is `nats://HOST:PORT`",
        ),
        ("worker --nats nats://localhost --threads 0", 2, "0 is not in 1..=256"),
        (
            &format!("worker --nats {secret}"),
            1,
            "error: cannot start the worker: cannot connect to nats://me@127.0.0.1:1: ",
        ),
        (
            &format!("serve --data kept --port 0 --nats {secret}"),
            1,
            "cannot connect to nats://me@127.0.0.1:1: ",
        ),
        ("serve --data kept --port 0 --engines 0", 2, "`engines` is 0; it may be 1 to 64"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = beaufort(arguments);
        command.current_dir(folder.path());
        let (code, message) = stderr(command);
        assert_eq!(code, Some(status), "{arguments}: {message}");
        assert!(message.contains(expected), "{arguments}: {message}");
        assert!(!message.contains("secret"), "{arguments}: {message}");
    }
}
