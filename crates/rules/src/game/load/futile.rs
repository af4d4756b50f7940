//! What can be read and is wrong all the same: a game without a first turn, and a promotion that never comes. Only what is
//! certain is reported.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::error::LoadError;
use super::promotion::PromotionFile;
use super::source::At;
use crate::game::Game;
use crate::game::definition::{Definition, Ending};
use crate::language::ast::Power;
use crate::position::Position;
use crate::powers::StepKind;
use crate::travel::Origin;
use crate::turn::{Reason, Scope, Turn};
use crate::vocabulary::{PieceType, Side, SquareSet};

/// The most turns that are tried to find a legal one; if none of them is, the game may still have one.
const MAX_TRIED: usize = 200;

/// Returns why a game is over before its first turn, if it is.
pub(super) fn without_first_turn(definition: &Definition) -> Option<String> {
    // Without the rule of check it need not be asked of every turn.
    let ending = Ending { check_binds: false, ..definition.ending.clone() };
    let free = Arc::new(Game::from(Definition { ending, ..definition.clone() }));
    let position = Position::initial(&free);
    let why = if position.royal_verdict().is_some_and(|verdict| verdict.reason == Reason::BareRoyal) {
        "a side has a single piece, and `bare-royal` lets it lose".to_owned()
    } else if !definition.setup.phases.is_empty() {
        // The players may change the array.
        return None;
    } else if position.draw_verdict().is_some() {
        "nobody has the pieces to win".to_owned()
    } else {
        let first = definition.side_names[Side::First.index()].as_str();
        let turns = first_turns(&position);
        if turns.is_empty() {
            format!("{first} cannot move")
        } else if definition.ending.check_binds && all_expose_royal(&position, &turns) {
            format!("every turn of {first} leaves a royal piece to be taken")
        } else if can_only_pass(&position, &turns) {
            return Some(
                "no piece of the array can ever move: all that the players can do is pass".to_owned(),
            );
        } else {
            return None;
        }
    };
    Some(format!("the game is over before its first turn: {why}"))
}

/// Returns the turns of the side to move, or some of very many.
fn first_turns(position: &Position) -> Vec<Turn> {
    let mut turns = Vec::new();
    position.generate_while(Scope::Choices, &mut turns, &mut |_| false);
    turns
}

/// Returns whether after each of some turns a royal piece could be taken, or none is left.
fn all_expose_royal(position: &Position, turns: &[Turn]) -> bool {
    let mut after = position.clone();
    let mut exposes = |&turn: &Turn| {
        after.play_unchecked(turn);
        let exposes = after.board().royals(position.side()).is_empty() || after.attacks_royal();
        after.undo();
        exposes
    };
    turns.len() <= MAX_TRIED && turns.iter().all(&mut exposes)
}

/// Returns whether neither side can do anything but pass; `turns` are those of the side to move.
fn can_only_pass(position: &Position, turns: &[Turn]) -> bool {
    let passes = |turn: &Turn| turn.steps().all(|step| step.kind == StepKind::Pass);
    let game = position.game();
    // What passes may burn, and may be dropped later.
    let stays = || !game.has_latent_states() && !game.has_drops();
    let mut other = position.without_history();
    other.null_turn();
    turns.iter().all(passes) && stays() && first_turns(&other).iter().all(passes)
}

/// Reports promotions in the promotion zone of pieces that never come there.
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

/// Returns whether no piece comes anywhere but by its own travels.
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
                | Power::Immobilize(_)
                | Power::Unstoppable(_)
                | Power::Double(_)
                | Power::Poison(_)
                | Power::Burn(_)
        )
    };
    let mut powers = definition.pieces.iter().flat_map(|piece| &piece.ability.powers);
    powers.all(moves_nobody) && definition.setup.phases.is_empty() && definition.drops.items.is_empty()
}

/// Returns whether a piece is in the array, and comes neither by a promotion nor by castling anywhere else.
fn stands_only_in_array(definition: &Definition, kind: PieceType) -> bool {
    let mut promotions = definition.pieces.iter().flat_map(|piece| &piece.promotions);
    let mut castlings = definition.castlings.iter();
    definition.array.iter().any(|placement| placement.piece == kind)
        && !promotions.any(|promotion| promotion.to == kind)
        && !castlings.any(|castling| castling.king.kind == kind || castling.rook.kind == kind)
}

/// Returns whether travels could lead a piece of either side from the array to its promotion zone, whoever stands where.
fn comes_to_zone(definition: &Definition, kind: PieceType) -> bool {
    let size = definition.size;
    let travels = &definition.pieces[kind.index()].ability.travels;
    Side::BOTH.into_iter().any(|side| {
        let placed = definition.array.iter().filter(|placed| placed.piece == kind && placed.side == side);
        let mut reached: SquareSet = placed.map(|placed| placed.square).collect();
        let mut new = reached;
        while let Some(square) = new.first() {
            if definition.is_far(square, side, definition.zone_ranks) {
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
