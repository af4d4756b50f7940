//! The server, from outside.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod accounts;
mod browser;
mod by_mail;
mod cluster;
mod friends;
mod hostile;
mod lobby;
mod lock;
mod mail;
mod names;
mod postgres;
mod protocol;
mod saving;
mod talk;
mod tls;
mod workers;
