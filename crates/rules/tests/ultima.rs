//! Ultima: worked examples of the published rules (see `games/older/ultima.toml`), the rulings about imitation (R142 to R145), and
//! a second generator, which is written from the rules alone.

use std::collections::BTreeSet;

use beaufort_rules::turn::{Outcome, Reason};
use beaufort_rules::{Position, Scope, Side, builtin, perft};
use fastrand::Rng;

fn ultima(text: &str) -> Position {
    let game = builtin::game("ultima").expect("the game is built in");
    Position::parse(&game, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn board(position: &Position) -> String {
    position.fen().expect("the ids are letters").split(' ').next().unwrap_or_default().to_owned()
}

/// Returns what stands on the board after a turn in coordinates.
fn after(text: &str, turn: &str) -> String {
    let mut position = ultima(text);
    let turn = position.read_coordinates(turn).unwrap_or_else(|error| panic!("{text}: {error}"));
    position.play(turn).expect("it is legal");
    board(&position)
}

fn can(text: &str, turn: &str) -> bool {
    ultima(text).read_coordinates(turn).is_ok()
}

#[test]
fn pieces_take_in_their_own_ways() {
    for (what, before, turn, expected) in [
        ("a Pawn on three sides", "7k/8/8/3P4/3l4/1Pc1xP2/8/3P3K", "d1d3", "7k/8/8/3P4/8/1P1P1P2/8/7K"),
        ("not diagonally", "7k/8/1P6/2l5/8/8/3P4/7K", "d2d4", "7k/8/1P6/2l5/3P4/8/8/7K"),
        ("a Withdrawer draws back", "7k/8/8/8/3l4/3W4/8/7K", "d3d1", "7k/8/8/8/8/8/8/3W3K"),
        ("not aside", "7k/8/8/8/3l4/3W4/8/7K", "d3a3", "7k/8/8/8/3l4/W7/8/7K"),
        ("a Long Leaper leaps", "7k/8/3p4/8/3x4/8/3L4/7K", "d2d7", "7k/3L4/8/8/8/8/8/7K"),
        ("a Coordinator coordinates", "p6k/8/8/8/8/8/6C1/K5p1", "g2g8", "6Ck/8/8/8/8/8/8/K7"),
        ("the King as in chess", "7k/8/8/8/8/8/6p1/7K", "h1g2", "7k/8/8/8/8/8/6K1/8"),
    ] {
        assert_eq!(after(&format!("{before} w - - 0 1"), turn), expected, "{what}");
    }
    assert!(!can("7k/8/3p4/3x4/8/8/3L4/7K w - - 0 1", "d2d7"), "there is no empty square between");
}

/// A Chameleon takes each piece as that piece takes (R142 to R144).
#[test]
fn a_chameleon_takes_as_the_other_takes() {
    for (what, before, turn, expected) in [
        ("a Pawn is pincered", "7k/8/3P4/3p4/8/8/8/3X3K", "d1d4", "7k/8/3P4/8/3X4/8/8/7K"),
        ("not after a slanting move", "7k/8/3P4/3p4/8/8/8/X6K", "a1d4", "7k/8/3P4/3p4/3X4/8/8/7K"),
        ("nor another piece", "7k/8/3P4/3w4/8/8/8/3X3K", "d1d4", "7k/8/3P4/3w4/3X4/8/8/7K"),
        ("it draws back from a Withdrawer", "7k/8/8/3w4/3X4/8/8/7K", "d4d2", "7k/8/8/8/8/8/3X4/7K"),
        ("not from a Coordinator", "7k/8/8/3c4/3X4/8/8/7K", "d4d2", "7k/8/8/3c4/8/8/3X4/7K"),
        ("it coordinates a Coordinator", "c6k/8/8/8/8/8/6X1/K5p1", "g2g8", "6Xk/8/8/8/8/8/8/K5p1"),
        ("it leaps over Long Leapers", "7k/8/3l4/8/3l4/8/3X4/7K", "d2d7", "7k/3X4/8/8/8/8/8/7K"),
        (
            "in all ways at once",
            "6k1/8/3Pp1p1/3Pl1P1/8/4l3/4X3/K3w3",
            "e2e4",
            "6k1/8/3Pp1p1/3Pl1P1/4X3/8/8/K7",
        ),
    ] {
        assert_eq!(after(&format!("{before} w - - 0 1"), turn), expected, "{what}");
    }
    assert!(!can("7k/8/3p4/8/8/8/3X4/7K w - - 0 1", "d2d7"), "it leaps over no Pawn");
    // Two Long Leapers, three Pawns, a Coordinator and a Withdrawer in one turn.
    let seven = "k2P4/3p4/1Pp1pP1c/3l4/8/3l4/3X4/3w3K w - - 0 1";
    assert_eq!(after(seven, "d2d6"), "k2P4/8/1P1X1P2/8/8/8/8/7K");
}

#[test]
fn what_is_next_to_an_immobilizer_can_only_be_removed() {
    let position = ultima("7k/8/8/3i4/3P4/8/8/7K w - - 0 1");
    let turns: Vec<String> =
        position.legal_turns().into_iter().map(|turn| position.coordinates(turn)).collect();
    assert!(turns.contains(&"d4d4:suicide".to_owned()), "{turns:?}");
    assert!(turns.iter().all(|turn| turn.starts_with("h1") || turn.starts_with("d4d4")));
    // A Chameleon stops an Immobilizer and nothing else (R145).
    assert!(!can("7k/8/8/3x4/3I4/8/8/7K w - - 0 1", "d4d1"));
    assert!(can("7k/8/8/3x4/3L4/8/8/7K w - - 0 1", "d4d1"));
    assert!(can("7k/8/8/3x4/3X4/8/8/7K w - - 0 1", "d4d1"));
    assert!(!can("7k/8/8/3i4/3X4/8/8/7K w - - 0 1", "d4d1"));
    assert!(!can("7k/8/8/3i4/3I4/8/8/7K w - - 0 1", "d4d1"));
}

#[test]
fn a_chameleon_gives_check_like_a_king() {
    assert!(ultima("7k/8/8/8/8/8/6x1/7K w - - 0 1").is_check());
    assert!(!ultima("7k/8/8/8/8/6x1/8/7K w - - 0 1").is_check());
    assert!(!can("7k/8/8/8/8/6x1/8/7K w - - 0 1", "h1g2"), "next to it");
}

#[test]
fn who_cannot_move_has_lost() {
    let position = ultima("7k/8/8/8/8/1i6/8/K7 w - - 0 1");
    assert!(position.verdict().is_none());
    let stuck = ultima("7k/8/8/8/8/8/1i6/K7 w - - 0 1");
    let verdict = stuck.verdict().expect("it is decided");
    assert_eq!((verdict.outcome, verdict.reason), (Outcome::Win(Side::Second), Reason::NoTurn));
}

const WAYS: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// A board for the second generator: a letter a square, capital for White, rank 8 first; a dot is an empty square.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Plain([[char; 8]; 8]);

type At = (i32, i32);

impl Plain {
    fn read(board: &str) -> Plain {
        let mut rows = [['.'; 8]; 8];
        for (row, text) in board.split('/').enumerate() {
            let mut file = 0;
            for c in text.chars() {
                match c.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        rows[row][file] = c;
                        file += 1;
                    }
                }
            }
        }
        Plain(rows)
    }

    fn at(&self, (row, file): At) -> Option<char> {
        let row = self.0.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(file).ok()?).copied()
    }

    fn set(&mut self, (row, file): At, piece: char) {
        self.0[row as usize][file as usize] = piece;
    }

    fn is_of(&self, at: At, white: bool) -> bool {
        self.at(at).is_some_and(|c| c != '.' && c.is_ascii_uppercase() == white)
    }

    fn kind(&self, at: At) -> char {
        self.at(at).unwrap_or('.').to_ascii_uppercase()
    }

    fn squares() -> impl Iterator<Item = At> {
        (0..8).flat_map(|row| (0..8).map(move |file| (row, file)))
    }

    fn king(&self, white: bool) -> Option<At> {
        Plain::squares().find(|&at| self.kind(at) == 'K' && self.is_of(at, white))
    }

    fn is_frozen(&self, at: At, white: bool) -> bool {
        WAYS.iter().map(|way| (at.0 + way.0, at.1 + way.1)).any(|next| {
            self.is_of(next, !white)
                && (self.kind(next) == 'I' || self.kind(next) == 'X' && self.kind(at) == 'I')
        })
    }

    /// Returns the board after a move, with what it takes besides `leapt`.
    fn moved(&self, from: At, to: At, way: At, leapt: &[At], white: bool) -> Plain {
        let (mover, kind) = (self.at(from).expect("a square"), self.kind(from));
        let mut after = self.clone();
        after.set(from, '.');
        after.set(to, mover);
        leapt.iter().for_each(|&at| after.set(at, '.'));
        let takes = |what: char| kind == what || kind == 'X';
        let mut victims: Vec<(At, char)> = Vec::new();
        if takes('P') && (way.0 == 0 || way.1 == 0) {
            for side in &WAYS[..4] {
                if after.is_of((to.0 + 2 * side.0, to.1 + 2 * side.1), white) {
                    victims.push(((to.0 + side.0, to.1 + side.1), 'P'));
                }
            }
        }
        if takes('W') {
            victims.push(((from.0 - way.0, from.1 - way.1), 'W'));
        }
        if let Some(king) = self.king(white).filter(|_| takes('C')) {
            victims.extend([((to.0, king.1), 'C'), ((king.0, to.1), 'C')]);
        }
        for (at, by) in victims {
            if self.is_of(at, !white) && (kind != 'X' || self.kind(at) == by) {
                after.set(at, '.');
            }
        }
        after
    }

    /// Returns the boards after all moves, check or not.
    fn moves(&self, white: bool) -> BTreeSet<Plain> {
        let mut all = BTreeSet::new();
        for from in Plain::squares().filter(|&at| self.is_of(at, white)) {
            let kind = self.kind(from);
            if self.is_frozen(from, white) {
                let mut after = self.clone();
                after.set(from, '.');
                all.insert(after);
                continue;
            }
            for &way in &WAYS[..if kind == 'P' { 4 } else { 8 }] {
                let next = |at: At| (at.0 + way.0, at.1 + way.1);
                let mut leapt = Vec::new();
                let mut to = next(from);
                if self.is_of(to, !white) && (kind == 'K' || kind == 'X' && self.kind(to) == 'K') {
                    all.insert(self.moved(from, to, way, &[], white));
                }
                while let Some(there) = self.at(to) {
                    if there == '.' {
                        all.insert(self.moved(from, to, way, &leapt, white));
                    } else if self.is_of(to, !white)
                        && (kind == 'L' || kind == 'X' && self.kind(to) == 'L')
                        && self.at(next(to)) == Some('.')
                    {
                        leapt.push(to);
                    } else {
                        break;
                    }
                    if kind == 'K' {
                        break;
                    }
                    to = next(to);
                }
            }
        }
        all
    }

    /// Returns the boards after all legal moves.
    fn legal(&self, white: bool) -> BTreeSet<Plain> {
        let is_safe = |after: &Plain| {
            after.king(white).is_some() && after.moves(!white).iter().all(|next| next.king(white).is_some())
        };
        self.moves(white).into_iter().filter(is_safe).collect()
    }
}

/// The second generator and the library find the same results in positions of random games.
#[test]
fn a_generator_written_from_the_rules_agrees() {
    let game = builtin::game("ultima").expect("the game is built in");
    let mut rng = Rng::with_seed(62);
    let (mut compared, mut imitated) = (0, 0);
    while compared < 1_000 {
        let mut position = Position::initial(&game);
        for _ in 0..120 {
            let turns = position.turns(Scope::Distinct);
            if turns.is_empty() || position.verdict().is_some() {
                break;
            }
            let white = position.side() == Side::First;
            let expected = Plain::read(&board(&position)).legal(white);
            let mut found = BTreeSet::new();
            for &turn in &turns {
                let mut after = position.clone();
                after.play_unchecked(turn);
                found.insert(Plain::read(&board(&after)));
                let mover = position.board().at(turn.first.from).kind();
                let is_chameleon = mover.is_some_and(|kind| game.piece(kind).id == "X");
                let other = position.side().other();
                imitated +=
                    usize::from(is_chameleon && after.board().count(other) < position.board().count(other));
            }
            assert!(found == expected, "{position}: {} found, {} expected", found.len(), expected.len());
            assert_eq!(found.len(), turns.len(), "{position}");
            compared += 1;
            // Captures lead to open positions.
            let captures = position.captures();
            let turn = if rng.bool() { rng.choice(&captures) } else { None };
            position.play_unchecked(*turn.or_else(|| rng.choice(&turns)).expect("there is one"));
        }
    }
    assert!(imitated > 50, "{imitated}");
}

/// The leaves of the array as the second generator counts them.
#[test]
fn the_leaves_of_the_array() {
    fn leaves(board: &Plain, white: bool, depth: u32) -> u64 {
        let next = board.legal(white);
        if depth == 1 {
            next.len() as u64
        } else {
            next.iter().map(|board| leaves(board, !white, depth - 1)).sum()
        }
    }
    let game = builtin::game("ultima").expect("the game is built in");
    let mut position = Position::initial(&game);
    let plain = Plain::read(&board(&position));
    for (depth, expected) in (1..).zip([32, 944]) {
        assert_eq!((perft(&mut position, depth), leaves(&plain, true, depth)), (expected, expected));
    }
}
