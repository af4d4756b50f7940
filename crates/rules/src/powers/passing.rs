//! `en-passant` and `igui-in-passing`: captures of a piece that has just passed a square (L32 to L34, L48).

use chumsky::Parser as _;

use crate::grammar::words::{Role, TurnStage, Word};
use crate::grammar::{Rule, on_squares, phrase, range, word};
use crate::travel::row_of;
use crate::vocabulary::{Class, Geometry, Observer, SquareSet, Vector};

use super::{Compiler, PowerRules, Scene, Step, StepRules, StepTarget, Transposes};

/// Takes an opposing piece that has this power, too, on a square which that piece has just passed, as if it stood there (L48).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnPassant {
    /// Whether it takes pieces of other types than its own (R55).
    pub any_type: bool,
    /// The first and the last row, counted from its owner's side, on which it does so; all without (R55).
    pub rows: Option<(u8, u8)>,
}

impl PowerRules for EnPassant {
    const WORDS: &[Word] = &[Word {
        name: "en-passant",
        role: Role::Power,
        stage: TurnStage::Capture,
        syntax: "en-passant, en-passant on enemies, en-passant on row <NUMBER>, en-passant on row <NUMBER> to <NUMBER>, \
                 en-passant on enemies on row <NUMBER>",
        help: "Takes an opposing piece of its own kind that has just moved over a square as if it had stopped there; \
               `on enemies`, a piece of any kind that has this power. With a row it does so only on squares there, counted \
               from its owner's side. It is the game's `notation` that must leave room for this in its positions.",
        example: "forward W (moving) + forward R2 (moving) from row 2 + forward F (capturing) + en-passant",
        rulings: "L48, R55",
    }];

    fn syntax<'t>() -> Rule<'t, EnPassant> {
        let any_type = phrase("on enemies").or_not().map(|any| any.is_some());
        let rows = range().then(word("to").ignore_then(range()).or_not());
        let rows = phrase("on row").ignore_then(rows).map(|(first, last)| (first, last.unwrap_or(first)));
        word("en-passant")
            .ignore_then(any_type)
            .then(rows.or_not())
            .map(|(any_type, rows)| EnPassant { any_type, rows })
            .boxed()
    }

    fn is_same(&self, _: &EnPassant) -> bool {
        true
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        let size = compiler.rays.size();
        let on_row = |row| row_of(size, row, compiler.turned);
        let rows = self
            .rows
            .map(|(first, last)| (first..=last).fold(SquareSet::EMPTY, |set, row| set | on_row(row)));
        compiler.abilities.en_passant =
            TakesInPassing { any_type: self.any_type, squares: rows.unwrap_or(SquareSet::ALL) };
    }

    fn classes(&self) -> &'static [Class] {
        &[Class::Passing]
    }
}

/// The captures in passing of a piece, compiled for the pieces of a side (L48, R55).
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TakesInPassing {
    /// Whether it takes pieces of other types than its own.
    pub(crate) any_type: bool,
    /// The squares on which it does so.
    pub(crate) squares: SquareSet,
}

impl StepRules for EnPassant {
    const WORD: Option<&str> = Some("en-passant");
    const TRANSPOSES: Transposes = Transposes::OnTranspositionSquares;
    const ONLY_TAKES: bool = true;

    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        target.take(step.via, observer);
        target.relocate(step.from, step.to, observer);
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        format!("x{}", scene.square(step.to))
    }
}

/// Takes, without moving, an opposing piece that has just passed a square at one of the vectors (L32).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IguiInPassing {
    /// The vectors to the passed square.
    pub at: Vec<Vector>,
}

impl PowerRules for IguiInPassing {
    const WORDS: &[Word] = &[Word {
        name: "igui-in-passing",
        role: Role::Power,
        stage: TurnStage::Capture,
        syntax: "igui-in-passing on <AREA> squares, igui-in-passing on <LEAPS> squares",
        help: "Without moving it takes an opposing piece that has just gone along a line over one of these squares. \
               It is the game's `notation` that must leave room for this in its positions.",
        example: "igui on adjacent squares + igui-in-passing on adjacent squares",
        rulings: "L32, L33, L34",
    }];

    fn syntax<'t>() -> Rule<'t, IguiInPassing> {
        word("igui-in-passing").ignore_then(on_squares()).map(|at| IguiInPassing { at }).boxed()
    }

    fn classes(&self) -> &'static [Class] {
        &[Class::Shooter]
    }

    fn cost(&self, _: Geometry, _: usize) -> usize {
        self.at.len()
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.abilities.in_passing = compiler.targets(&self.at);
    }
}

impl StepRules for IguiInPassing {
    const WORD: Option<&str> = Some("igui-in-passing");
    const ONLY_TAKES: bool = true;

    /// The piece may be gone from the board (L34); then `via` is the shooter's own square.
    fn play(target: &mut impl StepTarget, step: Step, observer: &mut impl Observer) {
        if step.via != step.from {
            target.take(step.via, observer);
        }
    }

    fn text(scene: &Scene<'_>, step: Step) -> String {
        if step.via == step.from { "x!ep".to_owned() } else { format!("x!{}ep", scene.square(step.via)) }
    }
}
