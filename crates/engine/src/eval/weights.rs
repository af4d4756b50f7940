//! The weights of the evaluation.
//!
//! A score is a sum of terms, each a quantity of the position times a weight. Every weight is a pair, one for the opening and
//! one for the ending, and is interpolated by the material on the board. Three terms belong to each piece type, the others to
//! the game. These weights and the residual are all that can be learned.

use beaufort_rules::PieceType;

/// A weight in opening and ending, in centipawns for each unit of its quantity.
pub type Taper = [f64; 2];

/// The terms of a piece type: its worth on any square; its gain from the middle of the board to the last rank, which is also
/// its loss to the first; its gain toward the centre.
pub const PIECE_TERMS: [&str; 3] = ["worth", "advance", "centre"];

/// A term shared by all pieces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SharedTerm {
    /// The name in files.
    pub name: &'static str,
    /// The description of the term.
    pub meaning: &'static str,
    /// The default weight, where nothing has been learned.
    pub usual: Taper,
    /// The standard deviation of learned weights from the default.
    pub spread: Taper,
}

/// The terms that all pieces share, in the order of their weights.
pub const SHARED_TERMS: [SharedTerm; ATTACKS + ATTACK_TERMS] = {
    const fn term(name: &'static str, meaning: &'static str, usual: Taper, spread: Taper) -> SharedTerm {
        SharedTerm { name, meaning, usual, spread }
    }
    [
        term(
            "mobility",
            "the more or fewer turns of a type on the square where it stands",
            [1.0, 1.5],
            [0.5, 0.75],
        ),
        term("promotion", "what is to be gained by promotion, less with every rank", [1.0, 1.5], [0.5, 0.75]),
        term("tempo", "having the move", [10.0, 10.0], [10.0, 10.0]),
        term("reserve", "the worth of what may be dropped", [0.7, 1.05], [0.2, 0.3]),
        term("waiting", "the same while the own royal piece has not moved", [0.68, 1.02], [0.2, 0.3]),
        term(
            "attack",
            "the worth of the attackers of a royal piece, times their number",
            [0.0625, 0.0625],
            [0.03, 0.03],
        ),
        term("reach", "a square beside a royal piece that an attacker could reach", [0.0, 0.0], [2.0, 2.0]),
        term("immobilizer", "an immobilizing piece near a royal piece", [0.0, 0.0], [15.0, 15.0]),
        term("doubler", "a doubling piece near a royal piece", [0.0, 0.0], [15.0, 15.0]),
        term("poisoner", "a piece that is poisonous or poisons near a royal piece", [0.0, 0.0], [15.0, 15.0]),
        term("burner", "a piece that burns what is beside it near a royal piece", [0.0, 0.0], [15.0, 15.0]),
        term("shelter", "a piece beside its own royal piece", [8.0, 8.0], [5.0, 5.0]),
        term("pursuit", "a step nearer to a royal piece when few pieces are left", [4.0, 4.0], [2.0, 2.0]),
        term("immobilized", "the worth of what is immobilized now", [0.0, 0.0], [0.1, 0.1]),
        term("doubled", "the worth of what is doubled now", [0.0, 0.0], [0.1, 0.1]),
        term("bewitched", "the worth of what is bewitched now", [0.0, 0.0], [0.1, 0.1]),
        term("poisonous", "the worth of what is poisonous now", [0.0, 0.0], [0.1, 0.1]),
        term(
            "activity",
            "a square that a piece attacks, without those where a friend stands or that the other side's commonest pieces attack",
            [1.5, 0.0],
            [4.0, 4.0],
        ),
        term("activity-worth", "the same, times a part of what the piece is worth", [0.55, 0.1], [1.0, 1.0]),
        term("royal-attacks", "an attack on a royal piece or a square beside one", [5.0, 0.5], [10.0, 10.0]),
        term(
            "royal-danger",
            "the same, times the number of pieces that attack there",
            [1.8, 0.2],
            [3.0, 3.0],
        ),
        term(
            "royal-weak",
            "a square there that is attacked and protected by no other piece",
            [8.0, 0.0],
            [15.0, 15.0],
        ),
        term(
            "threats",
            "the worth of the other side's pieces that a cheaper one attacks",
            [0.02, 0.01],
            [0.1, 0.1],
        ),
        term(
            "threatened",
            "the worth of the own pieces that a cheaper one attacks",
            [-0.05, -0.02],
            [0.1, 0.1],
        ),
        term(
            "hanging",
            "the worth of the other side's pieces that are attacked and not protected",
            [0.02, 0.01],
            [0.1, 0.1],
        ),
        term(
            "hung",
            "the worth of the own pieces that are attacked and not protected",
            [-0.07, -0.04],
            [0.1, 0.1],
        ),
    ]
};

/// The indices of the shared terms; those from [`TEMPO`] on are live terms and are not in the piece-square table.
pub(super) const MOBILITY: usize = 0;
pub(super) const PROMOTION: usize = 1;
pub(super) const FIRST_LIVE: usize = TEMPO;
pub(super) const TEMPO: usize = 2;
pub(super) const RESERVE: usize = 3;
pub(super) const WAITING: usize = 4;
pub(super) const ATTACK: usize = 5;
pub(super) const REACH: usize = 6;
/// Four terms, one for each kind of latent power near the royal pieces.
pub(super) const MENACES: usize = 7;
pub(super) const SHELTER: usize = 11;
pub(super) const PURSUIT: usize = 12;
/// Four terms, in the order of `latent::Latent`.
pub(super) const LATENT: usize = 13;
/// The attack terms are the last ones; while their weights are zero they cost nothing and are omitted from files.
pub(super) const ATTACKS: usize = 17;
pub(super) const ATTACK_TERMS: usize = 9;

/// The weights of a game: three for each type, then the shared ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(Vec<Taper>);

impl Weights {
    /// Returns the weights with these values: [`PIECE_TERMS`] for every type in order, then [`SHARED_TERMS`].
    ///
    /// # Panics
    /// If the number of values is not three for each type plus the number of shared terms.
    pub fn from_values(values: Vec<Taper>) -> Weights {
        let of_pieces = values.len().checked_sub(SHARED_TERMS.len());
        assert!(
            of_pieces.is_some_and(|count| count.is_multiple_of(PIECE_TERMS.len())),
            "a weight is missing"
        );
        Weights(values)
    }

    /// Returns all weights in their order.
    pub fn values(&self) -> &[Taper] {
        &self.0
    }

    /// Returns the weights of a type, in the order of [`PIECE_TERMS`].
    ///
    /// # Panics
    /// If the game has no such type.
    pub fn piece(&self, kind: PieceType) -> [Taper; 3] {
        let first = piece_term(kind, 0);
        [self.0[first], self.0[first + 1], self.0[first + 2]]
    }

    /// Returns the shared weights, in the order of [`SHARED_TERMS`].
    pub fn shared(&self) -> &[Taper] {
        &self.0[self.0.len() - SHARED_TERMS.len()..]
    }

    /// Returns whether a weight of the attack terms is not zero.
    pub(super) fn see_attacks(&self) -> bool {
        self.shared()[ATTACKS..].iter().any(|weight| *weight != [0.0; 2])
    }

    /// Returns the weights to write to files: all, except for the attack terms if these are zero.
    pub(super) fn written(&self) -> &[Taper] {
        &self.0[..self.0.len() - if self.see_attacks() { 0 } else { ATTACK_TERMS }]
    }

    /// Returns the worth of a type in centipawns, in the scale of the opening. By default a piece counts half as much again in
    /// the ending.
    ///
    /// # Panics
    /// If the game has no such type.
    pub fn worth(&self, kind: PieceType) -> f64 {
        between(self.piece(kind)[0])
    }
}

/// The default factors of a worth in opening and ending.
pub(super) const GROWTH: Taper = [1.0, 1.5];

/// Returns one weight for both phases, in the scale of the opening.
pub(super) fn between([opening, ending]: Taper) -> f64 {
    (opening + ending) / (GROWTH[0] + GROWTH[1])
}

/// Returns a value times the default factors of opening and ending.
pub(super) fn growing(value: f64) -> Taper {
    GROWTH.map(|growth| growth * value)
}

/// Returns the index of a type's term.
pub(super) const fn piece_term(kind: PieceType, term: usize) -> usize {
    PIECE_TERMS.len() * kind.index() + term
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_places_are_those_of_the_names() {
        for (place, name) in [
            (MOBILITY, "mobility"),
            (PROMOTION, "promotion"),
            (TEMPO, "tempo"),
            (RESERVE, "reserve"),
            (WAITING, "waiting"),
            (ATTACK, "attack"),
            (REACH, "reach"),
            (MENACES, "immobilizer"),
            (MENACES + 3, "burner"),
            (SHELTER, "shelter"),
            (PURSUIT, "pursuit"),
            (LATENT, "immobilized"),
            (LATENT + 3, "poisonous"),
            (ATTACKS, "activity"),
            (SHARED_TERMS.len() - 1, "hung"),
        ] {
            assert_eq!(SHARED_TERMS[place].name, name);
        }
        assert_eq!(LATENT + 4, ATTACKS);
    }
}
