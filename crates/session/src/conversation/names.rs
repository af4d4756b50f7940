//! The names under which people elsewhere play: a seat that was taken under a name is the account's, in every browser.
//!
//! Saved games contain the number of the account alone; the owner of the conversation supplies its name.

use std::sync::Arc;
use std::time::Duration;

use beaufort_rules::record::Record;
use beaufort_rules::vocabulary::Phrase;
use beaufort_rules::{Game, Side, phrase};
use serde::Serialize;

use super::effects::Effects;
use super::handler::Handler;
use super::hidden::without_hidden;
use super::owner::{GameStarter, Owner};
use super::refusal::{Refusal, not_now, refusal};
use super::table::{Requester, Table};
use super::{ClientId, Conversation};
use crate::account::{Account, AccountId};
use crate::event::ProblemCode;
use crate::seats::{HUMAN_NAME, is_engine_name};
use crate::session::Session;
use crate::view::{NamedPlayer, Player, side_index};

/// The player's name in a record after the account has been deleted.
const DELETED: &str = "deleted";

/// Follows the nickname of a guest wherever a name is a text: no name has a space or a parenthesis.
const GUEST: &str = " (guest)";

/// Reads a nickname: returns it as it is shown, or `None` if it is not allowed.
pub type NicknameReader = fn(&str) -> Option<String>;

/// The data of a player in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KeptOfPlayer {
    /// The record of the game.
    pub record: String,
    /// The player's lines of the chat.
    pub said: Vec<String>,
    /// The player's note.
    pub note: String,
}

/// Puts the names of accounts into the record of a game that was kept without them.
pub fn name_record(game: &Game, record: &str, names: &[Option<NamedPlayer>; 2]) -> String {
    let is_named = names.iter().any(Option::is_some);
    let read = is_named.then(|| Record::parse(record).ok()?.into_iter().next()).flatten();
    let Some(mut read) = read else { return record.to_owned() };
    for (side, name) in Side::BOTH.into_iter().zip(names) {
        if let Some(NamedPlayer { name, .. }) = name {
            set_name(&mut read, game, side, name.as_deref());
        }
    }
    read.to_string()
}

fn set_name(record: &mut Record, game: &Game, side: Side, name: Option<&str>) {
    let set = record.tags.set(game.side_name(side), name.unwrap_or(DELETED));
    set.expect("the names of the tags are right");
}

impl Conversation {
    /// Notes that a client is signed in.
    pub fn introduce(&mut self, client: ClientId, account: Account) -> Effects {
        self.presence.accounts.push((client, account));
        Effects::default()
    }

    /// Returns the accounts that have the seats of the first and the second side, or that have begun the game against the engine.
    pub fn accounts(&self) -> [Option<AccountId>; 2] {
        self.table.as_ref().map_or([None; 2], |table| table.owners().map(|owner| Some(owner?.account)))
    }

    /// Tells the names of the accounts that have seats; one without a name has been deleted.
    pub fn name_accounts(&mut self, name: impl Fn(AccountId) -> Option<String>) {
        for owner in self.owners_mut() {
            owner.name = name(owner.account);
        }
    }

    /// Notes that an account has been deleted, and tells all whom it concerns.
    pub fn forget_account(&mut self, account: AccountId, now: Duration) -> Effects {
        if !self.accounts().contains(&Some(account)) {
            return Effects::default();
        }
        for owner in self.owners_mut().filter(|owner| owner.account == account) {
            owner.name = None;
        }
        let mut handler = self.handler(None, now);
        // A player cannot avoid the end of a rated game by deleting the account.
        if handler.leave_rated_game(account) {
            return handler.finish();
        }
        let state = handler.state();
        handler.broadcast(state);
        handler.effects
    }

    /// Returns the record of the game, with the names of the players.
    pub fn record(&self) -> Option<Record> {
        self.table.as_ref().map(|table| table.record())
    }

    /// Returns what is kept of an account's doings in the game; `None` if it has no seat there.
    pub fn kept_of(&self, account: AccountId) -> Option<KeptOfPlayer> {
        let table = self.table.as_ref()?;
        let is_owner =
            |side: &Side| table.owners()[side.index()].is_some_and(|owner| owner.account == account);
        let side = Side::BOTH.into_iter().find(is_owner)?;
        let (said, note) = table.talk.of(side);
        Some(KeptOfPlayer { record: table.record().to_string(), said, note })
    }

    fn owners_mut(&mut self) -> impl Iterator<Item = &mut Owner> {
        let has_names = self.accounts() != [None; 2];
        let table = self.table.as_mut().filter(|_| has_names).map(Arc::make_mut);
        let owners = table.map(|Table { seats, starter, .. }| {
            let seated = seats.iter_mut().flat_map(|seats| seats.owners.iter_mut().flatten());
            seated.chain(starter.iter_mut().map(|starter| &mut starter.owner))
        });
        owners.into_iter().flatten()
    }
}

impl Table {
    /// Returns for each side who has its seat under a name, or has begun the game against the engine with it.
    pub(super) fn owners(&self) -> [Option<&Owner>; 2] {
        match (&self.seats, &self.starter) {
            (Some(seats), _) => seats.owners.each_ref().map(Option::as_ref),
            (None, Some(GameStarter { owner, side })) => {
                [0, 1].map(|index| (index == *side).then_some(owner))
            }
            (None, None) => [None; 2],
        }
    }

    /// Returns the names of the players, as far as they have some: those of accounts, or of a record.
    pub(super) fn names(&self) -> [Option<String>; 2] {
        if let Some(seats) = &self.seats {
            let name = |side: usize| match &seats.owners[side] {
                Some(owner) => owner.name.clone(),
                None => Some(format!("{}{GUEST}", seats.guests[side].as_ref()?)),
            };
            return [0, 1].map(name);
        }
        let tags = &self.session.record().tags;
        let is_name = |name: &&str| !["", "?", HUMAN_NAME].contains(name) && !is_engine_name(name);
        Side::BOTH
            .map(|side| tags.get(self.session.game().side_name(side)).filter(is_name).map(without_hidden))
    }

    /// Returns the record of the game without the names of accounts, which may be deleted.
    pub(super) fn guests_record(&self) -> Record {
        let mut record = self.session.record().clone();
        let guests = self.seats.iter().flat_map(|seats| &seats.guests);
        for (side, guest) in Side::BOTH.into_iter().zip(guests) {
            if let Some(guest) = guest {
                set_name(&mut record, self.session.game(), side, Some(&format!("{guest}{GUEST}")));
            }
        }
        record
    }

    /// Returns the record of the game, with the names of the players.
    pub(super) fn record(&self) -> Record {
        let mut record = self.guests_record();
        let owners = self.seats.iter().flat_map(|seats| &seats.owners);
        for (side, owner) in Side::BOTH.into_iter().zip(owners) {
            if let Some(owner) = owner {
                set_name(&mut record, self.session.game(), side, owner.name.as_deref());
            }
        }
        record
    }
}

impl Handler<'_> {
    /// Returns the account of the requester, if it is signed in.
    pub(super) fn own_account(&self) -> Option<&Account> {
        let client = self.requester?.client;
        let mut accounts = self.conversation.presence.accounts.iter();
        accounts.find(|(known, _)| *known == client).map(|(_, account)| account)
    }

    /// Gives the requester a nickname for the seats that it takes.
    pub(super) fn nickname(&mut self, name: &str) -> Result<(), Refusal> {
        let Some(read) = self.conversation.read_nickname else {
            return Err(not_now(phrase!("nobody has a nickname here")));
        };
        let Some(name) = read(name) else {
            let message = phrase!(
                "nobody may have this nickname: it has 2 to 20 letters and digits of one script, with single `-` and `_` between them, and begins with a letter"
            );
            return Err(refusal(ProblemCode::Malformed, message, "name"));
        };
        if let Some(Requester { client, .. }) = self.requester {
            let nicknames = &mut self.conversation.presence.nicknames;
            nicknames.retain(|&(known, _)| known != client);
            nicknames.push((client, name));
        }
        Ok(())
    }

    /// Returns the nickname under which the requester takes a seat, unless it is signed in.
    pub(super) fn own_nickname(&self) -> Option<String> {
        let client = self.requester.filter(|_| self.own_account().is_none())?.client;
        let mut nicknames = self.conversation.presence.nicknames.iter();
        nicknames.find(|(known, _)| *known == client).map(|(_, name)| name.clone())
    }

    /// Returns the account to which a game against the engine belongs that the requester begins, if the requester is signed in.
    pub(super) fn starter_of(&self, players: &[Player; 2]) -> Option<GameStarter> {
        let is_person = |player: &Player| matches!(player, Player::Person);
        let side = match players {
            [one, other] if is_person(one) && !is_person(other) => Side::First,
            [one, other] if !is_person(one) && is_person(other) => Side::Second,
            _ => return None,
        };
        Some(GameStarter { owner: self.own_account()?.into(), side: side_index(side) })
    }

    /// Resigns the rated game of an account that is deleted, or aborts it if it has hardly begun. Returns whether that has been done.
    fn leave_rated_game(&mut self, account: AccountId) -> bool {
        let Ok(seats) = self.seats() else { return false };
        let Some(side) = seats.side_of_account(account).filter(|_| seats.rated).map(side_index) else {
            return false;
        };
        self.abort(side).or_else(|_| self.resign(side)).is_ok()
    }

    /// Gives the requester the seat that it has under its name, if it has one.
    pub(super) fn sit_by_name(&mut self) {
        let account = self.own_account().map(|account| account.id);
        let seats = self.conversation.table.as_ref().and_then(|table| table.seats.as_ref());
        let side = account.zip(seats).and_then(|(account, seats)| seats.side_of_account(account));
        if let Some(side) = side {
            self.seated(side);
        }
    }
}

/// Expects that a game that begins can be rated.
pub(super) fn expect_rateable(session: &Session, is_named: bool) -> Result<(), Refusal> {
    let refused = |message: Phrase| Err(refusal(ProblemCode::Forbidden, message, "rated"));
    if !is_named {
        return refused(phrase!("only who is signed in can begin a rated game"));
    }
    if session.record().tags.get("Position").is_some() {
        return refused(phrase!("a rated game begins from the array of its rules"));
    }
    Ok(())
}
