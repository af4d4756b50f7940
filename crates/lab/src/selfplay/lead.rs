//! Leads that decide a game.

use beaufort_engine::Evaluation;
use beaufort_rules::{Position, Side};

/// A lead of this share of both sides' material decides a game, in percent, ...
const DECISIVE: i32 = 10;
/// ... once it has lasted for this many plies.
const LEAD_PLIES: usize = 8;

/// Returns the lead that decides a game if it lasts.
pub(super) fn decisive_lead(evaluation: &Evaluation) -> i32 {
    evaluation.material(&Position::initial(evaluation.game())) / 100 * DECISIVE
}

/// Tracks which side is far ahead, and for how many plies.
pub(super) struct LeadTracker {
    bound: i32,
    leader: Option<Side>,
    plies: usize,
}

impl LeadTracker {
    pub(super) fn new(bound: i32) -> LeadTracker {
        LeadTracker { bound, leader: None, plies: 0 }
    }

    /// Notes the score of the side to move, and returns the side whose lead has lasted long enough to win.
    pub(super) fn follow(&mut self, side: Side, score: i32) -> Option<Side> {
        let leader = match score {
            score if score >= self.bound => Some(side),
            score if score <= -self.bound => Some(side.other()),
            _ => None,
        };
        self.plies = if leader.is_some() && leader == self.leader { self.plies + 1 } else { 1 };
        self.leader = leader;
        leader.filter(|_| self.plies >= LEAD_PLIES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lead_decides_once_it_has_lasted() {
        let mut lead = LeadTracker::new(500);
        for ply in 1..20 {
            let (side, score) = if ply % 2 == 0 { (Side::First, -600) } else { (Side::Second, 600) };
            assert_eq!(lead.follow(side, score), (ply >= LEAD_PLIES).then_some(Side::Second), "{ply}");
        }
        assert_eq!(lead.follow(Side::First, 600), None);
        assert_eq!(lead.follow(Side::First, 499), None);
    }
}
