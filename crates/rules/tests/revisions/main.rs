//! The older revisions differ from the newer ones in what the rulings name (K3 to K7), and in nothing else.

#[path = "../support/mod.rs"]
mod support;

use std::sync::Arc;

use beaufort_rules::game::builtin;
use beaufort_rules::game::definition::{Definition, Promotion};
use beaufort_rules::{Game, Piece, Position, Side};

use support::{game, results};

const DIFFERENCES: &str = include_str!("differences.txt");

/// A row of `differences.txt`.
#[derive(Default)]
struct Row<'a> {
    title: &'a str,
    board: &'a str,
    result: Option<&'a str>,
    yes: Vec<&'a str>,
    no: Vec<&'a str>,
}

fn rows() -> Vec<Row<'static>> {
    let mut rows: Vec<Row<'_>> = Vec::new();
    for line in DIFFERENCES.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let Some(entry) = line.strip_prefix("  ") else {
            rows.push(Row { title: line, ..Row::default() });
            continue;
        };
        let row = rows.last_mut().expect("a title comes first");
        let (word, text) = entry.split_once(' ').unwrap_or((entry, ""));
        let ids = || text.split_whitespace().collect();
        match word {
            "board" => row.board = text.trim(),
            "result" => row.result = Some(text.trim()),
            "yes" => row.yes = ids(),
            "no" => row.no = ids(),
            _ => panic!("{}: `{word}` is none of board, result, yes, no", row.title),
        }
    }
    rows
}

/// Places pieces, `[K]a1` or, in a result, `a1=[K]` and `a1=`; nothing if the game lacks one of them.
fn place(position: &mut Position, text: &str) -> Option<()> {
    let game = Arc::clone(position.game());
    for word in text.split(' ') {
        let (square, piece) = word.split_once('=').unwrap_or_else(|| {
            let (piece, square) = word.split_at(word.find([']', ')']).expect("pieces stand in brackets") + 1);
            (square, piece)
        });
        let square = game.size().parse(square).expect("rows name squares");
        position.place(square, read_piece(&game, piece)?);
    }
    Some(())
}

fn read_piece(game: &Game, text: &str) -> Option<Piece> {
    let side = match text.chars().next() {
        None => return Some(Piece::NONE),
        Some('[') => Side::First,
        Some(_) => Side::Second,
    };
    let id = text.trim_matches(['[', ']', '(', ')']);
    let kind = game.types().find(|&kind| game.piece(kind).id == id)?;
    Some(Piece::new(kind, side))
}

/// Returns whether a game has the pieces of a row and, if the row has a result, a turn with it; the judge must agree.
fn holds(row: &Row<'_>, id: &str) -> bool {
    let game = game(id);
    let mut position = Position::empty(&game, Side::First);
    if place(&mut position, row.board).is_none() {
        assert!(row.result.is_none(), "{}: {id} lacks a piece", row.title);
        return false;
    }
    let Some(result) = row.result else { return true };
    let mut after = position.clone();
    after.pass();
    if place(&mut after, result).is_none() {
        return false;
    }
    let text = after.to_string();
    let found = results(&position, &position.turns()).contains(&text);
    let judged =
        beaufort_reference::results(id, &position.to_string()).expect("the judge reads the position");
    assert_eq!(found, judged.contains(&text), "{} in {id}", row.title);
    found
}

#[test]
fn revisions_differ_where_the_rulings_say() {
    let mut failures = String::new();
    for row in rows() {
        for (ids, expected) in [(&row.yes, true), (&row.no, false)] {
            for id in ids.iter().filter(|id| holds(&row, id) != expected) {
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
                let apart = row.yes.contains(&newer) && row.no.contains(&older)
                    || row.yes.contains(&older) && row.no.contains(&newer);
                apart && row.board.contains(&format!("[{id}]"))
            };
            assert!(rows().iter().any(tells), "a row tells {newer} from {older} by the piece {id}");
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
            (a.size, &a.side_names, a.zone_ranks, a.ending),
            (b.size, &b.side_names, b.zone_ranks, b.ending)
        );
        let same = a.setup.phases == b.setup.phases;
        assert_eq!(same, older == "scirocco-1999", "the set-up of {older}, see setups.rs");
        assert!(b.year < a.year);
        let [one, other] = [&a, &b].map(|game| Position::initial(&support::game(&game.id)).to_string());
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

/// Returns promotions with the names of what they lead to, which have other numbers in other games.
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
