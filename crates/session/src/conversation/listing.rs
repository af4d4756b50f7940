//! What others are told of a game between people elsewhere whose maker has made it public.

use beaufort_rules::record::Tree;

use super::Conversation;
use super::opening::is_date;
use crate::account::AccountId;
use crate::session::Stage;
use crate::view::{FreeSeat, PublicGame, ResultView, SideIndex, side_index};

/// The most turns by which a finished game is found.
const MAX_OPENING_TURNS: usize = 16;

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Which list.
    pub list: List,
    /// The game.
    pub game: PublicGame,
    /// The accounts that have the seats of the first and the second side.
    pub accounts: [Option<AccountId>; 2],
    /// How the game has ended, if it is rated and over.
    pub rated: Option<RatedOutcome>,
}

/// How a rated game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatedOutcome {
    /// This side has won.
    Won(SideIndex),
    /// Nobody has.
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
    /// Those that are private: they are listed for the players who have names, and for nobody else.
    Private,
}

impl Conversation {
    /// Returns what is told of the game beside it; `None` if nothing is, as of every game whose maker has not said otherwise and
    /// which nobody plays under a name.
    pub fn listing(&self) -> Option<Listing> {
        let table = self.table.as_deref()?;
        let seats = table.seats.as_ref().filter(|seats| !seats.is_aborted)?;
        let free =
            seats.open_seat().map(|(side, invitation)| FreeSeat { side: side_index(side), invitation });
        let list = match table.session.stage() {
            _ if free.is_some() => List::Open,
            _ if !seats.public.watch || !seats.are_taken() => List::Private,
            Stage::Over(_) => List::Archive,
            Stage::Setup { .. } | Stage::Turn(_) => List::Live,
        };
        let accounts = self.accounts();
        if list == List::Private && accounts == [None; 2] {
            return None;
        }
        let summary = table.summary();
        let outcome = |result: &ResultView| result.winner.map_or(RatedOutcome::Drawn, RatedOutcome::Won);
        let rated = summary.result.as_ref().filter(|_| seats.rated).map(outcome);
        let record = table.session.record();
        let turns = record.moves.line(Tree::ROOT).take(MAX_OPENING_TURNS);
        let opening: Vec<&str> = turns.map(|node| record.moves.node(node).text()).collect();
        let game = PublicGame {
            table: summary,
            clock: table.clock.as_ref().map(|clock| clock.rule()),
            free,
            // A record that was pasted may say anything there.
            day: record.tags.get("Date").filter(|day| is_date(day)).map(str::to_owned),
            names: [None, None],
            rated: seats.rated,
            opening: opening.join(" "),
        };
        Some(Listing { list, game, accounts, rated })
    }
}

/// What becomes of the listing of a game with a change.
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
