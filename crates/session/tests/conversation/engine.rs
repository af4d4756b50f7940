//! The questions to the engine, and the time that it takes.

use std::collections::BTreeSet;

use beaufort_session::Signal;
use beaufort_session::command::{Command, Start};
use beaufort_session::event::{Event, ProblemCode};
use beaufort_session::view::{Player, StageView, Thought};

use crate::client::{Client, HINT, NOW, engine};

#[test]
fn two_engines_play_to_the_end() {
    let position = "[R]3(K)5/[R]9/10/10/10/9(P)/10/10/10/[K]9 t";
    let start = Start::Position { text: position.to_owned() };
    let players =
        [0, 1].map(|_| Player::Engine { level: "full".to_owned(), ms: 1_000, depth: None, nodes: None });
    let mut client = Client::start("scirocco", Some(players), start);
    assert_eq!(client.state().stage, StageView::Turn);
    client.work();
    assert_eq!(client.state().stage, StageView::Over);
    assert_eq!(client.state().node, 2, "whatever Tan plays, Blue takes the King");
    let result = client.state().result.clone().unwrap();
    assert_eq!((result.winner, result.score.as_str()), (Some(0), "1-0"), "{}", result.text);
}

#[test]
fn hints_reviews_and_worth() {
    let mut client = Client::start("scirocco", None, Start::Default);
    client.play("P-e4");
    client.ok(HINT);
    let events = client.work();
    let hint = events.iter().find_map(|event| match event {
        Event::Hint { thought } => Some(thought.lines[0].clone()),
        _ => None,
    });
    let hint = hint.unwrap();
    assert_eq!(client.position().turns[hint.index as usize].text, hint.turns[0]);
    client.ok(Command::Review { ms: 20 });
    let events = client.work();
    let judged = events.iter().filter(|event| matches!(event, Event::Review { .. })).count();
    assert_eq!(judged, 2);
    assert!(!client.state().reviewing);
    client.ok(Command::Worth { game: "scirocco".to_owned(), piece_type: Some(3) });
    assert!(client.work().iter().any(|event| matches!(
        event,
        Event::Worth { worth, heat_map: Some(map), .. }
            if worth.len() == 36 && map.piece_type == 3 && map.opening.len() == 100 && map.ending.len() == 100
    )));
    client.ok(Command::Worth { game: "scirocco".to_owned(), piece_type: None });
    assert!(client.work().iter().any(|event| matches!(event, Event::Worth { heat_map: None, .. })));
    let beyond = Command::Worth { game: "scirocco".to_owned(), piece_type: Some(36) };
    assert_eq!(client.refused(beyond), ProblemCode::Unknown);
}

#[test]
fn a_hint_may_say_how_many_turns_and_how_deep() {
    let mut client = Client::start("scirocco", None, Start::Default);
    client.ok(Command::Hint { lines: Some(3), ms: Some(60_000), depth: Some(1), nodes: None });
    let thought = client.work().into_iter().find_map(|event| match event {
        Event::Hint { thought } => Some(thought),
        _ => None,
    });
    let thought = thought.unwrap();
    assert_eq!((thought.depth, thought.lines.len()), (1, 3));
    for (lines, ms, depth, nodes) in [
        (Some(0), None, None, None),
        (Some(6), None, None, None),
        (None, Some(19), None, None),
        (None, Some(60_001), None, None),
        (None, None, Some(0), None),
        (None, None, Some(101), None),
        (None, None, None, Some(0)),
    ] {
        assert_eq!(client.refused(Command::Hint { lines, ms, depth, nodes }), ProblemCode::Malformed);
    }
}

#[test]
fn an_engine_that_plays_keeps_to_its_limits_and_tells_what_it_thought() {
    let limited = |depth, nodes| Player::Engine { level: "full".to_owned(), ms: 60_000, depth, nodes };
    for (player, deepest) in [(limited(Some(2), None), 2), (limited(None, Some(1)), 1)] {
        let mut client = Client::start("scirocco", Some([Player::Person, player]), Start::Default);
        client.play("P-e4");
        let events = client.work();
        let last = events.iter().rev().find_map(|event| match event {
            Event::Thinking { thought } => Some(thought),
            _ => None,
        });
        let last = last.expect("what it thought in the end is told, however short that was");
        assert!(last.depth <= deepest, "{last:?}");
        assert_eq!(last.node, 1, "it is told before the turn is played");
        let played = events.iter().rev().find_map(|event| match event {
            Event::Node { node } => Some(node.text.clone()),
            _ => None,
        });
        assert_eq!(played.as_ref(), last.lines[0].turns.first());
        assert_eq!(client.state().node, 2);
        client.ok(Command::OfferDraw { side: 0 });
        let events = client.work();
        assert!(matches!(&events[0], Event::Thinking { .. }), "{events:?}");
        assert!(events.iter().any(|event| matches!(event, Event::DrawDeclined { side: 1 })));
    }
}

#[test]
fn engines_that_play_each_other_can_be_made_to_wait() {
    let players = Some([engine(), engine()]);
    let mut client = Client::start("scirocco", players, Start::Default);
    assert!(client.state().thinking);
    client.ok(Command::Wait);
    assert!(client.state().waiting && !client.state().thinking && client.jobs.is_empty());
    client.ok(Command::Go);
    assert!(!client.state().waiting && client.state().thinking && client.jobs.len() == 1);
    let mut client = Client::start("scirocco", None, Start::Default);
    assert_eq!(client.refused(Command::Wait), ProblemCode::NotNow, "a person waits by himself");
}

/// Lets the engine analyse until it has told of it three times, and returns what it has told.
fn analysed(client: &mut Client) -> Vec<Thought> {
    let job = client.jobs.pop().expect("the analysis is a job");
    assert!(client.jobs.is_empty());
    let (signal, mut reports) = (Signal::new(), Vec::new());
    let last = client.runner.run(&job, &signal, |report| {
        reports.push(report);
        if reports.len() == 3 {
            signal.stop();
        }
    });
    reports.push(last);
    let mut events = Vec::new();
    for report in reports {
        let effects = client.conversation.handle_report(job.id, report, NOW);
        events.extend(client.take(effects));
    }
    let thought = |event| match event {
        Event::Analysis { thought } => thought,
        other => panic!("{other:?}"),
    };
    events.into_iter().map(thought).collect()
}

#[test]
fn an_analysis_tells_the_lines_that_are_wanted() {
    let mut client = Client::start("jupiter", None, Start::Default);
    client.ok(Command::Analyse { on: true, lines: 2 });
    client.ok(Command::Analyse { on: true, lines: 5 });
    assert_eq!(client.state().analysis, Some(5));
    for thought in analysed(&mut client) {
        let turns: BTreeSet<&str> = thought.lines.iter().map(|line| line.turns[0].as_str()).collect();
        assert_eq!(turns.len(), 5, "five turns: {thought:?}");
        assert!(thought.lines.is_sorted_by_key(|line| -line.score.value), "the best first: {thought:?}");
        for line in &thought.lines {
            assert_eq!(client.position().turns[line.index as usize].text, line.turns[0]);
        }
    }
    client.ok(Command::Analyse { on: false, lines: 1 });
    assert_eq!((client.state().analysis, client.jobs.len()), (None, 0));

    let mut client = Client::start(
        "orthochess",
        None,
        Start::Position { text: "7k/8/8/8/8/8/p7/K7 w - - 0 1".to_owned() },
    );
    client.ok(Command::Analyse { on: true, lines: 5 });
    assert!(analysed(&mut client).iter().all(|thought| thought.lines.len() == 2));
}

#[test]
fn a_turn_that_repeats_once_too_often_is_not_judged() {
    let position = "1(R)7(K)/10/10/10/10/4[C]5/3[R]6/10/10/[K]9 b";
    let mut client = Client::start("scirocco", None, Start::Position { text: position.to_owned() });
    for turn in ["K-a2", "K-j9", "K-a1", "K-j10", "K-a2", "K-j9", "K-a1"] {
        client.play(turn);
    }
    client.ok(Command::Review { ms: 50 });
    client.work();
    let judge = |turn: &str| Command::Judge { node: 7, turn: turn.to_owned() };
    assert_eq!(client.refused(judge("K-j10")), ProblemCode::Repetition);
    client.ok(judge("K-i10"));
}

#[test]
fn a_review_judges_each_turn_and_any_other() {
    let position = "1(R)7(K)/10/10/10/10/4[C]5/3[R]6/10/10/[K]9 b";
    let mut client = Client::start("scirocco", None, Start::Position { text: position.to_owned() });
    client.play("K-b1");
    let judge = |node, turn: &str| Command::Judge { node, turn: turn.to_owned() };
    assert_eq!(client.refused(judge(0, "K-a2")), ProblemCode::NotNow, "nothing has been reviewed");
    client.ok(Command::Review { ms: 50 });
    let events = client.work();
    let judged: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Review { scores, .. } => Some(scores[0].clone()),
            _ => None,
        })
        .collect();
    assert_eq!(judged[0].judgement, None, "no turn leads to the start");
    let blunder = judged[1].judgement.as_ref().unwrap();
    assert_eq!(blunder.nag, Some(4), "{blunder:?}");
    assert_eq!(*blunder.reason.as_ref().unwrap(), "It leaves the King where the Rook on b10 takes it.");
    assert!(judged[0].score.points > 100 && judged[1].score.points == 0, "{judged:?}");

    let best = judged[0].best.clone().unwrap();
    client.ok(judge(0, &best));
    let told = |events: Vec<Event>| {
        events.into_iter().find_map(|event| match event {
            Event::Judged { node: 0, turn, judgement } => Some((turn, judgement)),
            _ => None,
        })
    };
    let (turn, judgement) = told(client.work()).unwrap();
    assert_eq!((turn, judgement.loss, judgement.nag), (best, 0, None));
    assert_eq!(client.state().node, 1, "nothing has been played");
    assert_eq!(client.refused(judge(0, "K-j1")), ProblemCode::Notation);
    assert_eq!(client.refused(judge(9, "K-a2")), ProblemCode::Unknown);

    let saved = client.conversation.save(NOW);
    let restored = beaufort_session::Conversation::restore(&client.library, 1, saved.clone()).unwrap();
    assert_eq!(restored.save(NOW), saved, "what a turn has cost is kept");
}

/// The warning before a turn, the review of it and the hint in its place are of one mind, however far behind one is.
#[test]
fn warning_review_and_hint_agree() {
    // Tan is far ahead; where the King goes to b1 the Rook takes it, on a2 it is safe for now.
    let behind = "1(R)7(K)/3(R)(R)5/3(R)6/10/10/10/10/10/10/[K]8[P] b".to_owned();
    let mut client = Client::start("scirocco", None, Start::Position { text: behind });
    let warned = |client: &mut Client, turn: &str| {
        let events = client.ok(Command::Foresee { node: 0, turn: turn.to_owned() });
        events.into_iter().find_map(|event| match event {
            Event::Foreseen { danger, incomplete: false } => danger,
            _ => None,
        })
    };
    let danger = "It leaves the King where the Rook on b10 takes it.";
    assert_eq!(warned(&mut client, "K-b1").unwrap(), danger);
    client.ok(HINT);
    let hinted = client.work().into_iter().find_map(|event| match event {
        Event::Hint { thought } => thought.lines.into_iter().next(),
        _ => None,
    });
    let hinted = hinted.unwrap();
    assert_eq!(warned(&mut client, &hinted.turns[0]), None, "no hint is warned of");
    client.play("K-b1");
    client.play("Rxb1");
    assert_eq!(client.state().stage, StageView::Over);
    client.ok(Command::Review { ms: 50 });
    let scores: Vec<_> = client
        .work()
        .into_iter()
        .filter_map(|event| match event {
            Event::Review { scores, .. } => scores.into_iter().next(),
            _ => None,
        })
        .collect();
    let lost = scores[1].judgement.as_ref().unwrap();
    assert!(scores[0].score.points < 50, "there are no points to lose: {scores:?}");
    assert_eq!(*lost.reason.as_ref().unwrap(), danger, "{scores:?}");
    assert_eq!(lost.nag, Some(4));
    assert!(lost.accuracy <= 50);
    assert!(scores[0].reply.is_some(), "the reply to the best turn is known: {scores:?}");
}

/// A King that is lost after every turn is no mistake, and there is no warning.
#[test]
fn where_every_turn_loses_none_is_a_mistake() {
    let lost = "1(R)7(K)/10/10/10/10/(R)9/10/10/10/[K]8[P] b";
    let mut client = Client::start("scirocco", None, Start::Position { text: lost.to_owned() });
    let events = client.ok(Command::Foresee { node: 0, turn: "K-a2".to_owned() });
    assert!(matches!(&events[0], Event::Foreseen { danger: None, incomplete: false }), "{events:?}");
    client.play("K-a2");
    client.ok(Command::Review { ms: 50 });
    let judged = client.work().into_iter().filter_map(|event| match event {
        Event::Review { scores, .. } => scores[0].judgement.clone(),
        _ => None,
    });
    assert_eq!(judged.map(|judgement| judgement.nag).collect::<Vec<_>>(), [None]);
}

#[test]
fn a_hint_says_what_its_turn_does() {
    let position = "[K]8(K)/10/10/10/[R]2(C)6/10/10/10/10/10 b";
    let mut client = Client::start("scirocco", None, Start::Position { text: position.to_owned() });
    client.ok(Command::Hint { lines: Some(2), ms: None, depth: Some(1), nodes: None });
    let thought = client.work().into_iter().find_map(|event| match event {
        Event::Hint { thought } => Some(thought),
        _ => None,
    });
    let reasons = thought.unwrap().lines.into_iter().map(|line| line.reason).collect::<Vec<_>>();
    let reason = reasons[0].as_ref().unwrap();
    assert_eq!(*reason, "The Rook takes the Camel.", "{reasons:?}");
}

#[test]
fn a_turn_that_ends_the_game_is_judged_at_once() {
    let position = "[R]3(K)5/10/10/10/10/9(P)/10/10/10/[K]9 b";
    let mut client = Client::start("scirocco", None, Start::Position { text: position.to_owned() });
    client.ok(Command::Review { ms: 20 });
    client.work();
    let events = client.ok(Command::Judge { node: 0, turn: "Rxe10".to_owned() });
    assert!(client.jobs.is_empty(), "there is nothing to think about");
    assert!(matches!(&events[0], Event::Judged { judgement, .. } if judgement.accuracy == 100), "{events:?}");
}
