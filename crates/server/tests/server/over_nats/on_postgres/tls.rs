//! The database and NATS over TLS, with certificates that the machine trusts or does not.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use beaufort_load::{NatsServer, PostgresServer};
use beaufort_server::{Config, Database, Server};
use serde_json::json;
use tempfile::TempDir;

use crate::talk::{Client, Running, config};

/// In a process that plays over TLS: the addresses of the database and of NATS, with a blank between them.
const ADDRESSES: &str = "BEAUFORT_TEST_TLS";
/// Names the file with the certificates that a process trusts, in place of those of the machine.
const TRUSTED: &str = "SSL_CERT_FILE";

/// A folder with the key of `localhost` and its certificate, which it has signed itself.
fn certificates() -> TempDir {
    let folder = tempfile::Builder::new().permissions(Permissions::from_mode(0o755)).tempdir().unwrap();
    let made = Command::new("openssl")
        .args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"])
        .args(["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .args(["-keyout", "server.key", "-out", "server.crt"])
        .current_dir(folder.path())
        .output()
        .expect("openssl is installed, as Debian's package of PostgreSQL wants it");
    assert!(made.status.success(), "{made:?}");
    // A key of the test alone, so every user may read it.
    fs::set_permissions(folder.path().join("server.key"), Permissions::from_mode(0o644)).unwrap();
    folder
}

/// Returns the settings of a server at these addresses.
fn settings(database: &str, nats: &str) -> Config {
    let database = Database::Postgres(database.parse().unwrap());
    Config { nats: Some(nats.parse().unwrap()), ..config(database) }
}

#[tokio::test(flavor = "multi_thread")]
async fn games_are_played_over_tls_with_those_whom_the_machine_trusts_alone() {
    let certificates = certificates();
    let postgres = PostgresServer::start_with_tls(certificates.path()).unwrap();
    let nats = NatsServer::start_with_tls(certificates.path()).unwrap();
    let url = postgres.database("a").unwrap();

    // This machine does not know the certificate.
    let error = Server::bind(settings(&url, &nats.url())).await.err().unwrap().to_string();
    assert!(error.contains("certificate"), "{error}");
    let file = TempDir::new().unwrap();
    let database = file.path().join("sessions.sqlite");
    let over_nats = Config { nats: Some(nats.url().parse().unwrap()), ..config(&*database) };
    let error = Server::bind(over_nats).await.err().unwrap().to_string();
    assert!(error.contains("certificate"), "{error}");
    // The database refuses connections without TLS.
    let plain = url.replace("sslmode=require", "sslmode=disable");
    let error = Server::bind(config(Database::Postgres(plain.parse().unwrap()))).await.err().unwrap();
    assert!(error.to_string().contains("no encryption"), "{error}");

    // The trusted certificates are read at the start of a process, so a child process plays.
    let played = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "over_nats::on_postgres::tls::another_process_plays_over_tls"])
        .env(TRUSTED, certificates.path().join("server.crt"))
        .env(ADDRESSES, format!("{url} {}", nats.url()))
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&played.stdout);
    assert!(played.status.success() && told.contains("1 passed"), "{played:?}");
}

/// Does something only in the process that the test above begins.
#[tokio::test(flavor = "multi_thread")]
async fn another_process_plays_over_tls() {
    let Ok(addresses) = std::env::var(ADDRESSES) else { return };
    let (database, nats) = addresses.split_once(' ').unwrap();
    let server = Running::with(settings(database, nats)).await;
    let mut client = Client::join(&server, "a").await;
    client.ok(json!({ "type": "start", "game": "orthochess", "from": { "type": "default" } })).await;
    client.play(0, "e4").await;
    server.stop().await;
}
