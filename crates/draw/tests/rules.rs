//! The rules of a game without help chapters mention everything in its file.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use beaufort_draw::rules_chapters;
use beaufort_rules::help::Chapter;
use beaufort_rules::language::EXAMPLE;
use beaufort_rules::language::words::{self, Kind};
use beaufort_rules::{Game, builtin, load_game};

fn chapters(text: &str) -> Vec<Chapter> {
    rules_chapters(&Game::from(load_game("own.toml", text, &builtin::source).unwrap()))
}

fn chapter<'a>(chapters: &'a [Chapter], title: &str) -> &'a Chapter {
    chapters.iter().find(|chapter| chapter.title == title).unwrap_or_else(|| panic!("no chapter {title}"))
}

/// Returns what a chapter says about a word or a piece.
/// Returns the paragraphs of a chapter.
fn words(chapter: &Chapter) -> Vec<String> {
    chapter.paragraphs.iter().map(ToString::to_string).collect()
}

fn meaning<'a>(chapter: &'a Chapter, term: &str) -> &'a str {
    &chapter
        .entries
        .iter()
        .find(|entry| entry.term == term)
        .unwrap_or_else(|| panic!("nothing about {term}"))
        .text
}

#[test]
fn the_rules_of_an_own_game_are_told_from_its_file() {
    let chapters = chapters(EXAMPLE);
    let titles: Vec<&str> = chapters.iter().map(|chapter| chapter.title.as_str()).collect();
    assert_eq!(
        titles,
        ["The board", "The set-up", "How the game ends", "Promotion", "What the pieces can do"]
    );
    assert!(chapters[0].paragraphs[0].to_string().starts_with(
        "The board has 6 files and 7 ranks. Blue begins with 12 pieces and moves first, up the board; Tan has 12"
    ));
    assert_eq!(
        chapters[1].paragraphs,
        [
            "Tan may change, before the first turn: the armies face each other like mirror images; exchange b1 and e1, and likewise \
          on the other side."
        ]
    );
    let mirrored = self::chapters(&EXAMPLE.replace("\"rotational\"", "\"mirror\""));
    assert!(
        mirrored[1].paragraphs[0].to_string().contains(": the armies face each other turned half round; ")
    );
    let end = words(&chapters[2]);
    assert_eq!(
        end[0],
        "Royal pieces: King. A side that has no royal piece left has lost. There is no check."
    );
    assert!(
        end.iter().all(|text| !text.contains("only one piece")),
        "this game plays on with a bare royal piece"
    );
    assert!(end.iter().any(|text| text.contains("the same position for the third time is not allowed")));
    assert!(
        chapters[3].paragraphs[0].to_string().contains("the 2 far ranks: 6 to 7 for Blue, 1 to 2 for Tan")
    );
    assert_eq!(meaning(&chapters[3], "Pawn"), "Knight, Sand Cat after a diagonal move");
    let relay = meaning(&chapters[4], "relay");
    assert!(relay.starts_with(words::find("relay").unwrap().help) && relay.ends_with("Well."));
}

#[test]
fn every_way_to_end_a_game_is_told() {
    let text = EXAMPLE.replace(
        "bare-royal = \"plays on\"\nno-move = \"loses\"\nrepetition = \"third time illegal\"",
        "bare-royal = \"loses\"\ncheck = \"binds\"\nno-move = \"loses in check, else draws\"\nrepetition = \"third time draws\"\n\
         quiet-moves = { draw = 50, but = [\"Pawn\"] }\ndead = {}",
    );
    let chapters = chapters(&text);
    let end = words(chapter(&chapters, "How the game ends")).join(" ");
    for told in [
        "is checkmated and has lost",
        "only one piece left has lost",
        "not in check has drawn",
        "The same position for the third time is a draw",
        "50 turns of each side without a capture or a move of these are a draw: Pawn",
        "nobody has the pieces to win",
    ] {
        assert!(end.contains(told), "{told}: {end}");
    }
}

#[test]
fn moves_after_which_all_pieces_promote_are_told_once() {
    let chapters = rules_chapters(&builtin::game("chu").unwrap());
    let promotion = chapter(&chapters, "Promotion");
    assert!(
        promotion.paragraphs[0]
            .to_string()
            .contains("When it enters this zone by its own power, or captures")
    );
    assert_eq!(meaning(promotion, "Kirin"), "Lion");
    assert!(
        meaning(promotion, "Lance")
            .ends_with(", White Horse in the region last-row, after a move that ends there")
    );
}

#[test]
fn what_stands_beside_the_board_is_told() {
    let chapters = rules_chapters(&builtin::game("larger-board").unwrap());
    assert!(chapter(&chapters, "Promotion").paragraphs[0].to_string().contains("it must become"));
    assert!(meaning(chapter(&chapters, "Pieces in reserve"), "W").starts_with("2 Wizards"));
    assert_eq!(meaning(chapter(&chapters, "Castling"), "O-O"), "White: King e1 to g1, Rook h1 to f1");
}

#[test]
fn every_word_of_a_game_is_explained() {
    for id in builtin::ids() {
        let game = builtin::game(id).unwrap();
        let chapters = rules_chapters(&game);
        let explained = chapter(&chapters, "What the pieces can do");
        for piece in &game.definition().pieces {
            for word in words::used_in(&piece.ability_text).filter(|word| word.kind() != Kind::Joint) {
                assert!(
                    meaning(explained, word.name).starts_with(word.help),
                    "{id}, {}: {}",
                    piece.name,
                    word.name
                );
            }
        }
    }
}
