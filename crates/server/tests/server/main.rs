//! The server, from outside.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod accounts;
mod backup;
mod beside;
mod browser;
mod by_mail;
mod by_push;
mod by_smtp;
mod friends;
mod gallery;
mod hostile;
mod lobby;
mod lock;
mod names;
mod on_postgres;
// The names of tests say which servers of others they need, by which they are left out where one is missing.
mod over_nats {
    mod on_postgres {
        mod cluster;
        mod tls;
    }
    mod workers;
}
mod people;
mod protocol;
mod saving;
mod siege;
mod talk;
