//! Where pieces stand when the game begins, for kinds that may do more as long as they have not been displaced (R50).

use crate::language::ast::{Ability, Path, Power};
use crate::travel::Travel;
use crate::vocabulary::{Piece, PieceType, Side, Square, SquareSet};

use super::definition::{Definition, PieceDef, SetupChoice};

/// The squares on which pieces may begin the game, by [`Piece::code`]; empty for kinds to which it does not matter.
#[derive(Clone, Debug, Default)]
pub(crate) struct Starts {
    /// For kinds with a travel from the start, and for those that leave a gate.
    homes: Vec<SquareSet>,
    /// By type, whether it has or lends a travel from the start.
    matter: Vec<bool>,
    /// The squares of these pieces in the array.
    pub(crate) initial: SquareSet,
    /// Whether check binds and a royal piece has such a travel, which it does not use in check (R51).
    pub(crate) binds_royals: bool,
    /// By type, whether check binds and it is royal and travels from the start over safe squares only (R157); empty if none does.
    careful: Vec<bool>,
    /// By type, whether its pieces lose their travels from the start when an opposing piece aims at them (R52); empty if none
    /// does.
    aimed: Vec<bool>,
}

impl Starts {
    /// Finds them; nothing in a game without such kinds.
    pub(crate) fn compile(definition: &Definition) -> Starts {
        // A move that is lent may be borrowed by every piece.
        let lends = definition.pieces.iter().any(|piece| piece.ability.lends_from_start());
        let matters = |piece: &PieceDef| lends || piece.ability.needs_start();
        let gates = definition.drops.gates();
        if !definition.pieces.iter().any(matters) && gates.iter().all(SquareSet::is_empty) {
            return Starts::default();
        }
        let mut homes = vec![SquareSet::EMPTY; Piece::codes(definition.pieces.len())];
        let mut initial = SquareSet::EMPTY;
        for placed in &definition.array {
            let gates = &gates[placed.side.index()];
            let always = matters(&definition.pieces[placed.piece.index()]);
            if always || gates.contains(placed.square) {
                initial.insert(placed.square);
            }
            if always || !gates.is_empty() {
                let on = |square: &Square| always || gates.contains(*square);
                for square in homes_of(definition, placed.square, placed.side).iter().filter(on) {
                    homes[Piece::new(placed.piece, placed.side).code()].insert(square);
                }
            }
        }
        let royal = |index| definition.is_royal(PieceType::new(index as u8));
        let mut pieces = definition.pieces.iter().enumerate();
        let binds_royals =
            definition.ending.check_binds && pieces.any(|(index, piece)| royal(index) && matters(piece));
        let mut careful: Vec<bool> =
            definition.pieces.iter().map(|piece| piece.ability.travels_over_safe()).collect();
        if !binds_royals || !careful.contains(&true) {
            careful.clear();
        }
        let mut aimed: Vec<bool> =
            definition.pieces.iter().map(|piece| piece.ability.ends_when_aimed_at()).collect();
        if !aimed.contains(&true) {
            aimed.clear();
        }
        let matter = definition.pieces.iter().map(matters).collect();
        Starts { homes, matter, initial, binds_royals, careful, aimed }
    }

    /// Returns whether some pieces lose their travels from the start when an opposing piece aims at them (R52).
    pub(crate) fn end_when_aimed_at(&self) -> bool {
        !self.aimed.is_empty()
    }

    /// Returns whether a piece loses its travels from the start when an opposing piece aims at it (R52).
    pub(crate) fn ends_when_aimed_at(&self, piece: Piece) -> bool {
        piece.kind().is_some_and(|kind| self.aimed.get(kind.index()) == Some(&true))
    }

    /// Returns whether a piece, if it is royal, travels from the start over safe squares only (R157).
    pub(crate) fn is_careful(&self, piece: Piece) -> bool {
        piece.kind().is_some_and(|kind| self.careful.get(kind.index()) == Some(&true))
    }

    /// Returns whether it matters in the game which pieces have been displaced.
    #[inline]
    pub(crate) fn any(&self) -> bool {
        !self.homes.is_empty()
    }

    /// Returns whether it matters for nothing but gates which pieces have been displaced.
    pub(crate) fn only_gates(&self) -> bool {
        !self.matter.contains(&true)
    }

    /// Returns whether a piece may do more as long as it has not been displaced.
    pub(crate) fn matters_to(&self, piece: Piece) -> bool {
        piece.kind().is_some_and(|kind| self.matter.get(kind.index()) == Some(&true))
    }

    /// Returns whether some set-up has the piece begin the game on a square, and it matters whether it has been displaced.
    pub(crate) fn is_home(&self, piece: Piece, square: Square) -> bool {
        self.homes.get(piece.code()).is_some_and(|homes| homes.contains(square))
    }
}

impl Ability {
    /// Returns whether it has or lends a travel from the start.
    pub(crate) fn needs_start(&self) -> bool {
        self.travels.iter().any(|travel| travel.path.needs_start()) || self.lends_from_start()
    }

    fn ends_when_aimed_at(&self) -> bool {
        let is_such = |travel: &Travel| match &travel.path {
            Path::FromStart(from_start) => from_start.until_aimed,
            _ => false,
        };
        self.travels.iter().any(is_such)
    }

    fn travels_over_safe(&self) -> bool {
        let is_such = |travel: &Travel| match &travel.path {
            Path::FromStart(from_start) => from_start.over_safe,
            _ => false,
        };
        self.travels.iter().any(is_such)
    }

    fn lends_from_start(&self) -> bool {
        self.powers.iter().any(|power| match power {
            Power::Relay(relay) => relay.lends.iter().any(|travel| travel.path.needs_start()),
            _ => false,
        })
    }
}

/// Returns the squares on which the choices of the set-up may have a piece of the array begin.
fn homes_of(definition: &Definition, square: Square, side: Side) -> SquareSet {
    let (size, symmetry) = (definition.size, definition.symmetry);
    let mut homes = SquareSet::from(square);
    let choices = || definition.setup.phases.iter().flat_map(|phase| &phase.choices);
    for choice in choices() {
        match choice {
            SetupChoice::Exchange { squares: [a, b], one_sided, .. } => {
                let (a, b) = (*a, *b);
                let twins = symmetry.twin(size, a).zip(symmetry.twin(size, b)).filter(|_| !one_sided);
                let pairs = [Some((a, b)), twins];
                homes.extend(pairs.into_iter().flatten().filter_map(|pair| other(pair, square)));
            }
            SetupChoice::Arrange { arrangements, .. } => {
                let own = |one: Square| match side {
                    Side::First => Some(one),
                    Side::Second => symmetry.twin(size, one),
                };
                let squares: SquareSet = arrangements.squares.iter().filter_map(|&one| own(one)).collect();
                if squares.contains(square) {
                    homes |= squares;
                }
            }
            SetupChoice::Symmetry | SetupChoice::Reflect { .. } => {}
        }
    }
    if choices().any(|choice| reflects(choice, side)) {
        homes.extend(homes.iter().map(|square| size.reflect(square)));
    }
    homes
}

/// Returns the square with which a square is exchanged.
fn other((a, b): (Square, Square), square: Square) -> Option<Square> {
    match square {
        _ if square == a => Some(b),
        _ if square == b => Some(a),
        _ => None,
    }
}

/// Returns whether a choice of the set-up may reverse an army from left to right.
fn reflects(choice: &SetupChoice, side: Side) -> bool {
    match choice {
        SetupChoice::Symmetry => side == Side::Second,
        SetupChoice::Reflect { side: reflected } => side == *reflected,
        SetupChoice::Exchange { .. } | SetupChoice::Arrange { .. } => false,
    }
}
