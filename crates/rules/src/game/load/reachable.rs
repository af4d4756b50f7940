//! Detection of promotions in the zone that can never happen. Only certain cases are reported.

use std::collections::BTreeMap;

use super::error::LoadError;
use super::promotion::PromotionFile;
use super::source::At;
use crate::game::definition::Definition;
use crate::language::ast::Power;
use crate::travel::Origin;
use crate::vocabulary::{PieceType, Side, Square, SquareSet};

/// Reports promotions in the zone of pieces that never reach it.
pub(super) fn check_promotions(
    definition: &Definition,
    promotions: &BTreeMap<String, At<Vec<PromotionFile>>>,
    errors: &mut Vec<LoadError>,
) {
    if !all_go_by_themselves(definition) {
        return;
    }
    for (index, piece) in definition.pieces.iter().enumerate() {
        let kind = PieceType::new(index as u8);
        let needs_zone = piece.promotions.iter().any(|promotion| promotion.when.needs_zone());
        let Some(named) = promotions.get(&piece.name).filter(|_| needs_zone) else { continue };
        if stands_only_in_array(definition, kind) && !comes_to_zone(definition, kind) {
            let message = format!(
                "`{}` can never promote: no move leads it from the array to the promotion zone",
                piece.name
            );
            errors.push(LoadError::new(named.place.clone(), message));
        }
    }
}

/// Returns whether all pieces move only by their own travels.
fn all_go_by_themselves(definition: &Definition) -> bool {
    let moves_nobody = |power: &Power| {
        matches!(
            power,
            Power::Royal(_)
                | Power::EnPassant(_)
                | Power::Pass(_)
                | Power::Igui(_)
                | Power::IguiInPassing(_)
                | Power::Kamikaze(_)
                | Power::Armoured(_)
                | Power::Piercing(_)
                | Power::Shielded(_)
                | Power::Rank(_)
                | Power::Immobilize(_)
                | Power::Unstoppable(_)
                | Power::Double(_)
                | Power::Poison(_)
                | Power::Burn(_)
                | Power::Drown(_)
                | Power::Immovable(_)
        )
    };
    let mut powers = definition.pieces.iter().flat_map(|piece| &piece.ability.powers);
    powers.all(moves_nobody) && definition.setup.phases.is_empty() && definition.drops.items.is_empty()
}

/// Returns whether a piece is in the array, and gets nowhere else by promotion or castling.
fn stands_only_in_array(definition: &Definition, kind: PieceType) -> bool {
    let mut promotions = definition.pieces.iter().flat_map(|piece| &piece.promotions);
    let mut castlings = definition.castlings.iter();
    definition.array.iter().any(|placement| placement.piece == kind)
        && !promotions.any(|promotion| promotion.to == kind)
        && !castlings.any(|castling| castling.king.kind == kind || castling.rook.kind == kind)
}

/// Returns the squares of all zones in which a side's pieces of a type promote.
fn zone_of(definition: &Definition, kind: PieceType, side: Side) -> SquareSet {
    let mut zone = SquareSet::EMPTY;
    for promotion in definition.pieces[kind.index()].promotions.iter().filter(|one| one.when.needs_zone()) {
        let is_far = |square: &Square| definition.is_far(*square, side, definition.zone_ranks);
        zone |= match promotion.terms.region {
            _ if promotion.terms.side.is_some_and(|only| only != side) => SquareSet::EMPTY,
            Some(region) => *definition.regions[usize::from(region)].of(side),
            None => definition.size.iter().filter(is_far).collect(),
        };
    }
    zone
}

/// Returns whether travels could lead a piece of either side from the array to its promotion zone, wherever other pieces stand.
fn comes_to_zone(definition: &Definition, kind: PieceType) -> bool {
    let size = definition.size;
    let travels = &definition.pieces[kind.index()].ability.travels;
    Side::BOTH.into_iter().any(|side| {
        let zone = zone_of(definition, kind, side);
        let placed = definition.array.iter().filter(|placed| placed.piece == kind && placed.side == side);
        let mut reached: SquareSet = placed.map(|placed| placed.square).collect();
        let mut new = reached;
        while let Some(square) = new.first() {
            if zone.contains(square) {
                return true;
            }
            new.remove(square);
            let turned = side == Side::Second;
            let next = Origin { size, square, turned }.travels(travels) - reached;
            reached |= next;
            new |= next;
        }
        false
    })
}
