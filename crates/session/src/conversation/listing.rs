//! The public listing of a game between people elsewhere.

use beaufort_rules::record::Tree;

use super::Conversation;
use super::date::is_date;
use super::seats::Seats;
use super::table::Table;
use crate::account::AccountId;
use crate::session::Stage;
use crate::view::{FreeSeat, PublicGame, ResultView, SideIndex, TableSummary, side_index};

/// The most turns by which a finished game is found.
const MAX_OPENING_TURNS: usize = 16;

/// The turns of both sides together before whose end a game is not rated: two of each.
pub const MIN_RATED_TURNS: usize = 4;

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Which list.
    pub list: List,
    /// The game.
    pub game: PublicGame,
    /// The accounts that have the seats of the first and the second side, or that have begun the game against the engine.
    pub accounts: [Option<AccountId>; 2],
    /// How the game has ended, if it is rated and over, and both sides have played two turns.
    pub rated: Option<RatedOutcome>,
}

/// How a rated game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedOutcome {
    /// This side has won.
    Won(SideIndex),
    /// It is a draw.
    Drawn,
}

impl Listing {
    /// Returns whether everybody may find the game.
    pub fn is_public(&self) -> bool {
        self.list != List::Private
    }
}

/// A list of public games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum List {
    /// Those with a seat that anybody may take.
    Open,
    /// Those that are played.
    Live,
    /// Those that are over.
    Archive,
    /// Private games, which are listed for their named players alone.
    Private,
}

/// A step in a rated game that the server counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedStep {
    /// Begins one, or takes the seat in one.
    Entered,
    /// Aborts one that has both players.
    Aborted,
}

impl Conversation {
    /// Returns the listing of the game; `None` if it is neither public nor played under a name.
    pub fn listing(&self) -> Option<Listing> {
        let table = self.table.as_deref()?;
        let Some(seats) = &table.seats else { return self.own_listing(table) };
        if seats.is_aborted {
            return None;
        }
        let free =
            seats.open_seat().map(|(side, invitation)| FreeSeat { side: side_index(side), invitation });
        let list = match table.session.stage() {
            _ if free.is_some() && seats.kept_for.is_none() => List::Open,
            _ if !seats.public.watch || !seats.are_taken() => List::Private,
            Stage::Over(_) => List::Archive,
            Stage::Setup { .. } | Stage::Turn(_) => List::Live,
        };
        let accounts = self.accounts();
        if list == List::Private && accounts == [None; 2] {
            return None;
        }
        let names = seats.guest_names();
        let game = PublicGame { free, names, rated: seats.rated, ..table.listed_game() };
        let outcome = |result: &ResultView| result.winner.map_or(RatedOutcome::Drawn, RatedOutcome::Won);
        let is_played =
            table.session.record().moves.line(Tree::ROOT).take(MIN_RATED_TURNS).count() == MIN_RATED_TURNS;
        let rated = game.table.result.as_ref().filter(|_| seats.rated && is_played).map(outcome);
        Some(Listing { list, game, accounts, rated })
    }

    /// Returns the record of a game of the archive, without the names of accounts; `None` if it is in no archive.
    pub fn archived_record(&self) -> Option<String> {
        Some(self.archived()?.guests_record().to_string())
    }

    /// Returns the record of a game of the archive if it was another one before, or in no archive.
    pub(crate) fn archived_record_since(&self, before: &Conversation) -> Option<String> {
        let now = self.archived()?.guests_record();
        let is_new = before.archived().is_none_or(|before| before.guests_record() != now);
        is_new.then(|| now.to_string())
    }

    fn archived(&self) -> Option<&Table> {
        let is_archived = self.listing().is_some_and(|listing| listing.list == List::Archive);
        self.table.as_deref().filter(|_| is_archived)
    }

    /// Returns whether a publicly offered seat has been taken.
    pub(crate) fn takes_open_seat_since(&self, before: &Conversation) -> bool {
        let was_open = before.seats().is_some_and(|seats| seats.open_seat().is_some());
        was_open && self.seats().is_some_and(Seats::are_taken)
    }

    /// Returns the step in a rated game that has been made.
    pub(crate) fn rated_step_since(&self, before: &Conversation) -> Option<RatedStep> {
        let rated = |conversation: &Conversation| {
            let seats = conversation.seats().filter(|seats| seats.rated)?;
            Some((seats.are_taken(), seats.is_aborted))
        };
        match (rated(before), rated(self)) {
            (None, Some(_)) | (Some((false, _)), Some((true, _))) => Some(RatedStep::Entered),
            (Some((true, false)), Some((_, true))) => Some(RatedStep::Aborted),
            _ => None,
        }
    }

    /// Returns whether both seats are taken and the game can still be given up without a result.
    pub fn is_hardly_begun(&self) -> bool {
        let table = self.table.as_deref().filter(|_| self.seats().is_some_and(Seats::are_taken));
        table.is_some_and(|table| table.seats.as_ref().is_some_and(|seats| seats.can_abort(&table.session)))
    }

    fn seats(&self) -> Option<&Seats> {
        self.table.as_deref()?.seats.as_ref()
    }

    /// Returns the listing of a game against the engine for the account that has begun it, once a turn has been played.
    fn own_listing(&self, table: &Table) -> Option<Listing> {
        let is_known = table.starter.as_ref().is_some_and(|starter| starter.owner.has_name());
        let has_begun = table.session.main_end() != Tree::ROOT;
        (is_known && has_begun).then(|| Listing {
            list: List::Private,
            game: table.listed_game(),
            accounts: self.accounts(),
            rated: None,
        })
    }
}

impl Table {
    /// Returns the entry of the game in a list. Names are those that the accounts have when it is read.
    fn listed_game(&self) -> PublicGame {
        let record = self.session.record();
        let turns = record.moves.line(Tree::ROOT).take(MAX_OPENING_TURNS);
        let opening: Vec<&str> = turns.map(|node| record.moves.node(node).text()).collect();
        PublicGame {
            table: TableSummary { names: [None, None], ..self.summary() },
            clock: self.clock.as_ref().map(|clock| clock.rule()),
            free: None,
            // A record that was pasted may say anything there.
            day: record.tags.get("Date").filter(|day| is_date(day)).map(str::to_owned),
            names: [None, None],
            rated: false,
            opening: opening.join(" "),
        }
    }
}

/// The change of a game's listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListingChange {
    /// It is as before.
    None,
    /// It is this from now on.
    Listed(Box<Listing>),
    /// There is none from now on.
    Unlisted,
}

impl ListingChange {
    /// Returns what becomes of it, whatever was before.
    pub fn to(listing: Option<Listing>) -> ListingChange {
        listing.map_or(ListingChange::Unlisted, |listing| ListingChange::Listed(Box::new(listing)))
    }

    /// Returns what becomes of it where something may have been before.
    pub(crate) fn between(before: Option<&Listing>, after: Option<Listing>) -> ListingChange {
        if before == after.as_ref() { ListingChange::None } else { ListingChange::to(after) }
    }
}
