//! `jump-capture`: takes by jumping over opposing pieces, once or several times in a turn, as in draughts (R67).

use chumsky::prelude::*;
use smallvec::SmallVec;

use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, leaps, word};
use crate::travel::{Origin, Travel, View};
use crate::vocabulary::{Class, Geometry, Observer, Rays, Square, SquareSet, Vector};

use super::{
    Abilities, Compiler, Overlap, PowerRules, PowerStepSink, Prey, Promotes, Scene, Special, SpecialRules,
    Step, StepKind, StepRules, StepTarget, Transposes,
};

/// The greatest number of places in the search for jumps of one piece.
const MAX_JUMP_PLACES: usize = 1024;

/// Takes an opposing piece a leap away by jumping to the empty square as far beyond it, and goes on so from there (R67).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JumpCapture {
    /// The leaps to the pieces that are jumped over.
    pub leaps: Vec<Vector>,
    /// Whether it jumps once only.
    pub once: bool,
}

impl PowerRules for JumpCapture {
    const WORDS: &[Word] = &[
        Word {
            name: "jump-capture",
            role: Role::Power,
            stage: TurnStage::Capture,
            syntax: "jump-capture <LEAPS>, jump-capture <LEAPS> once",
            help: "Takes an opposing piece a leap away by jumping over it to the square as far beyond, which must be empty, \
                   and may go on so from there in the same turn. What it takes is in its way until the turn ends.",
            example: "forward F (moving) + jump-capture F",
            rulings: "R67",
        },
        Word {
            name: "once",
            role: Role::Joint,
            stage: TurnStage::Capture,
            syntax: "jump-capture <LEAPS> once",
            help: "It does not go on after the first jump.",
            example: "forward F (moving) + jump-capture forward F once",
            rulings: "R67",
        },
    ];

    /// `jump-capture LEAPS`, optionally `once`.
    fn syntax<'t>() -> Rule<'t, JumpCapture> {
        let once = word("once").or_not().map(|once| once.is_some());
        let jump = word("jump-capture").ignore_then(leaps()).then(once);
        jump.map(|(leaps, once)| JumpCapture { leaps, once }).boxed()
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let size = compiler.rays.size();
        let jump = |from, &leap: &Vector| {
            let leap = compiler.turn(leap);
            let via = size.step(from, leap)?;
            Some((via, size.step(via, leap)?))
        };
        let jumps = size.iter().map(|from| self.leaps.iter().filter_map(|leap| jump(from, leap)).collect());
        let jumps = Jumps { jumps: jumps.collect(), once: self.once };
        compiler.add(Special::Jump(jumps));
    }

    fn cost(&self, size: Geometry, _: usize) -> usize {
        self.leaps.len() * (16 + if self.once { 0 } else { size.squares() })
    }

    fn captures(&self, origin: Origin, _: &[Travel]) -> SquareSet {
        let mut taken = SquareSet::EMPTY;
        let mut reached = SquareSet::from_iter([origin.square]);
        let mut next = reached;
        while let Some(from) = next.first() {
            next.remove(from);
            for &leap in &self.leaps {
                let over = origin.at(from).leaps(&[leap]);
                let beyond = over.first().map_or(SquareSet::EMPTY, |over| origin.at(over).leaps(&[leap]));
                if !beyond.is_empty() {
                    taken |= over;
                }
                if !self.once {
                    next |= beyond - reached;
                    reached |= beyond;
                }
            }
        }
        taken
    }

    /// A step does not tell which of two such powers it is by.
    fn is_same(&self, _: &JumpCapture) -> bool {
        true
    }
}

/// The squares of the piece that is taken and of the end of each jump from a square.
type JumpsFrom = Box<[(Square, Square)]>;

/// The jumps of a piece, by square.
#[derive(Clone, Debug)]
pub(crate) struct Jumps {
    jumps: Box<[JumpsFrom]>,
    once: bool,
}

/// Some jumps in a turn.
#[derive(Clone, Copy, Debug)]
struct Capture {
    to: Square,
    /// The last piece taken.
    via: Square,
    /// All pieces taken.
    taken: SquareSet,
}

impl Jumps {
    /// Returns the ways to take, one for each end and last piece: the one that takes most (R67).
    fn captures(&self, enemy: &SquareSet, occupied: &SquareSet, from: Square) -> SmallVec<[Capture; 8]> {
        let mut found: SmallVec<[Capture; 8]> = SmallVec::new();
        let mut places: SmallVec<[(Square, SquareSet); 16]> = SmallVec::new();
        places.push((from, SquareSet::EMPTY));
        let mut number = 0;
        while let Some(&(at, before)) = places.get(number) {
            number += 1;
            for &(via, to) in &self.jumps[at.index()] {
                let is_free = to == from || !occupied.contains(to);
                if !is_free || !enemy.contains(via) || before.contains(via) {
                    continue;
                }
                let taken = before | SquareSet::from_iter([via]);
                let known = found.iter_mut().find(|known| known.to == to && known.via == via);
                match known {
                    _ if to == from => {}
                    None => found.push(Capture { to, via, taken }),
                    Some(known) if known.taken.len() < taken.len() => known.taken = taken,
                    Some(_) => {}
                }
                if !self.once && places.len() < MAX_JUMP_PLACES && !places.contains(&(to, taken)) {
                    places.push((to, taken));
                }
            }
        }
        found
    }
}

impl SpecialRules for Jumps {
    /// The squares of the first pieces taken.
    fn exits(&self, _: &Rays, from: Square) -> SquareSet {
        self.jumps[from.index()].iter().map(|&(via, _)| via).collect()
    }

    fn overlap(&self) -> Option<Overlap> {
        Some(Overlap::Captures)
    }

    fn steps(&self, view: &View<'_>, from: Square, out: &mut impl PowerStepSink) {
        for Capture { to, via, .. } in self.captures(&view.enemy, &view.occupied, from) {
            let step = Step { from, to, via, kind: StepKind::Jump, promotion: None };
            out.add(step, true, Promotes::Mover);
        }
    }
}

impl StepRules for JumpCapture {
    const WORD: Option<&str> = Some("jump");
    const TRANSPOSES: Transposes = Transposes::Anywhere;
    const LOOSE: bool = true;
    const ONLY_TAKES: bool = true;

    fn prey(view: &View<'_>, abilities: &Abilities, step: Step) -> Prey {
        let others = taken(abilities, &view.enemy, &view.occupied, step) - SquareSet::from(step.via);
        std::iter::once(step.via).chain(others.iter()).collect()
    }

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        for square in taken_from(target, step) {
            target.take(square, observer);
        }
        target.relocate(step.from, step.to, observer);
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        format!("x{}{}", scene.square(step.via), scene.arrival_at(step.to))
    }
}

/// Returns the squares of the pieces that a step takes on a position.
fn taken_from(target: &impl StepTarget, step: Step) -> SquareSet {
    let (board, side) = (target.board(), target.side());
    let abilities = target.abilities(board.at(step.from));
    let mut enemy = *board.side(side.other());
    let occupied = enemy | board.side(side);
    if !abilities.pierces {
        enemy -= board.class(Class::Armoured, side.other());
    }
    taken(abilities, &enemy, &occupied, step)
}

/// Returns the squares of the pieces that a step takes, if the piece can take those in `enemy`.
fn taken(abilities: &Abilities, enemy: &SquareSet, occupied: &SquareSet, step: Step) -> SquareSet {
    let jumps = abilities.specials.iter().find_map(|special| match special {
        Special::Jump(jumps) => Some(jumps),
        _ => None,
    });
    let captures = jumps.map(|jumps| jumps.captures(enemy, occupied, step.from)).unwrap_or_default();
    let made = captures.iter().find(|made| made.to == step.to && made.via == step.via);
    made.map_or(SquareSet::from_iter([step.via]), |made| made.taken)
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn several_pieces_are_taken_in_a_turn() {
        let pieces = ["[Wa]e2", "(P)f3", "(P)f5", "(P)d3", "[P]c4"];
        let scenario = Scenario::new("forward F (moving) + jump-capture F", &pieces);
        assert_eq!(scenario.turns("e2"), ["Waxf3-g4", "Waxf5-e6"]);
        assert_eq!(scenario.after("Waxf3-g4"), "(P)d3 [P]c4 [Wa]g4 (P)f5");
        assert_eq!(scenario.after("Waxf5-e6"), "(P)d3 [P]c4 [Wa]e6", "R67: both are taken");
        let once = Scenario::new("jump-capture F once", &pieces);
        assert_eq!(once.turns("e2"), ["Waxf3-g4"]);
    }

    #[test]
    fn a_piece_is_jumped_over_once_and_stays_until_the_end() {
        // Round four pieces: it comes back to its own square but does not end there.
        let round = ["[Wa]e2", "(P)f3", "(P)f5", "(P)d5", "(P)d3"];
        let scenario = Scenario::new("jump-capture F", &round);
        assert_eq!(
            scenario.turns("e2"),
            ["Waxd3-c4", "Waxd5-c4", "Waxd5-e6", "Waxf3-g4", "Waxf5-e6", "Waxf5-g4"]
        );
        assert_eq!(scenario.after("Waxd5-c4"), "(P)d3 [Wa]c4");
    }
}
