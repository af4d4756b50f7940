//! The danger to royal pieces: who stands near them.

use beaufort_rules::geometry::SquareSet;
use beaufort_rules::position::Board;
use beaufort_rules::{BoardSize, Side, Square};

/// How far from a royal piece its attackers are counted, in squares: nearer ones count again.
const RINGS: [u8; 2] = [3, 2];
/// The part of an attacker's worth that is an attack unit.
const UNIT: i32 = 32;
/// What a piece beside its own royal piece is worth.
const SHELTER: i32 = 8;
/// The most pieces that shelter.
const SHELTERS: u32 = 5;
/// With at most so many pieces on the board, the distance of all of them counts.
const PURSUIT_PIECES: u16 = 20;
/// What a step nearer to a royal piece to be hunted is worth.
const PURSUIT: i32 = 4;

/// The squares near each square.
#[derive(Clone)]
pub(super) struct Royals {
    size: BoardSize,
    rings: [Box<[SquareSet]>; 2],
    beside: Box<[SquareSet]>,
}

impl Royals {
    pub(super) fn new(size: BoardSize) -> Royals {
        let within = |most: u8| -> Box<[SquareSet]> {
            size.iter()
                .map(|a| size.iter().filter(|&b| a != b && distance(size, a, b) <= most).collect())
                .collect()
        };
        Royals { size, rings: RINGS.map(within), beside: within(1) }
    }

    /// Returns the danger to a side's royal pieces. The more of them there are, the less each one matters.
    #[inline]
    pub(super) fn danger(&self, board: &Board, side: Side, worth: &[i32]) -> i32 {
        let own = board.side(side);
        let enemy = board.side(side.other());
        let royals = board.royals(side);
        let mut danger = 0;
        for royal in *royals {
            let mut units = 0;
            let mut attackers = 0;
            for ring in &self.rings {
                for square in ring[royal.index()].intersection(enemy) {
                    units += worth[board.at(square).code()] / UNIT;
                    attackers += 1;
                }
            }
            let shelters = self.beside[royal.index()].intersection(own).len().min(SHELTERS);
            danger += units * (1 + attackers) / 16 - SHELTER * shelters as i32;
        }
        if board.count(Side::First) + board.count(Side::Second) <= PURSUIT_PIECES {
            danger += self.pursuit(royals, enemy);
        }
        danger / royals.len().max(1) as i32
    }

    /// Returns how near the pursuers are, each to the royal piece nearest to it.
    fn pursuit(&self, royals: &SquareSet, pursuers: &SquareSet) -> i32 {
        let longest = self.size.files().max(self.size.ranks());
        let near = |square| {
            let distances = royals.iter().map(|royal| distance(self.size, square, royal));
            i32::from(longest - distances.min().unwrap_or(longest))
        };
        pursuers.iter().map(|square| PURSUIT * near(square)).sum()
    }
}

/// Returns the distance of two squares in steps of a piece that steps in all eight directions.
pub(super) fn distance(size: BoardSize, a: Square, b: Square) -> u8 {
    size.file(a).abs_diff(size.file(b)).max(size.rank(a).abs_diff(size.rank(b)))
}
