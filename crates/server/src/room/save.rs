//! Saves changes, and retries when that fails.

use std::time::{Duration, Instant, SystemTime};

use beaufort_session::{
    Cause, ClientId, Conversation, Effects, ListingChange, RatedStep, Save, UnsettledChange,
};

use super::Room;
use crate::client::TooManySeats;
use crate::count_guard::CountGuard;
use crate::metrics::RequestRefusal;
use crate::store::{Row, StoreError, WriteRight};

/// The pause between attempts to save a session that could not be saved.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);

/// A session that cannot be saved.
pub(super) struct Frozen {
    /// When to try again.
    pub(super) retry: Instant,
    _guard: CountGuard,
}

/// Rows to save before the room goes on.
pub(super) struct Pending {
    pub(super) rows: Vec<Row>,
    pub(super) then: Then,
}

/// The next step of a room after a save or its failure.
pub(super) enum Then {
    /// A change is sent to clients, or undone.
    Settle(Box<UnsettledChange>),
    /// The game, which had been suspended, goes on.
    Resume(Save),
    /// The room ends.
    End,
}

impl Room {
    /// Carries out a change in memory, and settles it unless it has to be saved first.
    pub(super) fn change(
        &mut self,
        cause: Cause,
        change: impl FnOnce(&mut Conversation, Duration) -> Effects,
    ) -> Option<Pending> {
        let mut change = self.conversation.change(cause, self.start.elapsed(), change);
        if let Cause::Request(client) = cause
            && change.is_limited()
            && !self.clients.may_publish(client)
        {
            change.refuse();
        }
        if let Cause::Request(client) = cause
            && change.takes_open_seat()
        {
            match self.clients.take_seat(client) {
                Ok(place) => self.seat_place = place,
                Err(TooManySeats) => change.refuse_seat(),
            }
        }
        if let Cause::Request(client) = cause
            && let Some((step, account)) = change.rated_step().zip(self.clients.account(client))
        {
            let (aborts, now) = (&self.services.aborts, self.services.time.monotonic());
            match step {
                RatedStep::Aborted => aborts.note(account, now),
                RatedStep::Entered => {
                    aborts.pause(account, now).into_iter().for_each(|pause| change.refuse_rated(pause));
                }
            }
        }
        // A turn is played in any case.
        if let (Cause::Request(_), Some(Save::Snapshot(_))) = (cause, change.to_save())
            && !self.memory.admits(self.conversation.memory_bytes(Some(&change)))
        {
            change.refuse_for_memory();
            self.services.rooms.make_room();
        }
        if let Cause::Request(client) = cause {
            self.limit_kept(client, &mut change);
        }
        self.note_begun(cause, &mut change);
        let Some(save) = change.to_save().cloned() else {
            self.settle(change, true);
            return None;
        };
        let opened = change.opened().map(|opened| Row {
            flag: opened.flag.and_then(|left| self.services.time.now().checked_add(left)),
            listing: ListingChange::to(opened.listing.clone()),
            ..Row::new(&opened.name, Save::Snapshot(opened.snapshot.clone()), WriteRight::Opened)
        });
        let (record, post) = (change.record().map(str::to_owned), change.post().to_vec());
        let challenged = change.challenged().map(str::to_owned);
        let row = Row { record, post, challenged, ..self.row(save, change.listing().clone()) };
        let rows = std::iter::once(row).chain(opened).collect();
        Some(Pending { rows, then: Then::Settle(Box::new(change)) })
    }

    /// Counts a game that begins by rules which have been read from a text, or refuses it if these have been removed.
    fn note_begun(&self, cause: Cause, change: &mut UnsettledChange) {
        let gallery = &self.services.gallery;
        let Some(id) = change.begun() else { return };
        if gallery.is_removed(id) {
            change.refuse_removed();
        } else if let Cause::Request(client) = cause
            && change.to_save().is_some()
        {
            gallery.note_play(id, self.clients.address(client));
        }
    }

    /// Refuses a change by which a session begins, or becomes larger by more than a turn, if there is no space or the client's address has
    /// had too much kept.
    fn limit_kept(&self, client: ClientId, change: &mut UnsettledChange) {
        let Some(Save::Snapshot(snapshot)) = change.to_save() else { return };
        let opened = change.opened();
        let sessions = u32::from(!self.may_be_kept) + u32::from(opened.is_some());
        let more = snapshot.len().saturating_sub(self.conversation.saved_bytes());
        let bytes = more + opened.map_or(0, |opened| opened.snapshot.len());
        if sessions > 0 && self.services.storage.is_short() {
            change.refuse_for_space();
        } else if !self.clients.may_keep(client, sessions, bytes) {
            change.refuse_more_kept();
        } else {
            return;
        }
        self.services.metrics.note_refusal(RequestRefusal::Storage);
    }

    /// Goes on after a save or its failure. Returns the next save.
    pub(super) fn go_on(&mut self, then: Then, saved: &Result<(), StoreError>) -> Option<Pending> {
        let is_saved = saved.is_ok();
        match then {
            Then::Settle(mut change) => {
                match saved {
                    Err(StoreError::NameTaken(_)) => change.refuse_name(),
                    Err(StoreError::NotChallenged(_, why)) => change.refuse_challenge(*why),
                    _ => {}
                }
                self.settle(*change, is_saved);
            }
            Then::Resume(save) if is_saved => {
                self.conversation.note_saved(&save);
                self.frozen = None;
                let is_deserted = self.clients.is_empty();
                return self.change(Cause::Time, move |conversation, now| {
                    let effects = conversation.set_unsaved(false, now);
                    if is_deserted { conversation.pause(now) } else { effects }
                });
            }
            Then::Resume(_) => {
                let retry = Instant::now() + RETRY_INTERVAL;
                self.frozen.as_mut().into_iter().for_each(|frozen| frozen.retry = retry);
            }
            Then::End => self.is_lost = !is_saved,
        }
        None
    }

    /// Sends a change to clients, or undoes it.
    fn settle(&mut self, change: UnsettledChange, is_saved: bool) {
        let outcome = self.conversation.settle(change, is_saved);
        self.memory.set(self.conversation.memory_bytes(None));
        if !self.conversation.conversation().is_hardly_begun() {
            self.seat_place = None;
        }
        // The health of the server agrees with the messages.
        self.note_frozen();
        outcome.into_iter().for_each(|effects| self.apply(effects));
    }

    /// Suspends the game, since changes cannot be saved.
    pub(super) fn freeze(&mut self) {
        let effects = self.conversation.freeze(self.start.elapsed());
        self.note_frozen();
        effects.into_iter().for_each(|effects| self.apply(effects));
    }

    /// Schedules another attempt to save if the game has been suspended.
    fn note_frozen(&mut self) {
        if self.frozen.is_none() && self.conversation.conversation().is_unsaved() {
            let retry = Instant::now() + RETRY_INTERVAL;
            self.frozen = Some(Frozen { retry, _guard: CountGuard::new(&self.services.metrics.unsaved) });
        }
    }

    /// Retries a save; if that works, the game goes on.
    pub(super) fn save_again(&mut self) -> Pending {
        let save = self.snapshot();
        let row = Row { record: self.whole_record(), ..self.row(save.clone(), self.whole_listing()) };
        Pending { rows: vec![row], then: Then::Resume(save) }
    }

    /// Ends the engine's work, lets all clients go, and notes the time on the clock. If the session only `sleeps`, the clock of
    /// people elsewhere runs on: when its flag falls is saved, too.
    pub(super) fn end(&mut self, sleeps: bool) -> Option<Pending> {
        let has_run = self.conversation.conversation().flag().is_some();
        let now = self.start.elapsed();
        let effects = self.conversation.pause(now);
        self.apply(effects);
        self.clients.clear();
        let is_due = has_run || self.frozen.is_some();
        is_due.then(|| {
            // That a clock has run changes nothing in the lists.
            let (listing, record) = match self.frozen {
                Some(_) => (self.whole_listing(), self.whole_record()),
                None => (ListingChange::None, None),
            };
            let row = Row { record, ..self.row(self.snapshot(), listing) };
            let flag = row.flag.or_else(|| self.flag(now).filter(|_| sleeps));
            Pending { rows: vec![Row { flag, ..row }], then: Then::End }
        })
    }

    /// Returns when the flag falls of a game between people by the clock, unless a turn is played before.
    fn flag(&self, now: Duration) -> Option<SystemTime> {
        let conversation = self.conversation.conversation();
        let flag = conversation.flag().filter(|_| conversation.is_played_by_clock())?;
        self.services.time.now().checked_add(flag.saturating_sub(now))
    }

    /// Returns the whole session.
    fn snapshot(&self) -> Save {
        Save::Snapshot(self.conversation.snapshot(self.start.elapsed()))
    }

    /// Returns the current listing, whatever is saved of it.
    fn whole_listing(&self) -> ListingChange {
        ListingChange::to(self.conversation.conversation().listing())
    }

    /// Returns the current record of a game of the archive, whatever is saved of it.
    fn whole_record(&self) -> Option<String> {
        self.conversation.conversation().archived_record()
    }

    /// Returns a row. The flag of a game by mail falls even if the server is down.
    fn row(&self, save: Save, listing: ListingChange) -> Row {
        let is_by_mail = self.conversation.conversation().is_by_mail();
        let flag = if is_by_mail { self.flag(self.start.elapsed()) } else { None };
        let right = if self.may_be_kept { WriteRight::Known } else { WriteRight::First };
        let expires = self.conversation.conversation().expires().then(|| self.services.time.now());
        Row { flag, listing, expires, ..Row::new(&self.name, save, right) }
    }
}
