//! The kinds of pieces: names, moves, the steps of Pawns, captures in passing.

use std::collections::{BTreeMap, BTreeSet};

use super::Translator;
use crate::betza::{Initial, Term, say};
use crate::game::{At, PieceEntry};
use crate::ini::fen::promoted;
use crate::ini::keys::{KING, slot};
use crate::names;

impl Translator<'_> {
    pub(super) fn pieces(&mut self) {
        let reach = [0, 1].map(|side| self.reach(side));
        let royals = self.royals();
        let mut slots: Vec<usize> = reach[0].union(&reach[1]).copied().collect();
        slots.sort_by_key(|&kind| (place(kind, self.is_pawn(kind)), kind));
        let in_passing = self.in_passing(&reach);
        for key in ["doubleStep", "doubleStepRegion", "tripleStepRegion"] {
            self.said(key);
        }
        for key in [
            "blastOnCapture",
            "blastImmuneTypes",
            "mutuallyImmuneTypes",
            "petrifyOnCaptureTypes",
            "cambodianMoves",
        ] {
            self.said(key);
        }
        if self.variant.is("petrifyBlastPieces") {
            self.unsaid("petrifyBlastPieces", "no word makes walls of what an explosion destroys");
        }
        for kind in slots {
            let sides: Vec<usize> = [0, 1].into_iter().filter(|&side| reach[side].contains(&kind)).collect();
            let Some(letter) = self.variant.letter(kind) else { continue };
            let betza = self.variant.betza(kind).to_owned();
            let mut name = names::piece(kind, letter, &betza, self.is_pawn(kind));
            if self.file.pieces.iter().any(|known| known.name == name) {
                name = format!("{name} {letter}");
            }
            let terms = self.moves(kind, &betza, &sides);
            let mut powers = Vec::new();
            if let Some(power) = in_passing.get(&kind) {
                powers.push(power.clone());
            }
            powers.extend(self.captures(kind).map(str::to_owned));
            if royals.contains(&kind) {
                powers.push("royal".to_owned());
            }
            if betza.is_empty() {
                powers.push("immovable".to_owned());
            } else if terms.is_empty() {
                let why = "none of its moves can be said";
                self.unsaid(&crate::ini::keys::slot_name(kind), why);
            }
            let unnamed = name == "Pawn";
            self.index.insert(kind, self.file.pieces.len());
            let id = letter.to_string();
            self.file.pieces.push(PieceEntry { name, id, terms, powers, betza, unnamed, lines: Vec::new() });
        }
    }

    /// Returns the powers of a kind by which captures do more than take a piece, or are forbidden.
    fn captures(&self, kind: usize) -> impl Iterator<Item = &'static str> {
        let variant = self.variant;
        let is_of = |key: &str| variant.pieces(key, 0).contains(&kind);
        let explodes = variant.is("blastOnCapture");
        let proof = is_of("blastImmuneTypes");
        let petrifies = is_of("petrifyOnCaptureTypes");
        let explosion = match (proof, petrifies) {
            (true, _) => "explosive-capture sparing itself",
            (false, true) => "explosive-capture leaving a wall",
            (false, false) => "explosive-capture",
        };
        [
            (explodes, explosion),
            (explodes && (proof || Some(kind) == slot("pawn")), "blast-proof"),
            (petrifies && !explodes, "petrifying-capture"),
            (is_of("mutuallyImmuneTypes"), "immune-to-its-kind"),
        ]
        .into_iter()
        .filter_map(|(is_said, word)| is_said.then_some(word))
    }

    /// Returns the kinds that a side may ever have on the board.
    pub(super) fn reach(&self, side: usize) -> BTreeSet<usize> {
        let variant = self.variant;
        let own = self.start.pieces.values().filter(|piece| piece.side == side);
        let mut found: BTreeSet<usize> =
            own.flat_map(|piece| [Some(piece.slot), piece.unpromoted]).flatten().collect();
        found.extend(&self.start.hands[side]);
        if variant.is("pieceDrops") && variant.is("capturesToHand") {
            let others = self.start.pieces.values().flat_map(|piece| [Some(piece.slot), piece.unpromoted]);
            found.extend(others.flatten().filter(|&kind| kind != KING));
        }
        loop {
            let mut more: BTreeSet<usize> =
                found.iter().filter_map(|&kind| promoted(variant, kind)).collect();
            if found.iter().any(|&kind| self.promotes_as_pawn(kind, side)) {
                more.extend(variant.pieces("promotionPieceTypes", side));
            }
            if more.is_subset(&found) {
                return found;
            }
            found.extend(more);
        }
    }

    /// Returns whether a kind is a Pawn, to which the keys about Pawns refer.
    pub(super) fn is_pawn(&self, kind: usize) -> bool {
        (0..2).any(|side| self.promotes_as_pawn(kind, side))
    }

    /// Returns whether a kind promotes as Pawns do.
    pub(super) fn promotes_as_pawn(&self, kind: usize, side: usize) -> bool {
        Some(kind) == slot("pawn") || self.variant.pieces("promotionPawnTypes", side).contains(&kind)
    }

    /// Returns the moves of a kind that these sides have.
    fn moves(&mut self, kind: usize, betza: &str, sides: &[usize]) -> Vec<Term> {
        let key = crate::ini::keys::slot_name(kind);
        let needs_initial = betza.contains('i') || Some(kind) == slot("pawn");
        let initial = if self.variant.is("doubleStep") && needs_initial {
            self.conditions("doubleStepRegion", sides, kind)
        } else {
            Vec::new()
        };
        let text = if Some(kind) == slot("pawn") { "fmWfcF" } else { betza };
        let said = match say(text, &Initial::On(initial.clone())) {
            Ok(said) => said,
            Err(error) => {
                self.unsaid(&key, &format!("`{betza}`: {error}"));
                return Vec::new();
            }
        };
        for why in &said.unsaid {
            self.unsaid(&key, why);
        }
        for how in &said.approximated {
            self.approximated(&key, how);
        }
        self.said(&key);
        let mut terms = said.terms;
        if Some(kind) == slot("pawn") {
            self.pawn_steps(&mut terms, initial, sides, kind);
        }
        if Some(kind) == slot("soldier") && self.variant.number("soldierPromotionRank") > 0 {
            self.soldier(&mut terms);
        }
        if Some(kind) == slot("janggiCannon") {
            terms.iter_mut().for_each(|term| term.travel += " sparing its like");
        }
        if self.variant.is("cambodianMoves") {
            let from_start = |travel: &str, condition: &str| Term {
                travel: travel.to_owned(),
                note: "moving",
                condition: condition.to_owned(),
            };
            if kind == KING {
                terms.push(from_start("sidemost forward N", "from start until aimed at"));
            } else if Some(kind) == slot("fers") {
                terms.push(from_start("forward D", "from start"));
            }
        }
        self.palace(&mut terms, kind);
        self.mobility(&mut terms, kind, sides);
        terms
    }

    /// Adds the double and triple steps of the Pawn of chess.
    fn pawn_steps(&mut self, terms: &mut Vec<Term>, double: Vec<String>, sides: &[usize], kind: usize) {
        let triple = self.conditions("tripleStepRegion", sides, kind);
        let step = |number: u8, condition: &String| Term {
            travel: format!("forward R{number}"),
            note: "moving",
            condition: condition.clone(),
        };
        let steps = double
            .iter()
            .filter(|condition| !triple.contains(condition))
            .map(|condition| step(2, condition))
            .chain(triple.iter().map(|condition| step(3, condition)));
        let capture = terms.pop();
        terms.extend(steps);
        terms.extend(capture);
    }

    /// Restricts the sideways steps of a Soldier to the rows beyond the river.
    fn soldier(&mut self, terms: &mut Vec<Term>) {
        let first = u8::try_from(self.variant.number("soldierPromotionRank")).unwrap_or(u8::MAX);
        let (files, ranks) = (self.file.files, self.file.ranks);
        self.said("soldierPromotionRank");
        let beyond = |side: usize| -> BTreeSet<At> {
            let ranks =
                (0..ranks).filter(|&rank| if side == 0 { rank >= first } else { ranks - 1 - rank >= first });
            ranks.flat_map(|rank| (0..files).map(move |file| (file, rank))).collect()
        };
        let beyond = self.file.region("beyond-the-river", [beyond(0), beyond(1)]);
        terms.clear();
        let plain = |travel: &str, condition: String| Term { travel: travel.to_owned(), note: "", condition };
        terms.push(plain("forward W", String::new()));
        terms.push(plain("side W", format!("from {beyond}")));
    }

    /// Adds the moves along the lines of a palace.
    fn palace(&mut self, terms: &mut Vec<Term>, kind: usize) {
        let lines = self.variant.squares("diagonalLines", 0);
        if lines.is_empty() {
            return;
        }
        let moves = if kind == KING { self.variant.betza(kind) } else { "" };
        let travel = match kind {
            _ if kind == KING && moves == "W" || Some(kind) == slot("wazir") => "F",
            _ if Some(kind) == slot("soldier") => "forward F",
            _ if Some(kind) == slot("rook") => "B",
            _ if Some(kind) == slot("janggiCannon") => "B over one piece sparing its like",
            _ => return,
        };
        let name = self.file.region("palace-lines", [lines.clone(), lines]);
        self.said("diagonalLines");
        terms.push(Term { travel: travel.to_owned(), note: "", condition: format!("within {name}") });
    }

    /// Restricts the moves of a kind to a region.
    fn mobility(&mut self, terms: &mut [Term], kind: usize, sides: &[usize]) {
        let limits = |side: usize| self.variant.mobility.get(&(side, kind)).cloned();
        if sides.iter().all(|&side| limits(side).is_none()) {
            return;
        }
        let board = self.variant.board();
        let squares = [0, 1].map(|side| {
            let kept = limits(side).unwrap_or_else(|| board.clone());
            kept.intersection(&board).copied().collect::<BTreeSet<At>>()
        });
        if squares.iter().zip(0..).all(|(kept, side)| *kept == board || !sides.contains(&side)) {
            return;
        }
        let key = "mobilityRegion";
        let is_small = squares[0].len() <= 9;
        let name = self.file.region(if is_small { "palace" } else { "home" }, squares);
        for term in terms {
            let space = if term.condition.is_empty() { "" } else { " " };
            term.condition = format!("{}{space}into {name}", term.condition);
        }
        self.said(key);
    }

    /// Returns the conditions under which a piece of a kind stands in a region of its side: none if it never does, an empty text
    /// if it always does.
    pub(super) fn conditions(&mut self, key: &str, sides: &[usize], kind: usize) -> Vec<String> {
        let squares = [0, 1].map(|side| self.variant.squares(key, side));
        let board = self.variant.board();
        if sides.iter().all(|&side| squares[side] == board) {
            return vec![String::new()];
        }
        if sides.iter().all(|&side| squares[side].is_empty()) {
            return Vec::new();
        }
        let rows: Option<Vec<BTreeSet<u8>>> = sides
            .iter()
            .map(|&side| {
                let mut rows = self.file.rows(side, &squares[side])?;
                if Some(kind) == slot("pawn") && !self.variant.is("pieceDrops") {
                    // A Pawn never goes back.
                    let first = self
                        .start
                        .pieces
                        .iter()
                        .filter(|(_, piece)| (piece.slot, piece.side) == (kind, side));
                    let first = first.map(|(&(_, rank), _)| self.file.row(side, rank)).min();
                    rows.retain(|&row| first.is_some_and(|first| row >= first));
                }
                Some(rows)
            })
            .collect();
        match rows.as_deref() {
            Some([rows]) => from_rows(rows),
            Some([rows, others]) if rows == others => from_rows(rows),
            _ => {
                let wish = if key.starts_with("triple") { "triple-steps" } else { "double-steps" };
                vec![format!("from {}", self.file.region(wish, squares))]
            }
        }
    }

    /// Returns the power of each kind that captures in passing.
    fn in_passing(&mut self, reach: &[BTreeSet<usize>; 2]) -> BTreeMap<usize, String> {
        let passed = [0, 1].map(|side| self.passed(side, reach));
        let pawn = slot("pawn");
        let takers = |side: usize| -> BTreeSet<usize> {
            let types = self.variant.pieces("enPassantTypes", side);
            reach[side]
                .iter()
                .copied()
                .filter(|&kind| {
                    Some(kind) == pawn || types.contains(&kind) && captures_alone(self.variant.betza(kind))
                })
                .collect()
        };
        let takers = [takers(0), takers(1)];
        let taken = [0, 1].map(|side| -> BTreeSet<At> {
            let region = self.variant.squares("enPassantRegion", side);
            passed[1 - side].1.intersection(&region).copied().collect()
        });
        let on = self.passing_rows([&passed[1].1, &passed[0].1], &taken);
        if on.is_none() {
            self.unsaid("enPassantRegion", "no word restricts captures in passing to a region");
        }
        let on = on.unwrap_or_default();
        let mut powers = BTreeMap::new();
        for side in (0..2).filter(|&side| !taken[side].is_empty()) {
            let victims = &passed[1 - side].0;
            for &taker in &takers[side] {
                let is_plain = victims.len() == 1 && victims.contains(&taker);
                let of = if is_plain { "en-passant" } else { "en-passant on enemies" };
                let power = format!("{of}{on}");
                if powers.get(&taker).is_some_and(|known| *known != power) {
                    self.unsaid("enPassantRegion", "the sides capture in passing in different regions");
                }
                powers.insert(taker, power);
            }
        }
        // A piece that is only taken has the power on a row that nothing passes (R55).
        for side in (0..2).filter(|&side| !taken[1 - side].is_empty() && !takers[1 - side].is_empty()) {
            for &victim in passed[side].0.difference(&takers[side]) {
                let is_free = passed[1 - side].1.iter().all(|&(_, rank)| self.file.row(side, rank) > 1);
                let power = "en-passant on row 1";
                if powers.get(&victim).is_some_and(|known| known != power) || !is_free {
                    self.unsaid("enPassantTypes", "what is taken in passing takes in passing itself");
                } else {
                    powers.insert(victim, power.to_owned());
                }
            }
        }
        // A kind that one side may take in passing and that the other has, too, is taken by both.
        let alone = (0..2).filter(|&side| !taken[side].is_empty()).any(|side| {
            let kinds = powers.keys().filter(|&kind| takers[1 - side].contains(kind));
            kinds.into_iter().any(|kind| reach[side].contains(kind) && !takers[side].contains(kind))
        });
        if alone {
            self.unsaid("enPassantTypes", "only one side captures in passing");
        }
        for key in ["enPassantRegion", "enPassantTypes"] {
            self.said(key);
        }
        powers
    }

    /// Returns the rows on which both sides capture in passing, in words, if they are the same; nothing if all rows will do.
    fn passing_rows(&self, passed: [&BTreeSet<At>; 2], taken: &[BTreeSet<At>; 2]) -> Option<String> {
        let is_whole = |side: usize| taken[side].is_empty() || taken[side] == *passed[side];
        if is_whole(0) && is_whole(1) {
            return Some(String::new());
        }
        let rows: BTreeSet<u8> = (0..2)
            .flat_map(|side| taken[side].iter().map(move |&(_, rank)| self.file.row(side, rank)))
            .collect();
        let (low, high) = (*rows.first()?, *rows.last()?);
        let fits = |side: usize| {
            let there = |&&(_, rank): &&At| (low..=high).contains(&self.file.row(side, rank));
            taken[side].is_empty() || passed[side].iter().filter(there).eq(&taken[side])
        };
        let to = if low == high { String::new() } else { format!(" to {high}") };
        (fits(0) && fits(1)).then(|| format!(" on row {low}{to}"))
    }

    /// Returns the kinds of a side that may pass over squares with their first steps, and these squares.
    fn passed(&self, side: usize, reach: &[BTreeSet<usize>; 2]) -> (BTreeSet<usize>, BTreeSet<At>) {
        let (mut kinds, mut squares) = (BTreeSet::new(), BTreeSet::new());
        let doubles = if self.variant.is("doubleStep") {
            self.variant.squares("doubleStepRegion", side)
        } else {
            BTreeSet::new()
        };
        let triples = self.variant.squares("tripleStepRegion", side);
        let ahead = |(file, rank): At, steps: u8| {
            let rank = if side == 0 { rank.checked_add(steps) } else { rank.checked_sub(steps) };
            rank.map(|rank| (file, rank)).filter(|&at| self.variant.has(at))
        };
        for &kind in &reach[side] {
            let is_pawn = Some(kind) == slot("pawn");
            if is_pawn || self.variant.betza(kind).contains('i') && !self.variant.betza(kind).contains("iK") {
                let long: Vec<At> = doubles.iter().copied().filter(|&at| ahead(at, 2).is_some()).collect();
                if !long.is_empty() || is_pawn && !triples.is_empty() {
                    kinds.insert(kind);
                }
                squares.extend(long.iter().filter_map(|&at| ahead(at, 1)));
                if is_pawn {
                    squares.extend(triples.iter().flat_map(|&at| [ahead(at, 1), ahead(at, 2)]).flatten());
                }
            }
        }
        (kinds, squares)
    }
}

/// Returns the conditions for some rows.
fn from_rows(rows: &BTreeSet<u8>) -> Vec<String> {
    rows.iter().map(|row| format!("from row {row}")).collect()
}

/// Returns whether a piece has captures that are no moves, the only ones that it makes in passing.
fn captures_alone(betza: &str) -> bool {
    say(betza, &Initial::On(Vec::new()))
        .is_ok_and(|said| said.terms.iter().any(|term| term.note == "capturing"))
}

/// Returns the place of a kind in the list of pieces: royal ones first, Pawns last.
fn place(kind: usize, is_pawn: bool) -> u8 {
    let usual = ["queen", "rook", "bishop", "knight"].iter().position(|name| slot(name) == Some(kind));
    match usual {
        _ if kind == KING => 0,
        _ if is_pawn => 9,
        Some(index) => u8::try_from(index + 1).unwrap_or(8),
        None => 8,
    }
}
