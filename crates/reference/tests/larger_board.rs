//! The reference for Chess on a Larger Board is checked with its worked examples and counts.

use std::collections::BTreeSet;

use beaufort_reference::larger_board::{
    Verdict, cases, initial, is_in_check, perft, results, results_from, verdict,
};

#[test]
fn every_worked_example_holds() {
    let mut failures = String::new();
    for case in cases() {
        let found = match &case.mover {
            Some(mover) => results_from(&case.position, mover),
            None => results(&case.position),
        };
        failures += &case.check(&found.unwrap()).err().unwrap_or_default();
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn the_examples_have_names_of_their_own_and_begin_before_a_king_is_lost() {
    let cases = cases();
    let ids: BTreeSet<_> = cases.iter().map(|case| &case.id).collect();
    assert_eq!(ids.len(), cases.len());
    for case in &cases {
        assert!(!is_in_check(&other_to_move(&case.position)).unwrap(), "{} {}", case.id, case.position);
    }
}

/// There are no examples for rulings about the record and its notation, nor for those that others refine.
#[test]
fn the_examples_show_every_ruling() {
    let cases = cases();
    let shown: BTreeSet<_> = cases.iter().flat_map(|case| case.rulings.split(' ')).collect();
    let all = (1..=52).map(|number| format!("L{number}")).chain((1..=10).map(|number| format!("E{number}")));
    let missing: Vec<_> = all.filter(|ruling| !shown.contains(ruling.as_str())).collect();
    assert_eq!(missing, ["L1", "L2", "L4", "L5", "L49", "L50"]);
}

#[test]
fn the_initial_position_has_as_many_turns_as_the_rulings_say() {
    let counts = [1, 2].map(|depth| perft(initial(), depth).unwrap());
    assert_eq!(counts, [38, 1444]); // (E10)
}

#[test]
fn check_is_seen() {
    for (ranks, expected) in [
        ("11(K)/12/6(R)5/12/12/12/12/6[K]5", true),
        ("11(K)/12/6(R)[Wz]4/12/12/12/12/6[K]5", false), // bewitched (L19)
        ("11(K)/12/12/12/12/12/5(As)6/6[K]5", true),     // (L31)
        ("11(K)/12/12/12/12/5[Wz]6/5(As)6/6[K]5", false),
        ("6(K)5/6[R]5/12/12/12/12/4(N)7/6[K]5", true), // whether pinned or not (L46)
        ("11(K)/12/12/12/12/12/3(Ad)8/6[K]5", false),
        ("11(K)/12/12/12/12/12/12/3(Ad)2[K]5", true), // it runs up to d1 (L12)
        ("11(K)/12/12/12/12/12/12/3(Ad)1[P][K]5", false),
        ("11(K)/12/12/12/12/12/12/5(Wd)[K]5", true), // it leaves for c1 (L13)
        ("11(K)/12/12/12/12/12/12/4(N)(Wd)[K]5", false),
        ("11(K)/12/12/12/12/12/5[P]6/4(Pi)1[K](N)4", true), // it goes to d1 (L11)
        ("11(K)/12/12/12/12/12/5[P]6/4(Pi)1[K][N]4", false),
        ("11(K)/12/12/12/12/12/12/3(Le)2[K]5", true), // eight squares to the edge: it ends on f1 (L10)
        ("11(K)/12/12/12/12/12/12/2(Le)3[K]5", true), // nine: f1 is the fifth
        ("11(K)/12/12/12/12/12/12/(Le)5[K]5", false), // eleven: the King is on the sixth
        ("11(K)/12/12/12/12/12/12/1(Le)4[K]5", true), // ten: the exception
        ("11(K)/12/12/12/12/12/4(G1)7/5(G1)[K]5", true), // over f2 to e1, and over e1 to f2 or d2 (L22)
        ("11(K)/12/12/12/12/12/4(G1)1[K]5/5(G1)6", false), // not the colour it comes to
        ("11(K)/12/12/12/12/12/4(G1)[P]6/[P][P][P]2(G1)[K]5", true),
        ("11(K)/12/12/12/12/12/4(G1)(P)(P)5/5(G1)[K]5", true),
    ] {
        let position = format!("{ranks} w - - -/- wb");
        assert_eq!(is_in_check(&position), Ok(expected), "{ranks}");
    }
}

#[test]
fn a_game_ends_by_mate_stalemate_or_bare_kings() {
    for (position, expected) in [
        ("11(K)/12/12/12/12/12/12/[K]11 w - - -/- wb", Verdict::BareKings),
        ("11(K)/12/12/12/12/12/12/[K]11 w - - -/A wb", Verdict::Open),
        ("11(K)/12/12/12/12/12/(Q)11/[K]11 w - - -/- wb", Verdict::Open),
        ("12/12/12/12/12/1(K)10/(Q)11/[K]11 w - - -/- wb", Verdict::Checkmate),
        ("12/12/12/12/12/1(Q)10/2(K)9/[K]11 w - - -/- wb", Verdict::Stalemate),
        ("12/12/12/12/12/1(Q)10/2(K)9/[K]11 w - - W/- wb", Verdict::Open), // a drop is left
        ("12/12/12/12/12/1(Q)10/2(K)9/[K]11 w - - W/- wb8", Verdict::Stalemate),
    ] {
        assert_eq!(verdict(position), Ok(expected), "{position}");
    }
}

/// Returns the position with the other side to move, to get its turns.
fn other_to_move(position: &str) -> String {
    let (from, to) = if position.contains(" w ") { (" w ", " b ") } else { (" b ", " w ") };
    position.replacen(from, to, 1)
}
