//! From what a game file says to tables.

use crate::geometry::{Rays, SquareSet};
use crate::language::ast::Power;
use crate::moves::Travels;
use crate::powers::{HopCapture, Igui, Relay};

use super::definition::{Definition, PieceDef, Side};
use super::{Abilities, Classes, Game, Piece, TypeId};

impl From<Definition> for Game {
    /// Compiles a definition.
    fn from(definition: Definition) -> Game {
        let size = definition.size;
        let mut rays = Rays::new(size);
        let mut abilities = vec![Abilities::default(); Piece::codes(definition.pieces.len())];
        for (index, piece) in definition.pieces.iter().enumerate() {
            for side in Side::BOTH {
                let code = Piece::new(TypeId(index as u8), side).code();
                abilities[code] = compile(&definition, piece, side, &mut rays);
            }
        }
        let depth = definition.zone_ranks.min(size.ranks());
        let zone = |side| -> SquareSet {
            let inside = |rank: u8| match side {
                Side::First => rank >= size.ranks() - depth,
                Side::Second => rank < depth,
            };
            size.iter().filter(|&square| inside(size.rank(square))).collect()
        };
        let zones = Side::BOTH.map(zone);
        Game { definition, rays, abilities, zones }
    }
}

fn compile(definition: &Definition, piece: &PieceDef, side: Side, rays: &mut Rays) -> Abilities {
    let size = definition.size;
    let turned = side == Side::Second;
    let mut classes = Classes::default();
    let mut hop_captures = Vec::new();
    let mut iguis = Vec::new();
    let mut relays = Vec::new();
    for power in &piece.ability.powers {
        match power {
            Power::Royal => classes.royal = true,
            Power::HopCapture { over } => hop_captures.push(HopCapture::compile(size, *over)),
            Power::Igui { reach } => iguis.push(Igui::compile(size, rays, reach, turned)),
            Power::Relay { lends, reach, landing } => {
                classes.lender = true;
                relays.push(Relay::compile(size, rays, lends, reach, *landing, turned));
            }
        }
    }
    Abilities {
        travels: Travels::compile(size, rays, &piece.ability.travels, turned),
        hop_captures: hop_captures.into(),
        iguis: iguis.into(),
        relays: relays.into(),
        promotions: piece.promotions.clone().into(),
        classes,
    }
}
