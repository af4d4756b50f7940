//! Crowded boards, on which almost every piece can take another: a search completes its first depth all the same, and loses no
//! material.

use std::sync::Arc;

use crate::support::{games, search};
use beaufort_engine::{Engine, Limits, Options, Signal, Task, levels};
use beaufort_rules::turn::Outcome;
use beaufort_rules::{Game, Piece, Position, Scope, Turn, builtin, load_game};

/// The greatest loss of a turn in the exchange, in hundredths of the commonest piece.
const TOLERANCE: i32 = 150;

/// The nodes within which depth 1 is complete, plus a number for each turn of the root.
const NODES: u64 = 60_000;
const NODES_A_TURN: u64 = 20;

const CHESSMEN: &str = r#"
    [piece.King]
    id = "K"
    ability = "W + F; royal"
    [piece.Queen]
    id = "Q"
    ability = "R + B"
    [piece.Rook]
    id = "R"
    ability = "R"
    [piece.Bishop]
    id = "B"
    ability = "B"
    [piece.Knight]
    id = "N"
    ability = "N"
    [piece.Pawn]
    id = "P"
    ability = "forward W (moving) + forward F (capturing)"
"#;

/// Returns games in which each side's pieces fill half or a quarter of the board.
fn crowded() -> Vec<Arc<Game>> {
    let half = "RNBQKBNR PPPPPPPP RNBQQBNR PPPPPPPP";
    let queens = format!("KQQQQQQQQQQQQQQQ {}", "QQQQQQQQQQQQQQQQ ".repeat(7));
    let striped = "K............... ".to_owned() + &"R.R.R.R.R.R.R.R. .R.R.R.R.R.R.R.R ".repeat(3);
    let relays = r#"
        [piece.King]
        id = "K"
        ability = "W + F; royal"
        [piece.Relay]
        id = "R"
        ability = "Q + relay (Q + N + A + D + C + Z) to pieces along Q lines + relay (R + B) to adjacent pieces"
    "#;
    let leapers = r#"
        [piece.King]
        id = "K"
        ability = "W + F; royal"
        [piece.Leaper]
        id = "R"
        ability = "Q (moving) + long-leap along Q lines + sweep Q + hop-capture over adjacent pieces"
    "#;
    vec![
        own_game("double-army", "King Queen Rook Bishop Knight Pawn", half, CHESSMEN, ""),
        own_game("double-army-check", "King Queen Rook Bishop Knight Pawn", half, CHESSMEN, BINDING),
        own_game("queens", "King Queen Rook Bishop Knight Pawn", &queens, CHESSMEN, ""),
        own_game("relays", "King Relay", &striped, relays, ""),
        own_game("leapers", "King Leaper", &striped, leapers, ""),
    ]
}

const BINDING: &str = r#"
    [ending]
    check = "binds"
    bare-royal = "plays on"
    no-move = "loses in check, else draws"
    repetition = "third time draws"
"#;

/// Returns a game on a square board; the array begins with the rank nearest to the player.
fn own_game(id: &str, pieces: &str, array: &str, definitions: &str, ending: &str) -> Arc<Game> {
    let pieces: Vec<_> = pieces.split(' ').collect();
    let spaced = |rank: &str| rank.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let ranks: Vec<_> = array.split_whitespace().map(spaced).collect();
    let size = array.split_whitespace().next().map_or(0, str::len);
    let rows = ranks.into_iter().rev().collect::<Vec<_>>().join("\n");
    let text = format!(
        "id = '{id}'\nname = '{id}'\nauthor = 'test'\nyear = 2026\npieces = {pieces:?}\n\
         [board]\nfiles = {size}\nranks = {size}\n\
         [array]\nsymmetry = 'rotational'\nranks = '''\n{rows}\n'''\n{ending}\n{definitions}"
    );
    let definition =
        load_game("own.toml", &text, &builtin::source).unwrap_or_else(|errors| panic!("{text}\n{errors}"));
    Arc::new(Game::from(definition))
}

/// Returns the gain of a turn if both sides then recapture on its square with the cheapest piece, as long as that pays.
fn exchange(engine: &Engine, position: &mut Position, turn: Turn) -> i32 {
    let worth = |piece: Piece| piece.kind().map_or(0, |kind| engine.evaluation().worth(kind));
    let side = position.side();
    let lead = |position: &Position| -> i32 {
        let signed = |piece: Piece| if piece.side() == side { worth(piece) } else { -worth(piece) };
        position.board().pieces().map(|(_, piece)| signed(piece)).sum()
    };
    let before = lead(position);
    position.play_unchecked(turn);
    let won = lead(position) - before;
    let value = match position.royal_verdict() {
        Some(verdict) if verdict.outcome == Outcome::Win(side) => 1_000_000,
        Some(_) => -1_000_000,
        None => match position.cheapest_capture_on(turn.last().to, worth) {
            Some(reply) => won - exchange(engine, position, reply).max(0),
            None => won,
        },
    };
    position.undo();
    value
}

/// Checks that a search has a turn, and that it loses no material in the exchange if some turn does not.
fn check(engine: &mut Engine, position: &Position, task: Task<'_>) -> u64 {
    let result = engine.search(position, task, &Signal::new(), |_| {});
    let (mut trial, turns) = (position.clone(), position.legal_turns());
    let turn = result.turn.expect("there are turns");
    assert!(turns.contains(&turn), "{turn:?} in {position}");
    let value = exchange(engine, &mut trial, turn);
    let mut is_needless = || turns.iter().any(|&turn| exchange(engine, &mut trial, turn) >= -TOLERANCE);
    if value < -TOLERANCE && is_needless() {
        let text = position.turn_text(turn);
        panic!("{:?}: {text:?} loses {value} in {position}", task.limits);
    }
    result.nodes
}

#[test]
fn the_first_depth_is_complete_within_a_number_of_nodes() {
    // A search that is not cut short may sacrifice something for a larger gain.
    let builtin = games().into_iter().map(|game| (game, false));
    for (game, is_crowded) in builtin.chain(crowded().into_iter().map(|game| (game, true))) {
        let mut engine = Engine::new(Arc::clone(&game), Options::with_hash(1));
        let position = Position::initial(&game);
        let turns = position.legal_turns().len() as u64;
        let nodes = match is_crowded {
            true => check(&mut engine, &position, Limits::depth(1).into()),
            false => search(&mut engine, &position, Limits::depth(1)).nodes,
        };
        let id = &game.definition().id;
        assert!(nodes <= NODES + NODES_A_TURN * turns, "{id}: {nodes} nodes for {turns} turns");
        engine.new_game();
        assert_eq!(
            search(&mut engine, &position, Limits::depth(1)).nodes,
            nodes,
            "{id}: the same nodes again"
        );
    }
}

#[test]
fn a_search_that_is_stopped_before_gives_nothing_away() {
    for game in games().into_iter().chain(crowded()) {
        let mut engine = Engine::new(Arc::clone(&game), Options::with_hash(1));
        let position = Position::initial(&game);
        for nodes in [0, 1, 30, 1_000, 10_000] {
            engine.new_game();
            check(&mut engine, &position, Limits::nodes(nodes).into());
        }
    }
}

#[test]
fn whatever_is_asked_for_is_answered() {
    for game in crowded() {
        let mut engine = Engine::new(Arc::clone(&game), Options::with_hash(1));
        let position = Position::initial(&game);
        let turns = position.turns(Scope::Distinct);
        let limits = Limits::depth(1);
        let lines =
            engine.search(&position, Task { limits, lines: 3, ..Task::default() }, &Signal::new(), |_| {});
        assert_eq!((lines.lines.len(), lines.depth), (3, 1));
        let only = &turns[turns.len() - 2..];
        let result =
            engine.search(&position, Task { limits, only, ..Task::default() }, &Signal::new(), |_| {});
        assert!(only.contains(&result.turn.expect("two turns are allowed")) && result.depth == 1);
        for skill in levels().iter().filter_map(|level| level.skill) {
            let limits = Limits::nodes(2_000);
            let task = Task { limits, skill: Some(skill), ..Task::default() };
            let turn = engine.search(&position, task, &Signal::new(), |_| {}).turn;
            assert!(turn.is_some_and(|turn| turns.contains(&turn)));
        }
        let signal = Signal::new();
        signal.stop();
        assert!(engine.search(&position, Limits::infinite(), &signal, |_| {}).turn.is_some());
    }
}
