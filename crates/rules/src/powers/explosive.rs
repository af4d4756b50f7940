//! A piece that takes another explodes or becomes a wall, and the pieces that no explosion harms or that their like cannot take
//! (R100 to R103).

use chumsky::prelude::*;

use crate::grammar::words::{Role, TurnStage, Word, alone, joint};
use crate::grammar::{Rule, phrase, word};
use crate::vocabulary::{Observer, Piece, Square};

use super::{Compiler, PowerRules, Step, StepKind, StepTarget, single};

/// The effect of a capture on the piece that takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterCapture {
    /// It and all pieces around it are destroyed (R100).
    Explodes,
    /// All pieces around it are destroyed (R100).
    ExplodesAround,
    /// All pieces around it are destroyed, and it becomes a wall (R129).
    ExplodesToWall,
    /// It becomes a wall (R102).
    Petrifies,
}

impl AfterCapture {
    /// Returns whether the piece is lost.
    pub(crate) fn is_loss(self) -> bool {
        self != AfterCapture::ExplodesAround
    }
}

/// When it takes a piece, all pieces around it are destroyed (R100).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplosiveCapture {
    /// The effect on it.
    pub end: ExplosionEnd,
}

/// The effect on a piece whose capture explodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplosionEnd {
    /// It is destroyed.
    Lost,
    /// It survives.
    Spared,
    /// It becomes a wall (R129).
    Wall,
}

impl PowerRules for ExplosiveCapture {
    const WORDS: &[Word] = &[
        Word {
            name: "explosive-capture",
            role: Role::Power,
            stage: TurnStage::Arrival,
            syntax: "explosive-capture, explosive-capture sparing itself, explosive-capture leaving a wall",
            help: "When it has taken a piece, it and all pieces around it are destroyed, of either side, but not those that are \
               `blast-proof`. With `sparing itself` it survives, with `leaving a wall` it becomes a wall.",
            example: "N + explosive-capture",
            rulings: "R100, R101, R129",
        },
        Word {
            stage: TurnStage::Arrival,
            ..joint(
                "itself",
                "explosive-capture sparing itself",
                "The piece that has the word.",
                "N + explosive-capture sparing itself",
                "R100",
            )
        },
        Word {
            stage: TurnStage::Arrival,
            ..joint(
                "leaving",
                "explosive-capture leaving a wall",
                "Leads in what stands where the piece was.",
                "N + explosive-capture leaving a wall",
                "R129",
            )
        },
        Word {
            stage: TurnStage::Arrival,
            ..joint(
                "wall",
                "explosive-capture leaving a wall",
                "A square that nothing enters or passes any more.",
                "N + explosive-capture leaving a wall",
                "R129",
            )
        },
    ];

    fn syntax<'t>() -> Rule<'t, ExplosiveCapture> {
        let spares = phrase("sparing itself").to(ExplosionEnd::Spared);
        let walls = phrase("leaving a wall").to(ExplosionEnd::Wall);
        let end = spares.or(walls).or_not().map(|end| end.unwrap_or(ExplosionEnd::Lost));
        word("explosive-capture").ignore_then(end).map(|end| ExplosiveCapture { end }).boxed()
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.abilities.after_capture = Some(match self.end {
            ExplosionEnd::Lost => AfterCapture::Explodes,
            ExplosionEnd::Spared => AfterCapture::ExplodesAround,
            ExplosionEnd::Wall => AfterCapture::ExplodesToWall,
        });
    }

    /// A piece has one of the two.
    fn is_same(&self, _: &ExplosiveCapture) -> bool {
        true
    }
}

/// When it takes a piece, it becomes a wall (R102).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PetrifyingCapture;

impl PowerRules for PetrifyingCapture {
    const WORDS: &[Word] = &[alone(
        "petrifying-capture",
        TurnStage::Arrival,
        "When it has taken a piece, it becomes a wall, which stays on its square.",
        "N + petrifying-capture",
        "R102",
    )];

    fn syntax<'t>() -> Rule<'t, PetrifyingCapture> {
        single(PetrifyingCapture)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.abilities.after_capture = Some(AfterCapture::Petrifies);
    }
}

/// An explosion around it does not harm it (R100).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlastProof;

impl PowerRules for BlastProof {
    const WORDS: &[Word] = &[alone(
        "blast-proof",
        TurnStage::Arrival,
        "It survives when a piece next to it explodes because of a capture.",
        "forward W (moving) + forward F (capturing) + explosive-capture + blast-proof",
        "R100",
    )];

    fn syntax<'t>() -> Rule<'t, BlastProof> {
        single(BlastProof)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.abilities.blast_proof = true;
    }
}

/// Pieces of its own kind cannot take it (R103).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImmuneToItsKind;

impl PowerRules for ImmuneToItsKind {
    const WORDS: &[Word] = &[alone(
        "immune-to-its-kind",
        TurnStage::Capture,
        "Opposing pieces of its own kind cannot take it; it is an obstacle to them.",
        "W + F + immune-to-its-kind; royal",
        "R103",
    )];

    fn syntax<'t>() -> Rule<'t, ImmuneToItsKind> {
        single(ImmuneToItsKind)
    }

    fn compile(&self, compiler: &mut Compiler<'_>) {
        compiler.abilities.spares_its_kind = true;
    }
}

/// Returns whether a step, before it is made, takes a piece otherwise than on its arrival.
pub(crate) fn takes(target: &impl StepTarget, step: Step) -> bool {
    let enemy = target.board().side(target.side().other());
    match step.kind {
        StepKind::Own | StepKind::Declining | StepKind::Relayed => enemy.contains(step.to),
        StepKind::EnPassant | StepKind::Strike | StepKind::Sweep | StepKind::LongLeap | StepKind::Igui => {
            true
        }
        StepKind::IguiInPassing => step.via != step.from,
        _ => false,
    }
}

/// Applies what becomes of the piece on a square that has just taken another there or from there.
pub(crate) fn after_capture(
    target: &mut impl StepTarget,
    after: AfterCapture,
    square: Square,
    observer: &mut impl Observer,
) {
    match after {
        AfterCapture::Petrifies => target.change(observer, square, Piece::WALL),
        AfterCapture::Explodes | AfterCapture::ExplodesAround | AfterCapture::ExplodesToWall => {
            for near in *target.rays().neighbours(square) {
                let piece = target.board().at(near);
                if !piece.is_none() && !target.abilities(piece).blast_proof {
                    target.take(near, observer);
                }
            }
            match after {
                AfterCapture::Explodes => target.change(observer, square, Piece::NONE),
                AfterCapture::ExplodesToWall => target.change(observer, square, Piece::WALL),
                AfterCapture::ExplodesAround | AfterCapture::Petrifies => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::powers::tests::Scenario;

    #[test]
    fn an_explosion_destroys_what_is_around_but_not_what_is_proof() {
        let scenario =
            Scenario::new("W + explosive-capture", &["[Wa]e5", "(P)e6", "[P]d6", "(N)f7", "[N]e4", "(P)a9"]);
        assert_eq!(scenario.turns("e5"), ["Wa-d5", "Wa-f5", "Waxe6*"], "R100");
        assert_eq!(scenario.after("Waxe6*"), "[N]e4 (P)a9", "R100");
        assert_eq!(scenario.after("Wa-d5"), "[N]e4 [Wa]d5 [P]d6 (P)e6 (N)f7 (P)a9", "R100: only captures");
        let scenario = Scenario::new("W + explosive-capture + blast-proof", &["[Wa]e5", "(P)e6", "(Wa)e7"]);
        assert_eq!(scenario.after("Waxe6*"), "(Wa)e7", "R100: its own capture destroys it");
        let scenario = Scenario::new("W + explosive-capture sparing itself", &["[Wa]e5", "(P)e6", "(P)e7"]);
        assert_eq!(scenario.after("Waxe6"), "[Wa]e6", "R100");
        let scenario =
            Scenario::new("W + explosive-capture leaving a wall", &["[Wa]e5", "(P)e6", "(P)e7", "(P)a9"]);
        assert_eq!(scenario.after("Waxe6*"), "(P)a9", "R129: a wall is no piece");
    }

    #[test]
    fn who_petrifies_is_a_wall() {
        let scenario = Scenario::new("W + petrifying-capture", &["[Wa]e5", "(P)e6", "[R]e4"]);
        assert_eq!(scenario.after("Waxe6*"), "[R]e4", "R102: a wall is no piece");
    }

    #[test]
    fn its_like_cannot_take_it() {
        let scenario = Scenario::new("W + immune-to-its-kind", &["[Wa]e5", "(Wa)e6", "(P)d5"]);
        assert_eq!(scenario.turns("e5"), ["Wa-e4", "Wa-f5", "Waxd5"], "R103");
    }
}
