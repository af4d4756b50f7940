//! A game in progress.
//!
//! A [`Session`] knows the set-up phase, who plays, the turns played with their variations, who has won and why, and the record
//! of it all. It does no I/O and knows no clock: who owns it saves the record and calls the flag.
//!
//! # Examples
//! ```
//! use beaufort_rules::builtin;
//! use beaufort_session::{Session, Stage};
//!
//! let mut session = Session::new(&builtin::game("scirocco").unwrap());
//! assert_eq!(session.stage(), Stage::Setup { phase: 0 });
//! session.choose_default();
//! session.play("P-e4")?;
//! session.play("Pf7")?;
//! session.take_back();
//! assert!(session.record().to_string().contains("1. P-e4 P-f7"));
//! # Ok::<(), beaufort_session::PlayError>(())
//! ```

mod account;
pub mod assessment;
mod card;
mod clock;
pub mod command;
mod companions;
mod conversation;
mod describe;
mod durable;
mod error;
pub mod event;
pub mod import;
mod job;
mod judgement;
mod level;
mod library;
mod mail_address;
mod push_subscription;
mod queue;
pub mod review;
mod seat_key;
mod seats;
mod session;
#[cfg(test)]
mod tests;
pub mod trial;
mod tuning;
#[cfg(test)]
mod types;
mod vacation;
pub mod view;
pub mod worth;

pub use account::{Account, AccountId};
pub use beaufort_engine::{SharedMemory, SharedSearch, Signal};
pub use beaufort_rules::phrase;
pub use beaufort_rules::vocabulary::Phrase;
pub use beaufort_rules::{MAX_OWN_TEXT, is_own_id, own_id};
pub use card::Card;
pub use conversation::{
    AppendedTurn, CHALLENGE_TIME, ClientId, Conversation, Delivery, Destination, Effects, Envelope,
    JobCommand, KeptOfPlayer, Letter, LetterKind, List, Listing, ListingChange, MIN_RATED_TURNS,
    NicknameReader, OpenedSession, Post, RatedOutcome, RatedStep, Recipient, Save, Saved, StoredConversation,
    Way, Weight, name_record, read_request, request_id, update_for,
};
pub use durable::{Cause, DurableConversation, NotChallenged, UnsettledChange};
pub use error::{LoadError, PlayError};
pub use job::{Job, JobId, JobReport, JobRunner, SearchReport};
pub use judgement::PlaceBefore;
pub use library::{Library, ReadError};
pub use push_subscription::{PushKeys, PushSubscription, PushTerms};
pub use queue::{JobHandle, JobQueue, QueuedJob};
pub use seats::{HUMAN_NAME, Seat, is_engine_name};
pub use session::{Session, Stage};
