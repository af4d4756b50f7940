//! A panel: the squares around a piece with the signs of its moves and powers.

use std::collections::{BTreeMap, BTreeSet};

use beaufort_rules::language::ast::Mode;
use beaufort_rules::vocabulary::Vector;

use super::{Sign, TravelKind};

/// The square of the piece itself.
pub(super) const MIDDLE: Vector = Vector::new(0, 0);

/// The squares around a piece with the signs of its moves and powers.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    /// The sign in the middle.
    pub(crate) middle: Sign,
    /// The number of squares from the middle to an edge.
    pub(crate) radius: i8,
    /// Whether lines are passed while their squares are empty; otherwise the signs on the lines show their meaning.
    pub(super) has_clear_lines: bool,
    cells: BTreeMap<Vector, Cell>,
    lines: BTreeSet<(Vector, Vector)>,
    arrows: BTreeSet<(Vector, Vector)>,
}

/// The ways to reach a square, and the powers that act on it.
#[derive(Clone, Debug, Default)]
struct Cell {
    /// Reached by a leap.
    leap: bool,
    /// Reached along a line.
    line: bool,
    ways: BTreeMap<TravelKind, Mode>,
    powers: BTreeSet<Sign>,
}

impl Cell {
    /// Returns the signs of the ways to reach the square, the plainest first.
    fn travels(&self) -> Vec<Sign> {
        let plain = [TravelKind::Step, TravelKind::Again]
            .into_iter()
            .filter_map(|way| Some((way, *self.ways.get(&way)?)));
        let plain = plain.reduce(|(way, a), (_, b)| (way, either(a, b)));
        let special = self.ways.range(TravelKind::BesideFriend..).filter(|&(&way, &mode)| match plain {
            // A square that is reached plainly needs no second sign.
            Some((_, known)) if self.leap || way == TravelKind::BesideFriend => either(known, mode) != known,
            _ => true,
        });
        plain.into_iter().chain(special.map(|(&way, &mode)| (way, mode))).map(Sign::from).collect()
    }
}

/// Returns the mode that combines two modes.
fn either(a: Mode, b: Mode) -> Mode {
    if a == b { a } else { Mode::Both }
}

impl Panel {
    /// Returns the panel from the other player's side.
    pub(crate) fn turned(self) -> Panel {
        Panel {
            cells: self.cells.into_iter().map(|(at, cell)| (-at, cell)).collect(),
            lines: self.lines.into_iter().map(|(a, b)| (-b, -a)).collect(),
            arrows: self.arrows.into_iter().map(|(at, direction)| (-at, -direction)).collect(),
            ..self
        }
    }

    /// Returns a panel without any signs around the middle.
    pub(super) fn empty(middle: Sign, radius: i8) -> Panel {
        Panel {
            middle,
            radius,
            has_clear_lines: false,
            cells: BTreeMap::new(),
            lines: BTreeSet::new(),
            arrows: BTreeSet::new(),
        }
    }

    /// Returns every square of the panel, row by row from the top.
    pub(crate) fn squares(&self) -> impl Iterator<Item = Vector> + use<> {
        let radius = self.radius;
        (-radius..=radius).rev().flat_map(move |dy| (-radius..=radius).map(move |dx| Vector::new(dx, dy)))
    }

    /// Returns the sign of the way to reach a square, if there is one.
    pub(crate) fn arrival(&self, at: Vector) -> Option<Sign> {
        self.cells.get(&at).filter(|_| at != MIDDLE)?.travels().first().copied()
    }

    /// Returns the further signs of a square.
    pub(crate) fn extras(&self, at: Vector) -> Vec<Sign> {
        let Some(cell) = self.cells.get(&at) else { return Vec::new() };
        // There is no obstacle to a square next to the piece.
        let far = at.dx.abs().max(at.dy.abs()) > 1;
        let also_leap = (cell.leap && cell.line && far).then_some(Sign::AlsoLeap);
        let travels = if at == MIDDLE { Vec::new() } else { cell.travels() };
        also_leap.into_iter().chain(travels.into_iter().skip(1)).chain(cell.powers.iter().copied()).collect()
    }

    /// Returns the pairs of neighbouring squares that are joined by a line.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (Vector, Vector)> + '_ {
        self.lines.iter().copied()
    }

    /// Returns the squares where a line leaves the panel, with its direction.
    pub(crate) fn arrows(&self) -> impl Iterator<Item = (Vector, Vector)> + '_ {
        self.arrows.iter().copied()
    }

    /// Returns the squares joined to a square by a line.
    pub(crate) fn joined(&self, at: Vector) -> impl Iterator<Item = Vector> + '_ {
        self.lines().filter_map(move |(a, b)| if a == at { Some(b) } else { (b == at).then_some(a) })
    }

    /// Returns whether a line leaves the panel from a square.
    pub(crate) fn has_arrow(&self, at: Vector) -> bool {
        self.arrows().any(|(from, _)| from == at)
    }

    /// Returns the signs used in the panel.
    pub(super) fn signs(&self) -> BTreeSet<Sign> {
        let mut signs: BTreeSet<Sign> = self.squares().flat_map(|at| self.extras(at)).collect();
        signs.extend(self.squares().filter_map(|at| self.arrival(at)));
        signs.extend((self.middle == Sign::Piece).then_some(Sign::Piece));
        signs.extend((self.has_clear_lines && !self.lines.is_empty()).then_some(Sign::Line));
        signs.extend((!self.arrows.is_empty()).then_some(Sign::Arrow));
        // Repeated leaps are explained by the sign of the first one.
        let first = |sign: &Sign| match *sign {
            Sign::Travel(TravelKind::Again, mode) => Some(Sign::Travel(TravelKind::Step, mode)),
            _ => None,
        };
        let firsts: Vec<Sign> = signs.iter().filter_map(first).collect();
        signs.extend(firsts);
        signs
    }

    pub(super) fn contains(&self, at: Vector) -> bool {
        at.dx.abs() <= self.radius && at.dy.abs() <= self.radius
    }

    /// Adds a leap to a square.
    pub(super) fn leap(&mut self, at: Vector, mode: Mode) {
        self.way(at, TravelKind::Step, mode);
        self.cell(at, |cell| cell.leap = true);
    }

    /// Adds a way to a square along a line.
    pub(super) fn slide(&mut self, at: Vector, mode: Mode) {
        self.way(at, TravelKind::Step, mode);
        self.cell(at, |cell| cell.line = true);
    }

    /// Adds another way to a square.
    pub(super) fn way(&mut self, at: Vector, way: TravelKind, mode: Mode) {
        self.cell(at, |cell| {
            cell.ways.entry(way).and_modify(|known| *known = either(*known, mode)).or_insert(mode);
        });
    }

    /// Puts the sign of a power on a square.
    pub(super) fn power(&mut self, at: Vector, sign: Sign) {
        self.cell(at, |cell| {
            cell.powers.insert(sign);
        });
    }

    /// Puts the sign of a power on some squares.
    pub(super) fn powers(&mut self, vectors: &[Vector], sign: Sign) {
        vectors.iter().for_each(|&vector| self.power(vector, sign));
    }

    /// Adds a line between neighbouring squares; leaps are not drawn.
    pub(super) fn join(&mut self, a: Vector, b: Vector) {
        let step = (i16::from(b.dx) - i16::from(a.dx), i16::from(b.dy) - i16::from(a.dy));
        if step.0.abs().max(step.1.abs()) == 1 {
            self.lines.insert((a.min(b), a.max(b)));
        }
    }

    /// Adds the end of a line that leaves the panel.
    pub(super) fn leave(&mut self, from: Vector, direction: Vector) {
        self.arrows.insert((from, direction));
    }

    fn cell(&mut self, at: Vector, change: impl FnOnce(&mut Cell)) {
        if self.contains(at) {
            change(self.cells.entry(at).or_default());
        }
    }
}
