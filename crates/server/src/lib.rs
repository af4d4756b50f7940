//! Serves the web client and its sessions, on the own machine or to the world.
//!
//! A connection (`listen`) that passes `guard` asks for a file of the client (`files`), a page of data (`public_games`,
//! `account_routes`, `gallery_routes`), or a WebSocket to a session (`socket`). A session in memory is a task with a conversation (`room`); `lobby` opens
//! and closes them. The components that all of these share are in `services`: the store, the engines (`workers`; in other programs
//! `worker`, over NATS), and the other servers that share the database (`cluster`). A change is saved (`store`) before clients hear of it.
//!
//! All bounds stand in `docs/limits.md`.

#[macro_use]
mod log_limit;

mod aborts;
mod account_routes;
mod accounts;
mod answers;
mod app;
mod block;
mod carrier;
mod client;
mod clients;
mod cluster;
mod config;
mod count_guard;
mod expiry;
mod files;
mod flags;
mod gallery;
mod gallery_routes;
mod guard;
mod identity;
mod lane;
mod letter_texts;
mod limits;
mod listen;
mod lobby;
mod lock;
mod mail;
mod memory;
mod message;
mod metrics;
mod nats;
mod network;
mod online;
mod open_seats;
mod postman;
mod probe;
mod public;
mod public_games;
mod push;
mod queue_budget;
mod rating;
mod room;
mod rooms;
mod server;
mod server_time;
mod services;
mod session_name;
mod socket;
#[cfg(test)]
mod starvation;
mod storage;
mod store;
mod web_socket;
mod work_budget;
mod worker;
mod workers;

pub use config::Config;
pub use files::has_client;
pub use mail::{Mail, MailFrom, MailFromError, MailUrl, MailUrlError};
pub use nats::{NatsError, NatsUrl, NatsUrlError};
pub use network::{TrustedNetwork, TrustedNetworkError};
pub use public::{PublicUrl, PublicUrlError};
pub use push::PushServices;
pub use server::{Server, ServerError, restore};
pub use store::{
    Archived, BackupSummary, Database, GalleryAct, GalleryEntry, Listed, PostgresUrl, PostgresUrlError, Row,
    Search, Store, StoreError, Stored, WaitingLetter, WriteRight, back_up, gallery_entries, operate_gallery,
};
pub use worker::{Worker, WorkerConfig, WorkerError};
