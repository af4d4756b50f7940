//! The output of the example.

use beaufort_engine::Limits;
use beaufort_rules::{Position, builtin};

#[allow(dead_code, reason = "`main` is for whoever starts the example")]
#[path = "../examples/best_turn.rs"]
mod best_turn;

#[test]
fn the_engine_mates() {
    let game = builtin::game("orthochess").expect("it is built in");
    let position = Position::parse(&game, "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1").expect("it is a FEN");
    let mut out = Vec::new();
    best_turn::choose(&position, Limits::depth(3), &mut out).expect("the game has begun");
    let text = String::from_utf8(out).expect("examples write text");
    assert!(text.starts_with("depth 1 score "), "{text}");
    assert!(text.ends_with("\nplays Ra8#\n"), "{text}");
}
