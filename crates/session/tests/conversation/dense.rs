//! Positions that have too many turns to be sent at once: clients ask for parts of them.

use beaufort_rules::{Position, Scope, builtin};
use beaufort_session::command::{Command, Start, TurnChoice, TurnsOf};
use beaufort_session::event::{Event, ProblemCode};
use beaufort_session::view::{MAX_TOLD_TURNS, TurnView, UnlistedTurns};

use crate::client::Client;

/// The densest positions that are known, each with its game.
const POSITIONS: &str = include_str!("../dense.tsv");

/// Begins with the first position of a game.
fn client(game: &str) -> (Client, String) {
    client_with(game, 0)
}

/// Begins with one of the positions of a game.
fn client_with(game: &str, place: usize) -> (Client, String) {
    let lines = POSITIONS.lines().map(|line| line.split_once('\t').unwrap());
    let (_, text) = lines.into_iter().filter(|&(name, _)| name == game).nth(place).unwrap();
    (Client::start(game, None, Start::Position { text: text.to_owned() }), text.to_owned())
}

/// Asks for turns until all are there, and returns them by their places in the list.
fn all(client: &mut Client, of: &TurnsOf, ahead: bool) -> Vec<(u32, TurnView)> {
    let mut found = Vec::new();
    loop {
        let skip = found.len() as u32;
        let node = client.position().node;
        let events = client.ok(Command::Turns { node, of: of.clone(), skip, ahead });
        let [Event::Turns { total, turns, indices, .. }, Event::Done] = events.as_slice() else {
            panic!("{events:?}")
        };
        assert!(turns.len() <= MAX_TOLD_TURNS && turns.len() == indices.len());
        found.extend(indices.iter().copied().zip(turns.iter().cloned()));
        if found.len() as u32 >= *total {
            assert_eq!(found.len() as u32, *total);
            return found;
        }
        assert_eq!(turns.len(), MAX_TOLD_TURNS);
    }
}

/// Asks for the turns of every place where one begins, and returns all of them in the order of the list.
fn union(client: &mut Client, unlisted: &UnlistedTurns, ahead: bool) -> Vec<(u32, TurnView)> {
    let squares = unlisted.squares.iter().map(|&square| TurnsOf::Square { square });
    let items = unlisted.items.iter().map(|&item| TurnsOf::Item { item, to: None });
    let places: Vec<TurnsOf> = squares.chain(items).collect();
    let mut turns: Vec<_> = places.iter().flat_map(|of| all(client, of, ahead)).collect();
    turns.sort_by_key(|&(index, _)| index);
    turns
}

#[test]
fn a_position_with_tens_of_thousands_of_turns_is_told_in_few_bytes() {
    let (mut dense, _) = client("jupiter");
    let events = dense.ok(Command::HELLO);
    let bytes: usize = events.iter().map(|event| serde_json::to_string(event).unwrap().len()).sum();
    assert!(bytes < 32 * 1024, "{bytes}");
    assert!(dense.position().turns.is_empty());
    assert!(dense.position().unlisted.as_ref().unwrap().count as usize > MAX_TOLD_TURNS);
    for game in ["typhoon", "scirocco", "larger-board"] {
        let (client, _) = client(game);
        assert_eq!(client.position().unlisted, None);
        assert!(client.position().turns.len() > 1_000);
    }
}

/// Nothing is left out and nothing told twice: the places are those of the whole list, and the texts those of the notation.
#[test]
fn the_turns_of_all_pieces_are_all_turns() {
    let (mut client, text) = client("jupiter");
    let unlisted = client.position().unlisted.clone().unwrap();
    let told = union(&mut client, &unlisted, false);
    let position = Position::parse(&builtin::game("jupiter").unwrap(), &text).unwrap();
    let notation = beaufort_rules::Notation::new(&position);
    assert_eq!(told.len(), unlisted.count as usize);
    for (place, ((index, view), (turn, text))) in told.iter().zip(notation.iter()).enumerate() {
        assert_eq!((*index as usize, view.text.as_str()), (place, text));
        let steps = view.steps.iter().map(|step| (step.from, step.to));
        assert!(steps.eq(turn.steps().map(|step| (step.from.byte(), step.to.byte()))));
    }
}

/// Where all turns are sent, the same turns are the answer to a question for some.
#[test]
fn the_turns_of_a_piece_are_those_of_the_list() {
    for game in ["typhoon", "scirocco", "larger-board"] {
        let (mut client, _) = client(game);
        let list = client.position().turns.clone();
        for square in [list[0].steps[0].from, list[list.len() / 2].steps[0].from] {
            let wanted = (0..)
                .zip(&list)
                .filter(|(_, turn)| turn.steps[0].from == square)
                .map(|(at, turn)| (at, turn.clone()));
            let wanted: Vec<(u32, TurnView)> = wanted.collect();
            assert_eq!(all(&mut client, &TurnsOf::Square { square }, false), wanted);
        }
        let last = list.len() as u32 - 1;
        assert_eq!(
            all(&mut client, &TurnsOf::Listed { index: last }, false),
            [(last, list[last as usize].clone())]
        );
        let typed = all(&mut client, &TurnsOf::Typed { text: list[3].text.clone() }, false);
        assert_eq!(typed[0].1.text, list[3].text);
    }
}

#[test]
fn a_turn_that_was_asked_for_is_played_by_its_place() {
    let (mut client, _) = client("jupiter");
    let square = client.position().unlisted.clone().unwrap().squares[0];
    let (index, turn) = all(&mut client, &TurnsOf::Square { square }, false).pop().unwrap();
    let key = client.position().key.clone();
    client.ok(Command::Play { node: 0, turn: TurnChoice::Listed { index, key } });
    assert_eq!(client.position().last.as_ref().unwrap(), &turn);
    // The side that has moved waits now, and may have as many premoves.
    let Event::Premoves { turns, unlisted, .. } = client.ok(Command::Premoves { node: 1 }).swap_remove(0)
    else {
        panic!()
    };
    let unlisted = unlisted.unwrap();
    assert!(turns.is_empty());
    let of = TurnsOf::Square { square: unlisted.squares[0] };
    let premoves = all(&mut client, &of, true);
    assert!(premoves.iter().all(|(_, turn)| turn.steps[0].from == unlisted.squares[0] && !turn.forbidden));
    assert!(!premoves.is_empty());
}

#[test]
fn turns_that_are_not_there_are_refused() {
    let (mut client, text) = client("jupiter");
    let position = Position::parse(&builtin::game("jupiter").unwrap(), &text).unwrap();
    let count = position.turns(Scope::Choices).len() as u32;
    let mut refused = |node, of| client.refused(Command::Turns { node, of, skip: 0, ahead: false });
    assert_eq!(refused(1, TurnsOf::Square { square: 0 }), ProblemCode::Stale);
    assert_eq!(refused(0, TurnsOf::Item { item: 0, to: None }), ProblemCode::Unknown);
    assert_eq!(refused(0, TurnsOf::Listed { index: count }), ProblemCode::Unknown);
    assert_eq!(refused(0, TurnsOf::Typed { text: "nothing".to_owned() }), ProblemCode::Notation);
    let nothing =
        Command::Turns { node: 0, of: TurnsOf::Square { square: 255 }, skip: u32::MAX, ahead: false };
    let Event::Turns { total: 0, turns, .. } = client.ok(nothing).swap_remove(0) else { panic!() };
    assert!(turns.is_empty());
    client.ok(Command::Resign { side: 0 });
    let late = Command::Turns { node: 0, of: TurnsOf::Square { square: 0 }, skip: 0, ahead: false };
    assert_eq!(client.refused(late), ProblemCode::NotNow);
}

/// Too many turns are not sent; a turn can be typed.
#[test]
fn turns_of_a_position_with_more_of_them_are_typed() {
    let (mut client, _) = client_with("jupiter", 1);
    let unlisted = client.position().unlisted.clone().unwrap();
    assert!(unlisted.count > 100_000, "{}", unlisted.count);
    let of = TurnsOf::Square { square: unlisted.squares[0] };
    assert_eq!(client.refused(Command::Turns { node: 0, of, skip: 0, ahead: false }), ProblemCode::TooHard);
}
