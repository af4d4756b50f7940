//! Whether a turn decides the game.

use beaufort_rules::Side;

use crate::view::Score;

/// How the game ends for the side to move if both sides play their best, as far as that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outlook {
    /// The opponent takes the last royal piece with the next turn.
    LosesRoyal,
    /// The opponent wins by force.
    Loses,
    /// No end is in sight, or a draw.
    Open,
    /// The side wins by force.
    Wins,
}

/// How a turn decides the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    LosesGame,
    MissesWin,
}

impl Outlook {
    /// Returns what a score says for a side.
    pub(super) fn of(score: &Score, side: Side) -> Outlook {
        match score.plies {
            Some(_) if score.value != 0 && (score.value > 0) == (side == Side::First) => Outlook::Wins,
            Some(_) if score.value != 0 => Outlook::Loses,
            _ => Outlook::Open,
        }
    }
}

impl Decision {
    /// Returns how a turn decides the game by its outlook and that of the best turn. Where every turn loses, none is a mistake; but to
    /// leave the royal piece where it is taken at once is one if it could be put off.
    pub(super) fn of(best: Outlook, turn: Outlook) -> Option<Decision> {
        match turn {
            Outlook::LosesRoyal | Outlook::Loses => (best > turn).then_some(Decision::LosesGame),
            Outlook::Open => (best == Outlook::Wins).then_some(Decision::MissesWin),
            Outlook::Wins => None,
        }
    }
}
