//! The older revisions differ from the newer ones only in the points named by the rulings (K3 to K7).

use beaufort_rules::game::builtin;
use beaufort_rules::game::definition::{Definition, Promotion};
use beaufort_rules::{Position, Scope};

use crate::support::results;
use crate::support::rows::{Row, rows};

fn differences() -> Vec<Row<'static>> {
    rows(include_str!("differences.txt"), &["board", "result", "yes", "no"])
}

/// Returns whether a game has the pieces of a row and, if the row has a result, a turn with this result; the reference must
/// agree.
fn holds(row: &Row<'_>, id: &str) -> bool {
    let Some(position) = row.position(id) else {
        assert!(row.get("result").is_none(), "{}: {id} lacks a piece", row.title);
        return false;
    };
    if row.get("result").is_none() {
        return true;
    }
    let Some(after) = row.after(&position) else { return false };
    let found = results(&position, &position.turns(Scope::Distinct)).contains(&after);
    let judged =
        beaufort_reference::results(id, &position.to_string()).expect("the judge reads the position");
    assert_eq!(found, judged.contains(&after), "{} in {id}", row.title);
    found
}

#[test]
fn revisions_differ_where_the_rulings_say() {
    let mut failures = String::new();
    for row in differences() {
        for (ids, expected) in [("yes", true), ("no", false)] {
            for id in row.words(ids).into_iter().filter(|id| holds(&row, id) != expected) {
                failures += &format!("{}: not so in {id}\n", row.title);
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn the_rows_name_every_piece_that_differs() {
    for (newer, older) in [
        ("scirocco", "scirocco-2001"),
        ("scirocco-2001", "scirocco-1999"),
        ("typhoon", "typhoon-1999"),
        ("jupiter", "jupiter-1999"),
    ] {
        let (a, b) = (definition(newer), definition(older));
        let mut differing = Vec::new();
        for piece in a.pieces.iter().chain(&b.pieces) {
            let [one, other] = [&a, &b].map(|game| game.pieces.iter().find(|other| other.name == piece.name));
            let same = one.zip(other).is_some_and(|(one, other)| {
                one.ability == other.ability && targets(&a, &one.promotions) == targets(&b, &other.promotions)
            });
            if !same {
                differing.push(piece.id.clone());
            }
        }
        assert!(!differing.is_empty());
        for id in differing {
            let tells = |row: &Row<'_>| {
                let apart = [(newer, older), (older, newer)]
                    .iter()
                    .any(|(a, b)| row.words("yes").contains(a) && row.words("no").contains(b));
                apart && row.get("board").is_some_and(|board| board.contains(&format!("[{id}]")))
            };
            assert!(differences().iter().any(tells), "a row tells {newer} from {older} by the piece {id}");
        }
    }
}

#[test]
fn nothing_else_differs() {
    for (newer, older) in [
        ("scirocco", "scirocco-2001"),
        ("scirocco-2001", "scirocco-1999"),
        ("typhoon", "typhoon-1999"),
        ("jupiter", "jupiter-1999"),
    ] {
        let (a, b) = (definition(newer), definition(older));
        assert_eq!(
            (a.size, &a.side_names, a.zone_ranks, &a.ending),
            (b.size, &b.side_names, b.zone_ranks, &b.ending)
        );
        let same = a.setup.phases == b.setup.phases;
        assert_eq!(same, older == "scirocco-1999", "the set-up of {older}, see setups.rs");
        assert!(b.year < a.year);
        let [one, other] =
            [&a, &b].map(|game| Position::initial(&crate::support::game(&game.id)).to_string());
        if older == "scirocco-1999" {
            let without = |text: &str| {
                text.replace("(D)", "1").replace("(A)", "1").replace("[A]", "1").replace("[D]", "1")
            };
            assert_eq!(without(&one), other, "K6: the array of 1999 lacks Alfil and Dabbaba");
        } else {
            assert_eq!(one, other, "the array of {older}");
        }
    }
}

fn definition(id: &str) -> Definition {
    builtin::definition(id).expect("the game is built in")
}

/// Returns promotions with the names of their types, whose indices differ between games.
fn targets(game: &Definition, promotions: &[Promotion]) -> Vec<String> {
    promotions
        .iter()
        .map(|promotion| {
            let when = format!("{:?}", promotion.when);
            let when = when.split('(').next().unwrap_or_default();
            format!("{} {when}", game.pieces[promotion.to.index()].name)
        })
        .collect()
}
