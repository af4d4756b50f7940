//! Some hundred games of each ruleset, from a random setup to their end by the rules: none panics, and each can be undone,
//! written, read and replayed.

use std::sync::Arc;

use beaufort_rules::record::{NodeId, Record, Replay, Tree};
use beaufort_rules::turn::Reason;
use beaufort_rules::{Game, Position, Turn};
use beaufort_rules::{Scope, game::Setup};

use crate::support::{game, in_parallel, king_games};

/// The number of games of each ruleset.
const GAMES: usize = 300;
/// Their number in the deep tests.
const MANY_GAMES: usize = 3000;

#[test]
fn random_games_are_played_to_their_end() {
    play_king_games(GAMES);
}

#[test]
fn random_games_of_the_larger_board_are_played_to_their_end() {
    play_larger_board(GAMES);
}

/// `cargo xtask deep` runs this test.
#[test]
#[ignore = "half an hour"]
fn ten_times_as_many_games_are_played_to_their_end() {
    play_king_games(MANY_GAMES);
    play_larger_board(MANY_GAMES);
}

fn play_king_games(number: usize) {
    for id in king_games() {
        let ends = play_all(id, number);
        let for_pieces = |reason: &&Reason| matches!(reason, Reason::NoRoyal | Reason::BareRoyal);
        assert!(
            ends.iter().filter(for_pieces).count() > number / 2,
            "{id}: few games end by the loss of pieces"
        );
    }
}

fn play_larger_board(number: usize) {
    let ends = play_all("larger-board", number);
    let ended_by = |wanted: Reason| ends.iter().filter(|&&reason| reason == wanted).count();
    let mates = ended_by(Reason::Checkmate);
    assert!(mates > number / 10, "{mates} games end with checkmate");
    assert!(ended_by(Reason::QuietTurns) > 0 && ended_by(Reason::DeadPosition) > 0, "and some are drawn");
}

/// Plays a number of random games, writes their records, and returns the reasons for their ends.
fn play_all(id: &str, number: usize) -> Vec<Reason> {
    let game = game(id);
    let ends = in_parallel(number, |seed| {
        let mut rng = fastrand::Rng::with_seed(seed as u64);
        let setup = Setup::choose(&game, |_| rng.bool().into());
        let mut log = Log::new(&game, setup.clone());
        let start = setup.position(&game);
        let mut position = start.clone();
        while let Some(turn) = choose(&position, &mut rng) {
            log.note(&position, turn);
            position.play_unchecked(turn);
            assert_eq!(position.key(), position.recomputed_key(), "{id}, game {seed}: {position}");
        }
        let verdict = position.verdict().unwrap_or_else(|| panic!("a game ends: {position}"));
        log.check(&position);
        let turns = position.ply();
        while position.ply() > 0 {
            position.undo();
        }
        assert_eq!((position.key(), &position), (start.key(), &start), "{id}, game {seed}, taken back");
        (turns, verdict.reason)
    });
    let turns: usize = ends.iter().map(|(turns, _)| turns).sum();
    assert!(turns > 50 * number, "{id}: games of {} turns are no games", turns / number);
    ends.into_iter().map(|(_, reason)| reason).collect()
}

/// Returns a random legal turn, every other time a capture if there is one; otherwise games hardly end, and powers interact
/// less often.
fn choose(position: &Position, rng: &mut fastrand::Rng) -> Option<Turn> {
    if position.draw_verdict().is_some() {
        return None;
    }
    if rng.bool() {
        let mut captures = Vec::new();
        position.generate(Scope::Captures, &mut captures);
        if let Some(&turn) = rng.choice(&captures).filter(|&&turn| !position.is_repetition(turn)) {
            return Some(turn);
        }
    }
    let mut turns = position.turns(Scope::Distinct);
    rng.shuffle(&mut turns);
    turns.into_iter().find(|&turn| !position.is_repetition(turn))
}

/// A game with a record written while it is played.
struct Log<'a> {
    game: &'a Arc<Game>,
    record: Record,
    last: NodeId,
}

impl<'a> Log<'a> {
    fn new(game: &'a Arc<Game>, setup: Setup) -> Log<'a> {
        let mut record = Record::default();
        for (name, value) in [("Variant", game.definition().id.clone()), ("Setup", setup.text(game))] {
            record.tags.set(name, value).expect("these are tags");
        }
        Log { game, record, last: Tree::ROOT }
    }

    fn note(&mut self, position: &Position, turn: Turn) {
        let text = position.turn_text(turn).unwrap_or_else(|| panic!("{turn:?} has a text in {position}"));
        self.last = self.record.moves.add(self.last, &text).expect("what is written stands in records");
    }

    /// Reads the record again and replays it: the final position and the result must be the same.
    fn check(mut self, end: &Position) {
        let verdict = end.verdict().expect("the game is over");
        self.record.result = verdict.outcome.into();
        let text = self.record.to_string();
        let read = Record::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0);
        assert_eq!(read, self.record);
        let replay = Replay::new(&read, self.game).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let last = read.moves.line(Tree::ROOT).last().unwrap_or(Tree::ROOT);
        let again = replay.position(&read.moves, last);
        assert_eq!((again.key(), &again), (end.key(), end), "{text}");
        assert_eq!(again.verdict(), Some(verdict), "{text}");
    }
}
