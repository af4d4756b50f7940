//! Compilation of a definition to tables.

use std::sync::OnceLock;

use crate::game::check::SetwiseType;
use crate::language::ast::{Ability, Mode, Power};
use crate::powers::{Abilities, Arrival, Duty, Habits, Imitations, Offer};
use crate::travel::Origin;
use crate::vocabulary::{Class, Classes, Geometry, Piece, PieceType, Rays, Side, SquareSet};

use super::Game;
use super::Hands;
use super::TradeTable;
use super::castlings::Castlings;
use super::definition::{
    Definition, DroppedFirst, Facing, PassRight, PieceDef, Promotion, PromotionDuty, PromotionTerms,
    PromotionWhen, TermsDuty,
};
use super::reach;
use super::starts::Starts;

impl From<Definition> for Game {
    /// Compiles a definition.
    ///
    /// # Panics
    /// If [`load_game`](crate::load_game) would not accept the definition, for example because it refers to a type or a square
    /// that does not exist.
    fn from(definition: Definition) -> Game {
        let size = definition.size;
        let mut rays = Rays::new(size, definition.holes);
        rays.set_ranks(ranks(&definition));
        let mut abilities = abilities(&definition, &mut rays);
        let imitates = imitate(&definition, &mut abilities);
        let setwise = SetwiseType::find(&definition);
        let mut classes = classes(&definition, setwise.as_ref(), &rays);
        if imitates && classes.iter().any(|classes| classes.contains(Class::Immobilizer)) {
            let imitators = classes.iter_mut().zip(&abilities).filter(|(_, abilities)| abilities.imitates());
            imitators.for_each(|(classes, _)| classes.insert(Class::Immobilizer));
        }
        let has_any = |wanted: &[Class]| {
            classes.iter().any(|classes| wanted.iter().any(|&class| classes.contains(class)))
        };
        let latent = [Class::Immobilizer, Class::Doubler, Class::Poisonous, Class::Poisoner, Class::Burner];
        let drowning = Side::BOTH.map(|side| {
            let pieces = types(&definition).map(|(kind, _)| Piece::new(kind, side));
            pieces.fold(SquareSet::EMPTY, |squares, piece| squares | abilities[piece.code()].drowns)
        });
        let drops_first =
            definition.drops.hand.as_ref().is_some_and(|hand| hand.first != DroppedFirst::Nothing);
        let has_obligations =
            definition.has_group_checks() || !definition.obligations.is_empty() || drops_first;
        let starts = Starts::compile(&definition);
        let has_beside =
            starts.any() || !definition.castlings.is_empty() || !definition.drops.items.is_empty();
        let mut powers = definition.pieces.iter().flat_map(|piece| &piece.ability.powers);
        let mut promotions = definition.pieces.iter().flat_map(|piece| &piece.promotions);
        let far_ranks = |depth: u8| -> [SquareSet; 2] {
            Side::BOTH
                .map(|side| size.iter().filter(|&square| definition.is_far(square, side, depth)).collect())
        };
        let hands = Hands::compile(&definition, &abilities, &rays);
        let has_gates = hands.as_ref().is_some_and(Hands::have_gates);
        Game {
            hands,
            lists_by_rare_rules: has_gates || definition.trade.is_some(),
            exits: exits(&abilities, &rays, size),
            habits: habits(&definition, imitates),
            has_imitators: imitates,
            has_births: powers.any(|power| matches!(power, Power::Birth(_))),
            has_latent_states: has_any(&latent) || drowning.iter().any(|squares| !squares.is_empty()),
            has_flights: definition.ending.check_binds
                && abilities.iter().any(|piece| piece.startles.is_some()),
            drowning,
            has_bewitchers_or_armour: has_any(&[Class::Bewitcher, Class::Armoured])
                || abilities.iter().any(|piece| piece.spares_its_kind),
            has_after_captures: abilities.iter().any(|piece| piece.after_capture.is_some()),
            lends_or_doubles: has_any(&[Class::Lender, Class::Doubler]),
            places_promotions: promotions.any(|one| matches!(one.when, PromotionWhen::Placed(_))),
            zones: far_ranks(definition.zone_ranks),
            last_ranks: far_ranks(1),
            counts_turns: definition.ending.quiet.is_some() || definition.ending.counting.is_some(),
            has_objectives: !definition.ending.objectives.is_empty()
                || definition.obligations.pass != PassRight::None
                || definition.obligations.facing == Facing::Offers,
            has_group_checks: definition.has_group_checks(),
            has_obligations,
            lists_freely: !has_obligations
                && !definition.ending.check_binds
                && definition.trade.is_none()
                && definition.walling.is_none()
                && !has_gates,
            needs_royal: definition.needs_royal(),
            checks: definition.checks(),
            has_state: definition.checks() > 0
                || has_beside
                || definition.trade.is_some()
                || has_any(&[Class::Passing, Class::Shooter]),
            castlings: Castlings::compile(&definition),
            starts,
            trade: TradeTable::compile(&definition),
            known_as: known_as(&definition),
            irreversible: irreversible(&definition),
            matters_to_reserves: matters_to_reserves(&definition, &classes),
            without_influence: only_moves(
                &abilities,
                &classes,
                &[Class::Unstoppable, Class::Passing, Class::Setwise, Class::Far],
            ),
            plain_royals: only_moves(
                &abilities,
                &classes,
                &[Class::Royal, Class::Shielded, Class::Unstoppable, Class::Setwise, Class::Far],
            ),
            reaches: OnceLock::new(),
            lines: OnceLock::new(),
            rays,
            abilities,
            classes,
            setwise,
            definition,
        }
    }
}

/// Returns the compiled abilities, by [`Piece::code`]. Their lines are added to `rays`.
fn abilities(definition: &Definition, rays: &mut Rays) -> Vec<Abilities> {
    let mut abilities = vec![Abilities::default(); Piece::codes(definition.pieces.len())];
    for (kind, piece) in types(definition) {
        for side in Side::BOTH {
            let turned = side == Side::Second;
            let Ability { travels, powers } = &piece.ability;
            let promotions = promotions_of(piece, side);
            let offers = offers(definition, &promotions, side, takes_otherwise(powers));
            abilities[Piece::new(kind, side).code()] =
                Abilities::compile(travels, powers, &promotions, offers, rays, turned);
        }
    }
    abilities
}

/// Returns the ranks of the pieces, by [`Piece::code`]; none if all are 0 (R111).
fn ranks(definition: &Definition) -> Vec<u8> {
    let mut ranks = Vec::new();
    for (kind, piece) in types(definition) {
        for power in &piece.ability.powers {
            if let Power::Rank(rank) = power {
                ranks.resize(Piece::codes(definition.pieces.len()), 0);
                Side::BOTH.into_iter().for_each(|side| ranks[Piece::new(kind, side).code()] = rank.0);
            }
        }
    }
    ranks
}

/// Returns the promotions of a side's pieces.
fn promotions_of(piece: &PieceDef, side: Side) -> Vec<Promotion> {
    let is_for = |promotion: &&Promotion| promotion.terms.side.is_none_or(|only| only == side);
    let for_side = |promotion: &Promotion| Promotion {
        terms: PromotionTerms { side: None, ..promotion.terms },
        ..*promotion
    };
    piece.promotions.iter().filter(is_for).map(for_side).collect()
}

/// Returns whether some power may take a piece on another square than that where the move ends.
fn takes_otherwise(powers: &[Power]) -> bool {
    powers.iter().any(|power| {
        matches!(
            power,
            Power::HopCapture(_)
                | Power::Strike(_)
                | Power::Igui(_)
                | Power::Sweep(_)
                | Power::LongLeap(_)
                | Power::JumpCapture(_)
                | Power::Arrival(_)
        )
    })
}

/// Returns the promotions of a side's pieces with their terms; none if the board's hold for all (R43, R44), and what asks for a
/// capture asks for one where the move ends.
fn offers(
    definition: &Definition,
    promotions: &[Promotion],
    side: Side,
    takes_otherwise: bool,
) -> Box<[Offer]> {
    let ranks = |depth: u8| -> SquareSet {
        definition.size.iter().filter(|&square| definition.is_far(square, side, depth)).collect()
    };
    let region = |index: u8| *definition.regions[usize::from(index)].of(side);
    let is_usual = |promotion: &Promotion| {
        promotion.terms == PromotionTerms::default()
            && promotion.when != PromotionWhen::TakingAny
            && !(takes_otherwise && promotion.when.is_taking())
    };
    if promotions.iter().all(is_usual) {
        return Box::default();
    }
    let offer = |&promotion: &Promotion| {
        let needs_zone = promotion.when.needs_zone();
        let zone = match promotion.terms.region {
            Some(index) => region(index),
            None if needs_zone => ranks(definition.zone_ranks),
            None => SquareSet::ALL,
        };
        let duty = match (promotion.terms.duty, definition.promotion_duty) {
            (Some(TermsDuty::May), _) => Duty::May,
            (Some(TermsDuty::Must), _) => Duty::Must,
            (Some(TermsDuty::MustIn(index)), _) => Duty::MustOn(region(index)),
            (None, _) if promotion.when.is_taking() => Duty::Must,
            (None, PromotionDuty::Must) if needs_zone => Duty::Must,
            (None, PromotionDuty::MustOnLastRank) if needs_zone => Duty::MustOn(ranks(1)),
            (None, _) => Duty::May,
        };
        Offer { promotion, zone, duty }
    };
    promotions.iter().map(offer).collect()
}

/// Returns the exits of the pieces, by [`Piece::code`] and square.
fn exits(abilities: &[Abilities], rays: &Rays, size: Geometry) -> Vec<[SquareSet; Geometry::MAX_SQUARES]> {
    let mut exits = vec![[SquareSet::EMPTY; Geometry::MAX_SQUARES]; abilities.len()];
    for (exits, piece) in exits.iter_mut().zip(abilities) {
        size.iter().for_each(|from| exits[from.index()] = piece.exits(rays, from));
    }
    exits
}

/// Returns the classes of the pieces, by [`Piece::code`].
fn classes(definition: &Definition, setwise: Option<&SetwiseType>, rays: &Rays) -> Vec<Classes> {
    let mut classes = vec![Classes::default(); Piece::codes(definition.pieces.len())];
    for (kind, piece) in types(definition) {
        let takes_afar = reach::takes_afar(rays, piece);
        for side in Side::BOTH {
            let classes = &mut classes[Piece::new(kind, side).code()];
            let all = piece.ability.powers.iter().flat_map(|power| power.classes());
            all.for_each(|&class| classes.insert(class));
            if setwise.is_some_and(|setwise| setwise.kind == kind) {
                classes.insert(Class::Setwise);
            }
            if takes_afar {
                classes.insert(Class::Far);
            }
        }
    }
    classes
}

/// Returns what is to be known of each type when another piece arrives; more of it if some piece imitates others.
fn habits(definition: &Definition, imitates: bool) -> Vec<Habits> {
    let mut habits = vec![Habits::default(); definition.pieces.len()];
    for promotion in definition.pieces.iter().flat_map(|piece| &piece.promotions) {
        habits[promotion.to.index()].promoted = true;
    }
    if !imitates {
        return habits;
    }
    for (piece, habits) in definition.pieces.iter().zip(&mut habits) {
        let arrival = |power: &Power| if let Power::Arrival(arrival) = power { Some(*arrival) } else { None };
        let arrivals: Vec<Arrival> = piece.ability.powers.iter().filter_map(arrival).collect();
        for (side, square) in
            Side::BOTH.into_iter().flat_map(|side| definition.size.iter().map(move |at| (side, at)))
        {
            let origin = Origin { size: definition.size, square, turned: side == Side::Second };
            habits.learn(&arrivals, origin, &piece.ability.travels, side);
        }
    }
    habits
}

/// Gives pieces that imitate what they imitate besides arrivals (R142, R144).
fn imitate(definition: &Definition, abilities: &mut [Abilities]) -> bool {
    if !abilities.iter().any(Abilities::imitates) {
        return false;
    }
    for side in Side::BOTH {
        let mut imitations = Imitations::default();
        for (kind, _) in types(definition) {
            imitations.learn(kind, &abilities[Piece::new(kind, side).code()]);
        }
        for (kind, piece) in types(definition) {
            let abilities = &mut abilities[Piece::new(kind, side).code()];
            if abilities.imitates() {
                let takes = piece.ability.travels.iter().any(|travel| travel.mode != Mode::Moving);
                abilities.imitate(imitations.clone(), takes);
            }
        }
    }
    true
}

/// Returns for each type the type from which it differs only by where it came from (R77).
fn known_as(definition: &Definition) -> Vec<PieceType> {
    let as_written = |(index, piece): (usize, &PieceDef)| {
        let id = piece.fen.as_deref().and_then(|sign| sign.strip_suffix('~'));
        let other = id.and_then(|id| definition.pieces.iter().position(|other| other.id == id));
        PieceType::new(other.unwrap_or(index) as u8)
    };
    definition.pieces.iter().enumerate().map(as_written).collect()
}

/// Returns for each piece, by [`Piece::code`], whether its moves reset the count of quiet turns.
fn irreversible(definition: &Definition) -> Vec<bool> {
    let mut irreversible = vec![false; Piece::codes(definition.pieces.len())];
    for &kind in definition.ending.quiet.iter().flat_map(|quiet| &quiet.but) {
        for side in Side::BOTH {
            irreversible[Piece::new(kind, side).code()] = true;
        }
    }
    irreversible
}

/// Returns for each piece, by [`Piece::code`], whether a capture or a move of it may change the reserves or the milestones of the
/// royal pieces (L35, L36).
fn matters_to_reserves(definition: &Definition, classes: &[Classes]) -> Vec<bool> {
    let mut matters: Vec<bool> = classes.iter().map(|classes| classes.contains(Class::Royal)).collect();
    for item in definition.drops.items.iter().filter(|item| item.recaptured) {
        for piece in
            item.what.piece().into_iter().flat_map(|kind| Side::BOTH.map(|side| Piece::new(kind, side)))
        {
            matters[piece.code()] = true;
        }
    }
    matters
}

/// Returns for each piece, by [`Piece::code`], whether it does nothing but leave its square and move to or take on another: it
/// has no power with further effects, and no class except those in `but`.
fn only_moves(abilities: &[Abilities], classes: &[Classes], but: &[Class]) -> Vec<bool> {
    let only_moves = |(abilities, classes): (&Abilities, &Classes)| {
        classes.are_among(but)
            && abilities.arrivals.is_empty()
            && !abilities.kamikaze
            && abilities.after_capture.is_none()
            && !abilities.explodes
            && !abilities.twofold
    };
    abilities.iter().zip(classes).map(only_moves).collect()
}

/// Returns the piece types with their definitions.
fn types(definition: &Definition) -> impl Iterator<Item = (PieceType, &PieceDef)> {
    (0..).map(PieceType::new).zip(&definition.pieces)
}
