//! The fields of a position string after the board: side, castling, piece to be taken in passing, reserves, royal pieces (L51).

use std::fmt;

use crate::game::definition::{Castling, CastlingPart, Drops};
use crate::game::{Game, Hands};
use crate::vocabulary::{Phrase, Piece, Side, Square, SquareSet, Vector, phrase, walk};

use super::{Position, PositionError, PositionReader, checks, side_letters, starts};
use crate::position::{Passed, Reserve, State};

/// The mark of a piece that has exploded (L51).
const EXPLODED: &str = "x";
/// The mark for a royal piece that has reached its last rank (L51).
const REACHED: char = '8';

/// Writes the fields after the side to move.
pub(super) fn write(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let [castling, passed, reserves, royals] =
        [castling(position), passed(position), reserves(position), royals(position)];
    write!(f, " {castling} {passed} {reserves} {royals}")?;
    if position.game().trade().is_some() {
        let traded = position.state().traded().map(|square| position.game().size().name(square));
        write!(f, " {}", or_dash(traded.unwrap_or_default()))?;
    }
    f.write_str(&checks::field(position))?;
    starts::returned(position).map_or(Ok(()), |returned| write!(f, " {returned}"))
}

/// Writes the items that both sides may still drop, or `-` in a game without drops.
fn reserves(position: &Position) -> String {
    if !position.game().has_drops() {
        return or_dash(String::new());
    }
    let items = &position.game().definition().drops.items;
    let reserve = |side| {
        let reserve = position.state().reserve(side);
        let counted = items.iter().enumerate().map(|(index, item)| (reserve.count(index), &item.letters));
        let held: Vec<String> = counted
            .filter(|(count, _)| *count > 0)
            .map(|(count, letters)| if count == 1 { letters.clone() } else { format!("{letters}{count}") })
            .collect();
        or_dash(held.join(","))
    };
    Side::BOTH.map(reserve).join("/")
}

/// Writes the milestones of the royal pieces, or `-`.
fn royals(position: &Position) -> String {
    let milestones = position.state().milestones();
    let mut text = String::new();
    for (side, letter) in Side::BOTH.into_iter().zip(side_letters(position.game())) {
        if milestones.has_moved(side) {
            text += letter;
        }
    }
    if milestones.has_reached() {
        text.push(REACHED);
    }
    or_dash(text)
}

/// Writes the castlings whose pieces have never been displaced, or `-`. Where the pieces have not begun as in the array, the letter
/// is that of the second piece's file (R121). Pieces that have not left their gates follow (R107).
pub(super) fn castling(position: &Position) -> String {
    let (game, start) = (position.game(), position.state().castling_start());
    let castlings = game.castlings().of(start).iter().map(|castling| &castling.definition).enumerate();
    let left = castlings.filter(|(index, _)| position.state().may_castle(*index));
    let letter = |castling: &Castling| match start {
        0 => castling.letter,
        _ => file_letter(game, castling),
    };
    let mut letters: Vec<char> = left.map(|(_, castling)| letter(castling)).collect();
    letters.dedup();
    if !game.hands().is_some_and(Hands::have_gates) {
        return or_dash(letters.into_iter().collect());
    }
    let of_side = |side: Side| {
        let is_own = |letter: &&char| letter.is_ascii_uppercase() == (side == Side::First);
        letters.iter().filter(is_own).collect::<String>() + &starts::gates(position, side)
    };
    or_dash(Side::BOTH.map(of_side).concat())
}

/// Writes the piece that has just moved and the squares it passed, or `-`.
fn passed(position: &Position) -> String {
    let Some(passed) = position.state().passed() else { return "-".to_owned() };
    let size = position.game().size();
    let at = passed.at.map_or_else(|| EXPLODED.to_owned(), |at| size.name(at));
    let squares: Vec<String> =
        passed.in_order(position.game()).into_iter().map(|square| size.name(square)).collect();
    format!("{at}:{}", squares.join(","))
}

fn or_dash(text: String) -> String {
    if text.is_empty() { "-".to_owned() } else { text }
}

/// Returns the letter of the file where the second piece of a castling begins, a capital for the first player.
fn file_letter(game: &Game, castling: &Castling) -> char {
    let size = game.size();
    let letter = size.file_letter(size.file(castling.rook.from));
    if castling.side == Side::First { letter.to_ascii_uppercase() } else { letter }
}

/// Returns whether the two pieces of a castling stand where they begin.
fn stand(position: &Position, castling: &Castling) -> bool {
    let is_there =
        |part: CastlingPart| position.board().at(part.from) == Piece::new(part.kind, castling.side);
    is_there(castling.king) && is_there(castling.rook)
}

/// Returns whether no piece like the second of a castling stands on its rank beyond it, seen from the first: this is what the
/// letter of the castling means if the pieces do not stand as in the array (R121).
fn is_outermost(position: &Position, castling: &Castling) -> bool {
    let size = position.game().size();
    let CastlingPart { from, kind, .. } = castling.rook;
    let outward = Vector::new(if from > castling.king.from { 1 } else { -1 }, 0);
    let like = Piece::new(kind, castling.side);
    walk(size, from, outward, usize::from(size.files())).all(|square| position.board().at(square) != like)
}

impl PositionReader<'_> {
    /// Reads all fields after the board.
    pub(super) fn fields(mut self, mut position: Position) -> Result<Position, PositionError> {
        self.check_board(&position)?;
        let (start, side) = self.field(phrase!("the side to move"))?;
        position.side = self.side(start, side)?;
        let mut state = State::EMPTY;
        let (start, castling) = self.field(phrase!("the castlings, or `-`,"))?;
        let (castling, gates) = self.gates(start, castling, &position)?;
        self.castling(start, &castling, &position, &mut state)?;
        self.expect_unmoved(&gates, &mut position, &mut state);
        let (start, passed) = self.field(phrase!("what has just moved, or `-`,"))?;
        state.set_passed(self.passed(start, passed, &position)?);
        let (start, reserves) = self.field(phrase!("the reserves, or `-`,"))?;
        let (royals_start, royals) = self.field(phrase!("what the Kings have done, or `-`,"))?;
        if self.game.hands().is_some() && royals == "-" {
            self.reserves(start, reserves, &mut state)?;
        } else if self.game.has_drops() && self.game.hands().is_none() {
            self.reserves(start, reserves, &mut state)?;
            self.royals(royals_start, royals, &mut state)?;
        } else if let Some((start, _)) =
            [(start, reserves), (royals_start, royals)].iter().rfind(|(_, f)| *f != "-")
        {
            return Err(self.error(*start, phrase!("this game has nothing to say here: expected `-`")));
        }
        if self.game.trade().is_some() {
            let (start, traded) = self.field(phrase!("where a guarded piece was taken, or `-`,"))?;
            if traded != "-" {
                state.set_traded(Some(self.square(start, traded)?));
            }
        }
        self.checks(&mut state)?;
        self.returned(&mut position, &mut state)?;
        self.end()?;
        position.set_state(state);
        Ok(position)
    }

    /// Rejects a board that cannot arise in a game.
    pub(super) fn check_board(&self, position: &Position) -> Result<(), PositionError> {
        let pieces: Vec<(Square, Piece)> = position.board().pieces().collect();
        self.game.definition().fault_of(&pieces).map_or(Ok(()), |fault| Err(self.error(0, fault)))
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
        if self.arranged_castling(field, position, state) {
            return Ok(());
        }
        let castlings = &self.game.definition().castlings;
        for (offset, letter) in field.char_indices() {
            let at = start + offset;
            let Some(index) = castlings.iter().position(|castling| castling.letter == letter) else {
                let mut known: Vec<char> = castlings.iter().map(|castling| castling.letter).collect();
                known.dedup();
                let known: String = known.into_iter().collect();
                let expected = match known.is_empty() {
                    true => Phrase::verbatim("`-`"),
                    false => phrase!("some of `{known}`, or `-`", known = known),
                };
                return Err(self.error(
                    at,
                    phrase!("`{text}` is not a castling: expected {known}", text = letter, known = expected),
                ));
            };
            if state.may_castle(index) {
                return Err(self.error(at, phrase!("`{text}` is said twice", text = letter)));
            }
            let castling = &castlings[index];
            for part in [castling.king, castling.rook] {
                if position.board().at(part.from) != Piece::new(part.kind, castling.side) {
                    let (name, square) = (&self.game.piece(part.kind).name, self.game.size().name(part.from));
                    let message = phrase!(
                        "`{text}` is not possible: no {piece} stands on {square}",
                        text = letter,
                        piece = name,
                        square = square
                    );
                    return Err(self.error(at, message));
                }
            }
            for (index, _) in castlings.iter().enumerate().filter(|(_, castling)| castling.letter == letter) {
                state.set_castling(index, true);
            }
        }
        if field.is_empty() {
            return Err(self.error(start, phrase!("the castlings are missing: `-` stands for none")));
        }
        Ok(())
    }

    /// Reads castlings of pieces that may have begun in several ways; returns whether that has succeeded (R121).
    fn arranged_castling(&self, field: &str, position: &Position, state: &mut State) -> bool {
        let castlings = self.game.castlings();
        if !castlings.have_starts() {
            return false;
        }
        let mut right = 0;
        let start = castlings.start_where(|all| {
            right = 0;
            let definitions = all.iter().map(|castling| &castling.definition);
            let is_array = definitions.clone().eq(&self.game.definition().castlings);
            field.chars().all(|letter| {
                let by_letter = |castling: &Castling| {
                    castling.letter == letter && (is_array || is_outermost(position, castling))
                };
                let meant = |castling: &&Castling| {
                    stand(position, castling)
                        && (by_letter(castling) || file_letter(self.game, castling) == letter)
                };
                let Some(index) = definitions.clone().position(|castling| meant(&castling)) else {
                    return false;
                };
                let letter_of = |index: usize| definitions.clone().nth(index).map(|castling| castling.letter);
                let same = (0..all.len()).filter(|&other| letter_of(other) == letter_of(index));
                let bits = same.fold(0u64, |bits, other| bits | 1 << other);
                let is_new = right & bits == 0;
                right |= bits;
                is_new
            })
        });
        let Some(start) = start.filter(|_| !field.is_empty()) else { return false };
        for index in (0..castlings.of(start).len()).filter(|index| right >> index & 1 != 0) {
            state.set_castling(index, true);
        }
        state.set_castling_start(castlings.first_start(start, right));
        true
    }

    /// Reads the items that both sides may still drop (L51).
    fn reserves(&self, start: usize, field: &str, state: &mut State) -> Result<(), PositionError> {
        let Some((first, second)) = field.split_once('/') else {
            return Err(self.error(start, phrase!("expected the reserves of both sides, as in `W,A2/-`")));
        };
        let starts = [start, start + first.len() + 1];
        for ((side, text), start) in Side::BOTH.into_iter().zip([first, second]).zip(starts) {
            *state.reserve_mut(side) = self.reserve(start, text)?;
        }
        self.endless(state);
        Ok(())
    }

    /// Reads the items that one side may still drop: in their order, each with its number if that is not 1.
    fn reserve(&self, start: usize, text: &str) -> Result<Reserve, PositionError> {
        let mut reserve = Reserve::default();
        if text == "-" {
            return Ok(reserve);
        }
        let items = &self.game.definition().drops.items;
        let (mut at, mut next) = (start, 0);
        for word in text.split(',') {
            let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
            let Some(index) = items.iter().position(|item| item.letters == letters) else {
                let known: Vec<&str> = items.iter().map(|item| item.letters.as_str()).collect();
                let message = phrase!(
                    "`{text}` is not an item of a reserve: expected some of {known}",
                    text = word,
                    known = known
                );
                return Err(self.error(at, message));
            };
            let digits = &word[letters.len()..];
            let most = Drops::MAX_COUNT;
            let count = if digits.is_empty() { Some(1) } else { digits.parse().ok().filter(|&n: &u8| n > 1) };
            let Some(count) = count.filter(|&n| n <= most && !digits.starts_with('0')) else {
                return Err(self.error(
                    at,
                    phrase!(
                        "a number in a reserve is 2 to {number}, not `{text}`",
                        number = most,
                        text = digits
                    ),
                ));
            };
            if index < next {
                return Err(self.error(
                    at,
                    phrase!("`{text}` is said twice or too late in the reserve", text = letters),
                ));
            }
            reserve.set(index, count);
            next = index + 1;
            at += word.len() + 1;
        }
        Ok(reserve)
    }

    /// Reads the milestones of the royal pieces (L51).
    fn royals(&self, start: usize, field: &str, state: &mut State) -> Result<(), PositionError> {
        let letters = side_letters(self.game);
        let milestones = state.milestones_mut();
        let mut rest = field;
        for (side, letter) in Side::BOTH.into_iter().zip(letters) {
            if let Some(after) = rest.strip_prefix(letter) {
                milestones.moved(side);
                rest = after;
            }
        }
        if let Some(after) = rest.strip_prefix(REACHED) {
            milestones.reached();
            rest = after;
        }
        if field == "-" || rest.is_empty() && !field.is_empty() {
            return Ok(());
        }
        let [first, second] = letters;
        let message = phrase!(
            "what the Kings have done is `-` or some of `{known}`, not `{text}`",
            known = format!("{first}{second}{REACHED}"),
            text = field
        );
        Err(self.error(start, message))
    }

    /// Reads the piece that has just moved, as `e4:e3`; `None` if no opposing piece could take it there.
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
            return Err(self.error(
                start,
                phrase!("expected `-`, or as in `e4:e3` what has just moved and what it passed"),
            ));
        };
        let piece_at = if at == EXPLODED { None } else { Some(self.square(start, at)?) };
        let mut next = start + at.len() + 1;
        let mut passed = SquareSet::EMPTY;
        for name in squares.split(',') {
            passed.insert(self.square(next, name)?);
            next += name.len() + 1;
        }
        self.check_passed(start, position, piece_at, passed)
    }

    /// Checks the piece that has just moved, and returns it if an opposing piece could take it (L51).
    pub(super) fn check_passed(
        &self,
        start: usize,
        position: &Position,
        at: Option<Square>,
        squares: SquareSet,
    ) -> Result<Option<Passed>, PositionError> {
        let name = |square| self.game.size().name(square);
        if let Some(at) = at {
            let piece = position.board().at(at);
            if piece.is_none() || piece.side() == position.side() {
                let message =
                    phrase!("on {square} stands no piece of the side that has just moved", square = name(at));
                return Err(self.error(start, message));
            }
        }
        // A piece set down by the promotion of another has passed its own square.
        let taken = |&square: &Square| !position.board().at(square).is_none() && Some(square) != at;
        if let Some(square) = squares.iter().find(taken) {
            return Err(
                self.error(start, phrase!("{square} was passed but is not empty", square = name(square)))
            );
        }
        let passed = Passed { at, squares };
        Ok(position.is_answerable(position.side(), &passed).then_some(passed))
    }

    pub(super) fn square(&self, start: usize, name: &str) -> Result<Square, PositionError> {
        self.game.size().parse(name).map_err(|error| self.error(start, error.message()))
    }
}
