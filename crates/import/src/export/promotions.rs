//! Promotions: as those of Pawns, to one of several kinds, or as in shogi, to one.

use std::collections::{BTreeMap, BTreeSet};

use beaufort_rules::game::definition::{PromotionDuty, PromotionTerms, PromotionWhen, TermsDuty};
use beaufort_rules::language::ast::Path;
use beaufort_rules::{PieceType, Side};

use super::ini::{Exporter, SIDES};

impl Exporter<'_> {
    /// Returns whether a kind is the Pawn of chess.
    fn is_pawn(&self, kind: PieceType) -> bool {
        let is_its = |value: &str| {
            self.letters.get(&kind).is_some_and(|letter| value.starts_with(letter.to_ascii_lowercase()))
        };
        self.lines.iter().any(|(key, value)| key == "pawn" && is_its(value))
    }

    pub(super) fn promotions(&mut self) {
        let definition = self.definition;
        let promoting: Vec<PieceType> = self
            .letters
            .keys()
            .copied()
            .filter(|kind| !definition.pieces[kind.index()].promotions.is_empty())
            .collect();
        if promoting.is_empty() {
            for (side, _) in SIDES {
                self.say(&format!("promotionRegion{side}"), "-");
            }
            self.say("promotionPawnTypes", "-");
            self.say("promotionPieceTypes", "-");
            return;
        }
        self.say_regions("promotionRegion", &Side::BOTH.map(|side| self.zone(side)));
        let mut limits: BTreeMap<PieceType, u8> = BTreeMap::new();
        let (mut pawns, mut targets): (Vec<PieceType>, BTreeSet<PieceType>) = (Vec::new(), BTreeSet::new());
        let mut pairs: Vec<(PieceType, PieceType)> = Vec::new();
        for &kind in &promoting {
            let name = self.name(kind).to_owned();
            let all = &definition.pieces[kind.index()].promotions;
            for promotion in all {
                let others = PromotionTerms { duty: None, ..promotion.terms };
                let is_at_dead_end = match promotion.terms.duty {
                    Some(TermsDuty::MustIn(region)) => {
                        let squares = definition.regions[usize::from(region)].squares;
                        Side::BOTH.iter().all(|&side| self.dead_squares(kind, side) == squares[side.index()])
                    }
                    duty => duty.is_none(),
                };
                if others != PromotionTerms::default() || !is_at_dead_end {
                    self.unsaid(&format!("promotion of {name}"), "it has terms of its own");
                }
                match promotion.when {
                    PromotionWhen::Always => {}
                    PromotionWhen::AtMost(most) => {
                        if limits.insert(promotion.to, most).is_some_and(|known| known != most) {
                            self.unsaid(&format!("promotion of {name}"), "a kind has one limit");
                        }
                    }
                    _ => self.unsaid(&format!("promotion of {name}"), "it has a condition"),
                }
                if !definition.pieces[promotion.to.index()].promotions.is_empty() {
                    self.unsaid(&format!("promotion of {name}"), "what it becomes promotes further");
                }
            }
            let own: BTreeSet<PieceType> = all.iter().map(|promotion| promotion.to).collect();
            let is_pawn = self.is_pawn(kind);
            match own.first() {
                Some(&to) if own.len() == 1 && !is_pawn => pairs.push((kind, to)),
                _ => {
                    if !pawns.is_empty() && targets != own {
                        self.unsaid(&format!("promotion of {name}"), "all Pawns promote to the same kinds");
                    }
                    let travels = &definition.pieces[kind.index()].ability.travels;
                    if travels.iter().any(|travel| may_go_back(&travel.path)) {
                        let why = "a piece that leaves the zone again does not promote like a Pawn";
                        self.unsaid(&format!("promotion of {name}"), why);
                    }
                    targets.extend(own);
                    pawns.push(kind);
                }
            }
        }
        let (types, to) = (self.letters(pawns.iter().copied()), self.letters(targets.iter().copied()));
        self.say("promotionPawnTypes", types);
        self.say("promotionPieceTypes", to);
        if !pairs.is_empty() {
            let pair = |&(from, to): &(PieceType, PieceType)| {
                format!("{}:{}", self.letters([from]), self.letters([to]))
            };
            let value: Vec<String> = pairs.iter().map(pair).collect();
            self.say("promotedPieceType", value.join(" "));
        }
        if !limits.is_empty() {
            let limit = |(&kind, &most): (&PieceType, &u8)| format!("{}:{most}", self.letters([kind]));
            let value: Vec<String> = limits.iter().map(limit).collect();
            self.say("promotionLimit", value.join(" "));
        }
        let must = definition.promotion_duty == PromotionDuty::Must;
        if !pawns.is_empty() {
            self.say("mandatoryPawnPromotion", must);
        }
        if !pairs.is_empty() {
            self.say("mandatoryPiecePromotion", must);
        }
        if must && !limits.is_empty() {
            self.unsaid(
                "promotions",
                "with a limit, a Pawn that must promote and cannot has other moves there",
            );
        }
        if definition.promotion_duty == PromotionDuty::MustOnLastRank {
            self.say("immobilityIllegal", true);
            if promoting.iter().any(|&kind| !self.is_pawn(kind)) {
                self.unsaid(
                    "promotions",
                    "only a piece that cannot go on from the last rank must promote there",
                );
            }
        }
        for (from, to, is_pair) in pairs
            .iter()
            .map(|&(from, to)| (from, to, true))
            .chain(pawns.iter().flat_map(|&from| targets.iter().map(move |&to| (from, to, false))))
        {
            let letter = self.letters.get(&to).copied().unwrap_or('?').to_ascii_lowercase();
            let id = |kind: PieceType| definition.pieces[kind.index()].id.clone();
            self.signs.push((id(from), id(to), if is_pair { '+' } else { letter }));
        }
    }
}

/// Returns whether a travel may lead back.
fn may_go_back(path: &Path) -> bool {
    match path {
        Path::FromRow(from) => may_go_back(&from.path),
        Path::FromStart(from) => may_go_back(&from.path),
        Path::InRegion(inner) => may_go_back(&inner.path),
        Path::Leap(leap) => leap.0.iter().any(|vector| vector.dy < 0),
        Path::Lame(lame) => lame.0.vectors.iter().any(|vector| vector.dy < 0),
        Path::Ride(ride) => ride.vectors.iter().any(|vector| vector.dy < 0),
        _ => true,
    }
}
