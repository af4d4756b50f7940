//! The ends of the game.

use beaufort_rules::game::definition::{
    BareRoyal, Chase, Condition, Counting, Ending, GroupCheck, Lack, Objective, Repeated, Repetition, Value,
};
use beaufort_rules::{PieceType, Side, SquareSet};

use super::ini::{Exporter, SIDES};
use crate::ini::chasing::WORTH;
use crate::ini::counting::{CountingRule, RULES};

/// Returns the result for a side as the values of keys have it.
fn value(value: Value) -> Option<&'static str> {
    match value {
        Value::Loses => Some("loss"),
        Value::Draws => Some("draw"),
        Value::Wins => Some("win"),
        Value::FewerWins => None,
    }
}

impl Exporter<'_> {
    /// Returns the field of positions with the checks that win.
    pub(super) fn check_field(&self) -> String {
        let number =
            self.definition.ending.objectives.iter().find_map(|objective| match objective.condition {
                Condition::Checks(number) => Some(number),
                _ => None,
            });
        number.map_or_else(String::new, |number| format!("{number}+{number} "))
    }

    pub(super) fn ending(&mut self) {
        // All fields have names, so that a rule that is added is not forgotten here.
        let Ending {
            bare_royal,
            without_royals: _,
            check_binds,
            no_move,
            objectives,
            repetition,
            perpetual_chase,
            quiet,
            counting,
            points,
            dead,
        } = &self.definition.ending;
        self.royals();
        let in_check = value(no_move.in_check);
        if let Some(value) = in_check {
            self.say("checkmateValue", value);
        } else if *check_binds {
            self.unsaid("ending.no-move", "pieces are counted only where the side is not in check");
        }
        self.say("stalemateValue", value(no_move.otherwise).unwrap_or("win"));
        if no_move.otherwise == Value::FewerWins {
            self.say("stalematePieceCount", true);
        }
        match bare_royal {
            BareRoyal::PlaysOn => {}
            BareRoyal::Loses => self.bare(false),
            BareRoyal::LosesUnlessAnswered => self.bare(true),
        }
        for objective in objectives {
            self.objective(objective);
        }
        match repetition {
            Repetition::Allowed => self.say("nFoldRule", 0),
            Repetition::Draws(times) => self.say("nFoldRule", times),
            Repetition::Illegal(_) => {
                self.say("nFoldRule", 0);
                self.unsaid("ending.repetition", "a turn that repeats a position is not forbidden");
            }
            Repetition::Judged(judged) => {
                self.say("nFoldRule", judged.times);
                let (value, absolute) = match judged.result {
                    Repeated::Mover(Value::Loses) => ("win", false),
                    Repeated::Mover(Value::Wins) => ("loss", false),
                    Repeated::Mover(_) => ("draw", false),
                    Repeated::Wins(Side::First) => ("win", true),
                    Repeated::Wins(Side::Second) => ("loss", true),
                };
                self.say("nFoldValue", value);
                if absolute {
                    self.say("nFoldValueAbsolute", true);
                }
                if judged.perpetual_check {
                    self.say("perpetualCheckIllegal", true);
                }
            }
        }
        if let Some(counting) = counting {
            self.counting(counting);
        }
        match quiet {
            None => self.say("nMoveRule", 0),
            Some(quiet) => {
                let types = self.letters(quiet.but.iter().copied());
                self.say("nMoveRule", quiet.moves);
                self.say("nMoveRuleTypes", types);
            }
        }
        if let Some(chase) = perpetual_chase {
            self.chase(chase);
        }
        for (has, what, why) in [
            (points.is_some(), "ending.points", "no key has these points"),
            (dead.is_some(), "ending.dead", "a position that nobody can win goes on"),
        ] {
            if has {
                self.unsaid(what, why);
            }
        }
    }

    /// Says who may not chase for ever.
    fn chase(&mut self, chase: &Chase) {
        let size = self.definition.size;
        let slots = &self.slots;
        let of = |slot| slots.iter().filter(move |(_, known)| *known == slot).map(|(&kind, _)| kind);
        let mut worth = vec![None; chase.worth.len()];
        for (slot, points) in WORTH {
            of(slot).for_each(|kind| worth[kind.index()] = Some(u16::from(points)));
        }
        // A Soldier that may not go sideways yet may be chased.
        let near =
            |side: Side, first: u8| (1..first).fold(SquareSet::EMPTY, |set, row| set | self.row(side, row));
        let first = self.lines.iter().find(|(key, _)| key == "soldierPromotionRank");
        let first = first.and_then(|(_, row)| row.parse().ok()).unwrap_or(size.ranks());
        let spared: Vec<_> =
            of("soldier").map(|kind| (kind, Side::BOTH.map(|side| near(side, first)))).collect();
        if worth == chase.worth && spared == chase.spared {
            self.say("chasingRule", "axf");
        } else {
            self.unsaid("ending.perpetual-chase", "it is judged by the rule of Xiangqi alone");
        }
    }

    /// Says in how many moves a weakened side must be mated.
    fn counting(&mut self, counting: &Counting) {
        let is_it = |rule: &&CountingRule| {
            let limits = counting.pieces.iter().map(|limit| {
                let slot = self.slots.get(&limit.kind).map_or("", String::as_str);
                (slot, limit.number, limit.moves)
            });
            // A piece that a variant does not have has no limit.
            let has = |name: &str| self.slots.values().any(|slot| slot == name);
            let wanted = rule.limits.iter().copied().filter(|(name, ..)| has(name));
            let pawns = self.slots.iter().filter(|(_, slot)| *slot == "pawn").map(|(&kind, _)| kind);
            limits.eq(wanted)
                && counting.pawns.iter().copied().eq(pawns)
                && (counting.board, counting.board_at_most) == (rule.board, rule.board_at_most)
                && (counting.otherwise, counting.from_zero) == (rule.otherwise, rule.from_zero)
        };
        match RULES.iter().find(is_it) {
            Some(rule) => self.say("countingRule", rule.name),
            None => self.unsaid("ending.counting", "no key has these numbers"),
        }
    }

    /// Says what the royal pieces mean.
    fn royals(&mut self) {
        let definition = self.definition;
        let kinds: Vec<PieceType> =
            self.letters.keys().copied().filter(|kind| self.is_royal(*kind)).collect();
        if kinds.is_empty() {
            return;
        }
        let count = |side: Side| {
            definition
                .array
                .iter()
                .filter(|placed| placed.side == side && kinds.contains(&placed.piece))
                .count()
        };
        let is_made =
            definition.pieces.iter().flat_map(|piece| &piece.promotions).any(|one| kinds.contains(&one.to));
        if definition.ending.check_binds {
            if kinds.len() > 1 || Side::BOTH.iter().any(|&side| count(side) != 1) || is_made {
                self.unsaid("royal", "where check binds there is one King");
            }
        } else if kinds.len() == 1 {
            let letters = self.letters(kinds);
            self.say("extinctionValue", "loss");
            self.say("extinctionPieceTypes", letters);
        } else {
            self.unsaid("royal", "the loss of the last of several kinds decides, and not of one of them");
        }
    }

    fn bare(&mut self, may_answer: bool) {
        if self.is_said("extinctionValue") {
            return self.unsaid("ending.bare-royal", "another loss of pieces decides the game already");
        }
        self.say("extinctionValue", "loss");
        self.say("extinctionPieceTypes", "*");
        self.say("extinctionPieceCount", 1);
        if may_answer {
            self.say("extinctionClaim", true);
            self.say("extinctionOpponentPieceCount", 2);
        }
    }

    fn objective(&mut self, objective: &Objective) {
        let Some(value) = value(objective.result) else {
            return self.unsaid("ending", "no key compares numbers of pieces");
        };
        match &objective.condition {
            Condition::Checks(_) if value == "win" && objective.only.is_none() => {
                self.say("checkCounting", true)
            }
            Condition::Lacks(lack) if objective.only.is_none() && !self.is_said("extinctionValue") => {
                self.lack(lack, value);
            }
            Condition::Reaches(goal)
                if value == "win" && !self.is_said("flagRegionWhite") && goal.pieces.len() < 2 =>
            {
                for (name, side) in SIDES {
                    let is_for = objective.only.is_none_or(|only| only == side);
                    let squares =
                        if is_for { self.squares(&goal.squares[side.index()]) } else { "-".to_owned() };
                    self.say(&format!("flagRegion{name}"), squares);
                }
                let piece = if goal.pieces.is_empty() {
                    "*".to_owned()
                } else {
                    self.letters(goal.pieces.iter().copied())
                };
                self.say("flagPiece", piece);
                self.say("flagPieceCount", goal.number);
                // There a King gives the other side a last turn to draw, any other piece has to stay.
                let is_king = match goal.pieces[..] {
                    [kind] => self.is_king(kind),
                    _ => false,
                };
                if if is_king { goal.held } else { goal.last_turn } {
                    self.unsaid(
                        "ending.wins",
                        "a King that reaches the goal gives a last turn, another piece stays",
                    );
                }
                for (is_set, key) in [
                    (goal.safe, "flagPieceSafe"),
                    (goal.last_turn || goal.held, "flagMove"),
                    (goal.full, "flagPieceBlockedWin"),
                ] {
                    if is_set {
                        self.say(key, true);
                    }
                }
            }
            _ => self.unsaid("ending", "not all of its conditions have keys"),
        }
    }

    fn lack(&mut self, lack: &Lack, value: &str) {
        let kinds: Option<Vec<PieceType>> = lack
            .groups
            .iter()
            .map(|group| match group[..] {
                [kind] => Some(kind),
                _ => None,
            })
            .collect();
        let Some(kinds) = kinds else {
            return self.unsaid("ending", "kinds are lost one by one, and not together");
        };
        let types = if kinds.is_empty() { "*".to_owned() } else { self.letters(kinds) };
        self.say("extinctionValue", value);
        self.say("extinctionPieceTypes", types);
        self.say("extinctionPieceCount", lack.left);
        if lack.other_has > 0 {
            self.say("extinctionOpponentPieceCount", lack.other_has);
        }
        if lack.may_answer {
            self.say("extinctionClaim", true);
        }
        if lack.check != GroupCheck::Free {
            self.say("extinctionPseudoRoyal", true);
        }
        if lack.check == GroupCheck::BindsAll {
            self.say("dupleCheck", true);
        }
    }
}
