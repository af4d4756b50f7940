//! Workers on other machines, which do the jobs of servers over NATS.

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream;
use beaufort_load::NatsServer;
use beaufort_server::{Config, Worker, WorkerConfig};
use beaufort_session::Library;
use futures_util::{StreamExt as _, TryStreamExt as _};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use crate::talk::{Client, PATIENCE, Running, config, file, wait_for_health, wait_for_metric};

/// A worker in a runtime of its own, which can die.
struct Machine {
    /// `None` only while it is dropped.
    runtime: Option<Runtime>,
    end: oneshot::Sender<()>,
    worked: JoinHandle<()>,
}

impl Machine {
    /// Starts a worker with one engine.
    async fn start(nats: &NatsServer) -> Machine {
        Machine::with(nats, Library::new()).await
    }

    async fn with(nats: &NatsServer, library: Arc<Library>) -> Machine {
        let config = WorkerConfig { nats: nats.url().parse().unwrap(), engines: 1, hash_mib: 1, library };
        let runtime = Runtime::new().unwrap();
        let worker = runtime.spawn(Worker::start(config)).await.unwrap().unwrap();
        let (end, ended) = oneshot::channel();
        let worked = runtime.spawn(worker.run(async { drop(ended.await) }));
        Machine { runtime: Some(runtime), end, worked }
    }

    /// Ends the worker in good order.
    async fn end(mut self) {
        self.end.send(()).unwrap();
        tokio::time::timeout(Duration::from_secs(5), self.worked).await.expect("it ends in time").unwrap();
        self.runtime.take().unwrap().shutdown_background();
    }

    /// Cuts the worker off as if it had been killed: it has no time to say anything.
    fn kill(mut self) {
        self.runtime.take().unwrap().shutdown_background();
    }
}

/// Starts a server with `engines` engines of its own.
async fn serve(nats: &NatsServer, engines: usize) -> (TempDir, Running) {
    let (folder, path) = file();
    let nats = Some(nats.url().parse().unwrap());
    (folder, Running::with(Config { engines, nats, ..config(&path) }).await)
}

/// Waits until the metrics have a line.
async fn wait_for(server: &Running, line: &str) {
    let (name, value) = line.rsplit_once(' ').unwrap();
    wait_for_metric(server, name, |known| known.to_string() == value).await;
}

/// Waits until no order is in the stream.
async fn wait_for_empty_stream(context: &jetstream::Context) {
    let names: Vec<String> = context.stream_names().try_collect().await.unwrap();
    let end = Instant::now() + PATIENCE;
    for name in names {
        while context.get_stream(&name).await.unwrap().get_info().await.unwrap().state.messages > 0 {
            assert!(Instant::now() < end, "the stream is not empty");
            sleep(Duration::from_millis(100)).await;
        }
    }
}

/// Begins a game in which an engine has the first turn, with `ms` milliseconds to think.
async fn let_engine_open(client: &mut Client, ms: u32) {
    let players = json!([{ "type": "engine", "level": "full", "ms": ms }, { "type": "person" }]);
    client
        .ok(json!({ "type": "start", "game": "orthochess", "players": players, "from": { "type": "default" } }))
        .await;
}

/// Waits until a turn has been played, and returns the place after it.
async fn wait_for_turn(client: &mut Client, node: u32) -> Value {
    loop {
        let state = client.wait("state").await["event"]["state"].clone();
        if state["node"] == node {
            return state;
        }
    }
}

/// Asks for a hint, which takes a moment of an engine.
async fn hint(client: &mut Client) {
    client.ok(json!({ "type": "hint", "ms": 50 })).await;
    client.wait("hint").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_thinks_for_a_server_without_engines() {
    let nats = NatsServer::start().unwrap();
    let (_folder, server) = serve(&nats, 0).await;
    let worker = Machine::start(&nats).await;
    let mut client = Client::join(&server, "a").await;
    let_engine_open(&mut client, 200).await;
    wait_for_turn(&mut client, 1).await;
    client.play(1, "a6").await;
    wait_for_turn(&mut client, 3).await;
    hint(&mut client).await;
    client.ok(json!({ "type": "worth", "game": "orthochess", "pieceType": 0 })).await;
    client.wait("worth").await;
    client.ok(json!({ "type": "analyse", "on": true, "lines": 3 })).await;
    client.wait("analysis").await;
    client.ok(json!({ "type": "analyse", "on": false })).await;
    wait_for(&server, "beaufort_jobs 0").await;
    wait_for(&server, "beaufort_worker_engines 1").await;
    worker.end().await;
    wait_for(&server, "beaufort_workers 0").await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_dies_loses_no_job() {
    let nats = NatsServer::start().unwrap();
    let (_folder, server) = serve(&nats, 0).await;
    let dying = Machine::start(&nats).await;
    let mut client = Client::join(&server, "a").await;
    let_engine_open(&mut client, 3000).await;
    client.wait("thinking").await;
    dying.kill();
    let other = Machine::start(&nats).await;
    let state = wait_for_turn(&mut client, 1).await;
    assert_eq!(state["thinking"], false);
    // The answer comes once: no order is left that a worker could get.
    let context = jetstream::new(async_nats::connect(nats.url()).await.unwrap());
    wait_for_empty_stream(&context).await;
    let events = client.hello().await;
    let tree = events.iter().find(|event| event["type"] == "tree").unwrap();
    assert_eq!(tree["nodes"].as_array().unwrap().len(), 2, "{tree}");
    wait_for(&server, "beaufort_orders_total{outcome=\"Done\"} 1").await;
    other.end().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_ends_gives_back_what_it_has() {
    let nats = NatsServer::start().unwrap();
    let (_folder, server) = serve(&nats, 0).await;
    let ending = Machine::start(&nats).await;
    let mut client = Client::join(&server, "a").await;
    let_engine_open(&mut client, 5000).await;
    client.wait("thinking").await;
    let other = Machine::start(&nats).await;
    let begun = Instant::now();
    ending.end().await;
    wait_for(&server, "beaufort_orders_total{outcome=\"GivenBack\"} 1").await;
    wait_for_turn(&mut client, 1).await;
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    other.end().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_wanted_any_more_stops_on_the_worker() {
    let nats = NatsServer::start().unwrap();
    let (_folder, server) = serve(&nats, 0).await;
    let worker = Machine::start(&nats).await;
    let mut client = Client::join(&server, "a").await;
    client.start().await;
    for node in 0..3 {
        client.ok(json!({ "type": "analyse", "on": true, "lines": 1 })).await;
        while client.wait("analysis").await["event"]["thought"]["node"] != node {}
        client.ok(json!({ "type": "analyse", "on": false })).await;
        // With one engine this has to wait until the analysis has ended.
        hint(&mut client).await;
        client.play(node, ["P-e4", "P-f7", "P-e5"][node as usize]).await;
    }
    // "Move now" ends the engine's search.
    let_engine_open(&mut client, 60_000).await;
    client.wait("thinking").await;
    client.ok(json!({ "type": "moveNow" })).await;
    wait_for_turn(&mut client, 1).await;
    wait_for(&server, "beaufort_jobs 0").await;
    worker.end().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_gives_way_to_an_opponent() {
    let nats = NatsServer::start().unwrap();
    let (_folder, server) = serve(&nats, 0).await;
    let worker = Machine::start(&nats).await;
    let (mut one, mut other) = (Client::join(&server, "a").await, Client::join(&server, "b").await);
    one.start().await;
    one.ok(json!({ "type": "analyse", "on": true, "lines": 5 })).await;
    one.wait("analysis").await;
    let_engine_open(&mut other, 100).await;
    wait_for_turn(&mut other, 1).await;
    one.ok(json!({ "type": "games" })).await;
    one.wait("analysis").await;
    worker.end().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_is_refused_and_all_goes_on() {
    let nats = NatsServer::start().unwrap();
    let (_folder, server) = serve(&nats, 0).await;
    let worker = Machine::start(&nats).await;
    let client = async_nats::connect(nats.url()).await.unwrap();
    let context = jetstream::new(client.clone());
    let names: Vec<String> = context.stream_names().try_collect().await.unwrap();
    let [name] = &names[..] else { panic!("one stream, not {names:?}") };
    let kind = name.strip_prefix("beaufort-orders-").unwrap();
    let id = json!({ "server": 1, "number": 1 });
    let mut reports = client.subscribe(format!("beaufort.{kind}.reports.{:016x}", 1)).await.unwrap();
    for garbage in ["", "{", "{}", "\u{0}", &json!({ "id": id, "job": "{}" }).to_string()] {
        for subject in ["orders", "stops", "servers", "reports"] {
            let subject = format!("beaufort.{kind}.{subject}");
            client.publish(subject, garbage.to_owned().into()).await.unwrap();
        }
        client.publish("beaufort.workers", garbage.to_owned().into()).await.unwrap();
    }
    client.flush().await.unwrap();
    let mut player = Client::join(&server, "a").await;
    let_engine_open(&mut player, 50).await;
    wait_for_turn(&mut player, 1).await;
    wait_for_empty_stream(&context).await;
    let report = reports.next().await.unwrap();
    let report: Value = serde_json::from_slice(&report.payload).unwrap();
    assert_eq!(report["event"]["Refused"], "a worker cannot read the job");
    worker.end().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nats_may_go_and_come_back() {
    let nats = Arc::new(NatsServer::start().unwrap());
    let (_folder, with_engine) = serve(&nats, 1).await;
    let (_folder, server) = serve(&nats, 0).await;
    let worker = Machine::start(&nats).await;
    let (mut one, mut other) = (Client::join(&with_engine, "a").await, Client::join(&server, "a").await);
    one.start().await;
    let_engine_open(&mut other, 3000).await;
    other.wait("thinking").await;
    nats.kill().unwrap();
    // A server with an engine of its own goes on without.
    hint(&mut one).await;
    wait_for_health(&server, "\"nats\":false").await;
    wait_for_health(&with_engine, "\"nats\":false").await;
    nats.restart().unwrap();
    wait_for_turn(&mut other, 1).await;
    hint(&mut other).await;
    worker.end().await;
    with_engine.stop().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_workers_a_server_thinks_for_itself() {
    let nats = NatsServer::start().unwrap();
    let (_folder, server) = serve(&nats, 1).await;
    let mut client = Client::join(&server, "a").await;
    let_engine_open(&mut client, 50).await;
    wait_for_turn(&mut client, 1).await;
    // A worker with other games is not used.
    let own = Library::with_one(Library::new().evaluation("orthochess").unwrap());
    let spy = async_nats::connect(nats.url()).await.unwrap();
    let mut heartbeats = spy.subscribe("beaufort.workers").await.unwrap();
    let stranger = Machine::with(&nats, own).await;
    // By its second heartbeat the server has read the first.
    for _ in 0..2 {
        timeout(PATIENCE, heartbeats.next()).await.unwrap().unwrap();
    }
    client.play(1, "a6").await;
    wait_for_turn(&mut client, 3).await;
    wait_for(&server, "beaufort_workers 0").await;
    stranger.end().await;
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_share_a_worker() {
    let nats = NatsServer::start().unwrap();
    let servers = [serve(&nats, 0).await, serve(&nats, 0).await];
    let worker = Machine::start(&nats).await;
    let mut clients = Vec::new();
    for (_, server) in &servers {
        let mut client = Client::join(server, "a").await;
        client.start().await;
        client.ok(json!({ "type": "analyse", "on": true, "lines": 1 })).await;
        clients.push(client);
    }
    // Neither of the two analyses ever ends by itself.
    for _ in 0..2 {
        for client in &mut clients {
            client.wait("analysis").await;
        }
    }
    // An opponent of one goes before the analysis of the other.
    let mut other = Client::join(&servers[1].1, "b").await;
    let_engine_open(&mut other, 100).await;
    wait_for_turn(&mut other, 1).await;
    worker.end().await;
    for (_, server) in servers {
        server.stop().await;
    }
}
