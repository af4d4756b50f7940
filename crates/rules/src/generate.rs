//! Which turns a position has.
//!
//! Every turn listed is legal but for the rule against repetition (K130), which [`Position::legal_turns`] adds. The
//! generator works on sets: the destinations of all plain travels of a piece are one set, so that two ways to the same
//! square are one turn from the start.

use crate::game::{Abilities, TypeId};
use crate::geometry::{Square, SquareSet};
use crate::moves::View;
use crate::position::Position;
use crate::turn::promotion::{eligible, offered};
use crate::turn::{Step, StepKind, Turn};

/// What becomes of the steps found.
trait Sink {
    /// Takes the plain steps from a square to each square of a set.
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<TypeId>);
    /// Takes one step.
    fn step(&mut self, step: Step);
}

impl Sink for Vec<Turn> {
    #[inline]
    fn plain(&mut self, kind: StepKind, from: Square, to: &SquareSet, promotion: Option<TypeId>) {
        self.extend(to.iter().map(|to| Turn::from(Step::plain(kind, from, to, promotion))));
    }

    #[inline]
    fn step(&mut self, step: Step) {
        self.push(step.into());
    }
}

/// Counts steps without listing them.
struct Counter(u64);

impl Sink for Counter {
    #[inline]
    fn plain(&mut self, _: StepKind, _: Square, to: &SquareSet, _: Option<TypeId>) {
        self.0 += u64::from(to.len());
    }

    #[inline]
    fn step(&mut self, _: Step) {
        self.0 += 1;
    }
}

/// Which turns are wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// All, one for each result.
    All,
    /// All, whether or not results are the same.
    Choices,
    /// Those that capture, one for each result.
    Captures,
}

impl Position {
    /// Returns the position's turns, one for each distinct result, without regard to repetition (K130). There are
    /// none if the game is decided (K85).
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{builtin, Position};
    ///
    /// let game = builtin::game("scirocco").unwrap();
    /// assert_eq!(Position::initial(&game).turns().len(), 21);
    /// ```
    pub fn turns(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        self.add_turns(&mut turns);
        turns
    }

    /// Adds the position's turns to a list: [`Position::turns`] without an allocation where the list has room.
    pub fn add_turns(&self, turns: &mut Vec<Turn>) {
        self.generate(Scope::All, turns);
    }

    /// Adds only those turns that capture something.
    pub fn add_captures(&self, turns: &mut Vec<Turn>) {
        self.generate(Scope::Captures, turns);
    }

    /// Returns everything a player may choose, also where several choices lead to one result: two pieces may shoot
    /// the same victim without moving. Notation needs them all (K125).
    pub fn choices(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        self.generate(Scope::Choices, &mut turns);
        turns
    }

    /// Returns the number of turns: much faster than listing them.
    pub fn count_turns(&self) -> u64 {
        let mut counter = Counter(0);
        self.generate(Scope::All, &mut counter);
        counter.0
    }

    /// Returns the number of choices, see [`Position::choices`].
    pub fn count_choices(&self) -> u64 {
        let mut counter = Counter(0);
        self.generate(Scope::Choices, &mut counter);
        counter.0
    }

    /// Returns the turns that are legal by every rule, those against repetition included (K117).
    pub fn legal_turns(&self) -> Vec<Turn> {
        let mut turns = self.turns();
        if self.could_repeat() {
            let mut after = self.clone();
            turns.retain(|&turn| !after.repeats(turn));
        }
        turns
    }

    /// Returns whether a turn of this position is illegal only because it would bring about a position once too often
    /// (K117).
    pub fn is_repetition(&self, turn: Turn) -> bool {
        self.could_repeat() && self.clone().repeats(turn)
    }

    /// Returns whether enough turns have been played for a position to occur too often; a cheap test.
    fn could_repeat(&self) -> bool {
        let limit = usize::from(self.game().definition().ending.illegal_repetition);
        limit > 0 && self.ply() + 1 >= limit
    }

    fn repeats(&mut self, turn: Turn) -> bool {
        self.play(turn);
        let repeats = self.occurs_too_often();
        self.undo();
        repeats
    }

    /// Returns whether the last turn was illegal because it brought about this position once too often (K117).
    pub fn occurs_too_often(&self) -> bool {
        let limit = usize::from(self.game().definition().ending.illegal_repetition);
        limit > 0 && self.earlier_occurrences() + 1 >= limit
    }

    #[inline]
    fn generate(&self, scope: Scope, sink: &mut impl Sink) {
        if self.decided().is_some() {
            return;
        }
        let view = self.view();
        let mut shot = SquareSet::EMPTY;
        for from in view.own {
            self.own_steps(scope, &view, from, sink);
            self.shots(scope, &view, from, &mut shot, sink);
        }
        if !self.board().lenders(self.side()).is_empty() {
            self.relayed_steps(scope, &view, sink);
        }
    }

    /// Lists what a piece does by its own power.
    #[inline]
    fn own_steps(&self, scope: Scope, view: &View<'_>, from: Square, sink: &mut impl Sink) {
        let abilities = self.game().abilities(self.board().at(from));
        let mut to = abilities.travels.destinations(view, from);
        if scope == Scope::Captures {
            to = to.intersection(&view.enemy);
        }
        sink.plain(StepKind::Own, from, &to, None);
        if !abilities.promotions.is_empty() {
            self.promotions(abilities, from, &to, |to, kind| sink.plain(StepKind::Own, from, to, Some(kind)));
        }
        for power in &abilities.hop_captures {
            power.each(view, from, |via, to| {
                let step = Step { from, to, via, kind: StepKind::HopCapture, promotion: None };
                sink.step(step);
                let to = SquareSet::from_iter([to]);
                self.promotions(abilities, from, &to, |to, kind| {
                    if !to.is_empty() {
                        sink.step(Step { promotion: Some(kind), ..step });
                    }
                });
            });
        }
    }

    /// Lists the captures without a move. Who shoots makes no difference to the result, so a victim in `shot` already
    /// is left out unless all choices are wanted.
    #[inline]
    fn shots(&self, scope: Scope, view: &View<'_>, from: Square, shot: &mut SquareSet, sink: &mut impl Sink) {
        for power in &self.game().abilities(self.board().at(from)).iguis {
            let mut victims = power.victims(view, from);
            if scope != Scope::Choices {
                victims = victims.without(shot);
                *shot = shot.union(&victims);
            }
            for via in victims {
                sink.step(Step { from, to: from, via, kind: StepKind::Igui, promotion: None });
            }
        }
    }

    /// Calls `offer` with the destinations at which each promotion is offered (K105).
    #[inline]
    fn promotions(
        &self,
        abilities: &Abilities,
        from: Square,
        to: &SquareSet,
        mut offer: impl FnMut(&SquareSet, TypeId),
    ) {
        let eligible = eligible(self.game(), self.side(), from, to);
        if !eligible.is_empty() {
            for &promotion in &abilities.promotions {
                offer(&offered(self.game().size(), promotion, from, eligible), promotion.to);
            }
        }
    }

    /// Lists the steps lent by relay pieces that the borrowers could not make themselves (K74, K82).
    fn relayed_steps(&self, scope: Scope, view: &View<'_>, sink: &mut impl Sink) {
        let mut served = SquareSet::EMPTY;
        for (nth, (lender, relay)) in self.relays().enumerate() {
            let borrowers = relay.borrowers(view, lender);
            for from in borrowers {
                let mut to = relay.destinations(view, lender, from);
                if scope == Scope::Captures {
                    to = to.intersection(&view.enemy);
                }
                if to.is_empty() {
                    continue;
                }
                let own = &self.game().abilities(self.board().at(from)).travels;
                to = to.without(&own.destinations(view, from));
                if served.contains(from) {
                    for (earlier, relay) in self.relays().take(nth) {
                        if relay.borrowers(view, earlier).contains(from) {
                            to = to.without(&relay.destinations(view, earlier, from));
                        }
                    }
                }
                sink.plain(StepKind::Relayed, from, &to, None);
            }
            served = served.union(&borrowers);
        }
    }

    /// Returns every relay on the board of the side to move, with its lender.
    fn relays(&self) -> impl Iterator<Item = (Square, &crate::powers::Relay)> + '_ {
        let relays_of = |lender| {
            let abilities = self.game().abilities(self.board().at(lender));
            abilities.relays.iter().map(move |relay| (lender, relay))
        };
        self.board().lenders(self.side()).iter().flat_map(relays_of)
    }
}
