//! The state beside the board, sent with positions and games and set up in the editor.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;
use std::time::Duration;

use beaufort_rules::{Game, builtin};
use beaufort_session::command::{Arrangement, Command, Placed, Request, Start};
use beaufort_session::event::{Event, ProblemCode};
use beaufort_session::view::{BesideView, Companion, CompanionView, GameView, PositionView, Standing};
use beaufort_session::{Conversation, Library};

const GAME: &str = "larger-board";
/// A Golem on b4 and c3, a Wizard that bewitches the Pawn on e7.
const POSITION: &str = "6(K)5/6(P)5/6[Wz]5/12/3[G1]8/4[G1]7/12/6[K]5 b - - A2/H,T wb8";

fn game() -> Arc<Game> {
    builtin::game(GAME).unwrap()
}

fn ask(commands: impl IntoIterator<Item = Command>) -> Vec<Event> {
    let mut conversation = Conversation::new(&Library::new(), 1);
    let mut events = Vec::new();
    for (id, command) in (1..).zip(commands) {
        let text = serde_json::to_string(&Request { id, key: None, command }).unwrap();
        let effects = conversation.handle_text(7, &text, Duration::ZERO);
        events.extend(effects.messages.into_iter().map(|letter| letter.message.event));
    }
    events
}

fn position(text: &str) -> PositionView {
    let from = Some(Start::Position { text: text.to_owned() });
    let start = Command::Start { game: Some(GAME.to_owned()), players: None, clock: None, from, date: None };
    let found = ask([start]).into_iter().rev().find_map(|event| match event {
        Event::Position { position } => Some(*position),
        _ => None,
    });
    found.unwrap()
}

fn view() -> GameView {
    let found = ask([Command::Game { game: GAME.to_owned() }]).into_iter().find_map(|event| match event {
        Event::Game { game } => Some(*game),
        _ => None,
    });
    found.unwrap()
}

fn check(arrangement: Arrangement) -> Event {
    ask([Command::Check { game: GAME.to_owned(), arrangement }]).swap_remove(0)
}

/// Returns the position string of an arrangement, and what is wrong with it.
fn checked(pieces: Vec<Placed>, beside: Option<BesideView>) -> (String, Vec<String>) {
    match check(Arrangement::Pieces { pieces, side: 0, beside }) {
        Event::Checked { position, problems, .. } => {
            (position, problems.into_iter().map(|problem| problem.message.to_string()).collect())
        }
        event => panic!("{event:?}"),
    }
}

fn at(name: &str, id: &str, side: u16, other: Option<&str>) -> Placed {
    let game = game();
    let square = |name: &str| game.size().parse(name).unwrap().byte();
    let kind = game.type_by_id(id).unwrap();
    Placed { square: square(name), piece: 2 * (u16::from(kind.byte()) + 1) + side, other: other.map(square) }
}

#[test]
fn a_position_tells_what_is_beside_its_board() {
    let view = position(POSITION);
    let beside = view.beside.unwrap();
    let letters: Vec<String> = self::view().reserve.into_iter().map(|item| item.letters).collect();
    assert_eq!(letters, ["H", "Le", "Pi", "Ad", "Wd", "W", "E", "A", "T"]);
    assert_eq!(beside.hands, [vec![0, 0, 0, 0, 0, 0, 0, 2, 0], vec![1, 0, 0, 0, 0, 0, 0, 0, 1]]);
    assert_eq!((beside.castlings, beside.moved, beside.reached), (vec![], [true, true], true));
    assert_eq!(view.pairs, [[28, 39]], "the Golem on c3 and b4");
    assert_eq!(view.marks.bewitched, [game().size().parse("e7").unwrap().byte()]);
}

#[test]
fn a_game_tells_its_items_castlings_and_how_its_pieces_stand() {
    let view = view();
    let choice = &view.reserve[0];
    assert_eq!((choice.types.len(), choice.pieces, choice.start), (4, 2, [1, 1]));
    let castlings: Vec<String> = view.castlings.iter().map(|castling| castling.letter.clone()).collect();
    assert_eq!(castlings.concat(), "KQkq");
    assert_eq!(view.beside.unwrap().castlings, [0, 1, 2, 3]);
    let standing = |id: &str| view.types.iter().find(|kind| kind.id == id).unwrap().standing;
    assert_eq!(
        [standing("Go"), standing("Th"), standing("Q")],
        [Some(Standing::TwoSquares), Some(Standing::Nowhere), None]
    );
    let elephant = view.types.iter().find(|kind| kind.id == "El").unwrap();
    assert_eq!(elephant.companions, [CompanionView { files: -1, ranks: 0, who: Companion::Royal }]);
}

#[test]
fn an_arrangement_is_what_its_text_says() {
    let text = check(Arrangement::Text { text: POSITION.to_owned() });
    let Event::Checked { pieces, side, beside, problems, .. } = &text else { panic!("{text:?}") };
    assert!(problems.is_empty(), "{problems:?}");
    let again = Arrangement::Pieces { pieces: pieces.clone(), side: *side, beside: beside.clone() };
    assert_eq!(check(again), text);
}

#[test]
fn castlings_are_left_out_where_their_pieces_stand_elsewhere() {
    let beside = BesideView { castlings: vec![0, 1, 2], ..BesideView::default() };
    let kings = [at("e1", "K", 0, None), at("a1", "R", 0, None), at("e8", "K", 1, None)];
    let (position, problems) = checked(kings.to_vec(), Some(beside));
    assert!(position.ends_with(" w Q - -/- -"), "{position}");
    assert!(problems.is_empty());
}

#[test]
fn what_no_game_can_begin_with_is_explained() {
    let kings = [at("e1", "K", 0, None), at("e8", "K", 1, None)];
    let with = |more: &[Placed]| checked([&kings, more].concat(), None).1;
    assert_eq!(
        with(&[at("b4", "Go", 0, None)]),
        ["the Golem on b4 needs its other part, diagonally next to it"]
    );
    assert_eq!(with(&[at("b4", "Go", 0, Some("c3"))]).len(), 1, "only one part says so");
    assert!(with(&[at("b4", "Go", 0, Some("c3")), at("c3", "Go", 0, Some("b4"))]).is_empty());
    assert_eq!(with(&[at("d4", "K", 0, None)]), ["White has 2 royal pieces instead of one"]);
    assert_eq!(with(&[at("b8", "P", 0, None)]), ["the piece on b8 should have promoted"]);
}

#[test]
fn what_a_game_does_not_know_is_refused() {
    let code = |arrangement| match check(arrangement) {
        Event::Checked { problems, .. } => problems[0].code,
        event => panic!("{event:?}"),
    };
    let kings = vec![at("e1", "K", 0, None), at("e8", "K", 1, None)];
    for beside in [
        BesideView { hands: [vec![0; 10], vec![]], ..BesideView::default() },
        BesideView { hands: [vec![], vec![32]], ..BesideView::default() },
        BesideView { castlings: vec![4], ..BesideView::default() },
    ] {
        let arrangement = Arrangement::Pieces { pieces: kings.clone(), side: 0, beside: Some(beside) };
        assert_eq!(code(arrangement), ProblemCode::Unknown);
    }
    let far = vec![at("b4", "Go", 0, Some("d6"))];
    assert_eq!(code(Arrangement::Pieces { pieces: far, side: 0, beside: None }), ProblemCode::Unknown);
}

#[test]
fn both_parts_of_a_piece_are_explored_alike() {
    let pieces = vec![at("b4", "Go", 0, Some("c3")), at("c3", "Go", 0, Some("b4"))];
    let turns = |square| {
        let explore = Command::Explore { game: GAME.to_owned(), pieces: pieces.clone(), square, skip: 0 };
        match ask([explore]).swap_remove(0) {
            Event::Explored { turns, .. } => turns.len(),
            event => panic!("{event:?}"),
        }
    };
    assert_eq!(turns(pieces[0].square), 9);
    assert_eq!(turns(pieces[1].square), 9);
}
