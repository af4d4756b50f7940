//! Records played by the rules.

use std::fmt;
use std::sync::Arc;

use crate::game::{Game, Setup, SetupError};
use crate::notation::NotationError;
use crate::position::{Position, PositionError};
use crate::turn::{Outcome, Scope, Turn};
use crate::vocabulary::Side;

use super::{GameResult, NodeId, Record, Tree};

/// A record whose every turn, those of the variations too, has been found legal.
#[derive(Clone, Debug)]
pub struct Replay {
    setup: Option<Setup>,
    start: Position,
    /// The turns of the nodes, by the number of the node; nothing for the root and for deleted nodes.
    turns: Vec<Option<Turn>>,
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The move at which it goes wrong, if it is one.
    pub at: Option<NodeId>,
    /// The byte at which that move, or the tag that is wrong, begins in the text, if it was read from one.
    pub offset: Option<usize>,
    /// The number of the turn, `12.` or `12...`, for people; empty if no turn is meant.
    pub number: String,
    /// What is wrong.
    pub problem: ReplayProblem,
}

/// A tag that tells the position at the start of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartTag {
    /// `Position`, as it is written here.
    Position,
    /// `FEN`, as other programs write it.
    Fen,
}

impl StartTag {
    /// The tags, first the one that counts where both are there.
    const ALL: [StartTag; 2] = [StartTag::Position, StartTag::Fen];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            StartTag::Position => "Position",
            StartTag::Fen => "FEN",
        }
    }
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplayProblem {
    /// The tag `Variant` is missing.
    NoVariant,
    /// The tag `Variant` names another game than the one asked for.
    OtherVariant {
        /// What it names.
        found: String,
        /// The game asked for.
        expected: String,
    },
    /// The tag `Setup` is wrong.
    Setup(SetupError),
    /// The tag with the position at the start is wrong.
    Position {
        /// Which tag that is.
        tag: StartTag,
        /// What is wrong.
        error: PositionError,
    },
    /// Both the tag `Setup` and one with the position at the start are there.
    TwoStarts {
        /// The other one.
        tag: StartTag,
    },
    /// The positions of the record have more turns altogether than were to be looked at.
    TooHard {
        /// How many were to be looked at.
        most: usize,
    },
    /// A move is no turn of its position.
    Notation(NotationError),
    /// A turn would bring about a position once too often (K117).
    Repetition {
        /// The turn.
        text: String,
    },
    /// The result is not the one the rules give.
    Result {
        /// The result of the record.
        found: GameResult,
        /// The result by the rules.
        expected: GameResult,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.number.is_empty() {
            write!(f, "turn {}: ", self.number)?;
        }
        match &self.problem {
            ReplayProblem::NoVariant => {
                write!(f, "the tag `Variant` is missing: it names the rules, as in `scirocco`")
            }
            ReplayProblem::OtherVariant { found, expected } => {
                write!(f, "the record is of the game `{}`, not of `{expected}`", found.escape_debug())
            }
            ReplayProblem::Setup(error) => write!(f, "the tag `Setup`: {error}"),
            ReplayProblem::Position { tag, error } => write!(f, "the tag `{}`: {error}", tag.name()),
            ReplayProblem::TwoStarts { tag } => {
                write!(f, "the tags `Setup` and `{}` exclude each other", tag.name())
            }
            ReplayProblem::TooHard { most } => {
                write!(
                    f,
                    "the record takes too long to read: its positions have more than {most} turns altogether"
                )
            }
            ReplayProblem::Notation(error) => error.fmt(f),
            ReplayProblem::Repetition { text } => {
                write!(f, "`{text}` is illegal: it repeats a position once too often")
            }
            ReplayProblem::Result { found, expected } => {
                let (found, expected) = (found.text(), expected.text());
                write!(f, "the result is `{found}`, but by the rules the game ended `{expected}`")
            }
        }
    }
}

impl std::error::Error for ReplayError {}

impl From<ReplayProblem> for ReplayError {
    fn from(problem: ReplayProblem) -> ReplayError {
        ReplayError { at: None, offset: None, number: String::new(), problem }
    }
}

impl ReplayProblem {
    /// Returns the error that this is wrong with a record as a whole, or with one of its tags.
    fn of(self, record: &Record) -> ReplayError {
        let tag = match self {
            ReplayProblem::OtherVariant { .. } => "Variant",
            ReplayProblem::Setup(_) => "Setup",
            ReplayProblem::Position { tag, .. } | ReplayProblem::TwoStarts { tag } => tag.name(),
            _ => "",
        };
        ReplayError { offset: record.tags.offset(tag), ..self.into() }
    }
}

impl Replay {
    /// Returns the replay of a game without moves yet, from a set-up or, without one, from a position of its own.
    pub fn begin(setup: Option<Setup>, start: Position) -> Replay {
        Replay { setup, start, turns: Vec::new() }
    }

    /// Plays a record of a game.
    ///
    /// # Errors
    /// At the first thing that is wrong: a tag, a turn of the main line or of a variation, or the result where the
    /// main line ends by the rules.
    pub fn new(record: &Record, game: &Arc<Game>) -> Result<Replay, ReplayError> {
        Replay::within(record, game, usize::MAX)
    }

    /// Plays a record of a game unless that takes too long: it looks at `most` turns of all positions together.
    ///
    /// # Errors
    /// As [`Replay::new`], and with [`ReplayProblem::TooHard`].
    pub fn within(record: &Record, game: &Arc<Game>, most: usize) -> Result<Replay, ReplayError> {
        let id = &game.definition().id;
        match record.tags.get("Variant") {
            None => Err(ReplayProblem::NoVariant.of(record)),
            Some(found) if !game.definition().is_called(found) => {
                let problem = ReplayProblem::OtherVariant { found: found.to_owned(), expected: id.clone() };
                Err(problem.of(record))
            }
            Some(_) => Replay::by_rules(record, game, most),
        }
    }

    /// Plays a record by the rules of a game, whatever its tag `Variant` says: other programs name their games otherwise, or not
    /// at all. Looks at `most` turns of all positions together.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::builtin;
    /// use beaufort_rules::record::{Record, Replay};
    ///
    /// let game = builtin::game("orthochess").unwrap();
    /// let record = &Record::parse("1. e4 e5 *")?[0];
    /// assert!(Replay::new(record, &game).is_err(), "it does not say what game it is");
    /// assert!(Replay::by_rules(record, &game, usize::MAX).is_ok());
    /// # Ok::<(), beaufort_rules::record::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Replay::within`], but for the tag.
    pub fn by_rules(record: &Record, game: &Arc<Game>, most: usize) -> Result<Replay, ReplayError> {
        let (setup, start) = start(record, game).map_err(|problem| problem.of(record))?;
        let mut replay = Replay::begin(setup, start);
        replay.play_all(&record.moves, most)?;
        replay.check_result(record)?;
        Ok(replay)
    }

    /// Returns the set-up, or `None` if the game started from a position of its own.
    pub fn setup(&self) -> Option<&Setup> {
        self.setup.as_ref()
    }

    /// Returns the position at the start.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the turn of a move of the record; `None` for the root.
    pub fn turn(&self, node: NodeId) -> Option<Turn> {
        self.turns.get(node.index()).copied().flatten()
    }

    /// Notes the turn of a move that has been added to the record; it must be a turn of its position.
    pub fn add(&mut self, node: NodeId, turn: Turn) {
        if self.turns.len() <= node.index() {
            self.turns.resize(node.index() + 1, None);
        }
        self.turns[node.index()] = Some(turn);
    }

    /// Returns the position after a move, with the turns that led to it.
    pub fn position(&self, moves: &Tree, node: NodeId) -> Position {
        let mut position = self.start.clone();
        for turn in moves.path(node).into_iter().filter_map(|id| self.turn(id)) {
            position.play_unchecked(turn);
        }
        position
    }

    /// Walks the whole tree without recursion: variations may be nested to any depth.
    fn play_all(&mut self, moves: &Tree, most: usize) -> Result<(), ReplayError> {
        let mut position = self.start.clone();
        let mut left = most;
        let mut todo: Vec<NodeId> = moves.children(Tree::ROOT).iter().rev().copied().collect();
        let mut path: Vec<NodeId> = Vec::new();
        while let Some(node) = todo.pop() {
            while path.last().copied() != moves.parent(node).filter(|&parent| parent != Tree::ROOT) {
                path.pop();
                position.undo();
            }
            let wrong = |problem| ReplayError {
                at: Some(node),
                offset: moves.node(node).offset(),
                number: turn_number(&self.start, path.len()),
                problem,
            };
            if most < usize::MAX {
                let rest = left.checked_sub(position.turns(Scope::Choices).len());
                left = rest.ok_or_else(|| wrong(ReplayProblem::TooHard { most }))?;
            }
            let turn = read(&position, moves.node(node).text()).map_err(wrong)?;
            self.add(node, turn);
            position.play_unchecked(turn);
            path.push(node);
            todo.extend(moves.children(node).iter().rev());
        }
        Ok(())
    }

    /// Where the rules decide the game, the record must say the same.
    fn check_result(&self, record: &Record) -> Result<(), ReplayError> {
        let last = record.moves.line(Tree::ROOT).last();
        let position = self.position(&record.moves, last.unwrap_or(Tree::ROOT));
        let Some(verdict) = position.verdict() else { return Ok(()) };
        let expected = verdict.outcome.into();
        if record.result == expected {
            return Ok(());
        }
        let problem = ReplayProblem::Result { found: record.result, expected };
        // It stands after the last turn.
        let offset = last.and_then(|node| record.moves.node(node).offset());
        Err(ReplayError { offset, ..problem.into() })
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome {
            Outcome::Win(Side::First) => GameResult::FirstWins,
            Outcome::Win(Side::Second) => GameResult::SecondWins,
            Outcome::Draw => GameResult::Draw,
        }
    }
}

/// Returns the set-up and the position at which a record starts. Other programs tell the position by the tag `FEN` of PGN.
fn start(record: &Record, game: &Arc<Game>) -> Result<(Option<Setup>, Position), ReplayProblem> {
    let position = StartTag::ALL.into_iter().find_map(|tag| Some((tag, record.tags.get(tag.name())?)));
    match (record.tags.get("Setup"), position) {
        (Some(_), Some((tag, _))) => Err(ReplayProblem::TwoStarts { tag }),
        (None, Some((tag, text))) => {
            let position = Position::parse(game, text);
            Ok((None, position.map_err(|error| ReplayProblem::Position { tag, error })?))
        }
        (setup, None) => {
            let setup = Setup::parse(game, setup.unwrap_or_default()).map_err(ReplayProblem::Setup)?;
            let position = setup.position(game);
            Ok((Some(setup), position))
        }
    }
}

fn read(position: &Position, text: &str) -> Result<Turn, ReplayProblem> {
    let turn = position.read_turn(text).map_err(ReplayProblem::Notation)?;
    if position.is_repetition(turn) {
        return Err(ReplayProblem::Repetition { text: text.to_owned() });
    }
    Ok(turn)
}

/// Returns the number of the turn that is played after `played` others: `12.` or, for the second player, `12...`.
fn turn_number(start: &Position, played: usize) -> String {
    let ply = played + start.side().index();
    format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." })
}
