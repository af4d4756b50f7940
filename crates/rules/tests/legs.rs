//! Travels of several legs, lame leaps, ways round, and friends as targets (R58 to R66): positions that Fairy-Stockfish counted,
//! and worked examples of what it does not know.

use std::sync::Arc;

use beaufort_rules::{Game, Position, Scope, perft};

use crate::support::{own, random_game, results};

/// The counts: see its first lines.
const PERFT: &str = include_str!("perft-legs.txt");

/// Returns a game of `games/` for these tests.
fn game(id: &str) -> Arc<Game> {
    own(match id {
        "legs-lame" => include_str!("games/legs-lame.toml"),
        "legs-chain" => include_str!("games/legs-chain.toml"),
        "legs-large" => include_str!("games/legs-large.toml"),
        "legs-modes" => include_str!("games/legs-modes.toml"),
        "legs-janggi" => include_str!("games/legs-janggi.toml"),
        _ => panic!("there is no game {id}"),
    })
}

#[test]
fn fairy_stockfish_counts_the_same() {
    let (mut current, mut tried) = (None, 0);
    for line in PERFT.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let Some((text, counts)) = line.split_once(" | ") else {
            current = Some(game(line));
            continue;
        };
        let game = current.as_ref().expect("a game comes first");
        let mut position =
            Position::parse(game, text.trim()).unwrap_or_else(|error| panic!("{text}: {error}"));
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let count: u64 = count.parse().expect("the table has numbers");
            assert_eq!(perft(&mut position, depth), count, "{} depth {depth}: {text}", game.definition().id);
            tried += 1;
        }
    }
    assert!(tried > 200, "only {tried} counts were compared");
}

/// Returns a game on 8 by 8 squares in which X has an ability; S are Wazirs.
fn with(ability: &str) -> Arc<Game> {
    own(&format!(
        "id = 'own'\nname = 'Own'\nauthor = 'Nobody'\nyear = 2026\nsides = ['White', 'Black']\nnotation = 'algebraic'\n\
         [board]\nfiles = 8\nranks = 8\n[array]\nsymmetry = 'mirror'\nranks = 'X S . . K . . .'\n\
         [ending]\ncheck = 'binds'\nrepetition = 'allowed'\n[piece.King]\nid = 'K'\nability = 'W + F; royal'\n\
         [piece.Wazir]\nid = 'S'\nability = 'W'\n[piece.Xenon]\nid = 'X'\nability = '{ability}'\n"
    ))
}

/// Returns the squares to which the only X of White can go, in order.
fn squares(ability: &str, board: &str) -> String {
    let game = with(ability);
    let text = format!("{board} w - - 0 1");
    let position = Position::parse(&game, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let kind = game.type_by_id("X");
    let turns = position.legal_turns().into_iter();
    let mut names: Vec<String> = turns
        .filter(|turn| position.board().at(turn.first.from).kind() == kind)
        .map(|turn| game.size().name(turn.first.to))
        .collect();
    names.sort_unstable();
    names.join(" ")
}

#[test]
fn a_leg_through_a_square_neither_ends_there_nor_takes() {
    let giraffe = "F (through) then R beyond 2 outwards";
    assert_eq!(squares(giraffe, "7k/8/8/8/8/8/8/X3K3"), "b5 b6 b7 b8 e2 f2 g2 h2", "R58");
    assert_eq!(squares(giraffe, "7k/8/8/8/8/8/1s6/X3K3"), "", "R58: the first square is taken by nobody");
    assert_eq!(squares(giraffe, "7k/8/1s6/1s6/8/8/8/X3K3"), "b5 e2 f2 g2 h2", "R58, K32");
    assert_eq!(
        squares("F (through) then R outwards (moving)", "7k/1s6/8/8/8/8/8/X3K3"),
        "b3 b4 b5 b6 c2 d2 e2 f2 g2 h2"
    );
    assert_eq!(
        squares("D then R straight", "7k/8/X7/s7/S7/S7/8/4K3"),
        "a8 c6 d6 e6 f6 g6 h6",
        "R58: a ski-slide"
    );
}

#[test]
fn three_legs_follow_one_another() {
    let elephant = "W (through) then F outwards (through) then F straight";
    assert_eq!(squares(elephant, "7k/8/8/8/3X4/8/8/4K3"), "a2 a6 b1 b7 f1 f7 g2 g6", "R58");
    assert_eq!(squares(elephant, "7k/8/2S5/8/3X4/8/8/4K3"), "a2 a6 b1 f1 f7 g2 g6", "R58");
    let falcon = "W (through) then F outwards left (through) then W outwards right";
    assert_eq!(squares(falcon, "7k/8/8/8/3X4/8/8/4K3"), "a3 c7 g5", "R61: one hand alone");
}

#[test]
fn legs_go_on_from_pieces() {
    assert_eq!(
        squares("R (hopping) then F outwards", "7k/8/8/s7/8/8/8/X1S1K3"),
        "b6 d2",
        "R59: a leg after a hop"
    );
    assert_eq!(squares("R (hopping friends) then R2 straight", "7k/8/s7/8/8/8/8/X1S1K3"), "d1", "R59");
    assert_eq!(squares("R (hopping enemies) then R straight", "7k/s7/s7/8/8/8/8/X1S1K3"), "a7", "R59");
    assert_eq!(
        squares("N (hopping) then N straight", "7k/8/8/8/8/1s6/8/X3K3"),
        "c5",
        "R59: a Knight that hops"
    );
    assert_eq!(squares("N hopper", "7k/8/8/8/8/1s6/8/X3K3"), "c5", "the same in short");
    let double = "R (hopping) then R straight (hopping) then R straight";
    assert_eq!(squares(double, "s6k/8/s7/8/S7/8/8/X3K3"), "a7 a8", "R59: over two");
    assert_eq!(squares("W (through anything) then R2 straight", "7k/8/8/8/S7/8/S7/X3K3"), "a3 c1 d1", "R60");
}

#[test]
fn a_piece_is_in_its_own_way() {
    assert_eq!(squares("W (through) then W", "7k/8/8/8/8/8/8/X3K3"), "a3 b2 c1", "R58");
    assert_eq!(squares("W (hopping) then R", "7k/8/8/8/8/8/8/XS2K3"), "b2 b3 b4 b5 b6 b7 b8 c1 d1", "R58");
}

#[test]
fn lame_leaps_are_blocked() {
    assert_eq!(squares("lame C", "7k/8/8/8/8/8/2S5/X3K3"), "b4 d2", "R62: the way to d2 goes along the rank");
    assert_eq!(squares("lame C", "7k/8/8/8/8/8/8/X1S1K3"), "b4", "R62");
    assert_eq!(squares("lame N rider", "7k/8/8/8/1S6/8/8/X3K3"), "b3 c2 e3 g4", "R62: a rider");
    assert_eq!(squares("lame N rider 2", "7k/8/8/8/8/8/8/X3K3"), "b3 c2 c5 e3", "R62");
}

#[test]
fn ways_go_round() {
    assert_eq!(squares("N circular", "7k/8/8/8/8/8/8/3XK3"), "a4 b2 b6 c3 d5 d7 e3 f2 f6 g4 h1 h5", "R63");
    assert_eq!(squares("forward W circular", "7k/8/8/8/8/8/8/X3K3"), "a2 b1 b2", "R63");
    assert_eq!(squares("forward W circular 2", "7k/8/8/8/8/8/8/X3K3"), "a2 b2", "R63");
    assert_eq!(squares("forward W circular", "7k/8/8/8/8/8/1s6/X3K3"), "a2 b2", "R63: to the first piece");
}

#[test]
fn edges_are_joined() {
    assert_eq!(squares("R wrapped", "7k/8/8/8/8/8/8/X3K3"), "a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 f1 g1 h1", "R159");
    assert_eq!(
        squares("R wrapped", "7k/8/8/8/8/8/s7/X5K1"),
        "a2 b1 c1 d1 e1 f1 h1",
        "R159: up to what is in the way"
    );
    assert_eq!(squares("N wrapped", "4k3/8/8/8/8/8/8/4K2X"), "a3 b2 f2 g3", "R159");
    assert_eq!(squares("forward B wrapped", "4k3/8/8/8/8/5s2/8/4K2X"), "a2 b3 c4 d5 e6 f3 f7 g2 g8", "R159");
}

#[test]
fn friends_are_targets() {
    assert_eq!(
        squares("Q1 onto friends", "7k/8/8/8/8/8/2s5/KXS5"),
        "c1",
        "R64: neither the King nor an enemy"
    );
    assert_eq!(squares("R (moving) + R onto friends", "7k/8/8/8/S7/8/8/X1S1K3"), "a2 a3 a4 b1 c1", "R64");
    assert_eq!(
        squares("R over one piece onto friends", "7k/8/8/S7/s7/8/8/X1S1K3"),
        "a5",
        "R64: with other words"
    );
    let game = with("Q1 onto friends");
    let mut position = Position::parse(&game, "7k/8/8/8/8/8/S7/X3K3 w - - 0 1").expect("it is a position");
    let turn = position.read_turn("Xxa2").expect("it is a turn");
    position.play(turn).expect("it is legal");
    assert_eq!(position.fen().as_deref(), Some("7k/8/8/8/8/8/X7/4K3 b - - 0 1"));
}

#[test]
fn taking_a_friend_may_expose_the_king() {
    let game = with("R (capturing) + R onto friends");
    let position = Position::parse(&game, "k3x3/8/8/8/8/8/4X1S1/4K3 w - - 0 1").expect("it is a position");
    let texts: Vec<String> =
        position.legal_turns().iter().filter_map(|&turn| position.turn_text(turn)).collect();
    assert!(texts.contains(&"Xxe8+".to_owned()) || texts.contains(&"Xxe8".to_owned()), "{texts:?}");
    assert!(!texts.contains(&"Xxg2".to_owned()), "R64: it is pinned: {texts:?}");
}

#[test]
fn a_leap_goes_anywhere() {
    let all = squares("leap anywhere", "7k/8/8/8/8/8/s7/X3K3");
    assert_eq!(all.split(' ').count(), 62, "R65: neither its own square nor its King's: {all}");
    let empty = squares("leap anywhere (moving)", "7k/8/8/8/8/8/s7/X3K3");
    assert_eq!(empty.split(' ').count(), 60, "R65: {empty}");
}

#[test]
fn a_piece_may_spare_its_like() {
    let cannon = "R over one piece sparing its like";
    assert_eq!(squares(cannon, "x6k/8/8/S7/8/8/8/XSK5"), "a6 a7", "R66: it takes no Cannon");
    assert_eq!(squares(cannon, "7k/8/8/x7/8/8/8/XSK5"), "", "R66: it passes over none");
    assert_eq!(squares("R over pieces sparing its like", "x6k/s7/8/S7/8/8/2K5/X7"), "a6 a7", "R66");
}

#[test]
fn chains_say_what_shorter_words_say() {
    let pairs = [
        ("lame N", "W (through) then F outwards"),
        ("lame A", "F (through) then F straight"),
        ("lame D", "R2 beyond 1"),
        ("Q hopper", "Q (hopping) then Q1 straight"),
        ("B over one piece", "B (hopping) then B straight"),
        ("N hopper", "N (hopping) then N straight"),
        ("F zigzag", "F zigzag"),
        ("W (moving) then B outwards", "W (moving) + W (through) then B outwards"),
    ];
    let mut positions = 0;
    for (short, long) in pairs {
        let [one, other] = [short, long].map(|ability| with(&format!("{ability} + F (moving)")));
        for seed in 0..4 {
            random_game(&one, seed, 40, |position, turns| {
                let same =
                    Position::parse(&other, &position.to_string()).expect("the games have the same pieces");
                let turns_there = same.turns(Scope::Distinct);
                assert_eq!(results(&same, &turns_there), results(position, turns), "{short}: {position}");
                assert_eq!(same.is_check(), position.is_check(), "{short}: {position}");
                positions += 1;
            });
        }
    }
    assert!(positions > 300, "only {positions} positions were compared");
}
