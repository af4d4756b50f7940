//! Regions: named sets of squares, for each side.

use beaufort_rules::game::Source;
use beaufort_rules::game::definition::Definition;
use beaufort_rules::vocabulary::Side;
use beaufort_rules::{builtin, load_game};

/// A game with regions on a board with files y, z, a, b and 12 ranks.
const GAME: &str = r#"
id = "regional"
name = "Regional"
author = "Nobody"
year = 2024
sides = ["White", "Black"]

[board]
files = 4
ranks = 12
first-file = "y"

[regions]
camp = ["z1-a2"]
far-file = "file b"
home = ["rows 1-3", "y5"]
last-row = "row 12"
left-half = "files y-z"
river = { White = ["row 5", "a6"], Black = [] }
upside-down = "b3-a2"

[array]
symmetry = "mirror"
ranks = "K . . ."

[piece.King]
id = "K"
ability = "W; royal"
"#;

fn load(text: &str) -> Definition {
    load_game("own.toml", text, &builtin::source).unwrap_or_else(|errors| panic!("{errors}"))
}

fn squares(game: &Definition, region: &str, side: Side) -> String {
    let region = game.region(region).unwrap();
    region.of(side).iter().map(|square| game.size.name(square)).collect::<Vec<_>>().join(" ")
}

#[test]
fn regions_are_squares_rectangles_rows_and_files() {
    let game = load(GAME);
    let first = |region| squares(&game, region, Side::First);
    assert_eq!(first("camp"), "z1 a1 z2 a2");
    assert_eq!(first("far-file"), "b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12");
    assert_eq!(first("home"), "y1 z1 a1 b1 y2 z2 a2 b2 y3 z3 a3 b3 y5");
    assert_eq!(first("last-row"), "y12 z12 a12 b12");
    assert_eq!(game.region("left-half").unwrap().of(Side::First).len(), 24);
    assert_eq!(first("river"), "y5 z5 a5 b5 a6");
    assert_eq!(first("upside-down"), "a2 b2 a3 b3");
}

#[test]
fn the_second_players_region_lies_opposite_as_the_array_does() {
    let game = load(GAME);
    let second = |region| squares(&game, region, Side::Second);
    assert_eq!(second("camp"), "z11 a11 z12 a12");
    assert_eq!(second("last-row"), "y1 z1 a1 b1");
    assert_eq!(second("upside-down"), "a10 b10 a11 b11");
    assert_eq!(second("river"), "");
    let turned = load(&GAME.replace("mirror", "rotational"));
    assert_eq!(squares(&turned, "upside-down", Side::Second), "y10 z10 y11 z11");
    let free = load(&GAME.replace("mirror", "none").replace("K . . .", "[K] . . (K)"));
    assert_eq!(squares(&free, "upside-down", Side::Second), "a10 b10 a11 b11");
}

#[test]
fn a_change_replaces_regions_one_by_one() {
    let library =
        |id: &str| (id == "regional").then(|| Source { name: id.to_owned(), text: GAME.to_owned() });
    let text = r#"
extends = "regional"
id = "changed"
sides = ["Red", "Blue"]
[regions]
camp = "y1"
hill = { Red = "a6", Blue = "z6" }
"#;
    let game = load_game("own.toml", text, &library).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(squares(&game, "camp", Side::First), "y1");
    assert_eq!(squares(&game, "hill", Side::Second), "z6");
    assert_eq!(squares(&game, "river", Side::First), "y5 z5 a5 b5 a6", "White's region is Red's");
    assert_eq!(game.regions.len(), 8);
}
