//! Turns of game files with combinations of powers that no built-in game has.

use std::sync::Arc;

use beaufort_rules::turn::Reason;
use beaufort_rules::{Game, IllegalTurn, Notation, Position, Scope, Side, StepKind};

use crate::support::{own, results};

/// Returns a game with two Kings on a square board of the given size; `board` has further keys of the board, `rest` is the rest
/// of the file.
fn game(size: usize, board: &str, rest: &str) -> Arc<Game> {
    let empty = ". ".repeat(size - 1);
    let between = format!("{empty}.\n").repeat(size - 2);
    own(&format!(
        "id = 'own'\nname = 'Own'\nauthor = 'Nobody'\nyear = 2026\nnotation = 'algebraic'\n\
         [board]\nfiles = {size}\nranks = {size}\n{board}\n\
         [array]\nsymmetry = 'none'\nranks = '''\n{empty}(K)\n{between}[K] {empty}\n'''\n\
         [piece.King]\n[piece.Knight]\n[piece.Rook]\n{rest}"
    ))
}

/// Returns a position of such a game with the first player to move.
fn position(game: &Arc<Game>, board: &str) -> Position {
    Position::parse(game, &format!("{board} w - - - -")).unwrap_or_else(|error| panic!("{board}: {error}"))
}

/// Returns the texts of the turns that begin with a piece's id, in alphabetical order.
fn turns(position: &Position, id: &str) -> Vec<String> {
    let notation = Notation::new(position);
    let mut texts: Vec<String> =
        notation.iter().map(|(_, text)| text.to_owned()).filter(|text| text.starts_with(id)).collect();
    texts.sort_unstable();
    texts
}

/// Checks that every result of a turn is read back as it is written.
#[track_caller]
fn results_can_be_read(position: &Position) {
    let mut after = position.clone();
    for turn in position.turns(Scope::Choices) {
        after.play_unchecked(turn);
        let text = after.to_string();
        assert_eq!(Position::parse(after.game(), &text).as_ref(), Ok(&after), "{text} after {turn:?}");
        after.undo();
    }
}

const MUST: &str = "promotion-zone = 1\npromotion = 'must'";

const LAST_RANK: &str = "promotion-zone = 2\npromotion = 'may, on the last rank must'";

/// A Pawn that promotes to a Rook, and a further piece.
fn pawn_and(piece: &str) -> String {
    format!(
        "[promotions]\nP = 'Rook'\nS = 'Rook'\n[piece.P]\nid = 'P'\nability = 'forward W'\n\
         [piece.S]\nid = 'S'\nability = '{piece}'\n"
    )
}

#[test]
fn who_has_just_become_a_piece_that_promotes_may_stand_in_the_zone() {
    let rest = "[promotions]\nP = 'Knight'\nKnight = 'Rook'\n[piece.P]\nid = 'P'\nability = 'forward W'\n";
    let game = game(4, MUST, rest);
    let start = position(&game, "3(K)/[P]3/4/[K]3");
    results_can_be_read(&start);
    let mut after = start.clone();
    after.play(start.read_turn("Pa4=N").unwrap()).unwrap();
    assert_eq!(after.to_string(), "[N]2(K)/4/4/[K]3 b - - - -");
    let refusal = Position::parse(&game, "[P]2(K)/4/4/[K]3 w - - - -").unwrap_err().to_string();
    assert_eq!(refusal, "position, column 1: the piece on a4 should have promoted");
}

#[test]
fn who_comes_to_the_zone_without_promotion_may_stand_there() {
    for (piece, board) in [
        ("W + swap with friends anywhere", "3(K)/[S]3/[P]3/[K]3"),
        ("swap with pieces on W squares", "3(K)/[S]3/[P](P)2/[K](S)2"),
        ("relay W to adjacent pieces", "3(K)/[P][S]2/4/[K]3"),
        ("royal-relay", "1[K]1(K)/4/[P][S]2/4"),
        ("swap with enemies on W squares", "1(P)1(K)/1[S]2/4/[K]3"),
        ("W + bewitch", "3(K)/[P](S)2/4/[K]3"),
    ] {
        let game = game(4, MUST, &pawn_and(piece));
        results_can_be_read(&position(&game, board));
    }
    let last_rank = game(4, LAST_RANK, &pawn_and("swap with enemies on W squares"));
    results_can_be_read(&position(&last_rank, "3(K)/4/1[S]2/[K](P)2"));
}

#[test]
fn who_takes_in_passing_promotes_nobody() {
    let pawn = "[promotions]\nP = 'Rook'\n[piece.P]\nid = 'P'\nability = 'forward W (moving) + \
                forward R2 (moving) from row 2 + forward F (capturing) + en-passant'\n";
    let game = game(8, "promotion-zone = 3\npromotion = 'must'", pawn);
    let start = Position::parse(&game, "7(K)/8/8/[P](P)6/8/8/8/[K]7 w - b5:b6 - -").unwrap();
    assert!(start.legal_turns().iter().any(|turn| turn.first.kind == StepKind::EnPassant));
    results_can_be_read(&start);
}

#[test]
fn nobody_promotes_after_the_end() {
    let game = game(4, LAST_RANK, &pawn_and("W"));
    results_can_be_read(&position(&game, "(K)3/[P]3/4/[K]3"));
    results_can_be_read(&position(&game, "(K)2(K)/[P]3/4/[K]3"));
}

#[test]
fn a_promotion_may_give_a_second_royal_piece() {
    let rest =
        "[ending]\ncheck = 'binds'\n[promotions]\nP = 'King'\n[piece.P]\nid = 'P'\nability = 'forward W'\n";
    let game = game(4, MUST, rest);
    results_can_be_read(&position(&game, "3(K)/[P]3/4/[K]3"));
}

/// An enemy Tower, which is an obstacle to every piece and a friend of none, a lender, an Ogre that nothing stops, and a
/// further piece.
fn tower_and(piece: &str) -> Arc<Game> {
    game(
        5,
        "",
        &format!(
            "[piece.T]\nid = 'T'\nability = 'W (moving) + armoured'\n\
             [piece.O]\nid = 'O'\nability = 'W + unstoppable'\n\
             [piece.L]\nid = 'L'\nability = 'relay N to adjacent pieces'\n\
             [piece.X]\nid = 'X'\nability = 'F + piercing'\n\
             [piece.S]\nid = 'S'\nability = '{piece}'\n"
        ),
    )
}

#[test]
fn an_armoured_enemy_borrows_nothing() {
    let lent = position(&tower_and("W"), "4(K)/5/1(T)3/1[L]3/[K]1[X]2");
    assert_eq!(turns(&lent, "T"), [""; 0]);
    // By a loan, too, only a piercing piece takes it.
    assert_eq!(turns(&lent, "K"), ["Ka2", "Kb1", "Kc2"]);
    assert_eq!(turns(&lent, "X"), ["Xa2", "Xd2", "Xd3", "Xe2", "Xxb3"]);
    let tower = lent.game().size().parse("b3").unwrap();
    assert!(lent.is_attacked_by(Side::First, tower));
    let without = position(lent.game(), "4(K)/5/1(T)3/1[L]3/[K]4");
    assert!(!without.is_attacked_by(Side::First, tower));
    let royal = position(&tower_and("royal-relay"), "4(K)/5/3(T)1/3[S]1/[K]4");
    assert_eq!(turns(&royal, "T"), [""; 0]);
}

#[test]
fn an_armoured_enemy_is_neither_swapped_nor_shoved() {
    let board = "4(K)/5/2(T)2/1(O)[S]2/[K]4";
    for (piece, expected) in [
        ("swap with friends anywhere", vec!["S<>a1"]),
        ("swap with enemies on W squares", vec![]),
        // K64 allows any adjacent piece, and a Fiery Dragon is unstoppable.
        ("swap with pieces on W squares", vec!["S<>b2"]),
        ("swap with pieces on W squares + piercing", vec!["S<>b2", "S<>c3"]),
        ("shove W off-board", vec![]),
        ("shove Q1 off-board", vec![]),
    ] {
        assert_eq!(turns(&position(&tower_and(piece), board), "S"), expected, "{piece}");
    }
}

#[test]
fn an_armoured_enemy_is_no_friend_to_stand_beside_or_to_remove() {
    let beside = position(&tower_and("Q landing beside a friend (moving)"), "4(K)/3(T)1/5/5/[K]2[S]1");
    assert_eq!(turns(&beside, "S"), ["Sb1"]);
    let royal = position(&tower_and("leap beside a royal friend"), "4(K)/5/4[S]/1(T)3/[K]4");
    assert_eq!(turns(&royal, "S"), ["Sa2", "Sb1"]);
}

const BEWITCHED: &str = "[piece.Be]\nid = 'Be'\nability = 'F (moving) + bewitch'\n\
                         [piece.L]\nid = 'L'\nability = 'relay N to adjacent pieces'\n\
                         [piece.D]\nid = 'D'\nability = 'double along R lines'\n\
                         [piece.S]\nid = 'S'\nability = 'F'\n";

#[test]
fn a_bewitched_piece_borrows_nothing() {
    let game = game(6, "", BEWITCHED);
    let lent = position(&game, "6/6/2(Be)1(K)1/2[S]3/1[L]4/[K]5");
    assert_eq!(turns(&lent, "S"), ["Sb3", "Sc2", "Sd3"]);
    let king = game.size().parse("e4").unwrap();
    assert!(!lent.is_attacked_by(Side::First, king));
    let served = lent.borrowers(Side::First);
    assert_eq!(served.iter().map(|(_, borrowers)| borrowers.len()).collect::<Vec<_>>(), [1]);
    // Nor is it one of the two borrowers of a doubled lender.
    let twice = position(&game, "6/6/2(Be)1(K)1/2[S]3/1[L]1[D]2/[K]1[R]3");
    let from = game.size().parse("c3").unwrap();
    let mut steps = twice.legal_turns().into_iter().flat_map(|turn| turn.steps().collect::<Vec<_>>());
    assert!(steps.all(|step| step.kind != StepKind::Relayed || step.from != from));
    assert!(twice.legal_turns().iter().any(|turn| turn.second.is_some()), "it serves the King and the Rook");
}

const BINDING: &str = "[ending]\ncheck = 'binds'\nno-move = 'loses in check, else draws'\n\
                       [piece.P]\nid = 'P'\nability = 'N (moving) + poison'\n\
                       [piece.I]\nid = 'I'\nability = 'N (moving) + immobilize'\n\
                       [piece.B]\nid = 'B'\nability = 'N (moving) + burn'\n\
                       [piece.S]\nid = 'S'\nability = 'W + shove W off-board + pull along Q lines'\n";

#[test]
fn nobody_removes_the_own_last_royal_piece_where_check_binds() {
    let game = game(5, "", BINDING);
    for (board, king) in [
        ("4(K)/5/5/1(P)3/[K]4", vec!["Ka2", "Kb1"]),
        ("4(K)/5/5/1(I)3/[K]4", vec![]),
        ("4(K)/5/5/1(B)3/[K]4", vec!["Kxb2"]),
        ("4(K)/5/5/[S]4/[K]4", vec!["Kb1", "Kb2"]),
    ] {
        let start = position(&game, board);
        assert_eq!(turns(&start, "K"), king, "{board}");
        assert!(turns(&start, "Sa1").is_empty(), "{board}");
        for turn in start.turns(Scope::Choices) {
            let mut after = start.clone();
            after.play_unchecked(turn);
            assert!(!after.board().royals(Side::First).is_empty(), "{after}");
        }
        results_can_be_read(&start);
    }
    let mut poisoned = position(&game, "4(K)/5/5/1(P)3/[K]4");
    let [king, poison] = ["a1", "b2"].map(|square| game.size().parse(square).unwrap());
    let step = beaufort_rules::Step::plain(StepKind::Own, king, poison, None);
    assert_eq!(poisoned.play(step.into()), Err(IllegalTurn::RemovesRoyal));
}

#[test]
fn a_royal_piece_that_burns_is_in_check() {
    let game = game(5, "", BINDING);
    // The King dies at the end of the turn whatever the Rook does.
    let burning = position(&game, "4(K)/5/5/1(B)3/[K]3[R]");
    assert!(burning.is_check());
    assert_eq!(turns(&burning, ""), ["Kxb2"]);
    let mate = position(&game, "1(R)2(K)/5/5/1(B)3/[K]3[R]");
    assert_eq!(mate.verdict().map(|verdict| verdict.reason), Some(Reason::Checkmate));
    // No turn may bring the fire to the own King.
    assert_eq!(turns(&position(&game, "4(K)/5/1(B)3/5/[K][S]3"), "S:"), [""; 0]);
    assert_eq!(turns(&position(&game, "4(K)/5/3(B)1/5/[K]2[S]1"), "S:"), ["S:Bd3-d2"]);
}

#[test]
fn the_last_royal_piece_does_not_become_another() {
    let rest = "[ending]\ncheck = 'binds'\n[promotions]\nKing = 'Knight'\n";
    let game = game(4, "promotion-zone = 1", rest);
    let start = position(&game, "3(K)/[K]3/4/4");
    assert_eq!(turns(&start, "K"), ["Ka2", "Ka4", "Kb2", "Kb3", "Kb4"]);
    results_can_be_read(&start);
}

/// Checks that no result is listed twice.
#[track_caller]
fn each_result_is_listed_once(position: &Position, what: &str) {
    let turns = position.turns(Scope::Distinct);
    let mut listed = results(position, &turns);
    listed.dedup();
    assert_eq!(listed.len(), turns.len(), "{what} in {position}");
    // The choices of a player have no other results.
    let mut chosen = results(position, &position.turns(Scope::Choices));
    chosen.dedup();
    assert_eq!(listed, chosen, "{what} in {position}");
}

/// Abilities of which two parts may have the same effect.
const OVERLAPPING: [&str; 16] = [
    "sweep Q2 + long-leap along Q lines",
    "sweep Q2 + sweep R3",
    "hop-capture over adjacent pieces + long-leap along Q lines",
    "strike W then W + halfway-leap along R lines",
    "strike Q1 then Q1 + sweep R2 + igui on adjacent squares",
    "strike W then W + strike Q1 then Q1",
    "D + A + W (moving) + blast + long-leap along Q lines",
    "D (moving) + withdrawal-capture + long-leap along Q lines",
    "(W + F) (moving) + approach-capture + row-capture (optional)",
    "(W + F) (moving) + approach-capture (optional) + blast (optional)",
    "W + approach-capture (optional) + kamikaze",
    "W + blast + kamikaze",
    "swap with enemies on W squares + swap with pieces on W squares",
    "push along Q lines + pull along Q lines + swap with enemies on (W + F) squares + swap with pieces on W squares",
    "W + F + poison + swap with enemies on (W + F) squares",
    "W + flip + swap with friends anywhere",
];

const BOARDS: [&str; 5] = [
    "5(K)/6/6/3(N)2/2[S]3/[K]5",
    "5(K)/6/6/2(N)3/2[S]3/[K]5",
    "5(K)/2(N)3/1(N)(N)(N)2/6/2[S](N)2/[K](N)4",
    "(N)2(N)1(K)/2[S]3/2(N)(N)2/1(N)4/[K][N]4/6",
    "5(K)/6/2(N)3/1(N)[S](N)2/2[S](N)2/[K]2[N]2",
];

#[test]
fn two_powers_of_a_piece_that_do_the_same_give_one_turn() {
    for ability in OVERLAPPING {
        let promotion =
            if ability.contains("flip") { "{ to = 'Knight', on = 'any square' }" } else { "'Rook'" };
        let rest = format!("[promotions]\nS = {promotion}\n[piece.S]\nid = 'S'\nability = '{ability}'\n");
        let game = game(6, "promotion-zone = 2", &rest);
        for board in BOARDS {
            each_result_is_listed_once(&position(&game, board), ability);
        }
    }
}

#[test]
fn a_capture_in_passing_and_a_strike_that_do_the_same_give_one_turn() {
    let pawn = "[piece.S]\nid = 'S'\nability = 'forward W (moving) + forward R2 (moving) from row 2 + \
                forward F (capturing) + en-passant + strike side W then forward W'\n";
    let game = game(8, "", pawn);
    let start = Position::parse(&game, "7(K)/8/8/[S](S)6/8/8/8/[K]7 w - b5:b6 - -").unwrap();
    each_result_is_listed_once(&start, "en passant");
}

#[test]
fn a_doubled_piece_that_becomes_a_swapper_gives_each_result_once() {
    let rest = "[promotions]\nB = { to = 'G', on = 'any square' }\n\
                [piece.B]\nid = 'B'\nability = 'W (moving) + flip'\n\
                [piece.G]\nid = 'G'\nability = 'W (moving) + swap with friends anywhere'\n\
                [piece.L]\nid = 'L'\nability = 'F (moving) + double along R lines'\n";
    let game = game(5, "promotion-zone = 1", rest);
    each_result_is_listed_once(&position(&game, "4(K)/5/[L][B]1[B]1/5/[K]4"), "flip and swap");
}

const IMMOBILIZER: &str = "[piece.I]\nid = 'I'\nability = 'Q (moving) + immobilize'\n";

/// R37: an immobilized piece can only remove itself, even if the state would let it move.
#[test]
fn immobilized_pieces_neither_castle_nor_take_in_passing() {
    let game = own(&format!(
        "id = 'own'\nname = 'Own'\nauthor = 'Nobody'\nyear = 2026\nnotation = 'algebraic'\nending.check = 'binds'\n\
         castling = [{{ letter = 'K', text = 'O-O', king = ['e1', 'g1'], rook = ['h1', 'f1'] }}]\n\
         [board]\nfiles = 8\nranks = 8\npromotion-zone = 1\n\
         [array]\nsymmetry = 'mirror'\nranks = '''\n. . . . K . . R\n'''\n\
         [piece.King]\n[piece.Rook]\n{IMMOBILIZER}[piece.P]\nid = 'P'\n\
         ability = 'forward W (moving) + forward R2 (moving) from row 2 + forward F (capturing) + en-passant'\n\
         [piece.A]\nid = 'A'\nability = 'igui on adjacent squares + igui-in-passing on adjacent squares'\n"
    ));
    let turns = |board: &str, fields: &str, id: &str| {
        turns(&Position::parse(&game, &format!("{board} w {fields} - -")).unwrap(), id)
    };
    let castles = |ranks: &str| turns(&format!("4(K)3/8/8/8/8/8/{ranks}"), "K -", "O") == ["O-O"];
    assert!(castles("8/4[K]2[R]"));
    assert!(!castles("3(I)4/4[K]2[R]") && !castles("6(I)1/4[K]2[R]"));
    let takes = |ranks: &str, id: &str, mark: &str| {
        let turns = turns(&format!("4(K)3/8/{ranks}/8/8/8/4[K]3"), "- e5:e6", id);
        turns.iter().any(|text| text.contains(mark))
    };
    assert!(takes("8/3[P](P)3", "P", "xe6") && !takes("2(I)5/3[P](P)3", "P", "xe6"));
    assert!(takes("3[A]4/4(P)3", "A", "ep") && !takes("2(I)[A]4/4(P)3", "A", "ep"));
}

/// R37: a piece on two squares stands on both of them after a capture one square diagonally, and arises in no other way.
#[test]
fn a_twofold_piece_comes_by_a_diagonal_step_alone() {
    let game = game(
        5,
        "",
        "[promotions]\nQ = { to = 'G', taking = 'W' }\n[piece.Q]\nid = 'Q'\nability = 'R + B'\n\
         [piece.W]\nid = 'W'\nability = 'F'\n[piece.G]\nid = 'G'\nability = 'twofold mirror F'\n",
    );
    let position = position(&game, "4(K)/2(W)2/(W)4/[Q](W)3/[K]4");
    assert_eq!(
        turns(&position, "Q").into_iter().filter(|text| text.contains('x')).collect::<Vec<_>>(),
        ["Qxa3", "Qxb2", "Qxc4"]
    );
    let near = self::position(&game, "4(K)/5/1(W)3/[Q]4/[K]4");
    assert!(turns(&near, "Q").contains(&"Qxb3=G".to_owned()));
    results_can_be_read(&position);
    results_can_be_read(&near);
}

/// R38: a piece that declines its arrival effects, or sweeps pieces away, has passed the squares between.
#[test]
fn whoever_declines_or_sweeps_has_passed_what_is_between() {
    let game = game(
        5,
        "",
        "[piece.D]\nid = 'D'\nability = 'R (moving) + approach-capture (optional)'\n\
         [piece.S]\nid = 'S'\nability = 'R (moving) + sweep R'\n\
         [piece.A]\nid = 'A'\nability = 'igui on adjacent squares + igui-in-passing on adjacent squares'\n",
    );
    let after = |board: &str, text: &str| {
        let mut position = position(&game, board);
        let turn = Notation::new(&position).read(text).unwrap_or_else(|error| panic!("{error}"));
        position.play_unchecked(turn);
        assert!(turns(&position, "A").iter().any(|text| text.contains("ep")), "{position}");
    };
    let board = "4(K)/5/5/1(A)3/[D]2(A)[K]";
    after(board, "Dc1xd1");
    after(board, "Dc1");
    after("(S)3(K)/5/5/1(A)3/[S]3[K]", "Sa3");
    after("4(K)/(S)4/5/1(A)3/[S]3[K]", "Sxa4-a5");
}

/// R39: a converted piece has not been captured.
#[test]
fn what_is_converted_goes_to_no_reserve() {
    let game = game(
        5,
        "",
        "[[drop]]\nletters = 'A'\npiece = 'A'\nplace = 'giving check'\nrecaptured = 'goes to the reserve'\n\
         [piece.C]\nid = 'C'\nability = 'W + convert on W squares'\n[piece.A]\nid = 'A'\nability = 'igui on adjacent squares'\n",
    );
    let reserve = |text: &str| {
        let board = "4(K)/5/(A)4/[C]4/[K]4";
        let mut position = Position::parse(&game, &format!("{board} w - - -/- -")).unwrap();
        position.play_unchecked(Notation::new(&position).read(text).unwrap());
        position.to_string().split(' ').nth(4).map(str::to_owned)
    };
    assert_eq!(reserve("Cxa3").as_deref(), Some("A/-"));
    assert_eq!(reserve(&format!("C:a3={}", game.definition().side_names[0])).as_deref(), Some("-/-"));
}

/// FEN expresses only pieces that have passed the square right behind them.
#[test]
fn fen_tells_every_square_that_was_passed() {
    let game = own(
        "id = 'own'\nextends = 'orthochess'\nname = 'Own'\nyear = 2026\n[piece.Pawn]\nability = 'forward W (moving) + \
         forward R3 (moving) from row 2 + forward F (capturing) + en-passant'\n",
    );
    for (text, passed) in [("b3", "-"), ("b4", "b3"), ("b5", "b3b4")] {
        let mut position = Position::parse(&game, "4k3/8/8/8/p1p5/8/1P6/4K3 w - - 0 9").unwrap();
        position.play_unchecked(Notation::new(&position).read(text).unwrap());
        let fen = position.fen().unwrap();
        assert_eq!(fen.split(' ').nth(3), Some(passed), "{text}");
        assert_eq!(Position::parse(&game, &fen).as_ref(), Ok(&position), "{text}");
        assert_eq!(Position::parse(&game, &position.start_text()).as_ref(), Ok(&position), "{text}");
    }
}

#[test]
fn promotions_that_need_no_zone_need_no_zone() {
    let game = own(
        "id = 'own'\nname = 'Own'\nauthor = 'Nobody'\nyear = 2026\n[board]\nfiles = 6\nranks = 6\n\
         [array]\nsymmetry = 'mirror'\nranks = '''\n. . K T . .\n'''\n\
         [promotions]\nTurn = { to = 'Over', on = 'any square' }\nOver = { to = 'Turn', on = 'any square' }\n\
         [piece.King]\n[piece.Turn]\nid = 'T'\nability = 'R (moving) + flip'\n[piece.Over]\nid = 'O'\nability = 'B + flip'\n",
    );
    let texts = turns(&Position::initial(&game), "T");
    assert!(texts.iter().any(|text| text.ends_with("=O")), "{texts:?}");
}

#[test]
fn a_leap_along_a_line_passes_nothing() {
    let game = game(8, "", "[piece.S]\nid = 'S'\nability = 'B2 + D + en-passant'\n");
    for (turn, passed) in [("Sd4", "-"), ("Sf4", "f4:e3")] {
        let mut after = position(&game, "7(K)/8/8/4(S)(S)2/8/8/3[S]4/[K]7");
        after.play(after.read_turn(turn).unwrap()).unwrap();
        assert_eq!(after.to_string().split(' ').nth(3), Some(passed), "{turn}: {after}");
    }
}
