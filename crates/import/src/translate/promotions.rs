//! Promotions.

use std::collections::{BTreeMap, BTreeSet};

use super::Translator;
use crate::game::{At, quoted};
use crate::ini::fen::promoted;
use crate::ini::keys::slot;
use crate::ini::value::Value;

/// Why promotions cannot be said in some way: the key, and what is missing.
type Reason = (&'static str, &'static str);

/// The promotions of a kind of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Promotions {
    /// The kinds to which it may promote as a Pawn.
    as_pawn: Vec<usize>,
    /// The kind to which it may promote as a piece of shogi.
    as_piece: Option<usize>,
}

impl Promotions {
    /// Returns all kinds to which it may promote, each with whether it does so as a piece of shogi.
    fn targets(&self) -> Vec<(usize, bool)> {
        let pawn = self.as_pawn.iter().map(|&to| (to, false));
        pawn.chain(self.as_piece.filter(|to| !self.as_pawn.contains(to)).map(|to| (to, true))).collect()
    }
}

/// All promotions of a game.
struct Plan {
    all: BTreeMap<usize, [Promotions; 2]>,
    /// The kinds that promote.
    promoting: Vec<usize>,
    limits: BTreeMap<usize, u32>,
    /// The kinds that each side may have.
    has: [BTreeSet<usize>; 2],
    zones: [BTreeSet<At>; 2],
}

impl Translator<'_> {
    pub(super) fn promotions(&mut self) {
        let variant = self.variant;
        for key in [
            "promotionRegion",
            "promotionPawnTypes",
            "promotionPieceTypes",
            "promotedPieceType",
            "mandatoryPawnPromotion",
            "mandatoryPiecePromotion",
            "promotionLimit",
        ] {
            self.said(key);
        }
        if variant.is("sittuyinPromotion") {
            self.unsaid("sittuyinPromotion", "no word says where a Pawn promotes in Sittuyin");
        }
        let plan = self.plan();
        self.stuck_pawns(&plan);
        if plan.promoting.is_empty() {
            for key in ["mandatoryPawnPromotion", "mandatoryPiecePromotion", "promotionLimit"] {
                self.no_effect(key, "nothing promotes");
            }
        } else if variant.is("pieceDemotion") {
            self.said("pieceDemotion");
            if let Err((key, why)) = self.turning(&plan) {
                self.unsaid(key, why);
            }
        } else if !self.in_the_zone(&plan) {
            self.by_terms(&plan);
        }
    }

    fn plan(&self) -> Plan {
        let variant = self.variant;
        let of = |kind: usize, side: usize| {
            let pawn = self.promotes_as_pawn(kind, side);
            let mut as_pawn = if pawn { variant.pieces("promotionPieceTypes", side) } else { Vec::new() };
            as_pawn.retain(|&to| to != kind);
            Promotions { as_pawn, as_piece: promoted(variant, kind) }
        };
        let all: BTreeMap<usize, [Promotions; 2]> =
            self.index.keys().map(|&kind| (kind, [of(kind, 0), of(kind, 1)])).collect();
        let has = [0, 1].map(|side| self.reach(side));
        let promotes =
            |kind: usize, side: usize| has[side].contains(&kind) && !all[&kind][side].targets().is_empty();
        let promoting = all.keys().copied().filter(|&kind| promotes(kind, 0) || promotes(kind, 1)).collect();
        let limits = match variant.value("promotionLimit", 0) {
            Value::Counts(limits) => limits,
            _ => BTreeMap::new(),
        };
        let zones = [0, 1].map(|side| variant.squares("promotionRegion", side));
        Plan { all, promoting, limits, has, zones }
    }

    /// Says promotions that are the same for all pieces of both sides, in the promotion zone of the board; returns whether they
    /// are.
    fn in_the_zone(&mut self, plan: &Plan) -> bool {
        let has = |kind: &usize, side: usize| plan.has[side].contains(kind);
        let sides: Vec<usize> =
            [0, 1].into_iter().filter(|&side| plan.promoting.iter().any(|kind| has(kind, side))).collect();
        let Some(depth) = self.depth(&plan.zones, &sides) else { return false };
        let both_same =
            |kind: &usize| !has(kind, 0) || !has(kind, 1) || plan.all[kind][0] == plan.all[kind][1];
        if !plan.promoting.iter().all(both_same) || self.variant.is("piecePromotionOnCapture") {
            return false;
        }
        let Some(duty) = self.duty(plan) else { return false };
        for kind in &plan.promoting {
            let Some(&from) = self.index.get(kind) else { continue };
            let own = &plan.all[kind][usize::from(!has(kind, 0))];
            let mut items = Vec::new();
            for (to, as_piece) in own.targets() {
                let Some(index) = self.promoted_piece(*kind, to) else { continue };
                let name = quoted(&self.file.pieces[index].name);
                items.push(match plan.limits.get(&to) {
                    Some(&limit) if limit > 0 => format!("{{ to = {name}, at-most = {limit} }}"),
                    _ => name,
                });
                self.sign(from, index, to, as_piece);
            }
            if !items.is_empty() {
                self.file.promotions.insert(from, items);
            }
        }
        self.file.zone = Some((depth, duty));
        true
    }

    /// Returns the depth of the zone, if it is made of the last ranks of both sides alike.
    fn depth(&self, zones: &[BTreeSet<At>; 2], sides: &[usize]) -> Option<u8> {
        let depths: Option<Vec<u8>> = sides
            .iter()
            .map(|&side| {
                let rows = self.file.rows(side, &zones[side])?;
                let depth = u8::try_from(rows.len()).ok()?;
                rows.iter().all(|&row| row > self.file.ranks - depth).then_some(depth)
            })
            .collect();
        let depths = depths?;
        let (&first, rest) = depths.split_first()?;
        (first > 0 && rest.iter().all(|&depth| depth == first)).then_some(first)
    }

    /// Returns the duty to promote, if it is the same for all kinds.
    fn duty(&mut self, plan: &Plan) -> Option<&'static str> {
        let variant = self.variant;
        let any = |wanted: fn(&Promotions) -> bool| {
            plan.promoting.iter().any(|kind| plan.all[kind].iter().any(wanted))
        };
        let pawns = any(|one| !one.as_pawn.is_empty()).then(|| variant.is("mandatoryPawnPromotion"));
        let pieces = any(|one| one.as_piece.is_some()).then(|| variant.is("mandatoryPiecePromotion"));
        let musts: BTreeSet<bool> = [pawns, pieces].into_iter().flatten().collect();
        if musts.len() > 1 {
            return None;
        }
        let must = musts.first() == Some(&true);
        if must && plan.limits.values().any(|&limit| limit > 0) && pawns.is_some() {
            // A Pawn that can become nothing does not enter the zone.
            return None;
        }
        let is_stuck = |kind: &usize| matches!(variant.betza(*kind), "fmWfceF" | "fW" | "fR");
        if !variant.is("immobilityIllegal") {
            return Some(if must { "must" } else { "may" });
        }
        if must {
            self.said("immobilityIllegal");
            Some("must")
        } else if plan.promoting.iter().all(is_stuck) {
            self.said("immobilityIllegal");
            Some("may, on the last rank must")
        } else {
            Some("may")
        }
    }

    /// Says promotions with terms of their own.
    fn by_terms(&mut self, plan: &Plan) {
        let variant = self.variant;
        self.said("piecePromotionOnCapture");
        let zone = quoted(&self.file.region("promotion-zone", plan.zones.clone()));
        for kind in &plan.promoting {
            let Some(&from) = self.index.get(kind) else { continue };
            let has = |side: usize| plan.has[side].contains(kind);
            let of = |side: usize| plan.all[kind][side].targets();
            let mut items: Vec<((usize, bool), Option<usize>)> = Vec::new();
            for side in [0, 1].into_iter().filter(|&side| has(side)) {
                for target in of(side) {
                    let is_shared = !has(1 - side) || of(1 - side).contains(&target);
                    let item = (target, (!is_shared).then_some(side));
                    if !items.contains(&item) {
                        items.push(item);
                    }
                }
            }
            let mut texts = Vec::new();
            for ((to, as_piece), side) in items {
                let Some(index) = self.promoted_piece(*kind, to) else { continue };
                let mut text = format!("{{ to = {}, in = {zone}", quoted(&self.file.pieces[index].name));
                if !as_piece {
                    text += ", when = \"ending there\"";
                } else if variant.is("piecePromotionOnCapture") {
                    text += ", when = \"capturing\"";
                }
                let limit = plan.limits.get(&to).copied().filter(|&limit| limit > 0);
                let duty = if as_piece { "mandatoryPiecePromotion" } else { "mandatoryPawnPromotion" };
                match (variant.is(duty), limit) {
                    (true, Some(_)) if !as_piece => text += &format!(", must = {zone}"),
                    (true, _) => text += ", must = true",
                    (false, _) => {}
                }
                if let Some(limit) = limit {
                    text += &format!(", at-most = {limit}");
                }
                if let Some(side) = side {
                    text += &format!(", side = {}", quoted(&self.file.sides[side]));
                }
                texts.push(text + " }");
                self.sign(from, index, to, as_piece);
            }
            if !texts.is_empty() {
                self.file.promotions.insert(from, texts);
            }
        }
    }

    /// Notes how a promotion is written: by `+`, or by the letter of the piece.
    fn sign(&mut self, from: usize, index: usize, to: usize, as_piece: bool) {
        let [before, after] = [from, index].map(|index| self.file.pieces[index].id.clone());
        let letter = self.variant.letter(to).unwrap_or('?').to_ascii_lowercase();
        self.signs.push((before, after, if as_piece { '+' } else { letter }));
    }

    /// Says the promotions of games in which pieces turn with every move, or with every capture.
    fn turning(&mut self, plan: &Plan) -> Result<(), Reason> {
        let variant = self.variant;
        let board = variant.board();
        if !variant.is("mandatoryPiecePromotion") || plan.zones.iter().any(|zone| *zone != board) {
            return Err(("pieceDemotion", "no word turns a piece back in a part of the board"));
        }
        self.said("piecePromotionOnCapture");
        let when = if variant.is("piecePromotionOnCapture") {
            "taking = \"any\""
        } else {
            "on = \"any square\", must = true"
        };
        for &kind in &plan.promoting {
            let Some(to) = plan.all[&kind][0].as_piece else { continue };
            let (Some(&from), Some(index)) = (self.index.get(&kind), self.promoted_piece(kind, to)) else {
                continue;
            };
            for (one, other, sign) in [(from, index, '+'), (index, from, '-')] {
                let name = quoted(&self.file.pieces[other].name);
                self.file.promotions.insert(one, vec![format!("{{ to = {name}, {when} }}")]);
                let [before, after] = [one, other].map(|index| self.file.pieces[index].id.clone());
                self.signs.push((before, after, sign));
            }
        }
        Ok(())
    }

    /// Keeps Pawns from the zone if there is nothing to which they could promote.
    fn stuck_pawns(&mut self, plan: &Plan) {
        let variant = self.variant;
        let is_stuck = |kind: usize, side: usize| {
            plan.has[side].contains(&kind)
                && self.promotes_as_pawn(kind, side)
                && variant.is("mandatoryPawnPromotion")
                && !plan.zones[side].is_empty()
                && plan.all[&kind][side].as_pawn.is_empty()
                && (Some(kind) != slot("pawn") || plan.all[&kind][side].as_piece.is_none())
        };
        let board = variant.board();
        let all: Vec<(usize, [bool; 2])> =
            plan.all.keys().map(|&kind| (kind, [0, 1].map(|side| is_stuck(kind, side)))).collect();
        for (kind, stuck) in all.into_iter().filter(|(_, stuck)| stuck.contains(&true)) {
            let open = [0, 1].map(|side| {
                let zone = if stuck[side] { plan.zones[side].clone() } else { BTreeSet::new() };
                board.difference(&zone).copied().collect()
            });
            let name = self.file.region("field", open);
            let Some(&index) = self.index.get(&kind) else { continue };
            for term in &mut self.file.pieces[index].terms {
                let space = if term.condition.is_empty() { "" } else { " " };
                term.condition = format!("{}{space}into {name}", term.condition);
            }
        }
    }
}
