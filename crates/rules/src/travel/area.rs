//! `area`: some steps in any directions over empty squares (R110).

use chumsky::prelude::*;

use super::{Compiler, Origin, Path, PathRules, Route, RouteRules, Syntax, View, targets_of};
use crate::grammar::ast::Mode;
use crate::grammar::words::{Word, shape};
use crate::grammar::{leaps, range, word};
use crate::vocabulary::{Geometry, Rays, Square, SquareSet, Vector};

/// The least and the greatest number of steps.
const STEPS: std::ops::RangeInclusive<u8> = 2..=8;

/// Some steps by any of the vectors, each over an empty square. It may end on any square on its way, where it takes the first
/// piece that it meets, but never where it began (R110).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaMove {
    /// The vectors of a step.
    pub step: Vec<Vector>,
    /// The greatest number of steps.
    pub steps: u8,
}

impl PathRules for AreaMove {
    const WORDS: &[Word] = &[shape(
        "area",
        "area <LEAP> <NUMBER>",
        "Steps like the leap up to so many times, each time in any of its directions. It passes empty squares only, ends \
         anywhere on its way or takes the first piece that it meets, and never ends where it began.",
        "B + area Q1 3",
        "R110",
    )];

    /// `area LEAP NUMBER`.
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Whole(|| {
            let steps = range().validate(|steps, e, emitter| {
                if !STEPS.contains(&steps) {
                    let (least, most) = (STEPS.start(), STEPS.end());
                    let message = format!("an area is made of {least} to {most} steps, not of {steps}");
                    emitter.emit(Rich::custom(e.span(), message));
                }
                steps.clamp(*STEPS.start(), *STEPS.end())
            });
            let area = word("area").ignore_then(leaps()).then(steps);
            area.map(|(step, steps)| Path::AreaMove(AreaMove { step, steps })).boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        let steps = targets_of(compiler.size(), &self.step, compiler.turned);
        compiler.add(Route::AreaMove(Flood { steps, most: self.steps }), mode);
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        let once = |square: Square| origin.at(square).leaps(&self.step);
        let (mut reached, mut new) = (SquareSet::EMPTY, SquareSet::from(origin.square));
        for _ in 0..self.steps {
            new = new.iter().fold(SquareSet::EMPTY, |all, square| all | once(square)) - reached;
            reached |= new;
        }
        reached.remove(origin.square);
        reached
    }

    fn cost(&self, size: Geometry) -> usize {
        let side = 2 * usize::from(self.steps) + 1;
        size_of::<SquareSet>() + size.squares().min(side * side) * self.step.len()
    }
}

/// The area of a piece: it spreads over empty squares, one step after the other.
#[derive(Clone, Debug)]
pub(crate) struct Flood {
    /// By square: the squares one step away.
    steps: Box<[SquareSet]>,
    /// The greatest number of steps.
    most: u8,
}

impl RouteRules for Flood {
    fn exits(&self, _: &Rays, from: Square) -> SquareSet {
        self.steps[from.index()]
    }

    fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        let mut reached = self.steps[from.index()];
        let mut edge = reached - view.occupied;
        for _ in 1..self.most {
            if edge.is_empty() {
                break;
            }
            let next = edge.iter().fold(SquareSet::EMPTY, |all, square| all | self.steps[square.index()]);
            edge = next - reached - view.occupied;
            reached |= next;
        }
        reached.remove(from);
        view.allowed(mode, &reached)
    }
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    /// The way round is open, straight through it is not; a piece that is taken ends the way (R110).
    #[test]
    fn an_area_goes_round_what_is_in_its_way() {
        let pieces = ["[Wa]e5", "(P)e6", "(P)d6", "(P)f6", "(N)e7", "(C)g7", "[F]d5", "(Z)i5"];
        let turns = Scenario::new("area Q1 3", &pieces).turns("e5");
        for reached in ["Wa-g6", "Wa-g7", "Waxe6", "Wa-h8", "Wa-h2", "Wa-c6", "Waxg7"] {
            let expected = !["Wa-g7", "Wa-h8"].contains(&reached);
            assert_eq!(turns.contains(&reached.to_owned()), expected, "{reached}: {turns:?}");
        }
        assert!(
            turns.iter().all(|turn| !turn.contains("e7") && !turn.contains("d5") && !turn.contains("i5"))
        );
    }

    #[test]
    fn an_area_of_rooks_steps_is_a_lozenge() {
        assert_eq!(Scenario::new("area W 2", &["[Wa]e5"]).turns("e5").len(), 12);
        assert_eq!(
            Scenario::new("area W 2 (capturing)", &["[Wa]e5", "(P)e7", "(P)f7"]).turns("e5"),
            ["Waxe7"]
        );
    }
}
