//! The judge of Chess on a Larger Board is held to its worked examples and counts.

use beaufort_reference::larger_board::{cases, initial, perft, results, results_from};

#[test]
fn every_worked_example_holds() {
    let mut failures = String::new();
    for case in cases() {
        let found = match &case.mover {
            Some(mover) => results_from(&case.position, mover),
            None => results(&case.position),
        };
        match found {
            Ok(found) => failures += &case.check(&found).err().unwrap_or_default(),
            Err(error) => failures += &format!("{}: {error}\n", case.id),
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn the_initial_position_has_as_many_turns_as_the_rulings_say() {
    let counts = [1, 2].map(|depth| perft(initial(), depth).unwrap());
    assert_eq!(counts, [38, 1444]); // (E10)
}
