//! Game files of users.

use beaufort_rules::game::definition::{Definition, Ending, PromotionWhen, Repetition};
use beaufort_rules::language::ast::Mode;
use beaufort_rules::vocabulary::Side;
use beaufort_rules::{builtin, load_game};

fn load(text: &str) -> Definition {
    load_game("own.toml", text, &builtin::source).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Returns the array as `a1 First King` and so on.
fn placements(game: &Definition) -> Vec<String> {
    game.array
        .iter()
        .map(|placement| {
            let square = game.size.name(placement.square);
            format!("{square} {:?} {}", placement.side, game.pieces[placement.piece.index()].name)
        })
        .collect()
}

#[test]
fn a_change_to_scirocco_is_a_few_lines() {
    let mini = load(include_str!("games/two_kings.toml"));
    assert_eq!((mini.id.as_str(), mini.author.as_str()), ("two-kings", "Adrian King"));
    assert_eq!((mini.size.files(), mini.size.ranks(), mini.pieces.len()), (2, 3, 1));
    assert_eq!(placements(&mini), ["a1 First King", "b3 Second King"]);
    assert_eq!(mini.ending, Ending { repetition: Repetition::Illegal(3), ..Ending::default() });
    assert!(mini.pieces[0].promotions.is_empty());
    assert!(mini.setup.phases.is_empty());
}

const ALONE: &str = r#"
id = "alone"
name = "Alone"
author = "Nobody"
year = 2024

[board]
files = 4
ranks = 5
promotion-zone = 1

[array]
symmetry = "mirror"
ranks = """
  . b . .

  K . . R
"""

[promotions]
Bug = ["Rook", { to = "King", after = "orthogonal move" }]

[piece.Rook]
id = "R"
ability = '''
R (moving)
+ W (capturing)
'''

[piece.King]
id = "K"
ability = "W; royal"

[piece.Bug]
id = "b"
ability = "exactly (0,1) + exactly (1,-1)"
description = "A creature of one's own."
"#;

#[test]
fn a_file_may_need_nothing_else() {
    let game = load_game("alone.toml", ALONE, &|_| None).unwrap();
    let names: Vec<&str> = game.pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names, ["Rook", "King", "Bug"], "the pieces stand in the order of the file");
    assert_eq!(game.pieces[0].ability.travels[1].mode, Mode::Capturing);
    assert_eq!(
        placements(&game),
        [
            "a1 First King",
            "d1 First Rook",
            "b2 First Bug",
            "b4 Second Bug",
            "a5 Second King",
            "d5 Second Rook"
        ]
    );
    assert_eq!(game.side_names, ["Blue", "Tan"]);
    assert_eq!(game.ending, Ending { repetition: Repetition::Illegal(3), ..Ending::default() });
    let promotions: Vec<_> =
        game.pieces[2].promotions.iter().map(|promotion| (promotion.to.index(), promotion.when)).collect();
    assert_eq!(promotions, [(0, PromotionWhen::Always), (1, PromotionWhen::OrthogonalMove)]);
}

#[test]
fn without_symmetry_both_armies_are_drawn() {
    let text = ALONE.replace("\"mirror\"", "\"none\"").replace("  . b . .\n", " (K) . . (b)\n . [b] . .\n");
    let text = text.replace("  K . . R", "  [K] . . [R]");
    let game = load_game("alone.toml", &text, &|_| None).unwrap();
    assert_eq!(
        placements(&game),
        ["a1 First King", "d1 First Rook", "b2 First Bug", "a3 Second King", "d3 Second Bug"]
    );
    assert_eq!(game.array.iter().filter(|placement| placement.side == Side::Second).count(), 2);
}

#[test]
fn a_piece_may_be_like_another() {
    let game = load(
        r#"
extends = "jupiter-1999"
id = "own"
[piece]
Hooklet.like = "Great Hook"
Undertaker = { like = "Fu", ability = "W" }
Cicada.description = "Chirps."
"#,
    );
    let piece = |name: &str| {
        let piece = game.pieces.iter().find(|piece| piece.name == name).expect("Jupiter has the piece");
        [&piece.id, &piece.ability_text, &piece.description].map(String::clone)
    };
    let bestiary = |name: &str| {
        let jupiter = builtin::definition("jupiter").unwrap();
        jupiter
            .pieces
            .into_iter()
            .find(|piece| piece.name == name)
            .expect("Jupiter has the piece")
            .description
    };
    // The model supplies the move, even in place of the parent's, but not the id.
    assert_eq!(
        piece("Hooklet"),
        ["Hoo".to_owned(), "R then R3 at right angles".to_owned(), bestiary("Great Hook")]
    );
    assert_eq!(piece("Undertaker"), ["Un".to_owned(), "W".to_owned(), bestiary("Fu")]);
    // The parent's model is kept if the child has no move.
    assert_eq!(piece("Cicada"), ["Ci", "Q3 over pieces", "Chirps."]);
}

#[test]
fn pairs_are_inherited_through_generations() {
    let text = |parent: &str, choices: &str| {
        format!(
            "extends = \"{parent}\"\nid = \"own\"\n[[setup]]\nchooser = \"Blue\"\nchoices = [{choices}]\n"
        )
    };
    let count =
        |text: String| load(&text).setup.phases.iter().map(|phase| phase.choices.len()).sum::<usize>();
    assert_eq!(count(text("jupiter-1999", "\"inherited pairs\", \"symmetry\"")), 39);
    assert_eq!(count(text("scirocco", "\"inherited pairs\"")), 8);
    assert_eq!(
        count(text("scirocco-2001", "\"inherited pairs\", { reflect = \"Tan\" }")),
        1,
        "it has no pairs"
    );
}

#[test]
fn an_inherited_setup_knows_the_sides_by_their_new_names() {
    let renamed = |parent: &str, sides: &str| {
        load(&format!("extends = \"{parent}\"\nid = \"own\"\nsides = [{sides}]\n")).setup
    };
    for id in ["scirocco", "scirocco-2001"] {
        let usual = builtin::definition(id).unwrap().setup;
        // With exchanged names it shows whether the sides or the words are meant.
        for sides in ["\"Red\", \"Green\"", "\"Tan\", \"Blue\""] {
            assert_eq!(renamed(id, sides), usual, "{id} with {sides}");
        }
    }
}

#[test]
fn each_side_of_the_board_is_inherited_alone() {
    let game = |board: &str, array: &str| {
        load(&format!(
            "extends = \"orthochess\"\nid = \"own\"\ncastling = []\n[board]\n{board}\n[array]\nranks = \"{array}\"\n"
        ))
    };
    let wide = game("files = 10", "R N B Q K . B N . R");
    assert_eq!((wide.size.files(), wide.size.ranks(), wide.zone_ranks), (10, 8, 1));
    let long = game("ranks = 12\nfirst-file = \"y\"", "R N B Q K B N R");
    assert_eq!((long.size.files(), long.size.ranks()), (8, 12));
    assert_eq!(long.size.name(long.array[0].square), "y1");
    let named = game("first-file = \"c\"", "R N B Q K B N R");
    assert_eq!(named.size.name(named.array[0].square), "c1", "a letter alone counts, too");
}

#[test]
fn at_most_two_hundred_pieces() {
    let letters =
        |i: usize| [b'A' + (i / 26) as u8, b'a' + (i % 26) as u8].map(char::from).iter().collect::<String>();
    let many = |count: usize| -> String {
        let pieces = (0..count).map(|i| format!("[piece.{0}]\nid = \"x{0}\"\nability = \"W\"\n", letters(i)));
        ALONE.to_owned() + &pieces.collect::<String>()
    };
    assert_eq!(load_game("many.toml", &many(197), &|_| None).unwrap().pieces.len(), 200);
    let errors = load_game("many.toml", &many(198), &|_| None).unwrap_err();
    let error = errors.iter().next().unwrap();
    assert_eq!((error.word(), error.message()), ("Hp", "the game has 201 pieces: at most 200 fit"));
}

#[test]
fn damaged_files_do_not_panic() {
    for (name, text) in [("alone.toml", ALONE), ("scirocco.toml", &builtin::source("scirocco").unwrap().text)]
    {
        let mut wrong = 0;
        for (at, _) in text.char_indices().step_by(7) {
            let cut = [&text[..at], text[at..].get(3..).unwrap_or_default()].concat();
            wrong += usize::from(load_game(name, &cut, &builtin::source).is_err());
            wrong += usize::from(load_game(name, &text[..at], &builtin::source).is_err());
            let odd = [&text[..at], "é🐫\u{0}", &text[at..]].concat();
            if let Err(errors) = load_game(name, &odd, &builtin::source) {
                assert!(
                    errors
                        .iter()
                        .all(|error| !error.to_string().is_empty() && error.word().len() <= odd.len())
                );
            }
        }
        assert!(wrong > 100, "{name}");
    }
}

#[test]
#[cfg(feature = "diagnostics")]
fn a_mistake_is_drawn() {
    let errors = load_game("alone.toml", &ALONE.replace("W; royal", "W; ryal"), &|_| None).unwrap_err();
    let drawn = errors.iter().next().unwrap().render(false);
    assert!(drawn.contains("ability = \"W; ryal\""), "{drawn}");
    assert!(drawn.contains("did you mean `royal`?"), "{drawn}");
    assert!(!drawn.contains('\u{1b}'), "no colour was asked for: {drawn}");
    assert!(errors.iter().next().unwrap().render(true).contains('\u{1b}'));
}
