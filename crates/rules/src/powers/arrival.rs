//! Effects of an arrival by own power: captures by approach, withdrawal and the like (K53 to K61).

use chumsky::prelude::*;

use crate::grammar::ast::Area;
use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, sign, word};
use crate::travel::{Origin, Travel, View};
use crate::vocabulary::{Board, Class, Geometry, Rays, Side, Square, SquareSet, Vector, walk};

use super::{Compiler, PowerRules, Scene, Step};

/// An effect of the piece's arrival by its own power (K53).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The effect.
    pub effect: ArrivalEffect,
    /// Whether the player may decline it as a whole (K54).
    pub optional: bool,
}

/// The effect of an arrival by own power; `v` is the direction of the step just made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrivalEffect {
    /// Takes an opposing piece on arrival + v (K55).
    Approach,
    /// Takes an opposing piece on arrival + v and all that follow it without a gap (K57).
    ApproachLine,
    /// Takes an opposing piece on origin - v (K56).
    Withdrawal,
    /// Takes each adjacent opposing piece that has a friendly piece right behind it (K55).
    Custodian,
    /// Takes each opposing piece beside it on rank or file that has a friendly piece right behind it (L11).
    Pincer,
    /// Takes opposing pieces where its rank and file meet the files and ranks of friendly royal pieces (K59).
    Coordinate,
    /// Takes all adjacent opposing pieces (K60).
    Blast,
    /// Takes all adjacent opposing pieces, unless one of them burns (R116).
    Scorch,
    /// Takes all adjacent pieces of either side whose type is another's promotion (K61).
    Purge,
    /// Makes an opposing piece on arrival + v friendly (K58).
    Convert,
    /// Takes each opposing piece that would have taken it by its own arrival in the same way (R142).
    Imitate,
}

/// The effects with their words.
const EFFECTS: [(&str, ArrivalEffect); 11] = [
    ("approach-capture", ArrivalEffect::Approach),
    ("row-capture", ArrivalEffect::ApproachLine),
    ("withdrawal-capture", ArrivalEffect::Withdrawal),
    ("custodian-capture", ArrivalEffect::Custodian),
    ("pincer-capture", ArrivalEffect::Pincer),
    ("coordinate-capture", ArrivalEffect::Coordinate),
    ("approach-conversion", ArrivalEffect::Convert),
    ("blast", ArrivalEffect::Blast),
    ("scorch", ArrivalEffect::Scorch),
    ("purge", ArrivalEffect::Purge),
    ("imitate", ArrivalEffect::Imitate),
];

const fn arrival(
    name: &'static str,
    syntax: &'static str,
    help: &'static str,
    example: &'static str,
    rulings: &'static str,
) -> Word {
    Word { name, role: Role::Power, stage: TurnStage::Arrival, syntax, help, example, rulings }
}

impl Arrival {
    /// Returns the word of the effect.
    pub fn word(&self) -> &'static Word {
        let named = EFFECTS.iter().find(|(_, effect)| *effect == self.effect);
        let entry = named.and_then(|(name, _)| Arrival::WORDS.iter().find(|entry| entry.name == *name));
        entry.expect("every effect has a word")
    }

    /// Returns whether it makes opposing pieces friendly.
    pub(crate) fn converts(&self) -> bool {
        self.effect == ArrivalEffect::Convert
    }
}

impl PowerRules for Arrival {
    const WORDS: &[Word] = &[
        arrival(
            "approach-capture",
            "approach-capture, approach-capture (optional)",
            "After a step by its own power it takes an opposing piece on the next square straight ahead.",
            "(W + F) (moving) + approach-capture",
            "K53, K54, K55",
        ),
        arrival(
            "row-capture",
            "row-capture, row-capture (optional)",
            "After a step by its own power it takes an opposing piece on the next square straight ahead \
         and all that stand behind that one without a gap.",
            "Q2 (moving) + row-capture",
            "K53, K54, K57",
        ),
        arrival(
            "withdrawal-capture",
            "withdrawal-capture, withdrawal-capture (optional)",
            "After a step by its own power it takes an opposing piece that stood right behind it when it set out.",
            "Q (moving) + withdrawal-capture",
            "K53, K54, K56",
        ),
        arrival(
            "custodian-capture",
            "custodian-capture, custodian-capture (optional)",
            "After a step by its own power it takes every opposing neighbour that has a friendly piece right behind it.",
            "(W + F) (moving) + custodian-capture",
            "K53, K54, K55",
        ),
        arrival(
            "pincer-capture",
            "pincer-capture, pincer-capture (optional)",
            "After a step by its own power it takes every opposing piece beside it, on its rank or file, \
         that has a friendly piece right behind it.",
            "Q halfway (moving) + pincer-capture",
            "L11",
        ),
        arrival(
            "coordinate-capture",
            "coordinate-capture, coordinate-capture (optional)",
            "After a step by its own power it takes opposing pieces where its rank meets the file, \
         and its file the rank, of a friendly royal piece.",
            "Q (moving) + coordinate-capture",
            "K53, K54, K59",
        ),
        arrival(
            "approach-conversion",
            "approach-conversion, approach-conversion (optional)",
            "After a step by its own power an opposing piece on the next square straight ahead becomes friendly.",
            "Q2 (moving) + approach-conversion",
            "K53, K54, K58",
        ),
        arrival(
            "blast",
            "blast, blast (optional)",
            "After a step by its own power it takes all opposing pieces next to it.",
            "B + blast",
            "K53, K54, K60",
        ),
        arrival(
            "scorch",
            "scorch, scorch (optional)",
            "After a step by its own power it takes all opposing pieces next to it, but none if one of them has the power `burn`.",
            "B + scorch + burn",
            "K53, K54, R116",
        ),
        arrival(
            "purge",
            "purge, purge (optional)",
            "After a step by its own power it takes all pieces next to it, of either side, that others promote to.",
            "W + B2 + purge",
            "K53, K54, K61",
        ),
        arrival(
            "imitate",
            "imitate",
            "Takes an opposing piece only as that piece takes: on its square, by leaping over it, or by what it does after a step, \
             which must have a direction of that piece; and makes those that `immobilize` unable to move.",
            "Q (moving) + imitate",
            "R142, R143, R144, R145",
        ),
    ];

    /// The word, and `(optional)` after an effect that is otherwise obligatory (K54).
    fn syntax<'t>() -> Rule<'t, Arrival> {
        let optional = word("optional").delimited_by(sign('('), sign(')')).or_not();
        let effect = EFFECTS.iter().map(|&(name, effect)| word(name).to(effect).boxed());
        choice(effect.collect::<Vec<_>>())
            .then(optional)
            .map(|(effect, optional)| Arrival { effect, optional: optional.is_some() })
            .boxed()
    }

    fn is_placing(&self) -> bool {
        self.converts()
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.abilities.handles_friends |= self.effect == ArrivalEffect::Purge;
        compiler.abilities.arrivals.push(*self);
    }

    fn cost(&self, size: Geometry, travels: usize) -> usize {
        travels + 2 * size.squares()
    }

    fn captures(&self, origin: Origin, travels: &[Travel]) -> SquareSet {
        if self.effect == ArrivalEffect::Imitate {
            return origin.size.iter().collect();
        }
        let ends = origin.travels(travels);
        ends.iter().fold(SquareSet::EMPTY, |set, to| set | self.effect.captures(origin, to))
    }

    /// An effect may not be both obligatory and optional.
    fn is_same(&self, other: &Arrival) -> bool {
        self.effect == other.effect
    }
}

impl ArrivalEffect {
    /// Returns the squares on which an arrival on a square could take or convert.
    fn captures(self, origin: Origin, to: Square) -> SquareSet {
        let size = origin.size;
        let direction = || size.vector(origin.square, to).direction();
        match self {
            _ if to == origin.square => SquareSet::EMPTY,
            ArrivalEffect::Approach | ArrivalEffect::Convert => {
                size.step(to, direction()).into_iter().collect()
            }
            ArrivalEffect::ApproachLine => walk(size, to, direction(), usize::MAX).collect(),
            ArrivalEffect::Withdrawal => size.step(origin.square, -direction()).into_iter().collect(),
            ArrivalEffect::Custodian
            | ArrivalEffect::Pincer
            | ArrivalEffect::Blast
            | ArrivalEffect::Scorch
            | ArrivalEffect::Purge => origin.at(to).leaps(&Area::Adjacent.vectors()),
            ArrivalEffect::Coordinate | ArrivalEffect::Imitate => size.iter().collect(),
        }
    }
}

/// The effects of an arrival: the pieces taken and the pieces converted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    pub(crate) taken: SquareSet,
    pub(crate) converted: SquareSet,
}

impl Effects {
    /// Returns the squares of all affected pieces.
    pub(crate) fn any(&self) -> SquareSet {
        self.taken | self.converted
    }
}

/// An arrival: a piece that goes from one square to another, with the board as it will be afterwards (K88).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrived<'a> {
    rays: &'a Rays,
    /// The properties of each type.
    habits: &'a [Habits],
    /// The board before the displacement, for the types of the pieces that have not moved.
    board: &'a Board,
    own: SquareSet,
    enemy: SquareSet,
    /// The squares of the side's royal pieces.
    royals: SquareSet,
    from: Square,
    to: Square,
}

impl<'a> Arrived<'a> {
    /// Returns the arrival for a step, given the board before the displacement. `view` has the opposing pieces that the piece
    /// can take (L27).
    pub(crate) fn new(view: &View<'a>, habits: &'a [Habits], from: Square, to: Square) -> Arrived<'a> {
        let moved = |mut squares: SquareSet| {
            if squares.contains(from) {
                squares.remove(from);
                squares.insert(to);
            }
            squares
        };
        let mut enemy = view.enemy;
        enemy.remove(to);
        let royals = moved(*view.board.royals(view.side));
        let own = moved(*view.board.side(view.side));
        Arrived { rays: view.rays, habits, board: view.board, own, enemy, royals, from, to }
    }
}

impl Arrived<'_> {
    /// Returns the effects of some powers on the board after the displacement; `declines` omits the optional ones.
    pub(crate) fn effects(&self, arrivals: &[Arrival], declines: bool) -> Effects {
        let mut all = Effects::default();
        for power in arrivals.iter().filter(|power| !(declines && power.optional)) {
            let effects = power.effects(self);
            all.taken |= effects.taken;
            all.converted |= effects.converted;
        }
        all.converted -= all.taken;
        all
    }
}

impl Arrival {
    /// Returns the effects of the power on the board after the displacement.
    pub(crate) fn effects(self, arrived: &Arrived<'_>) -> Effects {
        let rays = arrived.rays;
        let enemy = arrived.enemy;
        let near = rays.neighbours(arrived.to);
        let size = rays.size();
        let v = size.vector(arrived.from, arrived.to).direction();
        let one = |square: Option<Square>| square.into_iter().collect::<SquareSet>() & enemy;
        let taken = match self.effect {
            ArrivalEffect::Approach => one(size.step(arrived.to, v)),
            ArrivalEffect::Withdrawal => one(size.step(arrived.from, -v)),
            ArrivalEffect::ApproachLine => {
                walk(size, arrived.to, v, usize::MAX).take_while(|&square| enemy.contains(square)).collect()
            }
            ArrivalEffect::Custodian | ArrivalEffect::Pincer => {
                let orthogonal = self.effect == ArrivalEffect::Pincer;
                let near = if orthogonal { rays.orthogonal(arrived.to) } else { near };
                let caught = |&square: &Square| {
                    let behind = size.step(square, size.vector(arrived.to, square));
                    behind.is_some_and(|behind| arrived.own.contains(behind))
                };
                (near & enemy).iter().filter(caught).collect()
            }
            ArrivalEffect::Coordinate => coordinates(rays, arrived) & enemy,
            ArrivalEffect::Blast => near & enemy,
            ArrivalEffect::Scorch => {
                let near = near & enemy;
                let burns = near.intersects(&arrived.board.class_of_both(Class::Burner));
                if burns { SquareSet::EMPTY } else { near }
            }
            ArrivalEffect::Purge => {
                let promoted = |&square: &Square| {
                    arrived.board.at(square).kind().is_some_and(|kind| arrived.habits[kind.index()].promoted)
                };
                (near & (arrived.own | enemy)).iter().filter(promoted).collect()
            }
            ArrivalEffect::Imitate => imitated(arrived, v),
            ArrivalEffect::Convert => {
                return Effects { taken: SquareSet::EMPTY, converted: one(size.step(arrived.to, v)) };
            }
        };
        Effects { taken, converted: SquareSet::EMPTY }
    }
}

/// The effects by which pieces can be taken in imitation of their own.
const IMITABLE: [ArrivalEffect; 7] = [
    ArrivalEffect::Approach,
    ArrivalEffect::ApproachLine,
    ArrivalEffect::Withdrawal,
    ArrivalEffect::Custodian,
    ArrivalEffect::Pincer,
    ArrivalEffect::Coordinate,
    ArrivalEffect::Blast,
];

/// The properties of a type that matter when another piece arrives.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Habits {
    /// Whether another type promotes to it (K61).
    pub(crate) promoted: bool,
    /// Its own effects that can be imitated, a bit for each (R142).
    effects: u8,
    /// For each side, the directions in which it moves, a bit for each (R143).
    directions: [u8; 2],
}

impl Habits {
    /// Records what can be imitated of a type: its arrivals, and where it can go from `origin`.
    pub(crate) fn learn(&mut self, arrivals: &[Arrival], origin: Origin, travels: &[Travel], side: Side) {
        let has = |effect: &ArrivalEffect| arrivals.iter().any(|power| power.effect == *effect);
        let bits = IMITABLE.iter().enumerate().filter(|(_, effect)| has(effect));
        self.effects = bits.fold(0, |bits, (index, _)| bits | 1 << index);
        let ways = origin.travels(travels).iter().map(|to| origin.size.vector(origin.square, to));
        self.directions[side.index()] |= ways.fold(0, |bits, way| bits | direction_bit(way));
    }
}

/// Returns the bit of the direction of a way along a rank, a file or a diagonal; 0 for any other way.
fn direction_bit(way: Vector) -> u8 {
    let is_line = way.dx == 0 || way.dy == 0 || way.dx.abs() == way.dy.abs();
    // Counted row by row around the centre, which has no bit.
    let number = 3 * (way.dx.signum() + 1) + way.dy.signum() + 1;
    if !is_line || number == 4 { 0 } else { 1 << (number - i8::from(number > 4)) }
}

/// Returns the opposing pieces that are taken as they would take, after a way in a direction of theirs (R142, R143).
#[cold]
fn imitated(arrived: &Arrived<'_>, v: Vector) -> SquareSet {
    let (board, side) = (arrived.board, arrived.board.at(arrived.from).side().index());
    let mut taken = SquareSet::EMPTY;
    for (index, effect) in IMITABLE.into_iter().enumerate() {
        let takes_so = |square: &Square| {
            let habits =
                board.at(*square).kind().map_or_else(Habits::default, |kind| arrived.habits[kind.index()]);
            habits.effects >> index & 1 != 0 && habits.directions[side] & direction_bit(v) != 0
        };
        if arrived.habits.iter().any(|habits| habits.effects >> index & 1 != 0) {
            let caught = Arrival { effect, optional: false }.effects(arrived).taken;
            taken |= caught.iter().filter(takes_so).collect::<SquareSet>();
        }
    }
    taken
}

/// Returns the squares where the rank and file of the piece meet the files and ranks of its royal friends (K59).
fn coordinates(rays: &Rays, arrived: &Arrived<'_>) -> SquareSet {
    let size = rays.size();
    let corners = |royal: Square| {
        let across = Vector::new(size.vector(arrived.to, royal).dx, 0);
        let along = Vector::new(0, size.vector(arrived.to, royal).dy);
        [size.step(arrived.to, across), size.step(arrived.to, along)].into_iter().flatten()
    };
    arrived.royals.iter().flat_map(corners).collect()
}

/// Writes the effects of a step's arrival.
pub(super) fn text(scene: &Scene<'_>, step: Step) -> String {
    if scene.arrivals.is_empty() {
        return String::new();
    }
    let has = |effect: ArrivalEffect| scene.arrivals.iter().any(|arrival| arrival.effect == effect);
    let effects = &scene.effects;
    let in_order = scene.in_order(&effects.taken);
    let mut text = if has(ArrivalEffect::Blast) || has(ArrivalEffect::Scorch) || has(ArrivalEffect::Purge) {
        if in_order.is_empty() { String::new() } else { format!("x!{}", scene.list(&effects.taken)) }
    } else {
        // Captures in a line are written outwards, all others by file and rank (K120).
        let size = scene.view.rays.size();
        let outward = walk(size, step.to, size.vector(step.from, step.to).direction(), usize::MAX);
        let order = if has(ArrivalEffect::ApproachLine) {
            outward.filter(|&square| effects.taken.contains(square)).collect()
        } else {
            in_order
        };
        order.into_iter().map(|square| format!("x{}", scene.square(square))).collect()
    };
    for square in scene.in_order(&effects.converted) {
        text += &scene.conversion(square);
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    /// Next to a piece that burns it dies at the end of the turn and takes nothing there (R116).
    #[test]
    fn who_scorches_spares_all_beside_a_piece_that_burns() {
        let pieces = ["[Wa]e5", "(P)e7", "(F)f7", "(Wa)d3", "(C)f3"];
        let scenario = Scenario::new("W (moving) + scorch + burn", &pieces);
        let turns = scenario.turns("e5");
        for (start, after) in [("Wa-e6", "(Wa)d3 (C)f3 [Wa]e6"), ("Wa-e4", "(Wa)d3 (C)f3 (P)e7 (F)f7")] {
            let turn = turns.iter().find(|turn| turn.starts_with(start)).expect("it is there");
            assert_eq!(scenario.after(turn), after, "{turn}");
        }
    }

    #[test]
    fn an_approach_takes_the_next_piece_ahead() {
        let scenario = Scenario::new("W (moving) + approach-capture", &["[Wa]e5", "(P)e7"]);
        assert_eq!(scenario.turns("e5"), ["Wa-d5", "Wa-e4", "Wa-e6xe7", "Wa-f5"]);
        assert_eq!(scenario.after("Wa-e6xe7"), "[Wa]e6");
        assert_eq!(scenario.after("Wa-d5"), "[Wa]d5 (P)e7");
    }
}
