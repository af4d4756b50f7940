//! The output of the examples.

use std::error::Error;

use beaufort_rules::{Position, builtin};

#[allow(dead_code, reason = "`main` is for whoever starts the example")]
#[path = "../examples/own_game.rs"]
mod own_game;
#[allow(dead_code, reason = "see above")]
#[path = "../examples/random_game.rs"]
mod random_game;
#[allow(dead_code, reason = "see above")]
#[path = "../examples/read_record.rs"]
mod read_record;
#[allow(dead_code, reason = "see above")]
#[path = "../examples/turns.rs"]
mod turns;

/// Returns the output of an example.
fn written(example: impl FnOnce(&mut Vec<u8>) -> Result<(), Box<dyn Error>>) -> String {
    let mut out = Vec::new();
    example(&mut out).unwrap_or_else(|error| panic!("{error}"));
    String::from_utf8(out).expect("examples write text")
}

#[test]
fn turns_are_listed_captures_first() {
    let game = builtin::game("orthochess").expect("it is built in");
    let position = Position::parse(&game, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1").expect("it is a FEN");
    let text = written(|out| turns::list(&position, out));
    assert!(text.starts_with("White has 7 turns, 1 of them captures\nexd5\n"), "{text}");
    assert_eq!(text.lines().count(), 8);
}

#[test]
fn a_random_game_comes_to_its_end() {
    for id in builtin::ids() {
        let text = written(|out| random_game::play(id, 1, out));
        assert_eq!(text, written(|out| random_game::play(id, 1, out)), "the seed decides");
        let [game, end, winner] = text.lines().collect::<Vec<_>>()[..] else { panic!("{text}") };
        let turns = game.split(' ').count();
        assert!(end.starts_with(&format!("{turns} turns, ")), "{end}");
        assert!(winner.starts_with("winner: "), "{winner}");
    }
}

#[test]
fn a_record_is_told() {
    let text = written(|out| read_record::tell(read_record::RECORD, out));
    assert!(text.starts_with("P-e4 Forward.\nP-e7 \n"), "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("result *, position (Wa)")), "{text}");
    let wrong = read_record::RECORD.replace("P-e4", "P-e9");
    let error = read_record::tell(&wrong, &mut Vec::new()).expect_err("no Pawn goes so far");
    assert!(error.to_string().starts_with("turn 1.: `P-e9` is not a turn here"), "{error}");
}

#[test]
fn an_own_game_is_described_or_its_mistake_named() {
    let text = written(|out| own_game::describe("frog-chess.toml", own_game::GAME, out));
    assert!(text.starts_with("Frog chess: 7 kinds of pieces\n"), "{text}");
    assert!(text.ends_with("20 turns to begin with\n"), "{text}");
    let wrong = own_game::GAME.replace("N + B2", "N + Z2");
    let text = written(|out| own_game::describe("frog-chess.toml", &wrong, out));
    assert!(text.starts_with("frog-chess.toml:19:17: "), "{text}");
}
