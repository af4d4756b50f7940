//! Regions: named sets of squares, for each side.

use beaufort_rules::game::Source;
use beaufort_rules::game::definition::Definition;
use beaufort_rules::language::ast::{Bound, Path};
use beaufort_rules::language::{parse, parse_in};
use beaufort_rules::vocabulary::{Side, SquareSet, walk};
use beaufort_rules::{Piece, Position, builtin, load_game, perft};

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
    let region = game.region(region).expect("it is there");
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

/// Games with regions that Fairy-Stockfish plays, too; each file says as what. Positions, with the leaves that its Python
/// package, pyffish 0.0.90, counts by depth, from 1 on.
const COUNTED: &[(&str, &str, &[u64])] = &[
    (
        include_str!("games/river.toml"),
        "rneagaenr/9/1c5c1/s1s1s1s1s/9/9/S1S1S1S1S/1C5C1/9/RNEAGAENR w - - 0 1",
        &[46, 2096, 91744],
    ),
    (
        include_str!("games/palace_lines.toml"),
        "r2g1g2r/4k4/9/s1s1s1s1s/9/9/S1S1S1S1S/9/4K4/R2G1G2R w - - 0 1",
        &[31, 961, 30155],
    ),
];

#[test]
fn fairy_stockfish_counts_the_same_leaves() {
    for (game, fen, leaves) in COUNTED {
        let game = crate::support::own(game);
        let mut position = Position::parse(&game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        for (depth, &count) in (1..).zip(*leaves) {
            assert_eq!(perft(&mut position, depth), count, "{} depth {depth}: {fen}", game.definition().id);
        }
    }
}

/// A game with one piece `X` of each side that has this ability.
fn with_ability(ability: &str) -> String {
    format!(
        r#"
id = "own"
name = "Own"
author = "Nobody"
year = 2026
[board]
files = 7
ranks = 8
[regions]
camp = ["a1-d4", "f6-g8", "f2"]
[array]
symmetry = "rotational"
ranks = "K X . . . . ."
[piece.King]
id = "K"
ability = "W; royal"
[piece.X]
id = "X"
ability = "{ability}"
"#
    )
}

/// Every travel in a region is the same travel without it, as far as its squares are those that the condition allows (R42).
#[test]
fn regions_take_away_what_leads_elsewhere() {
    let travels = [
        "W + N",
        "Q",
        "R3 beyond 1",
        "N rider",
        "B over pieces",
        "Q over one piece",
        "Q hopper",
        "forward R2 + back F",
    ];
    let conditions = [
        "within camp",
        "into camp",
        "out of camp",
        "from camp",
        "within camp into camp",
        "into camp from camp",
    ];
    for (travel, condition) in travels.iter().flat_map(|travel| conditions.map(|bound| (travel, bound))) {
        let [free, bound] = [(*travel).to_owned(), format!("({travel}) {condition}")]
            .map(|text| crate::support::own(&with_ability(&text)));
        let [kind, king] = ["X", "K"].map(|id| free.type_by_id(id).expect("it is there"));
        let size = free.size();
        let camp = bound.definition().region("camp").expect("it is there");
        let mut found = 0;
        for seed in 0..60 {
            let mut rng = fastrand::Rng::with_seed(seed);
            let side = Side::BOTH[rng.usize(..2)];
            let [mut there, mut here] = [&free, &bound].map(|game| Position::empty(game, side));
            for square in size.iter() {
                let corner = ["g1", "a8"].iter().position(|corner| size.name(square) == *corner);
                if corner.is_some() || rng.u8(..4) == 0 {
                    let owner = Side::BOTH[corner.unwrap_or(rng.usize(..2))];
                    let piece = Piece::new(if corner.is_some() { king } else { kind }, owner);
                    for position in [&mut there, &mut here] {
                        position.place(square, piece);
                    }
                }
            }
            let is_x = |position: &Position, from| position.board().at(from).kind() == Some(kind);
            let steps = |position: &Position| -> Vec<_> {
                let turns = position.legal_turns();
                let ends = turns.iter().map(|turn| (turn.first.from, turn.first.to));
                let mut steps: Vec<_> = ends.filter(|(from, _)| is_x(position, *from)).collect();
                steps.sort_unstable();
                steps
            };
            let camp = camp.of(side);
            let allowed = |&(from, to): &(_, _)| {
                let line = walk(size, from, size.vector(from, to).direction(), usize::MAX);
                let mut passed = line.take_while(|&square| square != to);
                let leaps = *travel == "W + N";
                let inside = (leaps || passed.all(|square| camp.contains(square)))
                    && camp.contains(from)
                    && camp.contains(to);
                condition.split_inclusive("camp").all(|one| match one.trim() {
                    "within camp" => inside,
                    "into camp" => camp.contains(to),
                    "out of camp" => camp.contains(from) && !camp.contains(to),
                    _ => camp.contains(from),
                })
            };
            let expected: Vec<_> = steps(&there).into_iter().filter(allowed).collect();
            assert_eq!(steps(&here), expected, "{travel} {condition}: {here}");
            found += expected.len();
        }
        assert!(found > 5, "{travel} {condition}: {found} steps");
    }
}

#[test]
fn an_ability_names_the_regions_of_its_game() {
    let game = load(GAME);
    let ability = parse_in("(W + F) (moving) within camp from row 2", &game.regions).expect("it is right");
    assert_eq!(ability.travels.len(), 2);
    let Path::FromRow(row) = &ability.travels[1].path else { panic!("the last condition is the outermost") };
    let Path::InRegion(within) = &*row.path else { panic!("the first is inside") };
    assert_eq!((within.bound, &within.region), (Bound::Within, &game.regions[0]));
    let message = |text, regions: &[_]| parse_in(text, regions).unwrap_err()[0].message.clone();
    assert_eq!(
        message("W into cmp", &game.regions[..3]),
        "`cmp` is not a region: expected `camp`, `far-file` or `home`"
    );
    assert_eq!(message("W into camp", &[]), "`camp` is not a region: the game has none");
    let anywhere = parse("W into somewhere").expect("outside a game there are all regions");
    let Path::InRegion(into) = &anywhere.travels[0].path else { panic!("it is in a region") };
    assert_eq!(into.region.squares, [SquareSet::EMPTY; 2]);
}
