//! Pieces in hand: captures, drops, gates.

use std::collections::{BTreeMap, BTreeSet};

use super::Translator;
use crate::game::{At, list, quoted};
use crate::ini::enclosing::ENCLOSING;
use crate::ini::fen::promoted;
use crate::ini::keys::{KING, slot};

/// The keys about drops, which have no effect without any.
const DROPS: &[&str] = &[
    "pieceDrops",
    "capturesToHand",
    "dropLoop",
    "firstRankPawnDrops",
    "promotionZonePawnDrops",
    "dropRegion",
    "sittuyinRookDrop",
    "dropOppositeColoredBishop",
    "dropPromoted",
    "dropNoDoubled",
    "dropNoDoubledCount",
    "dropChecks",
    "mustDrop",
    "mustDropType",
    "shogiPawnDropMateIllegal",
    "freeDrops",
    "enclosingDrop",
    "enclosingDropStart",
    "castlingDroppedPiece",
    "gating",
    "seirawanGating",
];

/// The keys about drops that no word says.
const UNSAID: &[(&str, &str)] = &[
    ("twoBoards", "no word brings pieces from another board"),
    ("castlingDroppedPiece", "a dropped piece does not castle"),
    ("dropOppositeColoredBishop", "no word keeps room for Bishops on both colours"),
];

impl Translator<'_> {
    /// Returns whether captured pieces that have promoted go to the hand as what they were.
    pub(super) fn remembers_promotions(&self) -> bool {
        let variant = self.variant;
        variant.is("pieceDemotion")
            || variant.is("pieceDrops") && variant.is("capturesToHand") && !variant.is("dropLoop")
    }

    pub(super) fn hands(&mut self) {
        let variant = self.variant;
        if !variant.is("pieceDrops") && !variant.is("seirawanGating") {
            for key in DROPS {
                self.no_effect(key, "nothing is dropped");
            }
            return;
        }
        for key in DROPS {
            self.said(key);
        }
        for (key, why) in UNSAID {
            if variant.is(key) {
                self.unsaid(key, why);
            }
        }
        let regions = [0, 1].map(|side| variant.squares("dropRegion", side));
        let captures = variant.is("capturesToHand") && variant.is("pieceDrops");
        let mut lines = Vec::new();
        if captures {
            // Pieces that explode go to a hand, too, those of either side.
            let to =
                if variant.is("blastOnCapture") { "goes to the other side" } else { "goes to the captor" };
            lines.push(("captured".to_owned(), quoted(to)));
        }
        let only_gates = variant.is("seirawanGating") && !variant.is("pieceDrops");
        if variant.is("seirawanGating") {
            lines.push(("gates".to_owned(), quoted("row 1")));
        }
        let place = self.place(&regions).filter(|_| !only_gates);
        let usual = if only_gates { "at gates" } else { "anywhere" };
        lines.push(("place".to_owned(), place.unwrap_or_else(|| quoted(usual))));
        let mut not = Vec::new();
        if !variant.is("dropChecks") {
            if self.start.pieces.values().any(|piece| piece.slot == KING) {
                not.push("giving check");
            } else {
                self.no_effect("dropChecks", "only Kings are in check by a drop");
            }
        }
        let enclosing = variant.text("enclosingDrop");
        match ENCLOSING.iter().find(|(value, _)| *value == enclosing) {
            _ if enclosing == "none" => {}
            Some((_, around)) => not.push(around.words()),
            None => self.unsaid("enclosingDrop", "no word lets a drop enclose pieces"),
        }
        if enclosing != "none" && !variant.squares("enclosingDropStart", 0).is_empty() {
            self.unsaid("enclosingDropStart", "no word gives the first drops a place of their own");
        }
        if !not.is_empty() {
            lines.push(("not".to_owned(), list(not)));
        }
        if variant.is("dropPromoted") {
            lines.push(("drop-as".to_owned(), quoted("itself or its promotion")));
        }
        if variant.is("mustDrop") {
            let first = if variant.is_all("mustDropType", 0) {
                quoted("all")
            } else {
                list(self.names(variant.pieces("mustDropType", 0)))
            };
            lines.push(("first".to_owned(), first));
        }
        self.file.sections.push(("[hand]".to_owned(), lines));
        self.drops(&regions, captures);
    }

    /// Describes the pieces that have rules of their own, or are held at the start.
    fn drops(&mut self, regions: &[BTreeSet<At>; 2], captures: bool) {
        let variant = self.variant;
        let doubled = variant.pieces("dropNoDoubled", 0);
        let mut kinds: Vec<usize> =
            self.index.keys().copied().filter(|&kind| kind != KING || !captures).collect();
        kinds.sort_by_key(|kind| self.index[kind]);
        for kind in kinds {
            let held =
                [0, 1].map(|side| self.start.hands[side].iter().filter(|&&other| other == kind).count());
            if !captures && held == [0, 0] && !variant.is("freeDrops") {
                continue;
            }
            let mut lines = Vec::new();
            if variant.is("freeDrops") {
                lines.push(("count".to_owned(), quoted("any number")));
            } else if held[0] == held[1] && held[0] > 0 {
                lines.push(("count".to_owned(), held[0].to_string()));
            } else if held != [0, 0] {
                let [white, black] = &self.file.sides;
                lines.push((
                    "count".to_owned(),
                    format!("{{ {white} = {}, {black} = {} }}", held[0], held[1]),
                ));
            }
            let is_single = doubled.contains(&kind);
            let own = if is_single && variant.number("dropNoDoubledCount") == 0 {
                [BTreeSet::new(), BTreeSet::new()]
            } else {
                [0, 1].map(|side| self.drop_squares(kind, side, &regions[side]))
            };
            if own != *regions {
                let place = self.place(&own).unwrap_or_else(|| quoted("anywhere"));
                lines.push(("place".to_owned(), place));
            }
            let mut not = Vec::new();
            if is_single {
                match variant.number("dropNoDoubledCount") {
                    0 => {}
                    1 => not.push("on a file with another"),
                    2 => not.push("on a file with two others"),
                    _ => self.unsaid("dropNoDoubledCount", "no word counts so many on a file"),
                }
            }
            if variant.is("shogiPawnDropMateIllegal") && Some(kind) == slot("shogiPawn") {
                not.push("giving mate");
            }
            if !not.is_empty() {
                lines.push(("not".to_owned(), list(not)));
            }
            if !lines.is_empty() {
                let name = quoted(&self.file.pieces[self.index[&kind]].name);
                lines.insert(0, ("piece".to_owned(), name));
                self.file.sections.push(("[[drop]]".to_owned(), lines));
            }
        }
    }

    /// Returns the squares on which a side may drop a kind.
    fn drop_squares(&self, kind: usize, side: usize, region: &BTreeSet<At>) -> BTreeSet<At> {
        let variant = self.variant;
        let mut squares = region.clone();
        if let Some(home) = variant.mobility.get(&(side, kind)) {
            squares.retain(|at| home.contains(at));
        }
        if Some(kind) == slot("pawn") {
            if !variant.is("promotionZonePawnDrops") {
                let zone = variant.squares("promotionRegion", side);
                squares.retain(|at| !zone.contains(at));
            }
            if !variant.is("firstRankPawnDrops") {
                squares.retain(|&(_, rank)| self.file.row(side, rank) > 1);
            }
        }
        if Some(kind) == slot("rook") && variant.is("sittuyinRookDrop") {
            squares.retain(|&(_, rank)| self.file.row(side, rank) == 1);
        }
        squares
    }

    /// Returns the words for squares of both sides; `None` for the whole board.
    fn place(&mut self, squares: &[BTreeSet<At>; 2]) -> Option<String> {
        let board = self.variant.board();
        if squares.iter().all(|own| *own == board) {
            return None;
        }
        if squares.iter().all(BTreeSet::is_empty) {
            return Some("[]".to_owned());
        }
        let rows = [0, 1].map(|side| self.file.rows(side, &squares[side]));
        if let [Some(first), Some(second)] = &rows
            && first == second
            && let (Some(low), Some(high)) = (first.first(), first.last())
            && usize::from(high - low) + 1 == first.len()
        {
            return Some(quoted(&if low == high {
                format!("row {low}")
            } else {
                format!("rows {low}-{high}")
            }));
        }
        Some(list([self.file.region("drop-squares", squares.clone())]))
    }

    /// Adds a kind for each promoted piece that goes to the hand as another kind than what it moves like.
    pub(super) fn promoted_kinds(&mut self) {
        let variant = self.variant;
        if !self.remembers_promotions() {
            return;
        }
        let kinds: Vec<usize> = self.index.keys().copied().collect();
        let mut pairs: Vec<(usize, usize, bool)> = Vec::new();
        for &kind in &kinds {
            pairs.extend(promoted(variant, kind).map(|to| (kind, to, true)));
            for side in 0..2 {
                if self.promotes_as_pawn(kind, side) && self.reach(side).contains(&kind) {
                    let types = variant.pieces("promotionPieceTypes", side);
                    pairs.extend(types.into_iter().map(|to| (kind, to, false)));
                }
            }
        }
        let mut seen = BTreeSet::new();
        pairs.retain(|&(from, to, _)| seen.insert((from, to)));
        let mut sources: BTreeMap<usize, usize> = BTreeMap::new();
        for &(_, to, _) in &pairs {
            *sources.entry(to).or_default() += 1;
        }
        let stands = |kind: usize| {
            self.start.pieces.values().any(|piece| piece.slot == kind && piece.unpromoted.is_none())
                || self.start.hands.iter().flatten().any(|&other| other == kind)
        };
        let alone: BTreeSet<usize> =
            sources.iter().filter(|&(&to, &count)| count == 1 && !stands(to)).map(|(&to, _)| to).collect();
        for (from, to, as_piece) in pairs {
            let (Some(&base), Some(&like)) = (self.index.get(&from), self.index.get(&to)) else { continue };
            let sign = if as_piece {
                format!("+{}", self.file.pieces[base].id)
            } else {
                format!("{}~", self.file.pieces[like].id)
            };
            if alone.contains(&to) {
                let base = quoted(&self.file.pieces[base].name);
                self.file.pieces[like].lines.push(("in-hand".to_owned(), base));
                self.file.pieces[like].lines.push(("fen".to_owned(), quoted(&sign)));
                self.promoted_as.insert((from, to), like);
                continue;
            }
            let mut piece = self.file.pieces[like].clone();
            let of = if as_piece { base } else { like };
            piece.name = format!("Promoted {}", self.file.pieces[of].name);
            piece.id = format!("{}p", self.file.pieces[of].id);
            piece.lines.push(("in-hand".to_owned(), quoted(&self.file.pieces[base].name)));
            piece.lines.push(("fen".to_owned(), quoted(&sign)));
            piece.unnamed = false;
            self.promoted_as.insert((from, to), self.file.pieces.len());
            self.file.pieces.push(piece);
        }
    }

    /// Returns the piece of the file that a kind becomes by promotion to another kind.
    pub(super) fn promoted_piece(&self, from: usize, to: usize) -> Option<usize> {
        self.promoted_as.get(&(from, to)).or_else(|| self.index.get(&to)).copied()
    }
}
