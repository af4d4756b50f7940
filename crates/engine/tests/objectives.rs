//! Objectives and obligations in the search (R80 to R88): a game in which losing all pieces wins, one in which the checkmated side
//! wins, and a goal.

use std::sync::Arc;

use crate::support::{engine, search};
use beaufort_engine::{Limits, plies_to_end};
use beaufort_rules::{Game, Position, builtin, load_game};

/// Returns the plies to the end that the engine finds in a position of a change to orthodox chess.
fn plies(changes: &str, fen: &str, depth: u32) -> Option<i32> {
    let text = format!("extends = \"orthochess\"\nid = \"own\"\n{changes}");
    let definition =
        load_game("own.toml", &text, &builtin::source).unwrap_or_else(|errors| panic!("{errors}"));
    let game = Arc::new(Game::from(definition));
    let position = Position::parse(&game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let result = search(&mut engine(&game), &position, Limits::depth(depth));
    assert!(result.turn.is_some_and(|turn| position.is_legal(turn)), "{fen}");
    plies_to_end(result.score)
}

#[test]
fn pieces_are_given_away_where_that_wins() {
    let antichess = "pieces = [\"Commoner\", \"Queen\", \"Rook\", \"Bishop\", \"Knight\", \"Pawn\"]\ncastling = []\n\
        [promotions]\nPawn = \"Queen\"\n[ending]\ndead = \"never\"\ncheck = \"does not bind\"\nno-move = \"wins\"\n\
        [[ending.wins]]\nall-of = \"all pieces\"\n[turns]\ncapture = \"must\"\n\
        [piece.Commoner]\nid = \"K\"\nability = \"W + F\"\ndescription = \"Not royal.\"\n";
    // The Rook goes where the King must take it.
    assert_eq!(plies(antichess, "8/8/8/3k4/R7/8/8/8 w - - 0 1", 4), Some(2));
    assert!(
        plies(antichess, "8/8/8/8/3p4/4P3/8/8 w - - 0 1", 4).is_some(),
        "the only turn takes the last piece"
    );
}

#[test]
fn a_checkmated_side_may_win() {
    let misere = "[ending]\nno-move = \"wins in check, else draws\"\n";
    // Any other turn of the Rook is better than mate.
    let score = plies(misere, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", 3);
    assert!(score.is_none_or(|plies| plies > 0), "{score:?}");
}

#[test]
fn a_goal_is_reached() {
    let hill = "[ending]\ndead = \"never\"\n[regions]\nhill = [\"d4-e5\"]\n[[ending.wins]]\npiece = \"King\"\nin = \"hill\"\n";
    assert_eq!(plies(hill, "4k3/8/8/8/8/3K4/8/8 w - - 0 1", 4), Some(1));
    assert_eq!(plies(hill, "7k/8/8/8/8/8/3K4/8 w - - 0 1", 5), Some(3));
}
