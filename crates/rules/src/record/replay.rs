//! Replays: records played by the rules.

use std::fmt;
use std::sync::Arc;

use crate::game::{Game, Setup, SetupError, why_unknown};
use crate::notation::NotationError;
use crate::notation::xboard::Shape;
use crate::position::{Position, PositionError};
use crate::turn::{Outcome, Reason, Scope, Turn};
use crate::vocabulary::tag::PGN_SETUP;
use crate::vocabulary::{Phrase, Side, phrase, quoted};

use super::{GameResult, NodeId, Record, RecordWarning, Tree};

/// A record whose turns, including those of the variations, have all been found legal.
#[derive(Clone, Debug)]
pub struct Replay {
    setup: Option<Setup>,
    start: Position,
    /// The turns by the index of their node; `None` for the root and for deleted nodes.
    turns: Vec<Option<Turn>>,
    warnings: Vec<RecordWarning>,
    /// XBoard's letters, if the game was saved by XBoard.
    xboard: Option<Shape>,
    /// The total number of turns in the positions of the record, if they were counted.
    looked_at: usize,
}

/// An error of a record, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The move that is wrong, if the error is in a move.
    pub at: Option<NodeId>,
    /// The byte at which that move, or the wrong tag, begins in the text, if the record was read from one.
    pub offset: Option<usize>,
    /// The number of the turn for users, `12.` or `12...`; empty if the error is not in a turn.
    pub number: String,
    /// The error.
    pub problem: ReplayProblem,
}

/// A tag with the position at the start of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartTag {
    /// `Position`, as written by this library.
    Position,
    /// `FEN`, as written by other programs.
    Fen,
}

impl StartTag {
    /// The tags; the first one takes precedence.
    const ALL: [StartTag; 2] = [StartTag::Position, StartTag::Fen];

    /// Returns the name of the tag.
    pub fn name(self) -> &'static str {
        match self {
            StartTag::Position => "Position",
            StartTag::Fen => "FEN",
        }
    }
}

/// The kind of an error of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplayProblem {
    /// The tag `Variant` is missing.
    NoVariant,
    /// The tag `Variant` names another game than expected.
    OtherVariant {
        /// The name in the tag.
        found: String,
        /// The name of the expected game.
        expected: String,
    },
    /// The tag `Setup` is wrong.
    Setup(SetupError),
    /// The tag with the position at the start is wrong.
    Position {
        /// The tag.
        tag: StartTag,
        /// The error in its value.
        error: PositionError,
    },
    /// The record has both the tag `Setup` and a tag with the position at the start.
    TwoStarts {
        /// The tag with the position.
        tag: StartTag,
    },
    /// The positions of the record have more turns in total than allowed.
    TooHard {
        /// The greatest number of turns allowed.
        most: usize,
    },
    /// A move is no turn of its position.
    Notation(NotationError),
    /// A turn would bring about a position once too often (K117).
    Repetition {
        /// The text of the turn.
        text: String,
    },
}

impl ReplayError {
    /// Returns the message for users.
    pub fn message(&self) -> Phrase {
        let reason = self.problem.message();
        match self.number.as_str() {
            "" => reason,
            number => phrase!("turn {ply}: {reason}", ply = number, reason = reason),
        }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for ReplayError {}

impl From<ReplayProblem> for ReplayError {
    fn from(problem: ReplayProblem) -> ReplayError {
        ReplayError { at: None, offset: None, number: String::new(), problem }
    }
}

impl ReplayProblem {
    /// Returns the message for users.
    pub fn message(&self) -> Phrase {
        match self {
            ReplayProblem::NoVariant => {
                phrase!("the tag `Variant` is missing: it names the rules, as in `scirocco`")
            }
            ReplayProblem::OtherVariant { found, expected } => {
                let (text, known) = (quoted(found), expected);
                match why_unknown(found) {
                    None => phrase!(
                        "the record is of the game `{text}`, not of `{known}`",
                        text = text,
                        known = known
                    ),
                    Some(reason) => phrase!(
                        "the record is of the game `{text}`, not of `{known}`: {reason}",
                        text = text,
                        known = known,
                        reason = reason
                    ),
                }
            }
            ReplayProblem::Setup(error) => phrase!("the tag `Setup`: {reason}", reason = error.message()),
            ReplayProblem::Position { tag, error } => {
                phrase!("the tag `{text}`: {reason}", text = tag.name(), reason = error.message())
            }
            ReplayProblem::TwoStarts { tag } => {
                phrase!("the tags `Setup` and `{text}` exclude each other", text = tag.name())
            }
            ReplayProblem::TooHard { most } => phrase!(
                "the record takes too long to read: its positions have more than {number} turns altogether",
                number = *most
            ),
            ReplayProblem::Notation(error) => error.message(),
            ReplayProblem::Repetition { text } => {
                phrase!("`{text}` is illegal: it repeats a position once too often", text = quoted(text))
            }
        }
    }

    /// Returns this as an error of the record as a whole, or of one of its tags.
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
    /// Returns the replay of a game without moves, from a setup or, if `setup` is `None`, from an arbitrary position.
    pub fn begin(setup: Option<Setup>, start: Position) -> Replay {
        Replay { setup, start, turns: Vec::new(), warnings: Vec::new(), xboard: None, looked_at: 0 }
    }

    /// Replays a record of a game.
    ///
    /// # Errors
    /// The first error: in a tag, or in a turn of the main line or of a variation.
    pub fn new(record: &Record, game: &Arc<Game>) -> Result<Replay, ReplayError> {
        Replay::within(record, game, usize::MAX)
    }

    /// Replays a record of a game, with a limit on the work: `most` is the greatest total number of turns in its positions.
    ///
    /// # Errors
    /// As for [`Replay::new`], and [`ReplayProblem::TooHard`] beyond the limit.
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

    /// Replays a record by the rules of a game, ignoring its tag `Variant`, as other programs use other names for games or
    /// none. `most` is the greatest total number of turns in its positions.
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
    /// As for [`Replay::within`], except for the tag.
    pub fn by_rules(record: &Record, game: &Arc<Game>, most: usize) -> Result<Replay, ReplayError> {
        let mut replay = start(record, game).map_err(|problem| problem.of(record))?;
        replay.play_all(&record.moves, most)?;
        replay.check_result(record);
        Ok(replay)
    }

    /// Returns the number of turns at the beginning of a line that can be read by the rules of a game; `None` if the record
    /// cannot begin by them. `most` is the greatest total number of turns in the positions; beyond it, the rest of the line is
    /// assumed to be readable.
    pub(super) fn readable(record: &Record, game: &Arc<Game>, line: &[NodeId], most: usize) -> Option<usize> {
        let mut replay = start(record, game).ok()?;
        let position = &mut replay.start;
        let mut left = most;
        for (turns, &node) in line.iter().enumerate() {
            match left.checked_sub(position.count_turns(Scope::Choices) as usize) {
                Some(rest) => left = rest,
                None => break,
            }
            let Ok(turn) = read(position, record.moves.node(node).text(), replay.xboard.as_ref()) else {
                return Some(turns);
            };
            position.play_unchecked(turn);
        }
        Some(line.len())
    }

    /// Returns the contradictions between the record and the rules about the end of the game, although all its turns are legal.
    pub fn warnings(&self) -> &[RecordWarning] {
        &self.warnings
    }

    /// Returns the result of the record. If the main line ends the game by the rules, this is the result by the rules, except
    /// for draws that have to be claimed in other programs: after such a draw the game may have been won.
    pub fn result(&self, record: &Record) -> GameResult {
        self.settle(record).0
    }

    /// Returns whether the record was saved by XBoard, so that [`Replay::translate`] rewrites it.
    pub fn is_foreign(&self) -> bool {
        self.xboard.is_some()
    }

    /// Rewrites a record saved by XBoard in the notation of this library; other records are unchanged.
    pub fn translate(&self, record: &mut Record) {
        if !self.is_foreign() {
            return;
        }
        let mut walk = Walk::new(&self.start, &record.moves);
        let mut texts = Vec::new();
        while let Some(node) = walk.next(&record.moves) {
            let Some(turn) = self.turn(node) else { continue };
            texts.extend(walk.position.turn_text(turn).map(|text| (node, text)));
            walk.play(node, turn, &record.moves);
        }
        for (node, text) in texts {
            record.moves.rewrite(node, text);
        }
        record.tags.remove(StartTag::Fen.name());
        record.tags.remove(PGN_SETUP);
        if self.start != Position::initial(self.start.game()) {
            let position = self.start.to_string();
            record.tags.set(StartTag::Position.name(), position).expect("the name of the tag is right");
        }
    }

    /// Returns the number of turns counted against the limit of [`Replay::within`]; 0 if it has not been counted.
    pub fn looked_at(&self) -> usize {
        self.looked_at
    }

    /// Returns the setup, or `None` if the game started from an arbitrary position.
    pub fn setup(&self) -> Option<&Setup> {
        self.setup.as_ref()
    }

    /// Returns the position at the start.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the turn of a node of the record; `None` for the root.
    pub fn turn(&self, node: NodeId) -> Option<Turn> {
        self.turns.get(node.index()).copied().flatten()
    }

    /// Adds the turn of a move that has been added to the record; it must be legal in its position.
    pub fn add(&mut self, node: NodeId, turn: Turn) {
        if self.turns.len() <= node.index() {
            self.turns.resize(node.index() + 1, None);
        }
        self.turns[node.index()] = Some(turn);
    }

    /// Returns the position after a move, with the turns that led to it as its history.
    pub fn position(&self, moves: &Tree, node: NodeId) -> Position {
        let mut position = self.start.clone();
        for turn in moves.path(node).into_iter().filter_map(|id| self.turn(id)) {
            position.play_unchecked(turn);
        }
        position
    }

    /// Plays all moves of the tree.
    fn play_all(&mut self, moves: &Tree, most: usize) -> Result<(), ReplayError> {
        let mut walk = Walk::new(&self.start, moves);
        let mut main_line = moves.line(Tree::ROOT).peekable();
        let mut left = most;
        while let Some(node) = walk.next(moves) {
            let position = &walk.position;
            let wrong = |problem| ReplayError {
                at: Some(node),
                offset: moves.node(node).offset(),
                number: turn_number(&self.start, walk.path.len()),
                problem,
            };
            if most < usize::MAX {
                let rest = left.checked_sub(position.count_turns(Scope::Choices) as usize);
                left = rest.ok_or_else(|| wrong(ReplayProblem::TooHard { most }))?;
            }
            let turn = read(position, moves.node(node).text(), self.xboard.as_ref()).map_err(wrong)?;
            // Only the first draw of the main line causes a warning; variations are free.
            if main_line.next_if_eq(&node).is_some()
                && self.warnings.is_empty()
                && let Some(verdict) =
                    position.draw_verdict().filter(|verdict| verdict.outcome == Outcome::Draw)
            {
                let number = turn_number(&self.start, walk.path.len());
                let assumed = phrase!(
                    "by the rules the game was a draw before this turn ({reason}): the turns that follow are read all the same",
                    reason = draw_name(verdict.reason)
                );
                let message = phrase!("turn {ply}: {reason}", ply = number, reason = assumed);
                self.warnings.push(RecordWarning { offset: moves.node(node).offset(), message });
            }
            self.add(node, turn);
            walk.play(node, turn, moves);
        }
        self.looked_at = most - left;
        Ok(())
    }

    /// Adds a warning if the rules decide the game and the record has another result.
    fn check_result(&mut self, record: &Record) {
        let (result, Some(by_rules)) = self.settle(record) else { return };
        if record.result == by_rules {
            return;
        }
        let (found, by_rules, result) = (record.result.text(), by_rules.text(), result.text());
        let message = phrase!(
            "the result is `{text}`, but by the rules the game ended `{known}`: `{result}` is taken",
            text = found,
            known = by_rules,
            result = result,
        );
        // The warning refers to the last move.
        let offset = record.moves.line(Tree::ROOT).last().and_then(|node| record.moves.node(node).offset());
        self.warnings.push(RecordWarning { offset, message });
    }

    /// Returns the result of the record, and the result by the rules if the main line ends the game.
    fn settle(&self, record: &Record) -> (GameResult, Option<GameResult>) {
        let last = record.moves.line(Tree::ROOT).last().unwrap_or(Tree::ROOT);
        let Some(verdict) = self.position(&record.moves, last).verdict() else {
            return (record.result, None);
        };
        let by_rules = GameResult::from(verdict.outcome);
        // Neither a win nor a stalemate has to be claimed.
        let is_claimed = verdict.outcome == Outcome::Draw
            && matches!(verdict.reason, Reason::QuietTurns | Reason::Repetition | Reason::Counted)
            && record.result != GameResult::Open;
        (if is_claimed { record.result } else { by_rules }, Some(by_rules))
    }
}

/// A walk through a whole tree without recursion, as variations may be nested to any depth.
struct Walk {
    position: Position,
    todo: Vec<NodeId>,
    /// The moves played so far.
    path: Vec<NodeId>,
}

impl Walk {
    fn new(start: &Position, moves: &Tree) -> Walk {
        let todo = moves.children(Tree::ROOT).iter().rev().copied().collect();
        Walk { position: start.clone(), todo, path: Vec::new() }
    }

    /// Returns the next move; the current position is the one before it.
    fn next(&mut self, moves: &Tree) -> Option<NodeId> {
        let node = self.todo.pop()?;
        while self.path.last().copied() != moves.parent(node).filter(|&parent| parent != Tree::ROOT) {
            self.path.pop();
            self.position.undo();
        }
        Some(node)
    }

    /// Plays that move, and adds its children to the walk.
    fn play(&mut self, node: NodeId, turn: Turn, moves: &Tree) {
        self.position.play_unchecked(turn);
        self.path.push(node);
        self.todo.extend(moves.children(node).iter().rev());
    }
}

/// Returns the name of a draw in messages.
fn draw_name(reason: Reason) -> Phrase {
    match reason {
        Reason::QuietTurns => phrase!("too many turns without progress"),
        Reason::Repetition => phrase!("repetition"),
        Reason::Passes => phrase!("both sides have passed"),
        Reason::Counted => phrase!("the moves counted for the mate are used up"),
        _ => phrase!("nobody can win"),
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

/// Returns the replay of a record without its moves. Other programs use the tag `FEN` of PGN for the position at the start.
fn start(record: &Record, game: &Arc<Game>) -> Result<Replay, ReplayProblem> {
    let position = StartTag::ALL.into_iter().find_map(|tag| Some((tag, record.tags.get(tag.name())?)));
    match (record.tags.get("Setup"), position) {
        (Some(_), Some((tag, _))) => Err(ReplayProblem::TwoStarts { tag }),
        (None, Some((tag, text))) => match Position::parse(game, text) {
            Ok(position) => Ok(Replay::begin(None, position)),
            Err(error) => {
                let saved = saved_start(game, text).filter(|_| tag == StartTag::Fen);
                saved.ok_or(ReplayProblem::Position { tag, error })
            }
        },
        (setup, None) => {
            let setup = Setup::parse(game, setup.unwrap_or_default()).map_err(ReplayProblem::Setup)?;
            let position = setup.position(game);
            Ok(Replay::begin(Some(setup), position))
        }
    }
}

/// Returns the replay of a game saved by XBoard without its moves, if `text` is a position in XBoard's format.
fn saved_start(game: &Arc<Game>, text: &str) -> Option<Replay> {
    let shape = Shape::new(game)?;
    let start = shape.position(text).ok()?;
    let setup = (start == Position::initial(game)).then(|| Setup::keep(game));
    Some(Replay { xboard: Some(shape), ..Replay::begin(setup, start) })
}

fn read(position: &Position, text: &str, xboard: Option<&Shape>) -> Result<Turn, ReplayProblem> {
    let turn = xboard.map_or_else(|| position.read_turn(text), |shape| shape.read_saved(position, text));
    let turn = turn.map_err(ReplayProblem::Notation)?;
    if position.is_repetition(turn) {
        return Err(ReplayProblem::Repetition { text: text.to_owned() });
    }
    Ok(turn)
}

/// Returns the number of the turn after `played` others: `12.` or, for the second player, `12...`.
fn turn_number(start: &Position, played: usize) -> String {
    let ply = played + start.side().index();
    format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." })
}
