//! What stands after the ranks of a position string: side, castling, what has just moved, reserves, royal pieces (L51).

use std::fmt;

use crate::game::{Piece, Side};
use crate::geometry::{Square, SquareSet};

use super::{Position, PositionError, Reader};
use crate::position::{Passed, Reserve, State};

/// Writes the fields after the side to move.
pub(super) fn write(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, " {} {}", castling(position), passed(position))?;
    write!(f, " {} {}", reserves(position), milestones(position))
}

/// Writes what the sides hold in reserve, or `-` in a game without one.
fn reserves(position: &Position) -> String {
    if position.game().definition().reserves.items.is_empty() {
        return "-".to_owned();
    }
    Side::BOTH.map(|side| or_dash(position.reserve_text(side, ","))).join("/")
}

/// Writes what royal pieces have done, or `-` (L36).
fn milestones(position: &Position) -> String {
    let milestones = position.state().milestones();
    let mut text: String = Side::BOTH
        .into_iter()
        .filter(|&side| milestones.has_moved(side))
        .map(|side| super::side_letters(position.game())[side.index()])
        .collect();
    if milestones.has_reached() {
        text.push(LAST_ROW);
    }
    or_dash(text)
}

/// What says that a royal piece has reached its last row.
const LAST_ROW: char = '8';

impl Position {
    /// Returns what a side holds in reserve: the ids of the items, with their number from two on (L51).
    pub fn reserve_text(&self, side: Side, separator: &str) -> String {
        let reserve = self.state().reserve(side);
        let items = self.game().definition().reserves.items.iter().enumerate();
        let held = items.filter_map(|(index, item)| match reserve.count(index) {
            0 => None,
            1 => Some(item.id.clone()),
            count => Some(format!("{}{count}", item.id)),
        });
        held.collect::<Vec<_>>().join(separator)
    }
}

/// Writes the castlings whose pieces have never been displaced, or `-`.
pub(super) fn castling(position: &Position) -> String {
    let castlings = position.game().definition().castlings.iter().enumerate();
    let left = castlings.filter(|(index, _)| position.state().may_castle(*index));
    or_dash(left.map(|(_, castling)| castling.letter).collect())
}

/// Writes what has just moved and the squares it passed, or `-`.
fn passed(position: &Position) -> String {
    let Some(passed) = position.state().passed() else { return "-".to_owned() };
    let size = position.game().size();
    let at = passed.at.map_or_else(|| "x".to_owned(), |at| size.name(at));
    let squares: Vec<String> =
        passed.in_order(position.game()).into_iter().map(|square| size.name(square)).collect();
    format!("{at}:{}", squares.join(","))
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

/// What is said of a field that the game does not use.
const NOTHING_HERE: &str = "this game has nothing to say here: expected `-`";

impl Reader<'_> {
    /// Reads everything after the ranks.
    pub(super) fn fields(mut self, mut position: Position) -> Result<Position, PositionError> {
        let (start, side) = self.field("the side to move")?;
        position.side = self.side(start, side)?;
        let mut state = State::EMPTY;
        let (start, castling) = self.field("the castlings, or `-`,")?;
        self.castling(start, castling, &position, &mut state)?;
        let (start, passed) = self.field("what has just moved, or `-`,")?;
        state.set_passed(self.passed(start, passed, &position)?);
        let (start, reserves) = self.field("the reserves, or `-`,")?;
        self.reserves(start, reserves, &mut state)?;
        let (start, milestones) = self.field("what the Kings have done, or `-`,")?;
        self.milestones(start, milestones, &mut state)?;
        self.end()?;
        position.set_state(state);
        Ok(position)
    }

    /// Reads the castlings that are left (L47).
    pub(super) fn castling(
        &self,
        start: usize,
        field: &str,
        position: &Position,
        state: &mut State,
    ) -> Result<(), PositionError> {
        if field == "-" {
            return Ok(());
        }
        let castlings = &self.game.definition().castlings;
        for (offset, letter) in field.char_indices() {
            let at = start + offset;
            let Some(index) = castlings.iter().position(|castling| castling.letter == letter) else {
                let known: String = castlings.iter().map(|castling| castling.letter).collect();
                let expected =
                    if known.is_empty() { "`-`".to_owned() } else { format!("some of `{known}`, or `-`") };
                return Err(self.bad(at, format!("`{letter}` is not a castling: expected {expected}")));
            };
            if state.may_castle(index) {
                return Err(self.bad(at, format!("`{letter}` is said twice")));
            }
            let castling = &castlings[index];
            for part in [castling.king, castling.rook] {
                if position.board().at(part.from) != Piece::new(part.kind, castling.side) {
                    let (name, square) = (&self.game.piece(part.kind).name, self.game.size().name(part.from));
                    let message = format!("`{letter}` is not possible: no {name} stands on {square}");
                    return Err(self.bad(at, message));
                }
            }
            state.set_castling(index, true);
        }
        if field.is_empty() {
            return Err(self.bad(start, "the castlings are missing: `-` stands for none"));
        }
        Ok(())
    }

    /// Reads what the sides hold in reserve: for each the ids of the items, with their number from two on.
    fn reserves(&self, start: usize, field: &str, state: &mut State) -> Result<(), PositionError> {
        let items = &self.game.definition().reserves.items;
        if items.is_empty() {
            return if field == "-" { Ok(()) } else { Err(self.bad(start, NOTHING_HERE)) };
        }
        let Some((first, second)) = field.split_once('/') else {
            return Err(self.bad(start, "expected the reserves of both sides, with `/` between"));
        };
        for (side, start, held) in
            [(Side::First, start, first), (Side::Second, start + first.len() + 1, second)]
        {
            let mut next = start;
            for text in held.split(',').filter(|_| held != "-") {
                let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
                let (id, number) = text.split_at(digits);
                let Some(index) = items.iter().position(|item| item.id == id) else {
                    let known: Vec<String> = items.iter().map(|item| format!("`{}`", item.id)).collect();
                    let message =
                        format!("`{id}` is not in the reserve of this game: expected {}", known.join(", "));
                    return Err(self.bad(next, message));
                };
                let count = if number.is_empty() { Some(1) } else { number.parse().ok().filter(|&n| n > 1) };
                let Some(count) = count.filter(|&count: &u8| count <= Reserve::MAX_COUNT) else {
                    return Err(self.bad(next + digits, format!("`{number}` is not a number from 2 to 15")));
                };
                if state.reserve(side).count(index) > 0 {
                    return Err(self.bad(next, format!("`{id}` is said twice")));
                }
                state.reserve_mut(side).set(index, count);
                next += text.len() + 1;
            }
        }
        Ok(())
    }

    /// Reads what royal pieces have done (L36).
    fn milestones(&self, start: usize, field: &str, state: &mut State) -> Result<(), PositionError> {
        if field == "-" {
            return Ok(());
        }
        if self.game.definition().reserves.items.is_empty() {
            return Err(self.bad(start, NOTHING_HERE));
        }
        let letters = super::side_letters(self.game);
        for (offset, letter) in field.char_indices() {
            let milestones = state.milestones_mut();
            let side = Side::BOTH.into_iter().find(|side| letters[side.index()].starts_with(letter));
            match side {
                Some(side) => milestones.moved(side),
                None if letter == LAST_ROW => milestones.reached(),
                None => {
                    let message = format!("`{letter}` says nothing of Kings: expected some of `wb8`, or `-`");
                    return Err(self.bad(start + offset, message));
                }
            }
        }
        Ok(())
    }

    /// Reads what has just moved, as `e4:e3`; nothing if no opponent could take it there.
    fn passed(
        &self,
        start: usize,
        field: &str,
        position: &Position,
    ) -> Result<Option<Passed>, PositionError> {
        if field == "-" {
            return Ok(None);
        }
        let Some((at, squares)) = field.split_once(':') else {
            return Err(
                self.bad(start, "expected `-`, or as in `e4:e3` what has just moved and what it passed")
            );
        };
        let piece_at = self.square(start, at)?;
        let mut next = start + at.len() + 1;
        let mut passed = SquareSet::EMPTY;
        for name in squares.split(',') {
            passed.insert(self.square(next, name)?);
            next += name.len() + 1;
        }
        self.check_passed(start, position, piece_at, passed)
    }

    /// Checks what has just moved, and returns it if an opponent could take it (L51).
    pub(super) fn check_passed(
        &self,
        start: usize,
        position: &Position,
        at: Square,
        squares: SquareSet,
    ) -> Result<Option<Passed>, PositionError> {
        let name = |square| self.game.size().name(square);
        let piece = position.board().at(at);
        if piece.is_none() || piece.side() == position.side() {
            let message = format!("on {} stands no piece of the side that has just moved", name(at));
            return Err(self.bad(start, message));
        }
        if let Some(square) = squares.iter().find(|&square| !position.board().at(square).is_none()) {
            return Err(self.bad(start, format!("{} was passed but is not empty", name(square))));
        }
        let takers = position.takers_in_passing(piece, &squares);
        Ok((!takers.is_empty()).then_some(Passed { at: Some(at), squares }))
    }

    fn square(&self, start: usize, name: &str) -> Result<Square, PositionError> {
        self.game.size().parse(name).map_err(|error| self.bad(start, error.to_string()))
    }
}
