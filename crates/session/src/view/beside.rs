//! The state beside the board: pieces in hand, castling rights, the history of royal pieces.

use beaufort_rules::game::definition::{Dropped, Drops};
use beaufort_rules::position::State;
use beaufort_rules::vocabulary::Phrase;
use beaufort_rules::{Game, Piece, PieceType, Position, Side, Square, phrase};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

#[cfg(test)]
use super::phrase::PhraseText;

use super::SquareIndex;

/// The state of a position beside its board, in a game that has such a state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct BesideView {
    /// The hands of the first and the second side: the number of each item of the game's reserve.
    pub hands: [Vec<u8>; 2],
    /// The castlings that are left, by their places in the game's list.
    pub castlings: Vec<u8>,
    /// Whether a royal piece of the first and of the second side has moved; only games with a reserve remember it.
    pub moved: [bool; 2],
    /// Whether a royal piece has reached its last row; only games with a reserve remember it.
    pub reached: bool,
}

impl BesideView {
    /// Returns what belongs to a position, if its game has something beside the board.
    pub(crate) fn of(position: &Position) -> Option<BesideView> {
        let definition = position.game().definition();
        let (items, castlings) = (definition.drops.items.len(), definition.castlings.len());
        if items + castlings == 0 {
            return None;
        }
        let state = position.state();
        let hand = |side| (0..items).map(|item| state.reserve(side).count(item)).collect();
        Some(BesideView {
            hands: Side::BOTH.map(hand),
            castlings: (0..castlings).filter(|&at| state.may_castle(at)).map(|at| at as u8).collect(),
            moved: Side::BOTH.map(|side| state.milestones().has_moved(side)),
            reached: state.milestones().has_reached(),
        })
    }

    /// Returns the state that this tells of.
    ///
    /// # Errors
    /// If the game knows nothing of the kind; the error says of what.
    pub(crate) fn state(&self, game: &Game) -> Result<State, Phrase> {
        let definition = game.definition();
        let items = definition.drops.items.len();
        let mut state = State::EMPTY;
        for (side, hand) in Side::BOTH.into_iter().zip(&self.hands) {
            if hand.len() > items {
                return Err(phrase!("the game's reserve has fewer items"));
            }
            for (item, &count) in hand.iter().enumerate() {
                if count > Drops::MAX_COUNT {
                    return Err(phrase!("nobody holds so many of an item"));
                }
                state.reserve_mut(side).set(item, count);
            }
        }
        for &castling in &self.castlings {
            if usize::from(castling) >= definition.castlings.len() {
                return Err(phrase!("the game has no such castling"));
            }
            // Castlings with one letter start from the same squares.
            let letter = definition.castlings[usize::from(castling)].letter;
            for (at, _) in definition.castlings.iter().enumerate().filter(|(_, one)| one.letter == letter) {
                state.set_castling(at, true);
            }
        }
        if !remembers_royals(game) && (self.reached || self.moved != [false; 2]) {
            return Err(phrase!("the game does not remember what royal pieces have done"));
        }
        for side in Side::BOTH.into_iter().filter(|side| self.moved[side.index()]) {
            state.milestones_mut().moved(side);
        }
        if self.reached {
            state.milestones_mut().reached();
        }
        Ok(state)
    }
}

/// Returns whether positions of a game tell what royal pieces have done: where drops wait for them.
pub(crate) fn remembers_royals(game: &Game) -> bool {
    let drops = &game.definition().drops;
    !drops.items.is_empty() && drops.hand.is_none()
}

/// An item of a game's reserve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct ItemView {
    /// How positions write it: `W`.
    pub letters: String,
    /// Its name in words: `2 Wizards`.
    #[cfg_attr(test, ts(as = "PhraseText"))]
    pub name: Phrase,
    /// The piece types it may bring on the board; of several the first drop chooses.
    pub types: Vec<u8>,
    /// How many pieces come on the board at once: 1 or 2.
    pub pieces: u8,
    /// How many the first and the second side hold at the start.
    pub start: [u8; 2],
}

/// A way of castling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct CastlingView {
    /// The letter of the right in positions.
    pub letter: String,
    /// How turns write it.
    pub text: String,
    /// The side that owns it.
    pub side: u8,
    /// The squares on which its two pieces stand.
    pub squares: [SquareIndex; 2],
}

/// How a piece type stands on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum Standing {
    /// On two diagonally adjacent squares.
    TwoSquares,
    /// Not at all: it does something and is gone.
    Nowhere,
}

/// Returns the squares of each piece on two squares, the lower one first.
pub(crate) fn pairs(position: &Position) -> Vec<[SquareIndex; 2]> {
    let higher = |(square, _): (Square, Piece)| {
        let other = position.other_part(square).filter(|&other| other > square)?;
        Some([square.byte(), other.byte()])
    };
    position.board().pieces().filter_map(higher).collect()
}

/// Returns the types that an item may bring on the board.
pub(crate) fn item_types(game: &Game, what: &Dropped) -> Vec<u8> {
    match what {
        Dropped::Choice(among) => {
            let items = &game.definition().drops.items;
            among.iter().flat_map(|&item| kind_of(&items[item].what)).collect()
        }
        Dropped::Held(held) => held.forms.iter().map(|kind| kind.byte()).collect(),
        what => Vec::from_iter(kind_of(what)),
    }
}

/// Returns what an item brings on the board, if that does not have to be chosen.
fn kind_of(what: &Dropped) -> Option<u8> {
    what.piece().map(PieceType::byte)
}
