//! Pieces in hand, and walls.

use std::collections::BTreeSet;

use beaufort_rules::game::definition::{
    Definition, DropItem, Dropped, DroppedFirst, Hand, Held, PromotionDuty, TermsDuty,
};
use beaufort_rules::game::walling::{WallPlace, Walling};
use beaufort_rules::language::ast::{Path, Power};
use beaufort_rules::vocabulary::Vector;
use beaufort_rules::{PieceType, Side, SquareSet};

use super::ini::{Exporter, SIDES};
use crate::ini::enclosing::ENCLOSING;

impl Exporter<'_> {
    /// Says what comes to a hand, and where it may be dropped.
    pub(super) fn hands(&mut self) {
        let drops = &self.definition.drops;
        if drops.items.is_empty() {
            return;
        }
        let Some(hand) = &drops.hand else {
            return self.unsaid("drop", "the reserve has rules of its own");
        };
        let held: Vec<(&DropItem, &Held)> = drops
            .items
            .iter()
            .filter_map(|item| match &item.what {
                Dropped::Held(held) => Some((item, held)),
                _ => None,
            })
            .collect();
        self.ways_in(hand);
        if hand.captures {
            self.say("capturesToHand", true);
            self.returns();
        }
        if hand.losses {
            self.unsaid("hand", "what a side loses by its own deeds goes to no hand");
        }
        match &hand.first {
            DroppedFirst::Nothing => {}
            DroppedFirst::All => self.say("mustDrop", true),
            DroppedFirst::Types(types) if types.len() == 1 => {
                let letter = self.letters(types.iter().copied());
                self.say("mustDrop", true);
                self.say("mustDropType", letter);
            }
            DroppedFirst::Types(_) => self.unsaid("hand.first", "one kind must be dropped first, or all"),
        }
        let endless = held.iter().map(|(item, _)| item.endless);
        self.all_or_none(endless, ("freeDrops", true), "there are any number of all kinds, or of none");
        if !hand.only_gates {
            self.drop_squares(&held);
        }
        self.bans(&held);
        self.forms(&held);
    }

    /// Says something that a key says of all pieces in hand, if it holds for them.
    fn all_or_none(
        &mut self,
        holds: impl ExactSizeIterator<Item = bool>,
        (key, value): (&str, bool),
        why: &str,
    ) {
        let pieces = holds.len();
        match holds.filter(|holds| *holds).count() {
            0 => {}
            all if all == pieces => self.say(key, value),
            _ => self.unsaid("drop", why),
        }
    }

    /// Says the region of each side that is not the whole board.
    fn say_restrictions(&mut self, key: &str, regions: &[SquareSet; 2]) {
        let board = self.definition.size.iter().filter(|&at| !self.definition.holes.contains(at)).collect();
        for (name, side) in SIDES {
            let region = &regions[side.index()];
            if *region != board {
                self.say(&format!("{key}{name}"), self.squares(region));
            }
        }
    }

    /// Says whether pieces are dropped or come in where others leave.
    fn ways_in(&mut self, hand: &Hand) {
        let has_gates = hand.gates.iter().any(|gates| *gates != SquareSet::EMPTY);
        if !hand.only_gates {
            self.say("pieceDrops", true);
        }
        if has_gates {
            self.say("gating", true);
            self.say("seirawanGating", true);
            if Side::BOTH.iter().any(|&side| hand.gates[side.index()] != self.row(side, 1)) {
                self.unsaid("hand.gates", "pieces come in on the first row");
            }
        }
    }

    /// Says what captured pieces become.
    fn returns(&mut self) {
        let pieces = &self.definition.pieces;
        let kinds: Vec<PieceType> = self.letters.keys().copied().collect();
        let sources = |to: PieceType| {
            let leads = |from: &&PieceType| pieces[from.index()].promotions.iter().any(|one| one.to == to);
            kinds.iter().filter(leads).copied().collect::<Vec<_>>()
        };
        let (mut kept, mut returned) = (0, 0);
        for &kind in &kinds {
            let piece = &pieces[kind.index()];
            let made = sources(kind);
            if self.definition.array.iter().any(|placed| placed.piece == kind) && !made.is_empty() {
                // Where what promotes stays what it has become, both are one kind.
                kept += 1;
            }
            match piece.in_hand {
                Some(base) if made == [base] => returned += 1,
                Some(_) => {
                    let why = "a captured piece becomes what it has promoted from, or stays what it is";
                    self.unsaid(&format!("{}, in-hand", self.name(kind)), why);
                }
                None => kept += usize::from(!made.is_empty()),
            }
        }
        match (kept, returned) {
            (0, _) => {}
            (_, 0) => self.say("dropLoop", true),
            _ => self.unsaid("in-hand", "all captured pieces become what they were, or none does"),
        }
    }

    /// Says where pieces are dropped.
    fn drop_squares(&mut self, held: &[(&DropItem, &Held)]) {
        let mut region = [SquareSet::EMPTY; 2];
        for (_, held) in held {
            for (all, own) in region.iter_mut().zip(held.squares) {
                *all |= own;
            }
        }
        self.say_restrictions("dropRegion", &region);
        for (_, held) in held {
            let mut usual = region;
            if self.slots.get(&held.piece).is_some_and(|slot| slot == "pawn") {
                self.pawn_drops(held, &mut usual);
            }
            if let Some(squares) = self.homes.get(&held.piece) {
                usual = [0, 1].map(|side| usual[side] & squares[side]);
            }
            if held.squares != usual {
                let name = self.name(held.piece).to_owned();
                self.unsaid(&format!("drop of {name}"), "only Pawns have squares of their own");
            }
        }
    }

    /// Says where Pawns are dropped; takes the other squares out of the usual ones.
    fn pawn_drops(&mut self, held: &Held, usual: &mut [SquareSet; 2]) {
        let zones = SIDES.map(|(_, side)| self.zone(side));
        let rows = SIDES.map(|(_, side)| self.row(side, 1));
        for (key, squares) in [("promotionZonePawnDrops", zones), ("firstRankPawnDrops", rows)] {
            let may = (0..2).any(|side| held.squares[side] & squares[side] != SquareSet::EMPTY);
            self.say(key, may);
            if !may {
                *usual = [0, 1].map(|side| usual[side] - squares[side]);
            }
        }
    }

    /// Says which drops are illegal.
    fn bans(&mut self, held: &[(&DropItem, &Held)]) {
        let checkless = held.iter().map(|(_, held)| held.no_check);
        self.all_or_none(checkless, ("dropChecks", false), "all pieces may be dropped with check, or none");
        match held.iter().map(|(_, held)| &held.surroundings).collect::<Vec<_>>()[..] {
            [] => {}
            [first, ref others @ ..] if others.iter().all(|other| *other == first) && first.len() < 2 => {
                for (value, _) in ENCLOSING.iter().filter(|(_, around)| first.contains(around)) {
                    self.say("enclosingDrop", value);
                }
            }
            _ => self.unsaid("drop", "all pieces need the same around them, and one thing alone"),
        }
        let mut doubled = None;
        for (_, held) in held {
            let name = self.name(held.piece).to_owned();
            if let Some(number) = held.full_file {
                if doubled.replace(number).is_some() {
                    self.unsaid(&format!("drop of {name}"), "one kind alone is counted on a file");
                } else {
                    let letter = self.letters([held.piece]);
                    self.say("dropNoDoubled", letter);
                    self.say("dropNoDoubledCount", number);
                }
            }
            if held.no_mate {
                if self.slots.get(&held.piece).is_some_and(|slot| slot == "shogiPawn") {
                    self.say("shogiPawnDropMateIllegal", true);
                } else {
                    self.unsaid(&format!("drop of {name}"), "the Pawn of shogi alone may not checkmate so");
                }
            }
        }
    }

    /// Says what pieces may come on the board as.
    fn forms(&mut self, held: &[(&DropItem, &Held)]) {
        let pieces = &self.definition.pieces;
        let (mut own, mut promoted) = (0, 0);
        for (_, held) in held {
            let targets: BTreeSet<PieceType> =
                pieces[held.piece.index()].promotions.iter().map(|promotion| promotion.to).collect();
            let forms: BTreeSet<PieceType> = held.forms.iter().copied().collect();
            let both: BTreeSet<PieceType> = targets.iter().copied().chain([held.piece]).collect();
            if targets.is_empty() && forms.len() == 1 {
                continue;
            }
            if forms == BTreeSet::from([held.piece]) {
                own += 1;
            } else if forms == both && targets.len() == 1 {
                promoted += 1;
            } else {
                let name = self.name(held.piece).to_owned();
                self.unsaid(&format!("drop of {name}"), "it comes as itself, or also as its one promotion");
            }
        }
        match (own, promoted) {
            (_, 0) => {}
            (0, _) => self.say("dropPromoted", true),
            _ => self.unsaid("drop", "all pieces may be dropped as their promotions, or none"),
        }
    }

    /// Returns the pieces in hand at the start as positions have them, in brackets; nothing if nothing comes to a hand.
    pub(super) fn hand_field(&self) -> String {
        let Definition { drops, .. } = self.definition;
        if drops.hand.is_none() {
            return String::new();
        }
        let mut text = String::new();
        for (side, change) in [
            (0, char::to_ascii_uppercase as fn(&char) -> char),
            (1, char::to_ascii_lowercase as fn(&char) -> char),
        ] {
            for item in &drops.items {
                let letter = item.what.piece().and_then(|kind| self.letters.get(&kind));
                let number = if item.endless { 0 } else { item.at_start[side].into() };
                text.extend(
                    letter.into_iter().flat_map(|letter| std::iter::repeat_n(change(letter), number)),
                );
            }
        }
        format!("[{text}]")
    }

    /// Returns the letters of the files on which pieces of a side stand on gates, but of its King and its castling pieces.
    pub(super) fn gate_letters(&self, side: Side) -> String {
        let definition = self.definition;
        let Some(hand) = &definition.drops.hand else { return String::new() };
        let castles = |at| {
            let own = definition.castlings.iter().filter(|castling| castling.side == side);
            own.flat_map(|castling| [castling.king.from, castling.rook.from]).any(|from| from == at)
        };
        let mut files: Vec<u8> = definition
            .array
            .iter()
            .filter(|placed| placed.side == side && hand.gates[side.index()].contains(placed.square))
            .filter(|placed| !castles(placed.square))
            .map(|placed| definition.size.file(placed.square))
            .collect();
        files.sort_unstable();
        let first = if side == Side::First { b'A' } else { b'a' };
        files.into_iter().map(|file| char::from(first + file)).collect()
    }

    /// Says the wall that belongs to a turn.
    pub(super) fn walls(&mut self) {
        let Some(Walling { place, region, instead }) = &self.definition.walling else { return };
        let rule = match place {
            WallPlace::Moves => "duck",
            WallPlace::Anywhere => "static",
            WallPlace::WhereItLeft => "past",
            WallPlace::WhereItCouldMove => "arrow",
            WallPlace::Edge => "edge",
        };
        self.say("wallingRule", rule);
        self.say_restrictions("wallingRegion", region);
        if *instead {
            self.say("wallOrMove", true);
        }
    }

    /// Says whether a piece may come where it could never move.
    pub(super) fn dead_ends(&mut self) {
        let no_dead_ends = self.definition.obligations.no_dead_ends;
        let bans = no_dead_ends || self.definition.drops.hand.as_ref().is_some_and(|hand| hand.no_dead_ends);
        let (mut open, mut is_barred) = (Vec::new(), bans);
        for kind in self.letters.keys().copied().collect::<Vec<_>>() {
            let dead = SIDES.map(|(_, side)| self.dead_squares(kind, side));
            if dead == [SquareSet::EMPTY; 2] {
                continue;
            }
            let promotions = &self.definition.pieces[kind.index()].promotions;
            is_barred |= promotions.iter().any(|one| matches!(one.terms.duty, Some(TermsDuty::MustIn(_))));
            let stays = !no_dead_ends && !(0..2).all(|side| self.promotes_on(kind, side, &dead[side]));
            let is_dropped = |item: &DropItem| match &item.what {
                Dropped::Held(held) => {
                    held.piece == kind && (0..2).any(|side| held.squares[side].intersects(&dead[side]))
                }
                _ => false,
            };
            if stays || !bans && self.definition.drops.items.iter().any(is_dropped) {
                open.push(kind);
            }
        }
        if is_barred && !self.is_said("immobilityIllegal") {
            self.say("immobilityIllegal", true);
        }
        if self.is_said("immobilityIllegal") {
            for kind in open {
                let name = self.name(kind).to_owned();
                self.unsaid(&name, "no piece may come where it could never move, or each may");
            }
        }
    }

    /// Returns whether a kind must promote on some squares.
    fn promotes_on(&self, kind: PieceType, side: usize, squares: &SquareSet) -> bool {
        let definition = self.definition;
        let within = |region: SquareSet| (*squares - region).is_empty();
        let promotions = &definition.pieces[kind.index()].promotions;
        let must = promotions.iter().all(|promotion| match promotion.terms.duty {
            Some(TermsDuty::MustIn(region)) => within(definition.regions[usize::from(region)].squares[side]),
            Some(_) => false,
            None => match definition.promotion_duty {
                PromotionDuty::Must => within(self.zone(SIDES[side].1)),
                PromotionDuty::MustOnLastRank => within(self.row(SIDES[side].1, definition.size.ranks())),
                PromotionDuty::May => false,
            },
        });
        must && !promotions.is_empty()
    }

    /// Returns the squares on which a piece could not move on an empty board.
    pub(super) fn dead_squares(&self, kind: PieceType, side: Side) -> SquareSet {
        let definition = self.definition;
        let ability = &definition.pieces[kind.index()].ability;
        let mut vectors: Vec<Vector> = Vec::new();
        if ability.powers.iter().any(|power| !matches!(power, Power::Royal(_) | Power::EnPassant(_)))
            || !ability.travels.iter().all(|travel| first_steps(&travel.path, &mut vectors))
            || vectors.is_empty()
        {
            return SquareSet::EMPTY;
        }
        let size = definition.size;
        let goes = |at, vector: &Vector| size.step(at, vector.from_seat(side)).is_some();
        size.iter().filter(|&at| !vectors.iter().any(|vector| goes(at, vector))).collect()
    }

    /// Returns the promotion zone of a side.
    pub(super) fn zone(&self, side: Side) -> SquareSet {
        let ranks = self.definition.size.ranks();
        let first = ranks - self.definition.zone_ranks.min(ranks);
        (first + 1..=ranks).fold(SquareSet::EMPTY, |set, row| set | self.row(side, row))
    }
}

/// Adds the first steps of a path; returns whether they are known.
fn first_steps(path: &Path, vectors: &mut Vec<Vector>) -> bool {
    match path {
        Path::Leap(leap) => vectors.extend(&leap.0),
        Path::Lame(lame) => vectors.extend(&lame.0.vectors),
        Path::Ride(ride) => vectors.extend(&ride.vectors),
        Path::FromRow(from) => return first_steps(&from.path, vectors),
        Path::FromStart(from) => return first_steps(&from.path, vectors),
        _ => return false,
    }
    true
}
