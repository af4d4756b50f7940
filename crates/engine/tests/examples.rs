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

#[path = "../examples/first_program.rs"]
mod first_program;

#[test]
fn the_program_of_the_book_runs() {
    first_program::main().expect("it plays legal turns");
    let program = include_str!("../examples/first_program.rs").replace("pub(crate) fn main", "fn main");
    let (_, program) = program.split_once("\n\n").expect("the head of the file ends");
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rust.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    assert!(page.contains(&format!("```rust\n{program}```\n")), "docs/rust.md has another program");
}
