//! Conditional turns.

use beaufort_session::Recipient;
use beaufort_session::command::{ClockRule, Command};
use beaufort_session::event::{Event, ProblemCode};

use crate::game::{Game, days, seconds, sit};

const THREE: Option<ClockRule> = Some(ClockRule::Days { days: 3 });

fn lines(lines: &[&str]) -> Vec<Vec<String>> {
    lines.iter().map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

/// Plans at a place.
fn plan(node: u32, of: &[&str]) -> Command {
    Command::Plan { node, lines: lines(of) }
}

/// The conditional turns that a client is sent when it takes its seat.
fn told(game: &mut Game, side: usize) -> Vec<Vec<String>> {
    let events = game.ok(side as u64 + 1, sit(side));
    let plan = events.into_iter().find_map(|event| match event {
        Event::Plan { lines } => Some(lines),
        _ => None,
    });
    plan.unwrap()
}

#[test]
fn what_answers_a_turn_is_played_with_it_and_the_rest_waits() {
    let mut game = Game::new(THREE);
    game.play("e4");
    game.ok(1, plan(1, &["e5 Nf3 Nc6 Bb5", "e5 Nf3 d6 d4", "c5 Nf3", "e5 Nf3"]));
    assert_eq!(told(&mut game, 0), lines(&["e5 Nf3 Nc6 Bb5", "e5 Nf3 d6 d4", "c5 Nf3"]));
    game.read_again();
    drop(game.ok(2, sit(1)));
    game.now = days(1);
    game.play("e5");
    assert_eq!(game.turns(), "e4 e5 Nf3");
    assert_eq!(game.clock().running, Some(1));
    assert_eq!(told(&mut game, 0), lines(&["Nc6 Bb5", "d6 d4"]));
    game.play("d6");
    assert_eq!(game.turns(), "e4 e5 Nf3 d6 d4");
    assert!(told(&mut game, 0).is_empty());
}

#[test]
fn what_was_not_foreseen_ends_the_plan() {
    let mut game = Game::new(None);
    game.play("e4");
    game.ok(1, plan(1, &["e5 Nf3"]));
    game.play("c5");
    assert_eq!(game.turns(), "e4 c5");
    assert!(told(&mut game, 0).is_empty());
    game.play("d4");
    // Nor does it outlive a turn that is taken back.
    game.ok(1, plan(3, &["e5 Nf3"]));
    game.ok(2, Command::OfferTakeBack { side: 1 });
    game.ok(1, Command::AnswerTakeBack { side: 0, accept: true });
    assert!(told(&mut game, 0).is_empty());
}

#[test]
fn a_plan_stays_secret() {
    let mut game = Game::new(THREE);
    game.play("e4");
    let state = game.state();
    let heard = game.hear(1, plan(1, &["e5 Nf3"]));
    let told_to_one = (Recipient::One(1), Event::Plan { lines: lines(&["e5 Nf3"]) });
    assert_eq!(heard, [told_to_one, (Recipient::One(1), Event::Done)]);
    assert_eq!(game.state(), state);
    assert!(told(&mut game, 1).is_empty());
    // A player who plays another turn does not learn that there was a plan.
    let node = game.state().node;
    let heard = game.hear(2, crate::game::typed(node, "c5"));
    for (to, event) in heard {
        if let Event::Plan { lines } = event {
            assert_eq!((to, lines.len()), (Recipient::One(1), 0));
        }
    }
}

#[test]
fn a_plan_that_breaks_the_rules_or_bounds_is_refused() {
    let mut game = Game::new(THREE);
    assert_eq!(game.refused(1, plan(0, &["e5 Nf3"])), ProblemCode::NotNow, "it is the own turn");
    game.play("e4");
    assert_eq!(game.refused(1, plan(0, &["e5 Nf3"])), ProblemCode::Stale);
    assert_eq!(game.refused(2, plan(1, &["e5 Nf3"])), ProblemCode::NotNow);
    assert_eq!(game.refused(3, plan(1, &["e5 Nf3"])), ProblemCode::Forbidden);
    for (bad, code, message) in [
        ("e5", ProblemCode::Malformed, "a line is made of turns of the other side, each with its answer"),
        ("", ProblemCode::Malformed, "a line is made of turns of the other side, each with its answer"),
        ("e5 Qa8", ProblemCode::Notation, "`Qa8` is not a turn here"),
        ("e5 Nf3 Nf3 d4", ProblemCode::Notation, "`Nf3` is not a turn here"),
    ] {
        let problem = game.problem(1, plan(1, &[bad]));
        assert_eq!(problem.code, code, "{bad}");
        assert!(problem.message.to_string().starts_with(message), "{bad}: {}", problem.message);
    }
    let problem = game.problem(1, plan(1, &["e5 Nf3 Nc6 Bb5", "e5 Nf3 Nc6 Bc4"]));
    assert_eq!(problem.message, "there are two answers to `Nc6`");
    let many = vec!["e5 Nf3"; 21];
    assert_eq!(game.refused(1, plan(1, &many)), ProblemCode::TooLarge);
    let long = "Nf6 Nf3 Ng8 Ng1 ".repeat(26);
    assert_eq!(game.refused(1, plan(1, &[&long])), ProblemCode::TooLarge);
    // Nothing goes on after the end of the game.
    let mut mated = Game::new(THREE);
    mated.play("f3 e5");
    mated.ok(2, plan(2, &["g4 Qh4"]));
    assert_eq!(mated.refused(2, plan(2, &["g4 Qh4 a3 a6"])), ProblemCode::Notation);
    mated.play("g4");
    assert_eq!(mated.state().result.unwrap().score, "0-1");
}

#[test]
fn a_game_by_minutes_has_no_plans() {
    for clock in [ClockRule::Fischer { initial: 60_000, increment: 0 }, ClockRule::PerTurn { time: 60_000 }] {
        let mut game = Game::new(Some(clock));
        game.play("e4");
        assert_eq!(game.refused(1, plan(1, &["e5 Nf3"])), ProblemCode::NotNow);
    }
}

#[test]
fn a_vacation_goes_on_while_conditional_turns_are_played() {
    let mut game = Game::new(THREE);
    game.play("e4");
    game.ok(1, plan(1, &["e5 Nf3"]));
    game.ok(1, Command::Vacation { side: 0, on: true });
    game.wait(seconds(1));
    game.play("e5");
    assert!(game.clock().vacations.unwrap()[0].on);
}
