//! From what a game file says to tables.

use std::sync::OnceLock;

use crate::game::check::{Check, Tables};
use crate::language::ast::Power;
use crate::powers::Abilities;
use crate::vocabulary::{Class, Classes, Geometry, Piece, PieceType, Rays, Side, SquareSet};

use super::Game;
use super::castlings::Castlings;
use super::definition::{Definition, PieceDef, PromotionWhen};

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
                let ability = &piece.ability;
                let turned = side == Side::Second;
                abilities[code] = Abilities::compile(
                    &ability.travels,
                    &ability.powers,
                    &piece.promotions,
                    &mut rays,
                    turned,
                );
                classes[code] = classes_of(piece);
            }
            for promotion in &piece.promotions {
                promoted[promotion.to.index()] = true;
            }
        }
        let mut exits = vec![[SquareSet::EMPTY; Geometry::MAX_SQUARES]; codes];
        for (exits, piece) in exits.iter_mut().zip(&abilities) {
            size.iter().for_each(|from| exits[from.index()] = piece.exits(&rays, from));
        }
        let mut powers = definition.pieces.iter().flat_map(|piece| &piece.ability.powers);
        let has_births = powers.any(|power| matches!(power, Power::Birth(_)));
        let latent = [Class::Immobilizer, Class::Doubler, Class::Poisonous, Class::Poisoner, Class::Burner];
        let any = |wanted: &[Class]| {
            classes.iter().any(|classes| wanted.iter().any(|&class| classes.contains(class)))
        };
        let has_latent_states = any(&latent);
        let has_bewitchers_or_armour = any(&[Class::Bewitcher, Class::Armoured]);
        let lends_or_doubles = any(&[Class::Lender, Class::Doubler]);
        let passing = any(&[Class::Passing, Class::Shooter]);
        let mut promotions = definition.pieces.iter().flat_map(|piece| &piece.promotions);
        let places_promotions = promotions.any(|one| matches!(one.when, PromotionWhen::Placed(_)));
        let far_ranks = |depth: u8| -> [SquareSet; 2] {
            Side::BOTH
                .map(|side| size.iter().filter(|&square| definition.is_far(square, side, depth)).collect())
        };
        let (zones, last_ranks) = (far_ranks(definition.zone_ranks), far_ranks(1));
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
            && let Some(setwise) = tables.setwise_type()
        {
            for side in Side::BOTH {
                classes[Piece::new(setwise.kind, side).code()].insert(Class::Setwise);
            }
        }
        Game {
            has_state: passing || !definition.castlings.is_empty() || !definition.drops.items.is_empty(),
            has_bewitchers_or_armour,
            lends_or_doubles,
            places_promotions,
            definition,
            rays,
            abilities,
            exits,
            classes,
            promoted,
            has_births,
            has_latent_states,
            zones,
            last_ranks,
            castlings,
            irreversible,
            check,
            reaches: OnceLock::new(),
        }
    }
}

fn classes_of(piece: &PieceDef) -> Classes {
    let mut classes = Classes::default();
    let all = piece.ability.powers.iter().flat_map(|power| power.classes());
    all.for_each(|&class| classes.insert(class));
    classes
}
