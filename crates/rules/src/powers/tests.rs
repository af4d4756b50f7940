//! A board for the tests of powers, on which one piece has a given ability.

use crate::game::{Game, builtin};
use crate::load_game;
use crate::notation::Notation;
use crate::position::Position;
use crate::turn::Turn;

/// A position of a game like Scirocco whose Wagons have another ability, with the first side to move.
pub(crate) struct Scenario {
    position: Position,
}

/// The pieces on every board besides those of a test, so that the game is not over; they are not in the way.
const KINGS: [&str; 4] = ["[K]a1", "[P]b1", "(K)j10", "(P)i10"];

impl Scenario {
    /// Sets up pieces with their squares, such as `[Wa]e5` and `(P)e7`.
    pub(crate) fn new(ability: &str, pieces: &[&str]) -> Scenario {
        let text =
            format!("extends = \"scirocco\"\nid = \"own\"\n[piece.Wagon]\nability = '''{ability}'''\n");
        let definition =
            load_game("own.toml", &text, &builtin::source).expect("the ability of a test is right");
        let game = std::sync::Arc::new(Game::from(definition));
        let mut rows = [[None; 10]; 10];
        for piece in KINGS.iter().chain(pieces) {
            let (id, square) = piece.split_at(1 + piece.find([']', ')']).expect("an id in brackets"));
            let square = game.size().parse(square).expect("a square of the board");
            let (file, rank) = (game.size().file(square), game.size().rank(square));
            rows[9 - usize::from(rank)][usize::from(file)] = Some(id);
        }
        let board = rows.iter().map(|row| row_text(row)).collect::<Vec<_>>().join("/");
        let position = Position::parse(&game, &format!("{board} b")).expect("the board of a test is right");
        Scenario { position }
    }

    /// Returns the turns that begin on a square, in order.
    pub(crate) fn turns(&self, from: &str) -> Vec<String> {
        let from = self.position.game().size().parse(from).expect("a square of the board");
        let mut texts: Vec<String> = Notation::new(&self.position)
            .iter()
            .filter(|(turn, _): &(Turn, &str)| turn.first.from == from)
            .map(|(_, text)| text.to_owned())
            .collect();
        texts.sort_unstable();
        texts
    }

    /// Returns where the pieces of the test stand after a turn, in the order of the squares.
    pub(crate) fn after(&self, turn: &str) -> String {
        let mut after = self.position.clone();
        let turn = after.read_turn(turn).expect("a turn of the position");
        after.play(turn).expect("a legal turn");
        let game = after.game();
        let pieces = after.board().pieces().map(|(square, piece)| {
            let id = &game.piece(piece.kind().expect("a piece")).id;
            let square = game.size().name(square);
            if piece.side() == crate::vocabulary::Side::First {
                format!("[{id}]{square}")
            } else {
                format!("({id}){square}")
            }
        });
        pieces.filter(|piece| !KINGS.contains(&piece.as_str())).collect::<Vec<_>>().join(" ")
    }
}

/// Returns a rank of a position string, with a number for each run of empty squares.
fn row_text(row: &[Option<&str>]) -> String {
    let runs = row.chunk_by(|a, b| a.is_none() && b.is_none());
    let text = |run: &[Option<&str>]| run[0].map_or_else(|| run.len().to_string(), str::to_owned);
    runs.map(text).collect()
}
