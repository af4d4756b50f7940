//! The positions of many games, as the inputs of the network.

use std::sync::Arc;

use beaufort_engine::{BUCKETS, Evaluation, Features};
use beaufort_rules::{Game, Piece, Side, Square, SquareSet};
use fastrand::Rng;

use crate::learn::POSITIONS_PER_GAME;
use crate::selfplay::{DataError, QuietPosition, SelfPlayGame};
use crate::workers::in_parts;

/// A position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// Where its pieces begin in [`Dataset::rows`], and how many there are.
    first: usize,
    pieces: usize,
    /// The score of the weights for the side to move.
    pub(crate) base: f32,
    /// The score of the search.
    pub(crate) score: f32,
    /// The points of the side to move: 0, 1/2 or 1.
    pub(crate) points: f32,
    /// The share of the material that is left, and the bucket of the output.
    pub(crate) left: f32,
    pub(crate) bucket: usize,
    /// As how many positions it counts.
    pub(crate) weight: f32,
    /// Whether left and right have changed places.
    is_reflected: bool,
}

/// The quiet positions of games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dataset {
    /// The rows of the pieces as the side to move sees them.
    rows: Vec<u32>,
    /// For each row that of the same piece as the other side sees it.
    pub(crate) seen_by_other: Vec<u32>,
    /// For each row that of the same piece with left and right exchanged, where the game knows neither.
    reflected: Option<Vec<u32>>,
    pub(crate) samples: Vec<Sample>,
    /// Where the positions of each game end, for games that have any.
    pub(crate) ends: Vec<usize>,
}

impl Dataset {
    /// Reads games on several threads.
    pub(crate) fn read(
        game: &Arc<Game>,
        evaluation: &Evaluation,
        games: &[SelfPlayGame],
        threads: usize,
    ) -> Result<Dataset, DataError> {
        let parts = in_parts(games, threads, |games| Dataset::read_part(game, evaluation, games));
        let features = evaluation.features();
        let mut all = Dataset {
            seen_by_other: (0..features.rows()).map(|row| features.seen_by_other(row) as u32).collect(),
            reflected: is_symmetric(game)
                .then(|| (0..features.rows()).map(|row| features.reflected(row) as u32).collect()),
            ..Dataset::default()
        };
        for part in parts {
            let part = part?;
            let (rows, samples) = (all.rows.len(), all.samples.len());
            all.samples.extend(
                part.samples.into_iter().map(|sample| Sample { first: sample.first + rows, ..sample }),
            );
            all.ends.extend(part.ends.into_iter().map(|end| end + samples));
            all.rows.extend(part.rows);
        }
        Ok(all)
    }

    fn read_part(
        game: &Arc<Game>,
        evaluation: &Evaluation,
        games: &[SelfPlayGame],
    ) -> Result<Dataset, DataError> {
        let mut read = Dataset::default();
        for played in games {
            let begin = read.samples.len();
            played.replay(game, |quiet| read.add(evaluation, quiet))?;
            let positions = read.samples.len() - begin;
            let weight = (POSITIONS_PER_GAME as f32 / positions as f32).min(1.0);
            read.samples[begin..].iter_mut().for_each(|sample| sample.weight = weight);
            if positions > 0 {
                read.ends.push(read.samples.len());
            }
        }
        Ok(read)
    }

    fn add(&mut self, evaluation: &Evaluation, QuietPosition { position, score, points }: QuietPosition<'_>) {
        if evaluation.mops_up(position) {
            return;
        }
        let features: &Features = evaluation.features();
        let first = self.rows.len();
        let row = |(square, piece)| features.row(position.side(), piece, square) as u32;
        self.rows.extend(position.board().pieces().map(row));
        let left = evaluation.material_left(position);
        self.samples.push(Sample {
            first,
            pieces: self.rows.len() - first,
            base: evaluation.evaluate(position) as f32,
            score: score as f32,
            points,
            left,
            bucket: ((left * BUCKETS as f32) as usize).min(BUCKETS - 1),
            weight: 0.0,
            is_reflected: false,
        });
    }

    /// Exchanges left and right in random positions, where the game knows neither: a position teaches as much as its mirror
    /// image. The choice depends on the seed alone, not on earlier exchanges.
    pub(crate) fn reflect(&mut self, places: &[usize], seed: u64) {
        let Some(reflected) = &self.reflected else { return };
        let mut rng = Rng::with_seed(seed);
        for &place in places {
            let sample = &mut self.samples[place];
            if rng.bool() != sample.is_reflected {
                sample.is_reflected = !sample.is_reflected;
                let rows = &mut self.rows[sample.first..][..sample.pieces];
                rows.iter_mut().for_each(|row| *row = reflected[*row as usize]);
            }
        }
    }

    /// Returns the places of the positions of games.
    pub(crate) fn places(&self, games: &[usize]) -> Vec<usize> {
        let of_game = |&game: &usize| {
            let first = game.checked_sub(1).map_or(0, |before| self.ends[before]);
            first..self.ends[game]
        };
        games.iter().flat_map(of_game).collect()
    }

    /// Returns a checksum of the positions.
    pub(crate) fn fingerprint(&self) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        self.rows.iter().for_each(|row| hasher.update(&row.to_le_bytes()));
        for sample in &self.samples {
            let numbers = [sample.base, sample.score, sample.points, sample.left];
            numbers.iter().for_each(|number| hasher.update(&number.to_le_bytes()));
        }
        hasher.finalize()
    }

    /// Returns the rows of a position's pieces as the side to move sees them.
    #[inline]
    pub(crate) fn rows(&self, sample: &Sample) -> &[u32] {
        &self.rows[sample.first..][..sample.pieces]
    }
}

/// Returns whether the rules of a game are symmetric left to right: nothing castles, and what a piece may take from a square is
/// what it may take from the mirrored one, mirrored.
fn is_symmetric(game: &Game) -> bool {
    let size = game.size();
    let takes_alike = |piece: Piece, square: Square| {
        let mirrored: SquareSet =
            game.capture_superset(piece, square).iter().map(|taken| size.reflect(taken)).collect();
        mirrored == *game.capture_superset(piece, size.reflect(square))
    };
    game.definition().castlings.is_empty()
        && game
            .types()
            .all(|kind| size.iter().all(|square| takes_alike(Piece::new(kind, Side::First), square)))
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn games_with_castling_or_handed_pieces_are_not_reflected() {
        let symmetric: Vec<&str> =
            builtin::ids().filter(|id| is_symmetric(&builtin::game(id).expect("it is built in"))).collect();
        let expected = [
            "scirocco",
            "scirocco-2001",
            "scirocco-1999",
            "typhoon",
            "typhoon-1999",
            "grand",
            "courier",
            "chu",
            "dai",
            "tenjiku",
            "makruk",
            "shatranj",
            "xiangqi",
            "janggi",
            "eurasian",
            "metamachy",
            "shogi",
            "ultima",
        ];
        assert_eq!(symmetric, expected);
    }
}
