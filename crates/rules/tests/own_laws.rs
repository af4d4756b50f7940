//! Invariants of every game that a user may write, tested with random game files.

use std::collections::BTreeSet;
use std::sync::Arc;

use beaufort_rules::load_game;
use beaufort_rules::record::{Record, Replay, Tree};
use beaufort_rules::{Game, Notation, Position, StepKind, Turn, builtin};
use fastrand::Rng;

use crate::support::own_game::own_game;

/// Returns the game of a file, if it is valid.
fn read(text: &str) -> Option<Arc<Game>> {
    let definition = load_game("own.toml", text, &builtin::source).ok()?;
    Some(Arc::new(Game::from(definition)))
}

/// Plays a random game, checking the invariants for every turn of every position, and then reads its record again.
fn play(game: &Arc<Game>, rng: &mut Rng, plies: usize, seen: &mut BTreeSet<StepKind>) {
    let mut position = Position::initial(game);
    let mut record = Record::default();
    record.tags.set("Variant", "own").expect("the name is one");
    let mut here = Tree::ROOT;
    for _ in 0..plies {
        every_turn_can_be_recorded(&position, rng);
        let turns = position.legal_turns();
        seen.extend(turns.iter().flat_map(Turn::steps).map(|step| step.kind));
        let Some(&turn) = rng.choice(&turns).filter(|_| position.draw_verdict().is_none()) else { break };
        let text = position.turn_text(turn).expect("the turn is the position's");
        here = record.moves.add(here, &text).expect("a turn's text can stand in a record");
        position.play_unchecked(turn);
    }
    record.result = position.verdict().map_or(record.result, |verdict| verdict.outcome.into());
    let read = Record::parse(&record.to_string()).expect("what is written can be read").remove(0);
    assert_eq!(read, record);
    let replay = Replay::new(&read, game).unwrap_or_else(|error| panic!("{error}\n{read}"));
    let end = read.moves.line(Tree::ROOT).last().unwrap_or(Tree::ROOT);
    assert_eq!(replay.position(&read.moves, end).key(), position.key(), "{read}");
}

fn every_turn_can_be_recorded(position: &Position, rng: &mut Rng) {
    let notation = Notation::new(position);
    let all: Vec<_> = notation.iter().collect();
    let mut after = position.clone();
    let mut result = |turn| {
        after.play_unchecked(turn);
        let key = after.key();
        after.undo();
        key
    };
    let turns = position.legal_turns();
    let results: BTreeSet<u64> = turns.iter().map(|&turn| result(turn)).collect();
    assert_eq!(results.len(), turns.len(), "two turns have one result in {position}");
    let mut tree = Tree::default();
    for &(turn, text) in &all {
        assert!(tree.add(Tree::ROOT, text).is_ok(), "{text} in {position}");
        let read = notation.read(text).unwrap_or_else(|error| panic!("{error} in {position}"));
        assert_eq!(result(read), result(turn), "{text} in {position}");
    }
    if let Some(&(turn, text)) = rng.choice(&all) {
        assert_eq!(position.turn_text(turn).as_deref(), Some(text), "{position}");
        let read = position.read_turn(text).expect("what is written can be read");
        assert_eq!(result(read), result(turn), "{text} in {position}");
    }
    if let Some(&turn) = rng.choice(&turns) {
        let text = position.coordinates(turn);
        assert_eq!(position.read_coordinates(&text), Ok(turn), "{text} in {position}");
    }
}

#[test]
fn turns_of_any_game_can_be_recorded() {
    let (mut games, mut reflecting, mut regional, mut seen) = (0, 0, 0, BTreeSet::new());
    for seed in 0..250 {
        let text = own_game(seed);
        let Some(game) = read(&text) else { continue };
        games += 1;
        reflecting += usize::from(text.contains("reflecting"));
        regional += usize::from(["within", "into", "out of"].iter().any(|word| text.contains(word)));
        let plies = if game.size().squares() > 100 { 4 } else { 16 };
        let tried = std::panic::AssertUnwindSafe(|| {
            play(&game, &mut Rng::with_seed(seed), plies, &mut seen);
        });
        if let Err(panic) = std::panic::catch_unwind(tried) {
            println!("the game {seed} is\n{text}");
            std::panic::resume_unwind(panic);
        }
    }
    assert!(games > 50, "{games} of the files are games");
    assert!(reflecting >= 3, "{reflecting} games have reflecting lines");
    assert!(regional >= 10, "{regional} games have travels in regions");
    assert!(seen.len() >= 12, "the games have shown {seen:?} alone");
}

/// Orthodox chess with a Knight that doubles, and with Queens that may be dropped after their capture.
const DOUBLING: &str = r#"
extends = "orthochess"
id = "own"

[piece.Knight]
ability = "W + double along Q lines"

[[drop]]
letters = "Q"
piece = "Queen"
place = "giving check"
count = 1
recaptured = "goes to the reserve"
"#;

#[test]
fn turns_of_two_moves_lose_the_right_to_castle_once() {
    let game = read(DOUBLING).expect("this is a game");
    let text = "4(K)3/8/8/8/8/8/8/[R]3[K][N]1[R] w KQ - Q/Q -";
    let position = Position::parse(&game, text).expect("this is a position");
    every_turn_can_be_recorded(&position, &mut Rng::with_seed(0));
    let doubled = position.legal_turns().iter().filter(|turn| turn.second.is_some()).count();
    assert!(doubled > 10, "{doubled} turns are of two moves");
}

#[test]
fn turns_of_two_moves_capture_a_piece_once() {
    let game = read(DOUBLING).expect("this is a game");
    let text = "4(K)3/8/8/8/8/8/7(Q)/4[K][N]1[R] w - - Q/Q -";
    let position = Position::parse(&game, text).expect("this is a position");
    let mut seen = 0;
    for turn in position.legal_turns() {
        let mut after = position.clone();
        after.play_unchecked(turn);
        let takes = !after.to_string().split(' ').next().is_some_and(|board| board.contains("(Q)"));
        seen += usize::from(takes && turn.second.is_some());
        let left = if takes { " Q2/Q " } else { " Q/Q " };
        assert!(after.to_string().contains(left), "{after} after {turn:?}");
    }
    assert!(seen > 1, "{seen} turns of two moves capture");
}

#[test]
fn two_pawns_on_one_file_are_written_with_their_squares() {
    let walker = builtin::source("orthochess").expect("it is built in").text;
    let at = walker.find("[piece.Pawn]").expect("chess has Pawns");
    let walker = walker[..at].to_owned() + "[piece.Pawn]\nability = \"W\"\nunnamed = \"in turns\"\n";
    let game = read(&walker.replace("id = \"orthochess\"", "id = \"own\"")).expect("this is a game");
    let position = Position::parse(&game, "4k3/8/8/2P5/8/2P5/8/4K3 w - - 0 1").expect("this is a position");
    let notation = Notation::new(&position);
    let mut texts: Vec<&str> =
        notation.iter().map(|(_, text)| text).filter(|text| text.ends_with("c4")).collect();
    texts.sort_unstable();
    assert_eq!(texts, ["c3c4", "c5c4"]);
    every_turn_can_be_recorded(&position, &mut Rng::with_seed(0));
}
