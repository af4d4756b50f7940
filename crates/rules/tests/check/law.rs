//! The law of check, in generated games: a turn is legal if and only if, in the same game without binding check, it leaves its
//! player a royal piece and no reply takes one.

use std::collections::BTreeSet;
use std::ops::Add;
use std::sync::Arc;

use beaufort_rules::{Game, Piece, Position, Scope, Side, Square, StepKind, Turn};
use fastrand::Rng;

use crate::support::{in_parallel, own, results};

/// The abilities for which games are generated.
const ABILITIES: &[&str] = &[
    // Leaps along lines, alone and with others.
    "A",
    "D",
    "(3,0) leaper",
    "(3,3) leaper",
    "F + A",
    "W + D",
    "W + A",
    "D + A",
    "R + A",
    "B + D",
    "R + (3,3) leaper",
    "Q2 + (3,0) leaper",
    "R3 (moving) + D (capturing)",
    "A (moving) + B3 (capturing)",
    "D (moving) + A (capturing) + W",
    "forward D + back A + side (3,0) leaper",
    "N + D",
    "C + (3,3) leaper",
    // Lines.
    "R",
    "B",
    "R2",
    "B3",
    "Q",
    "R beyond 1",
    "Q beyond 2 + W",
    "forward R + back B3",
    "R (moving) + B (capturing)",
    "B (moving) + R2 (capturing)",
    "R3 (capturing) + F",
    "R from row 3 + W",
    "N rider",
    "D rider + A rider",
    "(1,3) rider 2 + F",
    // Over pieces.
    "R over one piece (capturing) + R (moving)",
    "B over pieces",
    "Q3 over pieces + W",
    "Q hopper",
    "N rider hopper + W",
    "Q hop-chain + F",
    // Crooked paths, and lines that depend on other pieces or on the edge.
    "W zigzag",
    "F zigzag",
    "F (moving) then R outwards",
    "Q1 then Q1",
    "R then R3 at right angles",
    "path forward R2, side W + path back F, W",
    "B reflecting",
    "B3 reflecting 1 (capturing) + W",
    "Q wrapped",
    "N wrapped + R3 wrapped (capturing)",
    "mirror F + W",
    "Q halfway",
    "circle a royal friend + D",
    "Q4 landing beside a friend",
    "leap beside a royal friend + A",
    // Legs, lame leaps, ways round, friends as targets.
    "W (through) then F outwards",
    "F (through) then R beyond 2 outwards + W",
    "W (through) then F outwards (through) then F straight",
    "Q1 (capturing) then Q1 outwards left (hopping enemies) then R3",
    "R (moving) + R (hopping) then B2 outwards",
    "Q (hopping friends) then Q1 straight + F",
    "W (through anything) then R straight",
    "lame N + lame D",
    "lame A rider + lame C (capturing)",
    "N circular",
    "F circular 2 (capturing) + W",
    "Q2 + Q1 onto friends",
    "R over one piece onto friends + W",
    "Q onto royals + W (moving)",
    "leap anywhere (moving) + N (capturing)",
    "leap anywhere",
    "R over one piece sparing its like + B over pieces sparing its like",
    // Powers.
    "N + igui on adjacent squares + igui-in-passing on adjacent squares",
    "R2 + strike W then W",
    "Q2 + sweep Q2",
    "Q (moving) + long-leap along Q lines",
    "(W + F) (moving) + hop-capture over adjacent pieces",
    "F (moving) + jump-capture (F + W)",
    "W + jump-capture D once",
    "R (moving) + pincer-capture",
    "Q2 (moving) + approach-capture",
    "Q (moving) + withdrawal-capture (optional)",
    "R + convert on F squares",
    "W + F + swap with enemies on D squares",
    "W + pull along Q4 lines",
    "W + push along Q3 lines",
    "W + shove W off-board + A",
    "D + birth on D squares",
    "W + relay (N + D) to adjacent pieces",
    "Q2 + kamikaze",
    "Q2 (moving) + double along Q lines",
    "R (moving) + immobilize",
    "F + bewitch",
    "W + F + poison",
    "B + burn",
];

/// The abilities of royal pieces.
const ROYALS: &[&str] = &[
    "W + F",
    "W + F + D",
    "N",
    "R",
    "B3 (moving) + W (capturing)",
    "A + W",
    "W + F + forward R3 (moving) + en-passant",
    "W + side R2 (moving) + armoured",
];

const BOARDS: [(u8, u8); 5] = [(8, 8), (10, 6), (9, 8), (10, 10), (12, 12)];

/// The number of positions for each ability on each board.
const POSITIONS: usize = 16;

/// The number of turns played from a random position.
const PLIES: usize = 4;

/// The number of positions of a game, in which all royal pieces are of one kind.
const PART: usize = 100;

/// A game with binding check, and the same game without.
struct Games {
    bound: Arc<Game>,
    free: Arc<Game>,
    /// Whether Pawns may promote to Kings.
    crowns: bool,
    text: String,
}

impl Games {
    /// Returns the games for an ability on a board.
    fn new(ability: &str, royal: &str, (files, ranks): (u8, u8), crowns: bool) -> Games {
        let row = |pieces: &str| {
            let ids = pieces.split(' ').chain(std::iter::repeat("."));
            ids.take(files.into()).collect::<Vec<_>>().join(" ")
        };
        let (pawns, back) = (row("P P P X P P P P"), row(". R . . K . . R"));
        let promotions = if crowns { "['Xenon', 'King']" } else { "['Xenon', 'Rook']" };
        let text = format!(
            "id = 'own'\nname = 'Own'\nauthor = 'Nobody'\nyear = 2026\nnotation = 'algebraic'\n\
             sides = ['White', 'Black']\n\
             [board]\nfiles = {files}\nranks = {ranks}\npromotion-zone = 1\n\
             [array]\nsymmetry = 'mirror'\nranks = '''\n{pawns}\n{back}\n'''\n\
             [promotions]\nPawn = {promotions}\n\
             [[castling]]\nletter = 'K'\ntext = 'O-O'\nking = ['e1', 'g1']\nrook = ['h1', 'f1']\n\
             [[castling]]\nletter = 'Q'\ntext = 'O-O-O'\nking = ['e1', 'd1']\nrook = ['b1', 'e1']\n\
             [ending]\nrepetition = 'allowed'\n\
             [piece.King]\nid = 'K'\nability = '{royal}; royal'\n\
             [piece.Rook]\nid = 'R'\nability = 'R'\n\
             [piece.Pawn]\nid = 'P'\nability = '''forward W (moving) + forward R2 (moving) from row 2\n\
             + forward F (capturing) + en-passant'''\n\
             [piece.Xenon]\nid = 'X'\nability = '{ability}'\n"
        );
        let free = own(&text);
        let bound = own(&text.replace("[ending]", "[ending]\ncheck = 'binds'"));
        Games { bound, free, crowns, text }
    }

    /// Returns a random position of the free game, with pieces near the royal ones and possibly with castling; `None` if the
    /// side that is not to move is in check.
    fn position(&self, rng: &mut Rng) -> Option<Position> {
        let size = self.free.size();
        let piece =
            |id: &str, side| Piece::new(self.free.type_by_id(id).expect("the games have these pieces"), side);
        let side = if rng.bool() { Side::First } else { Side::Second };
        let mut position = Position::empty(&self.free, side);
        let castles = rng.u8(..3) == 0;
        let near = rng.bool();
        for side in Side::BOTH {
            if castles {
                for (square, id) in [("e1", "K"), ("h1", "R"), ("b1", "R")] {
                    let square = size.parse(square).expect("every board has the square");
                    let square = if side == Side::First { square } else { size.flip(square) };
                    position.place(square, piece(id, side));
                }
            } else {
                for _ in 0..=usize::from(self.crowns && rng.bool()) {
                    position.place(random_square(&position, rng), piece("K", side));
                }
            }
        }
        let mut state = *position.state();
        (0..4).for_each(|castling| state.set_castling(castling, castles));
        position.set_state(state);
        let royals = *position.board().royals(Side::First) | position.board().royals(Side::Second);
        for side in Side::BOTH {
            for id in ["X", "X", "P", "P", "X", "R", "P"].into_iter().take(rng.usize(2..=7)) {
                let square = match id {
                    "P" if rng.bool() => passing_square(&position, side, rng),
                    _ => random_square(&position, rng),
                };
                let is_near = |royal: Square| {
                    let v = size.vector(royal, square);
                    v.dx.abs().max(v.dy.abs()) <= 3
                };
                if !near || royals.iter().any(is_near) {
                    position.place(square, piece(id, side));
                }
            }
        }
        let is_whole = Side::BOTH.iter().all(|&side| !position.board().royals(side).is_empty());
        (is_whole && !royal_falls(&mut position)).then_some(position)
    }
}

/// Returns an empty square of the board.
fn random_square(position: &Position, rng: &mut Rng) -> Square {
    loop {
        let square = Square::new(rng.usize(..position.game().size().squares()) as u8);
        if position.board().at(square).is_none() {
            return square;
        }
    }
}

/// Returns an empty square on which a Pawn of a side may pass an opposing one, or take one that has passed it.
fn passing_square(position: &Position, side: Side, rng: &mut Rng) -> Square {
    let size = position.game().size();
    let rows = [1, size.ranks() - 4];
    loop {
        let square = random_square(position, rng);
        let seen = if side == Side::First { square } else { size.flip(square) };
        if rows.contains(&size.rank(seen)) {
            return square;
        }
    }
}

/// Returns whether the side to move has a turn after which the opponent has fewer royal pieces.
fn royal_falls(position: &mut Position) -> bool {
    let victim = position.side().other();
    let royals = position.board().royals(victim).len();
    position.turns(Scope::Choices).into_iter().any(|turn| {
        position.play_unchecked(turn);
        let falls = position.board().royals(victim).len() < royals;
        position.undo();
        falls
    })
}

/// Returns whether a royal piece of the side to move could be taken if the piece on `from` stood on `to` and the opponent were
/// to move.
fn falls_on(position: &Position, from: Square, to: Square) -> bool {
    let mut moved = Position::empty(position.game(), position.side().other());
    for (square, piece) in position.board().pieces() {
        moved.place(if square == from { to } else { square }, piece);
    }
    royal_falls(&mut moved)
}

/// Returns whether a turn of the free game is legal according to the law.
fn is_legal(position: &Position, after: &mut Position, turn: Turn) -> bool {
    let side = position.side();
    if turn.first.kind == StepKind::Castle {
        let (from, to) = (turn.first.from, turn.first.to);
        let way = from.index().min(to.index())..=from.index().max(to.index());
        let mut way = way.map(|index| Square::new(index as u8)).filter(|&square| square != to);
        if way.any(|square| falls_on(position, from, square)) {
            return false;
        }
    }
    after.play_unchecked(turn);
    let legal = !after.board().royals(side).is_empty() && !royal_falls(after);
    after.undo();
    legal
}

/// The features of some positions.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    positions: usize,
    checks: usize,
    refused: usize,
    castlings: usize,
    in_passing: usize,
}

impl Add for Seen {
    type Output = Seen;
    fn add(self, other: Seen) -> Seen {
        Seen {
            positions: self.positions + other.positions,
            checks: self.checks + other.checks,
            refused: self.refused + other.refused,
            castlings: self.castlings + other.castlings,
            in_passing: self.in_passing + other.in_passing,
        }
    }
}

/// Compares the turns of one position of the free game, and returns them with its features.
fn compare(games: &Games, free: &Position) -> (Seen, Vec<Turn>) {
    let text = free.to_string();
    let bound = Position::parse(&games.bound, &text);
    let bound = bound.unwrap_or_else(|error| panic!("{error}: {text}\n{}", games.text));
    let mut after = free.clone();
    let all = free.turns(Scope::Distinct);
    let legal: Vec<Turn> = all.iter().copied().filter(|&turn| is_legal(free, &mut after, turn)).collect();
    let expected: BTreeSet<String> = results(free, &legal).into_iter().collect();
    let listed = bound.turns(Scope::Distinct);
    let found: BTreeSet<String> = results(&bound, &listed).into_iter().collect();
    let missing: Vec<_> = expected.difference(&found).collect();
    let surplus: Vec<_> = found.difference(&expected).collect();
    assert!(
        missing.is_empty() && surplus.is_empty(),
        "{text}\nmissing {missing:#?}\nsurplus {surplus:#?}\n{}",
        games.text
    );
    assert_eq!(bound.count_turns(Scope::Distinct), listed.len() as u64, "{text}\n{}", games.text);
    let royal = free.board().royals(free.side()).first().expect("the position has a royal piece");
    let check = falls_on(free, royal, royal);
    assert_eq!(bound.is_check(), check, "{text}\n{}", games.text);
    let of_kind = |kind| listed.iter().filter(|turn| turn.first.kind == kind).count();
    let seen = Seen {
        positions: 1,
        checks: usize::from(check),
        refused: all.len() - legal.len(),
        castlings: of_kind(StepKind::Castle),
        in_passing: of_kind(StepKind::EnPassant),
    };
    (seen, legal)
}

/// Compares `positions` positions of an ability on each board.
fn compare_ability(index: usize, positions: usize, seed: u64) -> Seen {
    let mut seen = Seen::default();
    for (board, &size) in BOARDS.iter().enumerate() {
        let mut rng = Rng::with_seed(seed + (index * BOARDS.len() + board) as u64);
        for start in (0..positions).step_by(PART) {
            let royal = ROYALS[rng.usize(..ROYALS.len())];
            let crowns = rng.u8(..4) == 0;
            let games = Games::new(ABILITIES[index], royal, size, crowns);
            seen = seen + compare_part(&games, &mut rng, PART.min(positions - start));
        }
    }
    seen
}

/// Compares `positions` positions of a game.
fn compare_part(games: &Games, rng: &mut Rng, positions: usize) -> Seen {
    let mut seen = Seen::default();
    while seen.positions < positions {
        let Some(mut free) = games.position(rng) else { continue };
        for _ in 0..PLIES.min(positions - seen.positions) {
            let (new, legal) = compare(games, &free);
            seen = seen + new;
            let Some(turn) = chosen(&free, &legal, rng) else { break };
            free.play_unchecked(turn);
            if free.royal_verdict().is_some() {
                break;
            }
        }
    }
    seen
}

/// Returns a random turn, half of the time one after which a capture in passing may be possible, if there is one.
fn chosen(position: &Position, turns: &[Turn], rng: &mut Rng) -> Option<Turn> {
    let mut after = position.clone();
    let passes = |turn: &&Turn| {
        after.play_unchecked(**turn);
        let passes = after.state().passed().is_some();
        after.undo();
        passes
    };
    let passing = if rng.bool() { turns.iter().find(passes) } else { None };
    passing.or_else(|| rng.choice(turns)).copied()
}

/// Compares `positions` positions of every ability on every board.
fn compare_all(positions: usize, seed: u64) -> Seen {
    let seen = in_parallel(ABILITIES.len(), |index| compare_ability(index, positions, seed));
    seen.into_iter().fold(Seen::default(), Seen::add)
}

#[test]
fn a_turn_is_legal_if_no_answer_takes_a_royal_piece() {
    let seen = compare_all(POSITIONS, 20_261_128);
    assert!(seen.positions >= POSITIONS * BOARDS.len() * ABILITIES.len(), "{seen:?}");
    assert!(seen.checks * 10 >= seen.positions && seen.refused >= seen.positions, "{seen:?}");
    assert!(seen.castlings >= 20 && seen.in_passing >= 5, "{seen:?}");
}

/// `cargo xtask deep` runs this test.
#[test]
#[ignore = "tens of minutes"]
fn ten_thousand_positions_of_each_ability_keep_the_law() {
    compare_all(10_000 / BOARDS.len(), 20_261_129);
}
