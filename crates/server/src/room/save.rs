//! Changes and their saving: a change that cannot be saved is taken back, and the room tries again.

use std::time::{Duration, Instant};

use beaufort_session::event::{Problem, ProblemCode};
use beaufort_session::{ClientId, Conversation, Effects};

use super::Room;
use crate::count_guard::CountGuard;
use crate::store::{Row, StoreError};

/// The most that is saved of a session, in bytes. What engines add to a session of that size is saved all the same.
const MAX_SAVED_BYTES: usize = 1024 * 1024;
/// The pause between attempts to save a session that could not be saved.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// A session that cannot be saved.
pub(super) struct Frozen {
    /// When to try again.
    pub(super) retry: Instant,
    _guard: CountGuard,
}

/// What brings a change about.
#[derive(Clone, Copy)]
pub(super) enum Cause {
    Request(ClientId),
    Report(u64),
    Time,
}

/// Why a change is not saved.
pub(super) enum SaveError {
    TooLarge,
    Unsaved,
}

impl Room {
    /// Carries out a change and saves it, or takes it back.
    pub(super) fn change(
        &mut self,
        cause: Cause,
        change: impl FnOnce(&mut Conversation, Duration) -> Effects,
    ) {
        let before = self.conversation.clone();
        let effects = change(&mut self.conversation, self.start.elapsed());
        if !effects.changed {
            self.apply(effects);
            return;
        }
        let saved = if self.conversation.is_unsaved() { Err(SaveError::Unsaved) } else { self.write(cause) };
        let Err(error) = saved else {
            self.apply(effects);
            return;
        };
        self.conversation = before;
        if let Cause::Request(client) = cause {
            let refused = self.conversation.refuse(client, effects.re, error.problem());
            self.apply(refused);
        }
        if let SaveError::Unsaved = error {
            self.freeze();
        }
        if let Cause::Report(job) = cause {
            self.conversation.forget(job);
        }
    }

    /// Suspends the game, since changes cannot be saved.
    pub(super) fn freeze(&mut self) {
        if self.frozen.is_none() {
            let retry = Instant::now() + RETRY_INTERVAL;
            self.frozen = Some(Frozen { retry, _guard: CountGuard::new(&self.lobby.unsaved) });
            let effects = self.conversation.set_unsaved(true, self.start.elapsed());
            self.apply(effects);
        }
    }

    /// Tries to save what could not be saved; if that works, the game goes on.
    pub(super) fn save_again(&mut self) {
        if self.write(Cause::Time).is_err() {
            let retry = Instant::now() + RETRY_INTERVAL;
            self.frozen.as_mut().into_iter().for_each(|frozen| frozen.retry = retry);
            return;
        }
        self.frozen = None;
        let is_deserted = self.clients.is_empty();
        self.change(Cause::Time, |conversation, now| {
            let effects = conversation.set_unsaved(false, now);
            if is_deserted { conversation.pause(now) } else { effects }
        });
    }

    /// Writes the session to the disk.
    pub(super) fn write(&mut self, cause: Cause) -> Result<(), SaveError> {
        let saved = self.conversation.save(self.start.elapsed());
        let saved = serde_json::to_string(&saved).expect("a session is made of lists, numbers and texts");
        let bytes = saved.len();
        if matches!(cause, Cause::Request(_)) && bytes > MAX_SAVED_BYTES && bytes > self.saved_bytes {
            return Err(SaveError::TooLarge);
        }
        let row = Row { name: self.name.clone(), saved };
        self.lobby.save(row).map_err(|_: StoreError| SaveError::Unsaved)?;
        self.saved_bytes = bytes;
        Ok(())
    }
}

impl SaveError {
    fn problem(&self) -> Problem {
        match self {
            SaveError::TooLarge => Problem::new(
                ProblemCode::TooLarge,
                format!(
                    "a session of more than {MAX_SAVED_BYTES} bytes is not saved: delete comments or variations"
                ),
            ),
            SaveError::Unsaved => Problem::new(
                ProblemCode::Unsaved,
                "The change could not be saved, so it has not been made. The game goes on when saving works again.",
            ),
        }
    }
}
