//! The rule of check kept by tables and by trial, and drops from a reserve, in small games made for that.

mod support;

use std::sync::Arc;

use beaufort_rules::turn::Reason;
use beaufort_rules::{Game, Notation, Position, builtin, game};

use support::{random_game, results};

fn load(text: &str) -> Arc<Game> {
    let definition =
        game::load("own.toml", text, &builtin::source).unwrap_or_else(|errors| panic!("{errors}"));
    Arc::new(Game::from(definition))
}

/// A piece that may pass is not plain, so that every turn of its game has to be tried.
const NOT_PLAIN: &str = r#"
    [piece.Wazir]
    ability = "W + pass"
"#;

#[test]
fn trial_and_tables_agree() {
    let chess = support::game("orthochess");
    let tried = load(&format!("extends = 'orthochess'\nid = 'tried'\nadd-pieces = ['Wazir']\n{NOT_PLAIN}"));
    let mut positions = 0;
    for seed in 0..12 {
        random_game(&chess, seed, 100, |position, turns| {
            let same = Position::parse(&tried, &position.to_string()).unwrap();
            assert_eq!(results(&same, &same.turns()), results(position, turns), "{position}");
            assert_eq!(same.count_turns(), turns.len() as u64, "{position}");
            assert_eq!(same.is_check(), position.is_check(), "{position}");
            let mut captures = [Vec::new(), Vec::new()];
            same.add_captures(&mut captures[0]);
            position.add_captures(&mut captures[1]);
            assert_eq!(results(&same, &captures[0]), results(position, &captures[1]), "{position}");
            positions += 1;
        });
    }
    assert!(positions > 500, "only {positions} positions were compared");
}

/// Chess with two kinds of pieces in reserve.
const RESERVE: &str = r#"
    extends = "orthochess"
    id = "reserve"
    castling = []
    add-pieces = ["Alfil", "Wazir"]
    [array]
    ranks = "R . . . K . . ."
    [reserve]
    after = "both royal pieces have moved"
    until = "a royal piece has reached its last row"
    items = [
      { id = "A", piece = "Alfil", count = 2, squares = [["b1", "g1"], ["c2"]] },
      { id = "W", piece = "Wazir", captured = "returns" },
    ]
"#;

fn with_reserve() -> [Arc<Game>; 2] {
    [load(RESERVE), load(&format!("{RESERVE}\n{NOT_PLAIN}"))]
}

/// Plays turns, as texts separated by spaces.
fn play(position: &mut Position, texts: &str) {
    for text in texts.split_whitespace() {
        let turn = Notation::new(position).read(text).unwrap_or_else(|error| panic!("{error}"));
        position.play(turn);
        assert_eq!(position.key(), position.recomputed_key(), "{text}");
    }
}

fn texts(position: &Position, sign: char) -> String {
    let notation = Notation::new(position);
    let mut texts: Vec<&str> =
        notation.iter().map(|(_, text)| text).filter(|text| text.contains(sign)).collect();
    texts.sort_unstable();
    texts.join(" ")
}

#[test]
fn pieces_come_from_the_reserve() {
    for game in with_reserve() {
        let mut position = Position::initial(&game);
        let initial = "(R)3(K)3/8/8/8/8/8/8/[R]3[K]3 w - - A2,W/A2,W -";
        assert_eq!(position.to_string(), initial);
        assert_eq!(texts(&position, '@'), "", "L36: no King has moved");
        play(&mut position, "Kf2 Ra2+ Kf1 Kf7");
        assert_eq!(position.to_string(), "8/5(K)2/8/8/8/8/(R)7/[R]4[K]2 w - - A2,W/A2,W wb");
        // Two at once, one on a square of its own, one anywhere: 60 squares are empty.
        assert!(texts(&position, '@').starts_with("A@b1,g1 A@c2 W@a3 "), "{}", texts(&position, '@'));
        assert_eq!(texts(&position, '@').split(' ').count(), 2 + 60);
        play(&mut position, "A@b1,g1 A@c7");
        assert_eq!(position.to_string(), "8/2(A)2(K)2/8/8/8/8/(R)7/[R][A]3[K][A]1 w - - A,W/A,W wb");
        // A captured Wazir changes sides; the last of an item is gone from the text.
        play(&mut position, "W@b2 Rxb2");
        assert!(position.to_string().ends_with(" w - - A/A,W2 wb"), "{position}");
        while position.ply() > 0 {
            position.undo();
            assert_eq!(position.key(), position.recomputed_key());
        }
        assert_eq!(position.to_string(), initial);
    }
}

#[test]
fn drops_meet_checks() {
    for game in with_reserve() {
        let position = Position::parse(&game, "4(K)3/8/8/8/8/8/8/(R)3[K]3 w - - A,W/- wb").unwrap();
        assert_eq!(texts(&position, '@'), "A@b1,g1 W@b1 W@c1 W@d1");
        let mut mate = Position::parse(&game, "4(K)3/8/8/8/8/8/(R)7/1(R)2[K]3 w - - -/- wb").unwrap();
        assert_eq!(mate.verdict().map(|verdict| verdict.reason), Some(Reason::Checkmate));
        mate = Position::parse(&game, "4(K)3/8/8/8/8/8/(R)7/1(R)2[K]3 w - - W/- wb").unwrap();
        assert_eq!(mate.verdict(), None, "a drop meets the check");
        let bare = Position::parse(&game, "4(K)3/8/8/8/8/8/8/4[K]3 w - - W/- wb").unwrap();
        assert_eq!(bare.drawn(), None, "L49: there is something in reserve");
        let bare = Position::parse(&game, "4(K)3/8/8/8/8/8/8/4[K]3 w - - -/- wb").unwrap();
        assert_eq!(bare.drawn().map(|verdict| verdict.reason), Some(Reason::DeadPosition));
    }
}

#[test]
fn a_king_on_its_last_row_ends_the_drops() {
    for game in with_reserve() {
        let mut position = Position::parse(&game, "8/[K]6(K)/8/8/8/8/(W)7/[R]7 w - - W/W wb").unwrap();
        assert!(!texts(&position, '@').is_empty());
        play(&mut position, "Ka8 Kh8");
        assert!(position.to_string().ends_with(" W/W wb8"), "{position}");
        assert_eq!(texts(&position, '@'), "");
        play(&mut position, "Rxa2");
        assert!(position.to_string().ends_with(" W/W wb8"), "L35: {position}");
    }
}

#[test]
fn tables_and_trial_agree_on_drops() {
    let [plain, tried] = with_reserve();
    for seed in 0..6 {
        random_game(&plain, seed, 60, |position, turns| {
            let text = position.to_string();
            let same = Position::parse(&tried, &text).unwrap();
            assert_eq!(same.to_string(), text);
            // A Wazir of the other game may pass, which no other turn brings about.
            let mut others = results(&same, &same.turns());
            others.retain(|result| result.split(' ').next() != text.split(' ').next());
            assert_eq!(others, results(position, turns), "{position}");
        });
    }
}

#[test]
fn reserves_are_wrong_in_many_ways() {
    let [game, _] = with_reserve();
    for (fields, message) in [
        ("- -", "column 31: expected the reserves of both sides, with `/` between"),
        ("B/- -", "column 31: `B` is not in the reserve of this game: expected `A`, `W`"),
        ("A,A/- -", "column 33: `A` is said twice"),
        ("-/A1 -", "column 34: `1` is not a number from 2 to 15"),
        ("-/A16 -", "column 34: `16` is not a number from 2 to 15"),
        ("-/- wx", "column 36: `x` says nothing of Kings: expected some of `wb8`, or `-`"),
    ] {
        let text = format!("4(K)3/8/8/8/8/8/8/4[K]3 w - - {fields}");
        let error = Position::parse(&game, &text).expect_err(&text);
        assert_eq!(error.to_string(), format!("position, {message}"), "{text}");
    }
}
