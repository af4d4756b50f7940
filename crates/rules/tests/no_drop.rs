//! Why a piece of the reserve or from a hand cannot be dropped.

use beaufort_rules::vocabulary::SquareSet;
use beaufort_rules::{DropRule, IllegalTurn, NoDrop, Position, Side, Square, builtin};

/// A position in which drops have begun.
struct Drops(Position);

impl Drops {
    fn of(game: &str, position: &str) -> Drops {
        let game = builtin::game(game).expect("the game is built in");
        Drops(Position::parse(&game, position).expect("a position"))
    }

    fn square(&self, name: &str) -> Square {
        self.0.game().size().parse(name).expect("a square")
    }

    fn reason(&self, letters: &str, to: Option<&str>) -> Option<NoDrop> {
        let items = &self.0.game().definition().drops.items;
        let item = items.iter().position(|item| item.letters == letters).expect("an item");
        self.0.no_drop(item, to.map(|name| self.square(name)))
    }

    fn rule(&self, letters: &str, to: &str) -> Option<DropRule> {
        match self.reason(letters, Some(to)) {
            Some(NoDrop::Forbidden { rule }) => Some(rule),
            None => None,
            other => panic!("{other:?}"),
        }
    }
}

const KINGS: &str = "4(K)7/12/12/12/12/12/12/";

/// Drops wait for both Kings (L36).
#[test]
fn drops_of_the_larger_board_wait_for_the_kings() {
    let with =
        |moved: &str| Drops::of("larger-board", &format!("{KINGS}6[K]5 w - - W/- {moved}")).reason("W", None);
    assert_eq!(with("-"), Some(NoDrop::TooEarly { waiting: vec![Side::First, Side::Second] }));
    assert_eq!(with("w"), Some(NoDrop::TooEarly { waiting: vec![Side::Second] }));
    assert_eq!(with("wb"), None);
    assert_eq!(with("wb8"), Some(NoDrop::TooLate));
}

/// Each pair of squares has something on it (L38); of the pieces of a choice it is the pairs of all (L37).
#[test]
fn a_pair_needs_both_squares() {
    let rows = "[N]1[N][N][N]5[N]1/1[N]4[K]3[N]1";
    let drops = Drops::of("larger-board", &format!("4(K)7/12/12/12/12/12/{rows} w - - H,W/- wb"));
    let Some(NoDrop::NoPair { pairs, occupied }) = drops.reason("W", None) else { panic!() };
    let names = |pairs: &[[Square; 2]]| -> Vec<String> {
        let size = drops.0.game().size();
        pairs.iter().map(|pair| pair.map(|square| size.name(square)).join(" ")).collect()
    };
    assert_eq!(names(&pairs), ["y2 j2", "z2 i2", "a2 h2", "b2 g2"]);
    let taken: SquareSet = ["y2", "a2", "b2", "i2"].map(|name| drops.square(name)).into_iter().collect();
    assert_eq!(occupied, taken);
    assert_eq!(drops.rule("W", "e4"), Some(DropRule::Place));
    assert_eq!(drops.rule("W", "a2"), Some(DropRule::Occupied));
    assert_eq!(drops.reason("H", None), None);
}

/// Reasons that depend on the Kings: beside one (L39), with check (L40), while they see each other (L41).
#[test]
fn what_depends_on_the_kings() {
    let apart = Drops::of("larger-board", "4(K)7/12/12/12/12/12/12/[K]11 w - - E,A,T/- wb");
    assert_eq!(apart.reason("T", None), Some(NoDrop::RoyalsApart));
    // At the edge there is no square on one side.
    assert_eq!(apart.reason("E", None), Some(NoDrop::NoPair { pairs: vec![], occupied: SquareSet::EMPTY }));
    assert_eq!(apart.rule("A", "j1"), Some(DropRule::NoCheck));
    let seeing = Drops::of("larger-board", "6(K)5/12/12/12/12/12/12/6[K]5 w - - E,A,T/- wb");
    assert_eq!(["T", "E"].map(|letters| seeing.reason(letters, None)), [None, None]);
    assert_eq!(seeing.rule("E", "e1"), Some(DropRule::Occupied));
}

/// A drop must answer a check like any other turn.
#[test]
fn a_drop_that_leaves_the_king_in_check_is_illegal() {
    let drops = Drops::of("crazyhouse", "4k3/8/8/8/8/8/3n4/5K2[N] w - - 0 1");
    let check = Some(NoDrop::Illegal { reason: IllegalTurn::Check });
    assert_eq!(drops.reason("N", None), check);
    let drops = Drops::of("crazyhouse", "4k3/8/8/8/8/5r2/8/5K2[N] w - - 0 1");
    assert_eq!(drops.reason("N", None), None);
    assert_eq!(drops.reason("N", Some("a4")), check);
    assert_eq!(drops.rule("N", "f1"), Some(DropRule::Occupied));
}

/// The rules of hands (R70 to R74).
#[test]
fn rules_of_hands() {
    let shogi = Drops::of("shogi", "3gkg3/9/4P4/9/9/9/P8/9/4K4[PN] w - - 0 1");
    let rules = ["a5", "b9", "e9", "b5"].map(|square| shogi.rule("P", square));
    assert_eq!(rules, [Some(DropRule::FullFile(1)), Some(DropRule::DeadEnd), Some(DropRule::Occupied), None]);
    assert_eq!(shogi.rule("N", "b8"), Some(DropRule::DeadEnd));
    let mating = Drops::of("shogi", "3rkr3/3s1s3/4G4/9/9/9/9/9/4K4[P] w - - 0 1");
    assert_eq!(mating.rule("P", "e8"), Some(DropRule::GivesMate));
    let house = Drops::of("crazyhouse", "4k3/8/8/8/8/8/8/5K2[P] w - - 0 1");
    assert_eq!(house.rule("P", "a1"), Some(DropRule::Place));
}

/// Pieces that come by gates alone (R104).
#[test]
fn a_piece_that_comes_by_a_gate_is_not_dropped() {
    let start = Position::initial(&builtin::game("seirawan").unwrap());
    assert_eq!(start.no_drop(0, None), Some(NoDrop::AtGates));
}

/// A side with empty hands has no reason.
#[test]
fn what_is_not_held_has_no_reason() {
    let drops = Drops::of("crazyhouse", "4k3/8/8/8/8/8/8/5K2[N] b - - 0 1");
    assert_eq!(drops.reason("N", None), None);
    assert_eq!(drops.0.no_drop(200, None), None);
}
