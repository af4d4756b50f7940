//! The help chapters are correct: every board is one of the game, every turn shown is legal, only pieces and powers of the game
//! are mentioned, and a revision explains its differences.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use beaufort_rules::game::definition::{BareRoyal, Definition, Promotion};
use beaufort_rules::help::{Chapter, chapters};
use beaufort_rules::language::words::{self, Kind};
use beaufort_rules::{Game, Notation, Piece, Position, Side, builtin};

use crate::support::{game, games, step_kinds};

/// Each revision with the newer rules from which it differs.
const REVISIONS: [(&str, &str); 5] = [
    ("scirocco", "scirocco-2001"),
    ("scirocco", "scirocco-1999"),
    ("scirocco-2001", "scirocco-1999"),
    ("typhoon", "typhoon-1999"),
    ("jupiter", "jupiter-1999"),
];

/// Words in the chapters that imply a power, with the words of the language one of which a piece must have.
const TOLD: [(&[&str], &[&str]); 12] = [
    (&["lend", "borrow"], &["relay", "royal-relay"]),
    (&["shoot", "shot"], &["igui", "igui-in-passing"]),
    (
        &["won over", "wins over", "convert", "conversion", "changes sides"],
        &["convert", "approach-conversion"],
    ),
    (&["poison"], &["poison"]),
    (&["burn"], &["burn"]),
    (&["held"], &["immobilize"]),
    (&["doubled"], &["double"]),
    (&["push", "pull"], &["shove", "push", "pull"]),
    (&["changes places with"], &["swap"]),
    (&["may also pass", "by passing"], &["pass"]),
    (&["bewitch"], &["bewitch"]),
    (&["over the edge of the board"], &["off-board"]),
];

/// Returns the ids of the games that have chapters; the others have a page made from their definitions.
fn ids_with_chapters() -> impl Iterator<Item = &'static str> {
    builtin::ids().filter(|id| chapters(&game(id)).is_some())
}

fn chapters_of(id: &str) -> Vec<Chapter> {
    chapters(&game(id)).unwrap_or_else(|| panic!("{id} has no chapters"))
}

/// Returns all texts of the chapters, one on each line.
fn texts(chapters: &[Chapter]) -> String {
    let mut all = String::new();
    for chapter in chapters {
        let diagrams =
            chapter.diagrams.iter().flat_map(|diagram| [diagram.title.clone(), diagram.text.to_string()]);
        let paragraphs = chapter.paragraphs.iter().map(ToString::to_string);
        let texts = [chapter.title.clone()].into_iter().chain(paragraphs).chain(diagrams);
        for text in texts.chain(chapter.entries.iter().map(|entry| entry.text.clone())) {
            all += &format!("{text}\n");
        }
    }
    all
}

/// Returns the names of pieces of any game that occur in a text, including plurals.
fn named(text: &str) -> BTreeSet<String> {
    let all = games();
    let names = all.iter().flat_map(|game| game.definition().pieces.iter().map(|piece| piece.name.clone()));
    let mut names: Vec<String> = names.collect::<BTreeSet<_>>().into_iter().collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut rest = text.to_owned();
    let mut found = BTreeSet::new();
    for name in names {
        let mut from = 0;
        while let Some(at) = rest[from..].find(&name).map(|at| from + at) {
            let end = at + name.len();
            let after = rest[end..].strip_prefix('s').unwrap_or(&rest[end..]);
            let is_word =
                !rest[..at].ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
            if is_word {
                rest.replace_range(at..end, &"#".repeat(name.len()));
                found.insert(name.clone());
            }
            from = end;
        }
    }
    found
}

/// Returns the position with a King in a far corner for each side that has no royal piece, and a Pawn next to the second
/// player's; otherwise the game would be over.
fn in_play(position: &Position) -> Position {
    let mut position = position.clone();
    let game = Arc::clone(position.game());
    let (right, top) = (i16::from(game.size().files()) - 1, i16::from(game.size().ranks()) - 1);
    for (side, id, corners) in [
        (Side::First, "K", [(0, 0), (right, 0)]),
        (Side::Second, "K", [(right, top), (0, top)]),
        (Side::Second, "P", [(right - 1, top), (right, 0)]),
    ] {
        let is_needed = match id {
            "K" => position.board().royals(side).is_empty(),
            _ => game.definition().ending.bare_royal != BareRoyal::PlaysOn,
        };
        if is_needed {
            let mut squares = corners.into_iter().filter_map(|(file, rank)| game.size().square(file, rank));
            let free = squares.find(|&square| position.board().at(square).is_none());
            let kind = game.type_by_id(id).expect("every game has Kings and Pawns");
            position.place(free.expect("one of the two squares is empty"), Piece::new(kind, side));
        }
    }
    position
}

/// Returns the words of the language that occur in the abilities of a game's pieces.
fn language(game: &Game) -> BTreeSet<&'static str> {
    let texts = game.definition().pieces.iter().map(|piece| piece.ability_text.as_str());
    texts.flat_map(|text| words::used_in(text).map(|word| word.name).collect::<Vec<_>>()).collect()
}

#[test]
fn every_turn_of_a_diagram_can_be_played_and_no_other_that_it_denies() {
    let mut failures = String::new();
    for id in ids_with_chapters() {
        for diagram in chapters_of(id).iter().flat_map(|chapter| &chapter.diagrams) {
            let position = in_play(&diagram.position);
            let notation = Notation::new(&position);
            let is_there = |wanted: &str| {
                notation.iter().any(|(turn, text)| text == wanted && turn.first.from == diagram.square)
            };
            for turn in diagram.turns.iter().filter(|turn| !is_there(turn)) {
                failures += &format!("{id}, {}: {turn} is no turn of the piece\n", diagram.title);
            }
            for turn in diagram.illegal.iter().filter(|turn| notation.read(turn).is_ok()) {
                failures += &format!("{id}, {}: {turn} can be played\n", diagram.title);
            }
            assert!(!diagram.turns.is_empty(), "{id}, {}: a diagram shows a turn", diagram.title);
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn every_turn_explained_is_written_and_read_so() {
    let mut failures = String::new();
    for id in ids_with_chapters() {
        let mut shown = BTreeSet::new();
        for entry in chapters_of(id).iter().flat_map(|chapter| &chapter.entries) {
            let position = in_play(entry.position.as_ref().expect("the entries of the files are turns"));
            let notation = Notation::new(&position);
            let Some((turn, _)) = notation.iter().find(|(_, text)| *text == entry.term) else {
                failures += &format!("{id}: {} is no turn\n", entry.term);
                continue;
            };
            shown.extend(turn.steps().map(|step| step.kind));
            for spelling in &entry.also {
                let read = notation.read(spelling).ok().and_then(|turn| notation.text(turn));
                if read != Some(&entry.term) {
                    failures += &format!("{id}: {spelling} is read as {read:?}\n");
                }
            }
        }
        let kinds = step_kinds(&game(id));
        let missing: Vec<_> = kinds.difference(&shown).collect();
        assert!(missing.is_empty(), "{id} does not show how {missing:?} are written\n{failures}");
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn no_piece_and_no_power_is_told_of_that_the_game_does_not_have() {
    for id in ids_with_chapters() {
        let game = game(id);
        let text = texts(&chapters_of(id));
        let own: BTreeSet<String> = game.definition().pieces.iter().map(|piece| piece.name.clone()).collect();
        // A Rook General may be called a General.
        let is_short = |name: &String| own.iter().any(|full| full.ends_with(&format!(" {name}")));
        let named = named(&text);
        let strange: Vec<&String> = named.difference(&own).filter(|name| !is_short(name)).collect();
        assert!(strange.is_empty(), "{id} has no {strange:?}");
        let language = language(&game);
        for (tell, needed) in TOLD {
            let told = tell.iter().find(|word| text.to_lowercase().contains(*word));
            let is_true = needed.iter().any(|word| language.contains(word));
            assert!(
                told.is_none() || is_true,
                "{id} tells `{}`, but no piece has {needed:?}",
                told.unwrap_or(&"")
            );
        }
    }
}

#[test]
fn some_piece_of_every_power_is_told_of() {
    for id in ids_with_chapters() {
        let game = game(id);
        let named = named(&texts(&chapters_of(id)));
        for power in words::of(Kind::Power) {
            let mut users = game
                .definition()
                .pieces
                .iter()
                .filter(|piece| words::used_in(&piece.ability_text).any(|word| word.name == power.name));
            let mut rest = users.clone();
            assert!(
                users.next().is_none() || rest.any(|piece| named.contains(&piece.name)),
                "{id} tells of no piece that has `{}`",
                power.name
            );
        }
    }
}

#[test]
fn a_revision_tells_what_it_plays_otherwise() {
    for (newer, older) in REVISIONS {
        let (a, b) = (game(newer), game(older));
        let (a, b) = (a.definition(), b.definition());
        let titles = |name: &str| {
            let of = |chapter: &Chapter| (chapter.title.clone(), chapter.clone());
            chapters_of(name).iter().map(of).collect::<BTreeMap<_, _>>()
        };
        let (known, own) = (titles(newer), titles(older));
        let differing: Vec<Chapter> = own
            .iter()
            .filter(|(title, chapter)| known.get(*title) != Some(chapter))
            .map(|(_, c)| c.clone())
            .collect();
        let told = named(&texts(&differing));
        for piece in &b.pieces {
            let same = a.pieces.iter().find(|other| other.name == piece.name).is_some_and(|other| {
                let names = |game: &Definition, promotions: &[_]| -> Vec<String> {
                    let name = |one: &Promotion| game.pieces[one.to.index()].name.clone();
                    promotions.iter().map(name).collect()
                };
                other.ability == piece.ability && names(a, &other.promotions) == names(b, &piece.promotions)
            });
            assert!(same || told.contains(&piece.name), "{older} does not tell of its {}", piece.name);
        }
        assert!(own.contains_key("What was different"), "{older}");
        let setup = "The set-up";
        assert_eq!(a.setup.phases == b.setup.phases, known[setup] == own[setup], "the set-up of {older}");
    }
}

/// The headings of `docs/records.md` above the tables of turns, with the games that explain them.
const TABLES: [(&str, &[&str]); 2] = [
    (
        "### Scirocco, Typhoon and Jupiter",
        &["scirocco", "typhoon", "jupiter", "scirocco-1999", "typhoon-1999", "jupiter-1999"],
    ),
    ("### Chess", &["orthochess", "larger-board"]),
];

/// Returns the turns explained by some games, as a table; of turns with the same text or explanation only the first.
fn table(ids: &[&str]) -> String {
    let mut table = "| turn | means |\n|---|---|\n".to_owned();
    let mut known = BTreeSet::new();
    for entry in ids.iter().flat_map(|id| chapters_of(id)).flat_map(|chapter| chapter.entries) {
        let also = if entry.also.is_empty() {
            String::new()
        } else {
            format!(" (also `{}`)", entry.also.join("`, `"))
        };
        if !known.contains(&entry.term) && !known.contains(&entry.text) {
            table += &format!("| `{}` | {}{also} |\n", entry.term, entry.text);
        }
        known.extend([entry.term, entry.text]);
    }
    table
}

#[test]
fn the_page_about_records_explains_the_same_turns() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/records.md");
    let page = fs::read_to_string(&file).expect("docs/records.md is there");
    let mut fresh = page.clone();
    for (heading, ids) in TABLES {
        let start =
            fresh.find(&format!("{heading}\n\n")).expect("the page has the heading") + heading.len() + 2;
        let end = fresh[start..].find("\n\n").map_or(fresh.len(), |end| start + end + 1);
        fresh.replace_range(start..end, &table(ids));
    }
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, &fresh).expect("docs/records.md can be written");
    }
    assert!(page == fresh, "docs/records.md is out of date: run with UPDATE=1");
}
