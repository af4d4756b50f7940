//! How a game ends, and what the record says of it.

use beaufort_rules::Side;
use beaufort_rules::record::{GameResult, NodeId, Record, Tree};
use beaufort_rules::turn::{Outcome, Reason, Verdict};

use super::{Session, Stage};

impl Session {
    /// Ends the game by a side's resignation (K118). Does nothing if it is over.
    pub fn resign(&mut self, side: Side) {
        self.end(Verdict::win(side.other(), Reason::Resignation));
    }

    /// Ends the game because a side's time is up. Does nothing if it is over.
    pub fn flag(&mut self, side: Side) {
        self.end(Verdict::win(side.other(), Reason::Time));
    }

    /// Ends the game because a side stays away: with the other's win, or with a draw. Does nothing if it is over.
    pub fn abandon(&mut self, side: Side, draw: bool) {
        let outcome = if draw { Outcome::Draw } else { Outcome::Win(side.other()) };
        self.end(Verdict { outcome, reason: Reason::Abandonment });
    }

    /// Ends the game as a draw by agreement (K118). Does nothing if it is over.
    pub fn agree_to_draw(&mut self) {
        self.end(Verdict { outcome: Outcome::Draw, reason: Reason::Agreement });
    }

    /// Ends the game here: the main line of the record leads here, and turns that were taken back go.
    pub(super) fn end(&mut self, verdict: Verdict) {
        if let Stage::Turn(_) = self.stage() {
            for node in self.record.moves.path(self.here) {
                self.record.moves.promote(node);
            }
            for next in self.record.moves.children(self.here).to_vec() {
                self.record.moves.delete(next);
            }
            self.ended = Some((self.here, verdict));
            self.note_result();
        }
    }

    /// Goes on with a game that the players have ended, not the rules. Returns whether it was one.
    pub fn reopen(&mut self) -> bool {
        let was_ended = self.ended.take_if(|(end, _)| *end == self.here).is_some();
        self.note_result();
        was_ended
    }

    /// Returns the end of the game at the place shown.
    pub(super) fn end_here(&self) -> Option<Verdict> {
        self.agreed_end(self.here).or_else(|| self.position.verdict())
    }

    /// Returns whether the players, and not the rules, have ended the game at the place shown.
    pub fn is_ended_by_players(&self) -> bool {
        self.agreed_end(self.here).is_some()
    }

    fn agreed_end(&self, node: NodeId) -> Option<Verdict> {
        self.ended.filter(|(end, _)| *end == node).map(|(_, verdict)| verdict)
    }

    /// Returns the end of the main line.
    pub fn main_end(&self) -> NodeId {
        self.record.moves.line(Tree::ROOT).last().unwrap_or(Tree::ROOT)
    }

    /// Returns how the main line has ended, wherever one looks, if it has.
    pub fn main_verdict(&self) -> Option<Verdict> {
        let end = self.main_end();
        if end == self.here {
            return self.end_here();
        }
        let agreed = self.agreed_end(end);
        agreed.or_else(|| self.replay.position(&self.record.moves, end).verdict())
    }

    /// Writes the result of the main line, wherever one looks, and how it came about into the record.
    pub(super) fn note_result(&mut self) {
        let verdict = self.main_verdict();
        self.record.result = verdict.map_or(GameResult::Open, |verdict| verdict.outcome.into());
        match verdict.map(|Verdict { reason, .. }| termination(reason)) {
            Some(Some(termination)) => {
                let set = self.record.tags.set("Termination", termination);
                set.expect("the name of the tag is right");
            }
            // A termination from the record of another program stays.
            Some(None) => {}
            None => {
                self.record.tags.remove("Termination");
            }
        }
    }
}

/// Returns the end of a recorded game as the players brought it about, if its result is none of the rules'.
pub(super) fn by_players(record: &Record) -> Option<Verdict> {
    let noted = record.tags.get("Termination");
    let reason = |known: &[Reason]| {
        let mut known = known.iter().copied();
        known.find(|&reason| noted.is_some() && noted == termination(reason)).unwrap_or(Reason::Unstated)
    };
    let win = |side| Verdict::win(side, reason(&[Reason::Resignation, Reason::Time, Reason::Abandonment]));
    match record.result {
        GameResult::Open => None,
        GameResult::Draw => {
            let reason = reason(&[Reason::Agreement, Reason::Abandonment]);
            Some(Verdict { outcome: Outcome::Draw, reason })
        }
        GameResult::FirstWins => Some(win(Side::First)),
        GameResult::SecondWins => Some(win(Side::Second)),
    }
}

/// Returns the value of the tag `Termination`; `None` if the reason is unknown.
fn termination(reason: Reason) -> Option<&'static str> {
    Some(match reason {
        Reason::NoRoyal => "last royal lost",
        Reason::BareRoyal => "bare royal",
        Reason::NoTurn => "no turn",
        Reason::Checkmate => "checkmate",
        Reason::Stalemate => "stalemate",
        Reason::QuietTurns => "quiet turns",
        Reason::DeadPosition => "dead position",
        Reason::Repetition => "repetition",
        Reason::Extinction => "extinction",
        Reason::GivenAway => "given away",
        Reason::Goal => "goal",
        Reason::Checks => "checks",
        Reason::Stuck => "stuck",
        Reason::Mated => "mated",
        Reason::Points => "points",
        Reason::Passes => "passes",
        Reason::Facing => "facing",
        Reason::Repeated => "repeated",
        Reason::PerpetualCheck => "perpetual check",
        Reason::PerpetualChase => "perpetual chase",
        Reason::Counted => "counted out",
        Reason::Resignation => "resignation",
        Reason::Time => "time forfeit",
        Reason::Agreement => "agreement",
        Reason::Abandonment => "abandoned",
        Reason::Unstated => return None,
    })
}
