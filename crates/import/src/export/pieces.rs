//! The kinds of pieces: their letters, their moves as built-in kinds or in Betza's notation, where they may go.

use std::collections::BTreeSet;

use beaufort_rules::language::ast::{Bound, Mode, Path, Power, Travel};
use beaufort_rules::vocabulary::Geometry;
use beaufort_rules::{PieceType, Side, Square, SquareSet, language};

use super::ini::{Exporter, SIDES};
use crate::betza::{Moves, ability, moves_of, word_of};
use crate::ini::keys::{KING, PIECES, slot_name};

/// The number of pieces whose moves are given.
const CUSTOM: usize = 25;

impl Exporter<'_> {
    /// Returns the kinds that are on the board or may come there.
    fn kinds(&self) -> Vec<PieceType> {
        let definition = self.definition;
        let mut found: BTreeSet<PieceType> = definition.array.iter().map(|placed| placed.piece).collect();
        found.extend(definition.drops.items.iter().filter_map(|item| item.what.piece()));
        loop {
            let more: BTreeSet<PieceType> = found
                .iter()
                .flat_map(|kind| {
                    definition.pieces[kind.index()].promotions.iter().map(|promotion| promotion.to)
                })
                .collect();
            if more.is_subset(&found) {
                return found.into_iter().collect();
            }
            found.extend(more);
        }
    }

    pub(super) fn pieces(&mut self) {
        let definition = self.definition;
        let kinds = self.kinds();
        self.choose_letters(&kinds);
        let mut custom = 0;
        let mut steps: Vec<[BTreeSet<u8>; 2]> = Vec::new();
        let mut passing = Vec::new();
        let mut regions: Vec<(String, [SquareSet; 2])> = Vec::new();
        for kind in kinds {
            let Some(letter) = self.letters.get(&kind).map(char::to_ascii_lowercase) else { continue };
            let name = self.name(kind).to_owned();
            let powers = &definition.pieces[kind.index()].ability.powers;
            for power in powers {
                match power {
                    Power::Royal(_) => {}
                    Power::EnPassant(power) if power.rows.is_none() => passing.push((kind, power.any_type)),
                    other => {
                        self.unsaid(&format!("{name}, `{}`", word_of(other)), "there is no such power");
                    }
                }
            }
            let (travels, region) = self.mobility(kind);
            let moves = moves_of(&travels);
            let sideways = soldier(&travels, definition.size).filter(|_| !self.is_said("soldier"));
            for why in moves.unsaid.iter().filter(|_| sideways.is_none()) {
                self.unsaid(&name, &why.to_string());
            }
            for item in &moves.parts {
                if let Some(why) = unknown(item) {
                    self.unsaid(&format!("{name}, `{item}`"), why);
                }
            }
            if moves.is_from_start {
                self.unsaid(&name, "a first move depends on the row, not on whether the piece has moved");
            }
            let is_king = self.is_king(kind);
            let slot = if is_king {
                let is_usual = moves.parts == parts_of("K");
                self.say(
                    "king",
                    if is_usual { letter.to_string() } else { format!("{letter}:{}", moves.text()) },
                );
                slot_name(KING)
            } else if let Some(row) = sideways {
                self.say("soldier", letter);
                self.say("soldierPromotionRank", row);
                "soldier".to_owned()
            } else if let Some((double, triple)) = pawn_steps(&moves, definition.size.ranks())
                .filter(|_| !self.lines.iter().any(|(key, _)| key == "pawn"))
            {
                steps.push([double, triple]);
                self.say("pawn", letter);
                "pawn".to_owned()
            } else {
                let known = PIECES.iter().find(|(name, betza)| {
                    !matches!(*name, "pawn" | "janggiElephant" | "janggiCannon" | "soldier")
                        && parts_of(betza) == moves.parts
                        && moves.initial.is_empty()
                });
                match known.filter(|(name, _)| !self.lines.iter().any(|(key, _)| key == name)) {
                    Some((key, _)) => {
                        self.say(key, letter);
                        (*key).to_owned()
                    }
                    None => {
                        custom += 1;
                        if !moves.initial.is_empty() {
                            steps.push([moves.rows().collect(), BTreeSet::new()]);
                        }
                        let is_passing = passing.iter().any(|(other, _)| *other == kind);
                        let text = if is_passing { moves.text_in_passing() } else { moves.text() };
                        self.say(&format!("customPiece{custom}"), format!("{letter}:{text}"));
                        format!("customPiece{custom}")
                    }
                }
            };
            self.slots.insert(kind, slot.clone());
            self.homes.extend(region.map(|region| (kind, region)));
            regions.extend(region.map(|region| (slot, region)));
        }
        if custom > CUSTOM {
            self.unsaid("pieces", &format!("at most {CUSTOM} kinds have moves of their own"));
        }
        for (slot, squares) in regions {
            let mut letters = slot.chars();
            let name =
                letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string())
                    + letters.as_str();
            for (side, which) in SIDES {
                let value = self.squares(&squares[which.index()]);
                self.say(&format!("mobilityRegion{side}{name}"), value);
            }
        }
        self.steps(&steps);
        self.passing(&passing);
    }

    pub(super) fn is_royal(&self, kind: PieceType) -> bool {
        self.definition.pieces[kind.index()]
            .ability
            .powers
            .iter()
            .any(|power| matches!(power, Power::Royal(_)))
    }

    /// Returns whether a kind is the King, which check binds.
    pub(super) fn is_king(&self, kind: PieceType) -> bool {
        let royals = self.letters.keys().filter(|kind| self.is_royal(**kind)).count();
        royals == 1 && self.is_royal(kind) && self.definition.ending.check_binds
    }

    /// Chooses letters as like the ids as possible.
    fn choose_letters(&mut self, kinds: &[PieceType]) {
        let definition = self.definition;
        let mut taken: BTreeSet<char> = BTreeSet::new();
        let short = |kind: &&PieceType| definition.pieces[kind.index()].id.len() == 1;
        let order: Vec<PieceType> =
            kinds.iter().filter(short).chain(kinds.iter().filter(|kind| !short(kind))).copied().collect();
        for kind in order {
            let piece = &definition.pieces[kind.index()];
            let wishes = piece.id.chars().chain(piece.name.chars()).chain('A'..='Z');
            let letter = wishes
                .filter(char::is_ascii_alphabetic)
                .map(|letter| letter.to_ascii_uppercase())
                .find(|letter| !taken.contains(letter));
            match letter {
                Some(letter) => {
                    taken.insert(letter);
                    self.letters.insert(kind, letter);
                }
                None => self.unsaid(&piece.name, "there are only 26 letters for pieces"),
            }
        }
    }

    /// Returns the travels of a kind, without a region that bounds all of them, and this region.
    fn mobility(&self, kind: PieceType) -> (Vec<Travel>, Option<[SquareSet; 2]>) {
        let travels = &self.definition.pieces[kind.index()].ability.travels;
        let region = |travel: &Travel| match &travel.path {
            Path::InRegion(inner) => {
                let squares = inner.region.squares;
                let is_bound = inner.bound == Bound::Into
                    || inner.bound == Bound::Within
                        && is_straight(&inner.path)
                        && self.stays_on(kind, &squares);
                is_bound.then_some(squares)
            }
            _ => None,
        };
        let Some(squares) = travels.first().and_then(region) else { return (travels.clone(), None) };
        if travels.iter().any(|travel| region(travel) != Some(squares)) {
            return (travels.clone(), None);
        }
        let free = travels.iter().map(|travel| match &travel.path {
            Path::InRegion(inner) => Travel { path: (*inner.path).clone(), mode: travel.mode },
            _ => travel.clone(),
        });
        (free.collect(), Some(squares))
    }

    /// Returns whether a kind that only moves inside a region is never outside, and straight ways between two of the squares do not leave
    /// it.
    fn stays_on(&self, kind: PieceType, squares: &[SquareSet; 2]) -> bool {
        let definition = self.definition;
        let is_inside = definition
            .array
            .iter()
            .filter(|placed| placed.piece == kind)
            .all(|placed| squares[placed.side.index()].contains(placed.square));
        let is_made = definition
            .pieces
            .iter()
            .flat_map(|piece| &piece.promotions)
            .any(|promotion| promotion.to == kind);
        let is_dropped = definition.drops.items.iter().any(|item| item.what.piece() == Some(kind));
        is_inside
            && !is_made
            && !is_dropped
            && squares.iter().all(|squares| is_rectangle(squares, definition.size))
    }

    /// Says from where first steps are made.
    fn steps(&mut self, steps: &[[BTreeSet<u8>; 2]]) {
        if steps.windows(2).any(|pair| pair[0] != pair[1]) {
            self.unsaid("pieces", "all first steps start on the same rows");
        }
        let [double, triple] = steps.first().cloned().unwrap_or_default();
        // A piece that may go three steps may go two.
        let double = &double | &triple;
        self.say("doubleStep", !double.is_empty());
        for (key, rows) in [("doubleStepRegion", &double), ("tripleStepRegion", &triple)] {
            if rows.is_empty() {
                continue;
            }
            let squares = Side::BOTH
                .map(|side| rows.iter().fold(SquareSet::EMPTY, |set, &row| set | self.row(side, row)));
            self.say_regions(key, &squares);
        }
    }

    /// Says who captures in passing.
    fn passing(&mut self, passing: &[(PieceType, bool)]) {
        if passing.is_empty() {
            self.say("enPassantRegion", "-");
        } else if passing.len() > 1 && passing.iter().any(|(_, any_type)| !any_type) {
            self.unsaid("en-passant", "every such piece takes all of them");
        }
        let letters = self.letters(passing.iter().map(|(kind, _)| *kind));
        self.say("enPassantTypes", letters);
    }
}

/// Returns the parts of moves in Betza's notation.
fn parts_of(betza: &str) -> BTreeSet<String> {
    let words = ability(betza).map(|said| said.text).unwrap_or_default();
    language::parse(&words).map(|ability| moves_of(&ability.travels).parts).unwrap_or_default()
}

/// Returns whether a way lies in the smallest rectangle around its ends.
fn is_straight(path: &Path) -> bool {
    matches!(path, Path::Leap(_) | Path::Ride(_) | Path::Lame(_) | Path::Hop(_) | Path::Over(_))
}

/// Returns whether squares are all those of some files and ranks that lie side by side.
fn is_rectangle(squares: &SquareSet, size: Geometry) -> bool {
    let spread = |of: &dyn Fn(Square) -> u8| {
        let (first, last) = (squares.iter().map(of).min()?, squares.iter().map(of).max()?);
        Some(usize::from(last - first) + 1)
    };
    let sides = [spread(&|at| size.file(at)), spread(&|at| size.rank(at))];
    sides.into_iter().product::<Option<usize>>() == Some(squares.iter().count())
}

/// Returns the row from which on a piece goes sideways, too, if its moves are those of a Soldier of Xiangqi.
fn soldier(travels: &[Travel], size: Geometry) -> Option<u8> {
    let [ahead, aside] = travels else { return None };
    let leads = |path: &Path, wanted: &[(i8, i8)]| match path {
        Path::Leap(leap) => {
            leap.0.iter().map(|vector| (vector.dx, vector.dy)).collect::<BTreeSet<_>>()
                == wanted.iter().copied().collect()
        }
        _ => false,
    };
    let Path::InRegion(inner) = &aside.path else { return None };
    let is_soldier = [ahead, aside].iter().all(|travel| travel.mode == Mode::Both)
        && inner.bound == Bound::From
        && leads(&ahead.path, &[(0, 1)])
        && leads(&inner.path, &[(-1, 0), (1, 0)]);
    let from = |side: Side, first: u8| -> SquareSet {
        let row = |at| if side == Side::First { size.rank(at) } else { size.ranks() - 1 - size.rank(at) };
        size.iter().filter(|&at| row(at) + 1 >= first).collect()
    };
    let is_from =
        |first: &u8| Side::BOTH.iter().all(|&side| inner.region.squares[side.index()] == from(side, *first));
    (2..=size.ranks()).find(is_from).filter(|_| is_soldier)
}

/// Returns why the other program does not know a part of moves.
fn unknown(part: &str) -> Option<&'static str> {
    let letters: Vec<char> = part.chars().collect();
    let first = letters.iter().position(|letter| !letter.is_ascii_lowercase()).unwrap_or(letters.len());
    let (modifiers, atom) = letters.split_at(first);
    let has = |letter: char| modifiers.contains(&letter);
    let letter = atom.first().copied().unwrap_or(' ');
    let is_rider = atom.len() > 1 || matches!(letter, 'R' | 'B');
    match letter {
        '[' | 'U' => Some("it knows no bent moves, and none to anywhere"),
        '(' => Some("it knows no coordinates"),
        _ if modifiers.iter().any(|letter| "zqd".contains(*letter)) || has('a') => {
            Some("it does not know this modifier")
        }
        _ if is_rider && !matches!(letter, 'W' | 'R' | 'F' | 'B' | 'N') => {
            Some("only W, F and N are repeated")
        }
        'N' if atom.len() > 1 && atom != ['N', 'N'] => Some("only W and F have a distance"),
        _ if atom.len() > 2 => Some("it knows no distances above 9"),
        _ if (has('p') || has('g')) && !(matches!(letter, 'R' | 'B') && atom.len() == 1) => {
            Some("only R and B hop")
        }
        _ if has('n') && !matches!(letter, 'N' | 'A' | 'Z' | 'D') => Some("only N, A, Z and D are lame"),
        _ => None,
    }
}

/// Returns the rows of the double and triple steps of moves that are otherwise those of the Pawn of chess, of `ranks` rows.
fn pawn_steps(moves: &Moves, ranks: u8) -> Option<(BTreeSet<u8>, BTreeSet<u8>)> {
    let (mut double, mut triple) = (BTreeSet::new(), BTreeSet::new());
    let mut rest = moves.parts.clone();
    for (part, rows) in &moves.initial {
        match part.as_str() {
            "ifmnD" | "ifmR2" => double.extend(rows),
            "ifmR3" => triple.extend(rows),
            _ => return None,
        }
        rest.remove(part);
    }
    if rest.remove("fmR2") {
        double.extend(1..=ranks);
    }
    let wanted: BTreeSet<String> = ["fmW", "fcF"].map(str::to_owned).into();
    (rest == wanted && !moves.is_from_start).then_some((double, triple))
}
