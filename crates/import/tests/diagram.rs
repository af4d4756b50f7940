//! Interactive Diagrams, imported and played.

use std::sync::Arc;

use beaufort_import::{Imported, Treatment, read_diagram};
use beaufort_rules::{Game, Position, builtin, load_game, perft};

fn import(text: &str, name: &str) -> Imported {
    read_diagram(text, name).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Returns the leaves at some depths.
fn leaves(imported: &Imported, depths: u32) -> Vec<u64> {
    let game = load_game("imported.toml", &imported.text, &builtin::source)
        .unwrap_or_else(|errors| panic!("{errors}\n{}", imported.text));
    let game = Arc::new(Game::from(game));
    (1..=depths).map(|depth| perft(&mut Position::initial(&game), depth)).collect()
}

/// Orthodox chess, whose moves the names of the pieces say.
const CHESS: &str = "\
<div class=\"idiagram\">
graphicsDir=/graphics/
squareSize=40
promoChoice=QRBN
Pawn::::a2-h2
Knight:N:::b1,g1
Bishop::::c1,f1
Rook::::a1,h1
Queen::::d1
King::::e1
</div>
";

#[test]
fn chess_has_the_leaves_of_chess() {
    let chess = import(CHESS, "chess");
    assert_eq!(chess.id, "chess");
    assert!(chess.report.is_whole(), "{}", chess.report);
    assert_eq!(leaves(&chess, 4), [20, 400, 8902, 197_281]);
}

#[test]
fn castlings_and_promotions_are_those_of_chess() {
    let text = "promoChoice=QRBN\nPawn::::a7,h2\nRook::::a1,h1\nKing::::e1\nKnight:N\nBishop::\nQueen::";
    let game = import(text, "castles");
    assert!(game.report.is_whole(), "{}", game.report);
    // The same by orthodox chess: `position fen r3k2r/P6p/8/8/8/8/p6P/R3K2R w KQkq - 0 1`.
    let chess = builtin::game("orthochess").expect("it is built in");
    let mut chess = Position::parse(&chess, "r3k2r/P6p/8/8/8/8/p6P/R3K2R w KQkq - 0 1").expect("a position");
    let theirs: Vec<u64> = (1..=3).map(|depth| perft(&mut chess, depth)).collect();
    // The Pawns on a7 and a2 have not moved here, which changes nothing, as they cannot go two steps.
    assert_eq!(leaves(&game, 3), theirs);
}

/// The 10x8 board of Capablanca's chess; Archbishop and Chancellor by moves of their own.
const WIDE: &str = "\
files=10
ranks=8
promoZone=1
promoChoice=QCARBN
royal=8
pawn:P:fmWfceFifmnD:pawn:a2-j2
knight:N:N:knight:b1,i1
bishop:B:B:bishop:c1,h1
rook:R:R:rook:a1,j1
archbishop:A:BN:cardinal:d1
chancellor:C:RN:marshall:g1
queen:Q:Q:queen:e1
king:K:KisO3:king:f1
";

#[test]
fn a_large_game_has_the_leaves_of_another_program() {
    let wide = import(WIDE, "wide");
    assert!(wide.report.is_whole(), "{}", wide.report);
    // Counted by pyffish 0.0.90 as a variant of `capablanca` with this array.
    assert_eq!(leaves(&wide, 3), [28, 784, 25_225]);
    assert!(wide.text.contains("king = [\"f1\", \"i1\"]"), "{}", wide.text);
}

#[test]
fn pieces_of_shogi_turn_over_in_their_zone() {
    let text = "files=5\nranks=5\nsymmetry=rotate\npromoZone=1\nmaxPromote=2\npromoOffset=2\n\
        pawn:P:fW::a2\nsilver:S:FfW::b1\ntokin:+P:WfF\npromoted silver:+S:WfF\nking:K:K::e1\n";
    let game = import(text, "small");
    assert!(game.report.is_whole(), "{}", game.report);
    assert!(game.text.contains("symmetry = \"rotational\""), "{}", game.text);
    assert!(game.text.contains("Pawn = \"Tokin\""), "{}", game.text);
    assert_eq!(leaves(&game, 1), [1 + 2 + 3]);
}

#[test]
fn a_cylinder_has_the_leaves_of_another_program() {
    let text = "files=8\nranks=8\npromoZone=1\npromoChoice=QRBN\nroyal=6\npawn:P:fmWfcoFifmnD::a2-h2\n\
        knight:N:oN::b1,g1\nbishop:B:oB::c1,f1\nrook:R:oR::a1,h1\nqueen:Q:oQ::d1\nking:K:oK::e1\n";
    let game = import(text, "cylinder");
    assert!(game.report.is_whole(), "{}", game.report);
    // Counted by a program of a page that knows nothing but this game.
    assert_eq!(leaves(&game, 3), [20, 392, 9162]);
}

#[test]
fn what_is_not_said_is_told() {
    let text = "morph=a\nPawn::::a2-h2\nKing::K::e1\nLion:::::2\nGuard:G:xK::d1";
    let errors = read_diagram(text, "odd").unwrap_err();
    assert_eq!(
        errors[0].to_string(),
        "4:1: the moves of `Lion` are missing in the third place, in Betza's notation"
    );
    let game = import(&text.replace("Lion:::::2", "Lion::NAD:::2"), "odd");
    let missing: Vec<&str> = game.report.missing().map(|note| note.key.as_str()).collect();
    assert_eq!(missing, ["morph", "Lion", "Guard", "promoChoice"]);
    for line in ["Missing: morph", "Missing: Lion", "Missing: Guard", "Nearly as there: promoChoice"] {
        assert!(game.text.contains(line), "{line}: {}", game.text);
    }
}

/// Texts as pages have them, with the remarks on each, and the leaves of a variant with the same rules, counted by pyffish 0.0.90.
const PAGES: [(&str, &str, &[&str], [u64; 3]); 5] = [
    ("a whole page", include_str!("diagrams/whole-page.html"), &[], [28, 784, 23_878]),
    (
        "names that are no English, and lines of Windows",
        include_str!("diagrams/shogi-names.txt"),
        &["promoChoice = GT: each piece promotes to the one that `promoOffset` says"],
        [24, 576, 13_488],
    ),
    (
        "broken lines and characters by their names",
        include_str!("diagrams/breaks.html"),
        &["promoChoice = N*B,R,Q,Q: `*` is no ID of a piece"],
        [18, 324, 6246],
    ),
    (
        "settings without effect",
        include_str!("diagrams/no-effect.txt"),
        &[
            "files = 8: a later line says it again",
            "holdingsType = 1: pieces in hand are not imported",
            "stalemate = win: the import does not know this setting",
            "promoZone = 2: nothing promotes",
            "promoChoice = QN: nothing promotes",
            "shuffle = !BNRQ: the import does not know this setting",
            "knight = N: pieces in hand are not imported: `2:old`",
        ],
        [14, 196, 3010],
    ),
    (
        "two diagrams",
        include_str!("diagrams/two-diagrams.html"),
        &["idiagram = 2: only the first diagram of the page is imported"],
        [8, 67, 651],
    ),
];

#[test]
fn pages_are_read_and_what_has_no_effect_is_told() {
    for (what, text, told, expected) in PAGES {
        let game = import(text, "page");
        let notes = game.report.notes.iter().filter_map(|note| match &note.treatment {
            Treatment::WithoutEffect(why) | Treatment::Approximated(why) | Treatment::NotSaid(why) => {
                Some(format!("{} = {}: {why}", note.key, note.value))
            }
            Treatment::Said | Treatment::DisplayOnly => None,
        });
        assert_eq!(notes.collect::<Vec<_>>(), told, "{what}");
        assert_eq!(leaves(&game, 3), expected, "{what}");
    }
}

#[test]
fn a_page_without_a_king_or_with_half_a_line_is_refused() {
    for (text, error) in [
        ("<div class=\"idiagram\">\nknight:N:N::a1\n</div>", "1:1: no piece is royal"),
        (
            "<p>a = b</p>\n<div class=\"idiagram\">\n<br>king:K:K::e1<br>e9\n</div>",
            "3:21: expected a setting",
        ),
        ("<div class=\"idiagram\">files=a", "1:29: `a` is no number"),
    ] {
        let errors = read_diagram(text, "page").unwrap_err();
        assert!(errors[0].to_string().starts_with(error), "{text}: {errors:?}");
    }
}
