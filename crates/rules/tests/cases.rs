//! The worked cases of the rulings, checked with the compiled generator.

use std::collections::BTreeSet;

use beaufort_reference::cases::cases;
use beaufort_rules::{Scope, builtin};

use crate::support::{BILLIARDS, CITADEL, position, results};

#[test]
fn worked_cases() {
    let mut tried = 0;
    let mut failures = String::new();
    for case in cases() {
        if !builtin::ids().chain([BILLIARDS, CITADEL]).any(|id| id == case.ruleset) {
            continue;
        }
        let position = position(&case.ruleset, &case.position);
        let size = position.game().size();
        let mover = case.mover.as_ref().map(|name| size.parse(name).expect("cases name squares"));
        let mut turns = position.turns(Scope::Choices);
        turns.retain(|turn| mover.is_none_or(|mover| turn.first.from == mover));
        let found: BTreeSet<String> = results(&position, &turns).into_iter().collect();
        if let Err(report) = case.check(&found) {
            failures += &report;
        }
        tried += 1;
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(tried >= 25, "the cases of Scirocco alone are 25, only {tried} were tried");
}
