//! The output of the example.

use beaufort_rules::{Position, builtin};

#[allow(dead_code, reason = "`main` is for whoever starts the example")]
#[path = "../examples/draw_position.rs"]
mod draw_position;

#[test]
fn a_position_is_drawn_with_the_piece_that_moved() {
    let game = builtin::game("scirocco").expect("it is built in");
    let mut out = Vec::new();
    let svg = draw_position::draw(&Position::initial(&game), &mut out).expect("the game has begun");
    let text =
        anstream::adapter::strip_str(std::str::from_utf8(&out).expect("examples write text")).to_string();
    assert!(svg.starts_with("<svg") && roxmltree::Document::parse(&svg).is_ok());
    assert!(text.contains("[Ch]") && text.contains("\nTan to move\n"), "{text}");
    assert!(text.contains("\nChariot (Ch)  Scirocco\n"), "{text}");
}

#[allow(dead_code, reason = "`main` is for whoever starts the example")]
#[path = "../examples/game_pages.rs"]
mod game_pages;

#[test]
fn the_page_of_a_game_has_its_rules_and_pieces() {
    let game = builtin::game("scirocco").expect("it is built in");
    let page = game_pages::page(&game, &mut game_pages::Pictures::default());
    assert_eq!(page.matches("\n### ").count(), 36);
    for part in [
        "# Scirocco\n\nAdrian King, 2009. A battle",
        "\n## The aim\n",
        "\nLegal: `P-d5`, `P-e4`, `P-e6`\n",
        "\n### Dervish\n\n`Der`: `D + A + relay",
        "- Promotes to: Harpy (Ha)\n",
        "\n![Dervish and its moves](pictures/",
    ] {
        assert!(page.contains(part), "{part}");
    }
}
