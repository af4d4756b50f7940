//! Royal safety (king safety): attackers near a royal piece, the squares they reach there, and the pieces that shelter it.

use std::sync::Arc;

use beaufort_rules::game::Game;
use beaufort_rules::language::ast::Power;
use beaufort_rules::vocabulary::{Board, SquareSet, Vector};
use beaufort_rules::{Geometry, Piece, PieceType, Side, Square};

use super::Live;
use super::weights::{ATTACK, FIRST_LIVE, MENACES, PURSUIT, REACH, SHELTER};
use crate::params::royal_safety::*;

/// The greatest radius of the zone in which attackers count. Only a tuner may change the radius.
const MAX_RADIUS: u8 = if cfg!(feature = "tune") { 5 } else { 3 };
/// The side length of the largest zone, in squares.
const ZONE_WIDTH: usize = 2 * MAX_RADIUS as usize + 1;

/// The number of bits for the count of each kind of nearby power; the counts are packed into one number, see [`menaces`].
const MENACE_BITS: u32 = 16;

/// Tables about the squares near each square and the pieces that may stand there.
pub(super) struct RoyalSafety {
    size: Geometry,
    /// The zone of each square, without the square itself.
    zone: Box<[SquareSet]>,
    beside: Box<[SquareSet]>,
    /// File and rank of every square.
    places: Box<[[u8; 2]]>,
    /// Attack units by [`Piece::code`].
    units: Vec<i32>,
    /// By piece code and relative square: how many squares on and beside a royal piece the attacker could reach.
    reach: Vec<[u8; ZONE_WIDTH * ZONE_WIDTH]>,
    /// The weight of an attacker by relative square: 2 in the inner zone, otherwise 1.
    times: [u8; ZONE_WIDTH * ZONE_WIDTH],
    /// By piece code: the packed counts of nearby powers.
    menaces: Vec<u64>,
}

impl RoyalSafety {
    pub(super) fn new(game: &Arc<Game>, worth: &[i32]) -> RoyalSafety {
        assert!(zone_radius() <= MAX_RADIUS, "the tables have room for the zone");
        let size = game.size();
        let within = |most: u8| -> Box<[SquareSet]> {
            size.iter()
                .map(|a| size.iter().filter(|&b| a != b && distance(size, a, b) <= most).collect())
                .collect()
        };
        let mut royals = RoyalSafety {
            size,
            zone: within(zone_radius()),
            beside: within(1),
            places: size.iter().map(|square| [size.file(square), size.rank(square)]).collect(),
            units: worth.iter().map(|worth| worth / attack_unit()).collect(),
            reach: vec![[0; ZONE_WIDTH * ZONE_WIDTH]; worth.len()],
            times: times(),
            menaces: vec![0; worth.len()],
        };
        for kind in game.types() {
            let [first, second] = Side::BOTH.map(|side| Piece::new(kind, side).code());
            royals.reach[first] = royals.reach_of(game, kind);
            royals.reach[second] = royals.reach[first];
            royals.reach[second].reverse();
            royals.menaces[first] = menaces(game, kind);
            royals.menaces[second] = royals.menaces[first];
        }
        royals
    }

    /// Returns, for each square near a royal piece in the middle of the board, how many of the squares on and beside it the
    /// first player's piece of a type could capture on from there.
    fn reach_of(&self, game: &Game, kind: PieceType) -> [u8; ZONE_WIDTH * ZONE_WIDTH] {
        let size = self.size;
        let middle = size.square(i16::from(size.files() / 2), i16::from(size.ranks() / 2));
        let middle = middle.expect("every board has a middle");
        let mut goals = self.beside[middle.index()];
        goals.insert(middle);
        let near = i16::from(MAX_RADIUS);
        let mut reach = [0; ZONE_WIDTH * ZONE_WIDTH];
        for (place, count) in reach.iter_mut().enumerate() {
            let along = |place: usize| (place as i16 - near) as i8;
            let vector = Vector::new(along(place % ZONE_WIDTH), along(place / ZONE_WIDTH));
            if let Some(from) = size.step(middle, vector) {
                *count = (game.capture_superset(Piece::new(kind, Side::First), from) & goals).len() as u8;
            }
        }
        reach
    }

    /// Adds the terms for a side's attack on the opponent's royal pieces and the shelter of its own. They are divided by the
    /// number of royal pieces.
    #[inline]
    pub(super) fn add_terms(&self, board: &Board, side: Side, sign: i32, live: &mut Live) {
        let own = board.side(side);
        let targets = board.royals(side.other());
        let (mut attack, mut reach, mut menaces) = (0, 0, 0_u64);
        for royal in *targets {
            let [file, rank] = self.places[royal.index()];
            let (mut units, mut attackers) = (0, 0);
            for square in self.zone[royal.index()] & own {
                let code = board.at(square).code();
                let [from_file, from_rank] = self.places[square.index()];
                let across = usize::from(MAX_RADIUS + from_file - file);
                let along = usize::from(MAX_RADIUS + from_rank - rank);
                let place = along * ZONE_WIDTH + across;
                let times = i32::from(self.times[place]);
                units += times * self.units[code];
                reach += i32::from(self.reach[code][place]);
                menaces += self.menaces[code];
                attackers += times;
            }
            attack += units * (1 + attackers);
        }
        let count = targets.len().max(1) as i32;
        live[ATTACK - FIRST_LIVE] += sign * (attack / count);
        live[REACH - FIRST_LIVE] += sign * (reach / count);
        if menaces != 0 {
            for menace in 0..4 {
                let number = menaces >> (MENACE_BITS * menace) & ((1 << MENACE_BITS) - 1);
                live[MENACES - FIRST_LIVE + menace as usize] += sign * (number as i32 / count);
            }
        }
        if board.count(Side::First) + board.count(Side::Second) <= pursuit_pieces() {
            live[PURSUIT - FIRST_LIVE] += sign * (self.pursuit(targets, own) / count);
        }
        let royals = board.royals(side);
        let sheltered = |royal: Square| (self.beside[royal.index()] & own).len().min(max_shelters());
        let shelters = royals.iter().map(sheltered).sum::<u32>() as i32;
        live[SHELTER - FIRST_LIVE] += sign * (shelters / royals.len().max(1) as i32);
    }

    /// Returns the closeness of the pursuers, each to its nearest royal piece.
    fn pursuit(&self, royals: &SquareSet, pursuers: &SquareSet) -> i32 {
        let longest = self.size.files().max(self.size.ranks());
        let near = |square| {
            let distances = royals.iter().map(|royal| distance(self.size, square, royal));
            i32::from(longest - distances.min().unwrap_or(longest))
        };
        pursuers.iter().map(near).sum()
    }
}

/// Returns the weight of an attacker by relative square in the zone.
fn times() -> [u8; ZONE_WIDTH * ZONE_WIDTH] {
    let inner = usize::from(inner_zone_radius());
    let is_inner = |place: usize| place.abs_diff(MAX_RADIUS.into()) <= inner;
    std::array::from_fn(
        |place| if is_inner(place % ZONE_WIDTH) && is_inner(place / ZONE_WIDTH) { 2 } else { 1 },
    )
}

/// Returns the powers of a type that act on nearby pieces, packed in the order of the weights: immobilize, double, poison,
/// burn.
fn menaces(game: &Game, kind: PieceType) -> u64 {
    let powers = &game.piece(kind).ability.powers;
    let place = |power: &Power| match power {
        Power::Immobilize(_) => Some(0),
        Power::Double(_) => Some(1),
        Power::Poison(_) => Some(2),
        Power::Burn(_) => Some(3),
        _ => None,
    };
    powers.iter().filter_map(place).fold(0, |all, place: u32| all | 1_u64 << (MENACE_BITS * place))
}

/// Returns the distance of two squares in steps along files, ranks and diagonals (Chebyshev distance).
pub(super) fn distance(size: Geometry, a: Square, b: Square) -> u8 {
    size.file(a).abs_diff(size.file(b)).max(size.rank(a).abs_diff(size.rank(b)))
}
