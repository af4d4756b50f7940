//! What others are told of a game between people elsewhere whose maker has made it public.

use beaufort_rules::record::Tree;

use super::Conversation;
use crate::session::Stage;
use crate::view::{FreeSeat, PublicGame, side_index};

/// The most turns by which a finished game is found.
const MAX_OPENING_TURNS: usize = 16;

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Which list.
    pub list: List,
    /// The game.
    pub game: PublicGame,
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
}

impl Conversation {
    /// Returns what others are told of the game; `None` if it is private, as every game is whose maker has not said otherwise.
    pub fn listing(&self) -> Option<Listing> {
        let table = self.table.as_deref()?;
        let seats = table.seats.as_ref().filter(|seats| !seats.is_aborted)?;
        let free =
            seats.open_seat().map(|(side, invitation)| FreeSeat { side: side_index(side), invitation });
        let list = match table.session.stage() {
            _ if free.is_some() => List::Open,
            _ if !seats.public.watch || !seats.are_taken() => return None,
            Stage::Over(_) => List::Archive,
            Stage::SetUp { .. } | Stage::Turn(_) => List::Live,
        };
        let record = table.session.record();
        let turns = record.moves.line(Tree::ROOT).take(MAX_OPENING_TURNS);
        let opening: Vec<&str> = turns.map(|node| record.moves.node(node).text()).collect();
        let game = PublicGame {
            table: table.summary(),
            clock: table.clock.as_ref().map(|clock| clock.rule()),
            free,
            day: record.tags.get("Date").map(str::to_owned),
            opening: opening.join(" "),
        };
        Some(Listing { list, game })
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
