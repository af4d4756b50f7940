//! The rule of check by tables and by trial, in games that differ from chess by one piece; and the law of check in generated
//! games.

mod law;
use std::sync::Arc;

use beaufort_rules::{Game, Position, Scope, Side, builtin, load_game};

use crate::support::{random_game, results};

fn load(text: &str) -> Arc<Game> {
    let definition =
        load_game("own.toml", text, &builtin::source).unwrap_or_else(|errors| panic!("{errors}"));
    Arc::new(Game::from(definition))
}

/// A piece that may pass is not plain, so every turn of its game has to be tried.
const NOT_PLAIN: &str = r#"
    [piece.Wazir]
    ability = "W + pass"
"#;

#[test]
fn trial_and_tables_agree() {
    let chess = crate::support::game("orthochess");
    let tried = load(&format!("extends = 'orthochess'\nid = 'tried'\nadd-pieces = ['Wazir']\n{NOT_PLAIN}"));
    let mut positions = 0;
    for seed in 0..12 {
        random_game(&chess, seed, 100, |position, turns| {
            let same = Position::parse(&tried, &position.to_string()).unwrap();
            assert_eq!(results(&same, &same.turns(Scope::Distinct)), results(position, turns), "{position}");
            assert_eq!(same.count_turns(Scope::Distinct), turns.len() as u64, "{position}");
            assert_eq!(same.is_check(), position.is_check(), "{position}");
            let mut captures = [Vec::new(), Vec::new()];
            same.generate(Scope::Captures, &mut captures[0]);
            position.generate(Scope::Captures, &mut captures[1]);
            assert_eq!(results(&same, &captures[0]), results(position, &captures[1]), "{position}");
            positions += 1;
        });
    }
    assert!(positions > 500, "only {positions} positions were compared");
}

/// A piece that takes twice, the second time on squares to which it could not move otherwise.
const STRIKER: &str = r#"
    extends = 'orthochess'
    id = 'strikers'
    add-pieces = ['Striker']

    [piece.Striker]
    id = "S"
    ability = "W (moving) + strike W then W straight"
    description = "Takes two in a row."
"#;

#[test]
fn the_second_capture_of_a_turn_gives_check() {
    let game = load(STRIKER);
    for (text, check) in [
        ("4(K)3/4(P)3/4[S]3/8/8/8/8/4[K]3 b - - - -", true),
        ("4(K)3/8/4[S]3/8/8/8/8/4[K]3 b - - - -", false),
    ] {
        let position = Position::parse(&game, text).unwrap_or_else(|error| panic!("{error}"));
        let royal = position.board().royals(Side::Second).first().unwrap();
        assert_eq!(position.is_check(), check, "{text}");
        assert_eq!(position.is_attacked_by(Side::First, royal), check, "{text}");
    }
}

/// A piece that leaps along diagonals.
const ALFIL: &str = r#"
    extends = 'orthochess'
    id = 'alfils'
    add-pieces = ['Alfil']

    [piece.Alfil]
    id = "A"
    ability = "A"
    description = "Leaps."
"#;

#[test]
fn nothing_comes_between_a_leap_and_the_royal_piece() {
    let game = load(ALFIL);
    let text = "8/5(R)2/8/8/8/6(K)1/8/[K]3[A]3 b - - - -";
    let position = Position::parse(&game, text).unwrap_or_else(|error| panic!("{error}"));
    let royals = position.board().royals(Side::Second);
    let turns = position.turns(Scope::Distinct);
    assert!(position.is_check() && !turns.is_empty());
    assert!(turns.iter().all(|turn| royals.contains(turn.first.from)), "{turns:?}");
}

/// A piece that dies when it takes.
const KAMIKAZE: &str = r#"
    extends = 'orthochess'
    id = 'kamikazes'
    add-pieces = ['Kamikaze']

    [piece.Kamikaze]
    id = "S"
    ability = "R + kamikaze"
    description = "Dies when it takes."
"#;

#[test]
fn a_piece_that_dies_when_it_takes_opens_the_line() {
    let game = load(KAMIKAZE);
    let text = "4(R)2(K)/8/8/[S]3(N)3/8/8/8/4[K]3 w - - - -";
    let position = Position::parse(&game, text).unwrap_or_else(|error| panic!("{error}"));
    let turns = position.turns(Scope::Distinct);
    assert!(!turns.is_empty());
    assert!(turns.iter().all(|turn| position.board().at(turn.first.to).is_none()), "{turns:?}");
}
