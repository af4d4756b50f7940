//! Views of a board: the attackers of a square, why a piece has no turn, how a line goes on.

use beaufort_session::command::{Command, Start, TurnsOf};
use beaufort_session::event::{Event, ProblemCode};
use beaufort_session::view::{IdleView, Placed, SquareIndex};

use crate::client::Client;

/// Asks for the attackers of a square on the position shown.
fn attackers(client: &mut Client, square: SquareIndex) -> [Vec<SquareIndex>; 2] {
    let node = Some(client.state().node);
    let events = client.ok(Command::Attackers { node, game: None, pieces: Vec::new(), square });
    let Event::Attackers { sides } = &events[0] else { panic!("{events:?}") };
    sides.clone()
}

/// Asks why a piece of the side to move, or of the side that waits, has no turn.
fn idle(client: &mut Client, square: SquareIndex, ahead: bool) -> Option<IdleView> {
    let (node, of) = (client.state().node, TurnsOf::Square { square });
    let events = client.ok(Command::Turns { node, of, skip: 0, ahead });
    let Event::Turns { idle, .. } = &events[0] else { panic!("{events:?}") };
    idle.clone()
}

/// Each attacked and each defended square has an attacker, and no other has.
#[test]
fn the_attackers_are_those_that_cover_a_square() {
    for (game, turns) in [("scirocco", 12), ("jupiter", 1), ("larger-board", 4), ("orthochess", 9)] {
        let mut client = Client::start(game, None, Start::Default);
        for step in 0..turns {
            let position = client.position();
            let text = position.turns[step * 37 % position.turns.len()].text.clone();
            client.play(&text);
        }
        let events = client.ok(Command::Overlay);
        let Event::Overlay { sides } = &events[0] else { panic!("{events:?}") };
        let board = client.position().board.0.clone();
        for square in (0..board.len()).filter(|&square| board[square] != 1) {
            let square = square as SquareIndex;
            let found = attackers(&mut client, square);
            for (side, coverage) in sides.iter().enumerate() {
                let is_covered = coverage.attacked.contains(&square) || coverage.defended.contains(&square);
                assert_eq!(!found[side].is_empty(), is_covered, "{game}, {square}, {side}");
                let is_own = |&from: &u8| usize::from(board[usize::from(from)] % 2) == side;
                assert!(found[side].iter().all(is_own), "{game}, {square}, {side}");
            }
        }
    }
}

/// The Doubler on e9 lets the Knight on e5 reach i5 with its second move. The board may be the one shown or any arrangement.
#[test]
fn attackers_with_two_moves_are_found_on_any_board() {
    let text = "15(K)/15(P)/16/16/16/16/16/4[Dbl]11/16/16/16/4[N]11/16/16/16/15[K] b".to_owned();
    let mut client = Client::start("jupiter", None, Start::Position { text });
    let (knight, reached) = (4 * 16 + 4, 4 * 16 + 8);
    assert_eq!(attackers(&mut client, reached), [vec![knight], vec![]]);
    let board = client.position().board.0.clone();
    let pieces = (0..=u8::MAX).zip(board).filter(|&(_, piece)| piece > 1);
    let placed: Vec<Placed> = pieces.map(|(square, piece)| Placed { square, piece, other: None }).collect();
    let none: [Vec<SquareIndex>; 2] = Default::default();
    let mut on = |pieces: Vec<Placed>, square| {
        let game = Some("jupiter".to_owned());
        let events = client.ok(Command::Attackers { node: None, game, pieces, square });
        let Event::Attackers { sides } = &events[0] else { panic!("{events:?}") };
        sides.clone()
    };
    assert_eq!(on(placed.clone(), reached), [vec![knight], vec![]]);
    assert_eq!(on(vec![Placed { square: knight, ..placed[1] }], reached), none);
    let mut refused = |node: Option<u32>, square| {
        let game = node.is_none().then(|| "orthochess".to_owned());
        client.refused(Command::Attackers { node, game, pieces: Vec::new(), square })
    };
    assert_eq!(refused(Some(3), 0), ProblemCode::Stale);
    assert_eq!(refused(None, 64), ProblemCode::Unknown);
}

#[test]
fn a_piece_without_a_turn_says_why() {
    let mut client = Client::start("orthochess", None, Start::Default);
    let reason = |idle: Option<IdleView>| idle.map(|idle| idle.reason.to_string());
    assert_eq!(idle(&mut client, 8, false), None, "the Pawn has turns");
    assert_eq!(idle(&mut client, 30, false), None, "nothing stands there");
    assert_eq!(idle(&mut client, 56, false), None, "the Rook is the other side's");
    let shut_in = "Pieces of its own side stand wherever it could go.";
    assert_eq!(reason(idle(&mut client, 0, false)).unwrap(), shut_in);
    assert_eq!(reason(idle(&mut client, 56, true)).unwrap(), shut_in);
    for (game, text, square, expected) in [
        (
            "orthochess",
            "4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1",
            20,
            "After each of its moves the King on e1 could be taken.",
        ),
        (
            "orthochess",
            "7k/8/8/8/4p3/4P3/8/4K3 w - - 0 1",
            20,
            "It can go nowhere from here, and there is nothing that it can take.",
        ),
        (
            "jupiter",
            "15(K)/15(P)/16/16/16/16/16/16/16/16/16/4[N]11/3(Im)12/16/16/15[K] b",
            4 * 16 + 4,
            "It is immobilized by the Immobilizer on d4 and cannot move by itself.",
        ),
    ] {
        let mut client = Client::start(game, None, Start::Position { text: text.to_owned() });
        assert_eq!(reason(idle(&mut client, square, false)).as_deref(), Some(expected), "{text}");
    }
}

/// Why an item of the reserve cannot be dropped, anywhere or on a square; in a sentence.
#[test]
fn what_cannot_be_dropped_says_why() {
    let kings = "4(K)7/12/12/12/12/12";
    for (game, text, letters, to, expected) in [
        (
            "larger-board",
            format!("{kings}/12/6[K]5 w - - W/- w"),
            "W",
            None,
            Some(
                "Nothing is dropped before the royal pieces of both sides have moved: that of Black has not.",
            ),
        ),
        ("larger-board", format!("{kings}/12/6[K]5 w - - W/- wb"), "W", None, None),
        (
            "larger-board",
            format!("{kings}/[N]1[N][N]6[N]1/6[K]5 w - - W/- wb"),
            "W",
            None,
            Some(
                "They come as a pair, on y2 and j2, z2 and i2, a2 and h2, b2 and g2. These squares are not empty: y2, a2, \
                 b2, i2.",
            ),
        ),
        (
            "larger-board",
            format!("{kings}/12/[K]11 w - - T/- wb"),
            "T",
            None,
            Some(
                "It is dropped only while royal pieces of both sides stand on one line with nothing between them.",
            ),
        ),
        (
            "shogi",
            "4k4/9/9/9/9/9/P8/9/4K4[P] w - - 0 1".to_owned(),
            "P",
            Some(9 * 4),
            Some("One of its kind is on the file already."),
        ),
        ("shogi", "4k4/9/9/9/9/9/P8/9/4K4[P] w - - 0 1".to_owned(), "P", Some(9 * 4 + 1), None),
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/3n4/5K2[N] w - - 0 1".to_owned(),
            "N",
            Some(20),
            Some("After the drop the King on f1 could be taken."),
        ),
    ] {
        let mut client = Client::start(game, None, Start::Position { text: text.clone() });
        let game = beaufort_rules::builtin::game(game).unwrap();
        let item =
            game.definition().drops.items.iter().position(|item| item.letters == letters).unwrap() as u8;
        let (node, of) = (client.state().node, TurnsOf::Item { item, to });
        let events = client.ok(Command::Turns { node, of, skip: 0, ahead: false });
        let Event::Turns { idle, turns, .. } = &events[0] else { panic!("{events:?}") };
        let reason = idle.as_ref().map(|idle| idle.reason.to_string());
        assert_eq!((reason.as_deref(), turns.is_empty()), (expected, expected.is_some()), "{text}");
    }
}

/// The boards of a line are those that the turns lead to.
#[test]
fn a_line_is_looked_at_without_being_played() {
    let mut client = Client::start("scirocco", None, Start::Default);
    let mut boards = vec![client.position().board.clone()];
    let mut texts = Vec::new();
    for step in 0..6 {
        let position = client.position();
        texts.push(position.turns[step * 5 % position.turns.len()].text.clone());
        client.play(&texts[step]);
        boards.push(client.position().board.clone());
    }
    let (seq, node) = (client.conversation.seq(), client.state().node);
    for from in [0, 2, 6] {
        let turns = texts[from..].to_vec();
        let events = client.ok(Command::Line { node: from as u32, turns });
        let Event::Line { board, last, turns, .. } = &events[0] else { panic!("{events:?}") };
        assert_eq!(board, &boards[from]);
        assert_eq!(last.as_ref().map(|turn| &turn.text), from.checked_sub(1).map(|at| &texts[at]));
        let mut board = board.clone();
        for (turn, expected) in turns.iter().zip(&boards[from + 1..]) {
            let changes = turn.steps.iter().flat_map(|step| &step.changes).chain(&turn.marks);
            for change in changes {
                board.0[usize::from(change.square)] = change.after;
            }
            assert_eq!(&board, expected, "{}", turn.text);
        }
        assert_eq!(turns.len(), 6 - from);
    }
    assert_eq!((client.conversation.seq(), client.state().node), (seq, node), "nothing is played");
    let wrong = vec![texts[0].clone(), "K-z9".to_owned()];
    assert_eq!(client.refused(Command::Line { node: 0, turns: wrong }), ProblemCode::Notation);
    assert_eq!(
        client.refused(Command::Line { node: 0, turns: vec![String::new(); 65] }),
        ProblemCode::TooLarge
    );
}

/// Returns what the last turn of a line does, in words.
fn told(game: &str, board: &str, turns: &[&str]) -> String {
    let mut client = Client::start(game, None, Start::Position { text: board.to_owned() });
    let turns = turns.iter().map(|&text| text.to_owned()).collect();
    let events = client.ok(Command::Line { node: 0, turns });
    let Event::Line { reason, .. } = &events[0] else { panic!("{events:?}") };
    reason.as_ref().map(ToString::to_string).unwrap_or_default()
}

#[test]
fn the_last_turn_of_a_line_is_told_by_what_it_does() {
    let rook = "[K]8(K)/1(P)8/10/10/[R]2(C)6/10/10/10/10/10 b";
    let two_rooks = "[K]8(K)/10/10/9(C)/[R]9/10/10/10/10/9[R] b";
    for (board, turns, expected) in [
        (rook, &["Rxd6"][..], "The Rook takes the Camel."),
        (rook, &["K-a9", "K-i10", "Rxd6"], "The Rook takes the Camel."),
        (rook, &["Rxd6", "K-i10"], ""),
        ("[K]8(K)/1(P)8/10/10/[R]9/10/10/10/10/10 b", &["R-j6"], "The Rook gives check."),
        ("[K]8(K)/10/9(C)/10/[R]9/10/10/10/10/10 b", &["R-j6"], "The Rook attacks the Camel."),
        (
            "[K]8(K)/10/10/10/[R]9/10/10/10/9(C)/10 b",
            &["R-j6"],
            "The Rook gives check and attacks the Camel.",
        ),
        ("[K]8(K)/10/10/9(C)/[R]9/10/10/10/10/10 b", &["R-a7"], "The Rook attacks the Camel."),
        (two_rooks, &["Ra6-a7"], "The Rook attacks the Camel twice."),
        // Another piece attacks it now, and no piece more.
        ("[K]8(K)/10/10/10/[R]2[N]2(C)3/10/10/10/10/10 b", &["N-e8"], ""),
        ("5(R)3(K)/9(P)/10/10/5(N)4/4[Ge]5/10/10/10/[K][P]8 b", &["Gex!f6"], "The Genie takes the Knight."),
        ("9(K)/1(P)8/10/10/5[Der]4/4[P]5/10/10/10/[K]9 b", &["P-g7"], "The Dervish lends the move."),
    ] {
        assert_eq!(told("scirocco", board, turns), expected, "{turns:?} on {board}");
    }
}
