//! Compilation of abilities to tables.

use crate::grammar::ast;
use crate::travel::{self, Travel, Travels, mirrored_targets_of, targets_of};
use crate::vocabulary::{Promotion, PromotionWhen, Rays, Square, SquareSet, Vector};

use super::{
    AfterCapture, Arrival, ArrivalEffect, Imitations, Lending, Offer, Overlap, Power, ReachTable, Special,
    SpecialRules, TakesInPassing, pass::Stay,
};

/// The compiled ability of a piece of one side: a list for each stage of the turn, empty where it does nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Abilities {
    /// The plain travels.
    pub(crate) travels: Travels,
    /// The steps of special powers.
    pub(crate) specials: Vec<Special>,
    /// The powers that it lends.
    pub(crate) lends: Vec<Lending>,
    /// The travels by which an opposing royal piece that it attacks may flee (R164).
    pub(crate) startles: Option<Box<Travels>>,
    /// The effects of its arrival.
    pub(crate) arrivals: Vec<Arrival>,
    /// Whether it dies when it takes by its own power (K62).
    pub(crate) kamikaze: bool,
    /// The effect of a capture on the piece itself (R100, R102).
    pub(crate) after_capture: Option<AfterCapture>,
    /// Whether explosions around it do not harm it (R100).
    pub(crate) blast_proof: bool,
    /// Whether it and its like cannot take each other (R103).
    pub(crate) spares_its_kind: bool,
    /// Whether it moves friends by stepping onto them (K68) or may take them when it arrives (K61), so that another piece of
    /// its type may have the same result.
    pub(crate) handles_friends: bool,
    /// Whether it exchanges squares with others (K64, L15).
    pub(crate) swaps: bool,
    /// Whether two of its powers may have the same effect.
    pub(crate) overlaps: bool,
    /// Whether it goes along lines, so that it passes squares (L32).
    pub(crate) rides: bool,
    /// By square: the squares on which it can shoot a piece that passes them; empty if it has no such power (L32).
    pub(crate) in_passing: Box<[SquareSet]>,
    /// The pieces that it takes by `en-passant`; none without that power (L48).
    pub(crate) en_passant: TakesInPassing,
    /// Whether it takes armoured pieces (L27).
    pub(crate) pierces: bool,
    /// Whether it cannot move at all while it is bewitched (L18).
    pub(crate) helpless: bool,
    /// Whether it has promotions outside the promotion zone (L8, L21), or on terms of their own (R43).
    pub(crate) promotes_anywhere: bool,
    /// Whether it has such promotions only by taking a piece of some type (L21).
    pub(crate) promotes_by_taking: bool,
    /// Whether it explodes when it is set down (L41).
    pub(crate) explodes: bool,
    /// Whether it stands on two squares (L22).
    pub(crate) twofold: bool,
    /// The squares on which it is lost if it stays there during a turn of its side (R161).
    pub(crate) drowns: SquareSet,
    /// The types to which it promotes, with the conditions.
    pub(crate) promotions: Box<[Promotion]>,
    /// The terms of all promotions; empty if the board's hold for each of them.
    pub(crate) offers: Box<[Offer]>,
    /// The reach of the pieces that it doubles (K93).
    pub(crate) doubled: Vec<ReachTable>,
    /// The reach of the pieces that it poisons (K99).
    pub(crate) poisoned: Vec<ReachTable>,
}

impl Abilities {
    /// Compiles the ability of a piece; `turned` for the second player, whose vectors are rotated by half a turn (K9).
    pub(crate) fn compile(
        travels: &[Travel],
        powers: &[Power],
        promotions: &[Promotion],
        offers: Box<[Offer]>,
        rays: &mut Rays,
        turned: bool,
    ) -> Abilities {
        let mut compiler = Compiler { rays, turned, abilities: Abilities::default() };
        powers.iter().for_each(|power| power.compile(&mut compiler));
        let mut abilities = compiler.abilities;
        let stays = travels.iter().filter_map(|travel| Stay::by_travel(rays.size(), travel, turned));
        abilities.specials.extend(stays.map(Special::Stay));
        Abilities {
            travels: Travels::compile(rays, travels, turned),
            overlaps: overlaps(&abilities, powers),
            rides: travels.iter().any(|travel| travel.path.passes_squares()),
            promotes_anywhere: !offers.is_empty()
                || promotions.iter().any(|one| one.when == PromotionWhen::Anywhere || one.when.is_taking()),
            promotes_by_taking: offers.is_empty()
                && promotions.iter().all(|one| one.when != PromotionWhen::Anywhere),
            promotions: promotions.into(),
            offers,
            ..abilities
        }
    }

    /// Returns the exits of a square: squares of which at least one is free of friends if the piece has any step from it.
    pub(crate) fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        let travels = self.travels.exits(rays, from);
        self.specials.iter().fold(travels, |exits, special| exits | special.exits(rays, from))
    }

    /// Returns whether the piece is lost when it takes by its own travels (K62, R100, R102).
    #[inline]
    pub(crate) fn is_lost_by_capture(&self) -> bool {
        self.kamikaze || self.after_capture.is_some_and(AfterCapture::is_loss)
    }

    /// Returns whether it takes pieces as they take (R142).
    pub(crate) fn imitates(&self) -> bool {
        self.arrivals.iter().any(|arrival| arrival.effect == ArrivalEffect::Imitate)
    }

    /// Adds what it imitates besides arrivals (R142, R144). `takes` says whether its own travels take, perhaps to the same squares.
    pub(crate) fn imitate(&mut self, imitations: Imitations, takes: bool) {
        let is_other = |special: &Special| special.overlap() == Some(Overlap::Captures);
        self.overlaps |= takes || self.arrivals.len() > 1 || self.specials.iter().any(is_other);
        self.specials.push(Special::Imitate(imitations));
    }

    /// Returns whether the piece may take or displace pieces on other squares than its target.
    #[inline]
    pub(crate) fn takes_elsewhere(&self) -> bool {
        self.kamikaze
            || self.after_capture.is_some()
            || !self.specials.is_empty()
            || !self.arrivals.is_empty()
    }
}

/// Returns whether two powers of a piece may have the same effect: taking pieces elsewhere, or exchanging the piece.
fn overlaps(abilities: &Abilities, powers: &[Power]) -> bool {
    let specials =
        |wanted| abilities.specials.iter().filter(|special| special.overlap() == Some(wanted)).count();
    let in_passing = powers.iter().any(|power| matches!(power, Power::EnPassant(_)));
    let captures =
        specials(Overlap::Captures) + usize::from(!abilities.arrivals.is_empty()) + usize::from(in_passing);
    captures > 1 || specials(Overlap::Exchanges) > 1
}

/// Compiles the ability of a piece of one side.
pub(crate) struct Compiler<'a> {
    pub(super) rays: &'a mut Rays,
    /// Whether vectors are rotated by half a turn, for the second player (K9).
    pub(super) turned: bool,
    /// The ability as compiled so far.
    pub(super) abilities: Abilities,
}

impl Compiler<'_> {
    /// Adds steps of a special power.
    pub(super) fn add(&mut self, special: Special) {
        self.abilities.specials.push(special);
    }

    /// Converts a vector from its owner's perspective to the first player's coordinates.
    pub(super) fn turn(&self, v: Vector) -> Vector {
        if self.turned { -v } else { v }
    }

    /// Returns, for every square, the squares at some vectors.
    pub(super) fn targets(&self, at: &[Vector]) -> Box<[SquareSet]> {
        targets_of(self.rays.size(), at, self.turned)
    }

    /// Returns, for every square, the squares at some vectors from its mirror square (L15).
    pub(super) fn mirrored_targets(&self, at: &[Vector]) -> Box<[SquareSet]> {
        mirrored_targets_of(self.rays.size(), at, self.turned)
    }

    /// Returns the lines of a ride.
    pub(super) fn lines(&mut self, ride: &ast::Ride) -> Box<[travel::Ray]> {
        travel::Ray::compile(self.rays, ride, self.turned).into()
    }

    /// Returns the table for the piece seen along each line.
    pub(super) fn seen(&mut self, ride: &ast::Ride) -> ReachTable {
        ReachTable::Seen(self.lines(ride))
    }

    pub(super) fn reach(&mut self, reach: &ast::Reach) -> ReachTable {
        match reach {
            ast::Reach::At(vectors) => ReachTable::At(self.targets(vectors)),
            ast::Reach::Seen(ride) => self.seen(ride),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::game::builtin;
    use crate::vocabulary::{Piece, Side};

    /// Only custom games pay for comparing the results of such turns.
    #[test]
    fn no_piece_of_a_built_in_game_has_powers_that_do_the_same() {
        for game in builtin::ids().filter_map(builtin::game) {
            for kind in game.types() {
                let name = &game.piece(kind).name;
                assert!(!game.abilities(Piece::new(kind, Side::First)).overlaps, "{name}");
            }
        }
    }
}
