//! From what a game file says to tables.

use std::sync::OnceLock;

use crate::game::check::{Check, Tables};
use crate::language::ast::{Arrival, Path, Power};
use crate::powers::{
    ArrivalPower, Birth, Convert, Igui, LongLeap, Reach, Relay, Shove, Special, Stay, Strike, Swap,
    SwapEnemies, Sweep, Tug, Twofold,
};
use crate::travel::{Travels, targets_of};
use crate::vocabulary::{Class, Classes, Geometry, Piece, PieceType, Rays, Side, SquareSet};

use super::castlings::Castlings;
use super::definition::{Definition, PieceDef, PromotionWhen};
use super::{Abilities, Game};

impl From<Definition> for Game {
    /// Compiles a definition.
    fn from(definition: Definition) -> Game {
        let size = definition.size;
        let mut rays = Rays::new(size);
        let codes = Piece::codes(definition.pieces.len());
        let mut abilities = vec![Abilities::default(); codes];
        let mut classes = vec![Classes::default(); codes];
        let mut promoted = vec![false; definition.pieces.len()];
        for (index, piece) in definition.pieces.iter().enumerate() {
            for side in Side::BOTH {
                let code = Piece::new(PieceType::new(index as u8), side).code();
                abilities[code] = compile(&definition, piece, side, &mut rays);
                classes[code] = classes_of(piece);
            }
            for promotion in &piece.promotions {
                promoted[promotion.to.index()] = true;
            }
        }
        let mut gates = vec![[SquareSet::EMPTY; Geometry::MAX_SQUARES]; codes];
        for (gates, piece) in gates.iter_mut().zip(&abilities) {
            size.iter().for_each(|from| gates[from.index()] = piece.gates(&rays, from));
        }
        let mut powers = definition.pieces.iter().flat_map(|piece| &piece.ability.powers);
        let has_births = powers.any(|power| matches!(power, Power::Birth { .. }));
        let latent = [Class::Immobilizer, Class::Doubler, Class::Poisonous, Class::Poisoner, Class::Burner];
        let any = |wanted: &[Class]| {
            classes.iter().any(|classes| wanted.iter().any(|&class| classes.contains(class)))
        };
        let has_latent_states = any(&latent);
        let is_enchanted = any(&[Class::Bewitcher, Class::Armoured]);
        let lends_or_doubles = any(&[Class::Lender, Class::Doubler]);
        let passing = any(&[Class::Passing, Class::Shooter]);
        let mut promotions = definition.pieces.iter().flat_map(|piece| &piece.promotions);
        let places_promotions = promotions.any(|one| matches!(one.when, PromotionWhen::Placed(_)));
        let depth = definition.zone_ranks.min(size.ranks());
        let zone = |side| -> SquareSet {
            let inside = |rank: u8| match side {
                Side::First => rank >= size.ranks() - depth,
                Side::Second => rank < depth,
            };
            size.iter().filter(|&square| inside(size.rank(square))).collect()
        };
        let zones = Side::BOTH.map(zone);
        let castlings = Castlings::compile(size, &definition.castlings);
        let mut irreversible = vec![false; codes];
        for &kind in definition.ending.quiet.iter().flat_map(|quiet| &quiet.but) {
            for side in Side::BOTH {
                irreversible[Piece::new(kind, side).code()] = true;
            }
        }
        let check = match Tables::compile(&definition) {
            _ if !definition.ending.check_binds => Check::Ignored,
            Some(tables) => Check::Tables(Box::new(tables)),
            None => Check::Trial,
        };
        if let Check::Tables(tables) = &check
            && let Some(crowd) = tables.crowd()
        {
            for side in Side::BOTH {
                classes[Piece::new(crowd.kind, side).code()].insert(Class::Crowd);
            }
        }
        Game {
            has_state: passing || !definition.castlings.is_empty() || !definition.drops.items.is_empty(),
            is_enchanted,
            lends_or_doubles,
            places_promotions,
            definition,
            rays,
            abilities,
            gates,
            classes,
            promoted,
            has_births,
            has_latent_states,
            zones,
            castlings,
            irreversible,
            check,
            reaches: OnceLock::new(),
        }
    }
}

fn classes_of(piece: &PieceDef) -> Classes {
    let mut classes = Classes::default();
    for power in &piece.ability.powers {
        match power {
            Power::Royal => {
                classes.insert(Class::Royal);
                classes.insert(Class::Shielded);
            }
            Power::Shielded => classes.insert(Class::Shielded),
            Power::Relay { .. } | Power::RoyalRelay => classes.insert(Class::Lender),
            Power::Immobilize => classes.insert(Class::Immobilizer),
            Power::Unstoppable => classes.insert(Class::Unstoppable),
            Power::Double(_) => classes.insert(Class::Doubler),
            Power::Poison => classes.insert(Class::Poisonous),
            Power::PoisonSeen(_) => classes.insert(Class::Poisoner),
            Power::Burn => classes.insert(Class::Burner),
            Power::EnPassant => classes.insert(Class::Passing),
            Power::Armoured => classes.insert(Class::Armoured),
            Power::Bewitch => classes.insert(Class::Bewitcher),
            Power::IguiInPassing { .. } => classes.insert(Class::Shooter),
            _ => {}
        }
    }
    classes
}

fn compile(definition: &Definition, piece: &PieceDef, side: Side, rays: &mut Rays) -> Abilities {
    let size = definition.size;
    let turned = side == Side::Second;
    let mut specials = Vec::new();
    let mut arrivals = Vec::new();
    let mut relays = Vec::new();
    let mut doubled = Vec::new();
    let mut poisoned = Vec::new();
    let mut kamikaze = false;
    let mut in_passing = Box::default();
    for power in &piece.ability.powers {
        match power {
            Power::HopCapture { over } => {
                specials.push(Special::Strike(Strike::hop_capture(size, *over, turned)));
            }
            Power::Strike { first, second, bearing } => {
                specials.push(Special::Strike(Strike::compile(size, first, second, *bearing, turned)));
            }
            Power::Pass => specials.push(Special::Pass),
            Power::Igui { reach } => specials.push(Special::Igui(Igui::compile(size, rays, reach, turned))),
            Power::Sweep(ride) => {
                specials.push(Special::Sweep(Sweep::compile(rays, ride, turned)));
            }
            Power::LongLeap(ride) => {
                specials.push(Special::LongLeap(LongLeap::compile(rays, ride, false, turned)));
            }
            Power::HalfwayLeap(ride) => {
                specials.push(Special::LongLeap(LongLeap::compile(rays, ride, true, turned)));
            }
            Power::SwapEnemies { at, mirrored } => {
                specials.push(Special::SwapEnemies(SwapEnemies::compile(size, at, mirrored, turned)));
            }
            Power::Twofold(leaps) => {
                specials.push(Special::Twofold(Twofold::compile(size, leaps, turned)));
            }
            Power::Flip => specials.push(Special::Flip),
            Power::IguiInPassing { at } => in_passing = targets_of(size, at, turned),
            Power::Arrival { effect, optional } => {
                arrivals.push(ArrivalPower { effect: *effect, optional: *optional });
            }
            Power::Kamikaze => kamikaze = true,
            Power::Convert { at } => specials.push(Special::Convert(Convert::compile(size, at, turned))),
            Power::Swap { at } => specials.push(Special::Swap(Swap::at(size, at, turned))),
            Power::SwapFriends => specials.push(Special::Swap(Swap::Friends)),
            Power::Pull(ride) => specials.push(Special::Pull(Tug::compile(rays, ride, turned))),
            Power::Push(ride) => specials.push(Special::Push(Tug::compile(rays, ride, turned))),
            Power::Shove { steps, off_board } => {
                specials.push(Special::Shove(Shove::compile(steps, *off_board, turned)));
            }
            Power::Birth { at } => specials.push(Special::Birth(Birth::compile(size, at, turned))),
            Power::Relay { lends, reach, landing } => {
                relays.push(Relay::compile(size, rays, lends, reach, *landing, turned));
            }
            Power::RoyalRelay => relays.push(Relay::Royal),
            Power::Double(ride) => doubled.push(Reach::seen(rays, ride, turned)),
            Power::PoisonSeen(ride) => poisoned.push(Reach::seen(rays, ride, turned)),
            Power::Explode
            | Power::Armoured
            | Power::Piercing
            | Power::Bewitch
            | Power::Helpless
            | Power::Royal
            | Power::Immobilize
            | Power::Unstoppable
            | Power::Poison
            | Power::Burn
            | Power::EnPassant
            | Power::Shielded => {}
        }
    }
    let travels = piece.ability.travels.iter();
    specials
        .extend(travels.clone().filter_map(|travel| Stay::compile(size, travel, turned)).map(Special::Stay));
    let has = |power: &Power| piece.ability.powers.contains(power);
    Abilities {
        rides: travels.clone().any(|travel| is_ride(&travel.path)),
        in_passing,
        promotes_anywhere: piece
            .promotions
            .iter()
            .any(|one| matches!(one.when, PromotionWhen::Anywhere | PromotionWhen::Taking(_))),
        pierces: has(&Power::Piercing),
        helpless: has(&Power::Helpless),
        explodes: has(&Power::Explode),
        twofold: piece.ability.powers.iter().any(|power| matches!(power, Power::Twofold(_))),
        travels: Travels::compile(size, rays, &piece.ability.travels, turned),
        handles_friends: specials.iter().any(|special| matches!(special, Special::Shove(_)))
            || arrivals.iter().any(|power: &ArrivalPower| power.effect == Arrival::Purge),
        swaps: specials.iter().any(|special| matches!(special, Special::Swap(_))),
        specials: specials.into(),
        relays: relays.into(),
        arrivals: arrivals.into(),
        kamikaze,
        promotions: piece.promotions.clone().into(),
        doubled: doubled.into(),
        poisoned: poisoned.into(),
    }
}

/// Returns whether a travel goes along lines, so that it passes squares (L32).
fn is_ride(path: &Path) -> bool {
    match path {
        Path::Ride(_) | Path::Over { .. } | Path::Halfway(_) => true,
        Path::FromRow { path, .. } => is_ride(path),
        Path::Leap(_)
        | Path::Hop(_)
        | Path::HopChain(_)
        | Path::Track(_)
        | Path::Zigzag(_)
        | Path::BesideFriend(_)
        | Path::BesideRoyal
        | Path::Mirror(_)
        | Path::Circle
        | Path::Bend { .. } => false,
    }
}
