//! Changes and their saving: what cannot be saved the room tries to save again.

use std::time::{Duration, Instant};

use beaufort_session::{Cause, Conversation, Effects, Save};

use super::Room;
use crate::count_guard::CountGuard;
use crate::store::{Row, StoreError};

/// The pause between attempts to save a session that could not be saved.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// A session that cannot be saved.
pub(super) struct Frozen {
    /// When to try again.
    pub(super) retry: Instant,
    _guard: CountGuard,
}

impl Room {
    /// Carries out a change and saves it, or takes it back.
    pub(super) fn change(
        &mut self,
        cause: Cause,
        change: impl FnOnce(&mut Conversation, Duration) -> Effects,
    ) {
        let change = self.conversation.change(cause, self.start.elapsed(), change);
        let is_saved = change.to_save().is_none_or(|save| {
            let opened = change.opened().map(|opened| Row {
                name: opened.name.clone(),
                save: Save::Snapshot(opened.snapshot.clone()),
            });
            self.write(save.clone(), opened).is_ok()
        });
        let outcome = self.conversation.settle(change, is_saved, self.start.elapsed());
        outcome.into_iter().for_each(|effects| self.apply(effects));
        self.note_frozen();
    }

    /// Suspends the game, since changes cannot be saved.
    pub(super) fn freeze(&mut self) {
        let effects = self.conversation.freeze(self.start.elapsed());
        effects.into_iter().for_each(|effects| self.apply(effects));
        self.note_frozen();
    }

    /// Sees to it that saving is tried again if the game has been suspended.
    fn note_frozen(&mut self) {
        if self.frozen.is_none() && self.conversation.conversation().is_unsaved() {
            let retry = Instant::now() + RETRY_INTERVAL;
            self.frozen = Some(Frozen { retry, _guard: CountGuard::new(&self.lobby.unsaved) });
        }
    }

    /// Tries to save what could not be saved; if that works, the game goes on.
    pub(super) fn save_again(&mut self) {
        if self.write_all().is_err() {
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

    /// Writes the whole session to the disk, as it is.
    pub(super) fn write_all(&mut self) -> Result<(), StoreError> {
        let save = Save::Snapshot(self.conversation.snapshot(self.start.elapsed()));
        self.write(save.clone(), None)?;
        self.conversation.note_saved(&save);
        Ok(())
    }

    /// Writes what is to be kept of the session, and of another one that begins with the same change.
    fn write(&self, save: Save, opened: Option<Row>) -> Result<(), StoreError> {
        let own = Row { name: self.name.clone(), save };
        self.lobby.save(std::iter::once(own).chain(opened).collect())
    }
}
