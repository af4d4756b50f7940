//! The reference is checked with the worked examples of the rulings and with the counts of K131.

use beaufort_reference::cases::{Expected, cases, parse};
use beaufort_reference::{RULESETS, initial, results, results_from};

#[test]
fn every_worked_example_holds() {
    let mut failures = String::new();
    for case in cases() {
        let found = match &case.mover {
            Some(square) => results_from(&case.ruleset, &case.position, square),
            None => results(&case.ruleset, &case.position),
        };
        if let Err(report) = case.check(&found.unwrap()) {
            failures += &report;
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn every_example_is_there() {
    let boards = (1..=177).map(|number| format!("T{number}"));
    let statements = "T180 T181 T182 T183 T184a T184b T185 T186 T187 T188 T189 T190 T191a T191b T192 T193 \
                      T194 T195 T196 T197 T198";
    let bounds = "K37a K37b K38a K41a K42a K42b K44a K45a K47a K57a K59a K63a K67a K67b K71a K74a K77a K80a \
                  K81a K81b K92a K93a K94a K96a K103a K104a";
    let interactions = "K10a K41b K59b K61a K63b K68a K68b K68c K71b K71c K72a K72b K86a K86b K86c K86d K86e K86f \
                        K95a K95b K95c K98a K99a K99b K100a K101a K101b K101c K101d K101e K101f K101g K102a K102b \
                        K112a";
    let own = "R25a R25b R25c R25d R30a R30b R30c R31a R31b R31c R32a R32b R32c R32d";
    let others = statements.split(' ').chain(bounds.split(' ')).chain(interactions.split(' '));
    let others = others.chain(own.split(' '));
    let expected: Vec<_> = boards.chain(others.map(str::to_owned)).collect();
    let mut ids: Vec<_> = cases().into_iter().map(|case| case.id).collect();
    ids.sort_by_key(|id| expected.iter().position(|other| other == id));
    assert_eq!(ids, expected);
}

#[test]
fn the_default_arrays_have_as_many_results_as_the_rulings_say() {
    let counts = RULESETS.map(|name| results(name, initial(name).unwrap()).unwrap().len());
    assert_eq!(counts, [21, 21, 26, 42, 39, 82, 81]); // (K131)
}

#[test]
fn a_check_reports_what_is_missing_and_what_is_wrong() {
    let case = cases().into_iter().find(|case| case.id == "T4").unwrap();
    let Expected::Exactly(mut other) = case.expected.clone() else { panic!("T4 lists all its results") };
    let missing = other.pop_first().unwrap();
    other.insert("elsewhere".to_owned());
    let report = case.check(&other).unwrap_err();
    assert!(
        report.contains(&format!("missing {missing}")) && report.contains("wrong   elsewhere"),
        "{report}"
    );
}

#[test]
fn a_wrong_case_is_refused() {
    let lines =
        |results: &str| format!("X a case\n  rulings K1\n  game scirocco\n  position {EMPTY}\n  {results}\n");
    let good = lines("mover a1\n  results >a2; a1=(Sc); same");
    assert_eq!(parse(&good).unwrap().len(), 1);
    for (wrong, message) in [
        ("results same", "X a case: no mover"),
        ("mover all\n  results >a2", "X a case: `>a2` needs a mover"),
        ("mover a1\n  results >k1", "X a case: `k1` is no square"),
        ("mover a1\n  results a1=[FH]", "X a case: no piece `FH` of scirocco"),
        ("mover a1\n  results a1", "X a case: `a1` is no change"),
        ("mover a1\n  include same", "X a case: give results, or include and exclude"),
        (
            "mover a1\n  result same",
            "X a case: `result` is none of rulings, game, position, mover, results, include, exclude, note",
        ),
    ] {
        assert_eq!(parse(&lines(wrong)).unwrap_err(), message);
    }
}

const EMPTY: &str = "10/10/10/10/10/10/10/10/10/10 b";
