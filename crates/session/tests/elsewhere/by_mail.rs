//! Games by mail, with days for each turn.

use beaufort_session::Conversation;
use beaufort_session::command::{ClockRule, Command};
use beaufort_session::event::{Event, ProblemCode};
use beaufort_session::view::Player;

use crate::game::{Game, days, seconds, start};

const THREE: Option<ClockRule> = Some(ClockRule::Days { days: 3 });

#[test]
fn the_first_turn_has_its_days_too_and_the_flag_falls() {
    let mut game = Game::new(THREE);
    assert_eq!(game.clock().running, Some(0));
    game.now += days(2);
    game.play("e4");
    let clock = game.clock();
    assert_eq!((clock.left, clock.running), ([259_200_000; 2], Some(1)));
    game.wait(days(3) - seconds(1));
    assert_eq!(game.state().result, None);
    game.wait(seconds(1));
    assert_eq!(game.state().result.unwrap().score, "1-0");
}

#[test]
fn a_turn_that_follows_one_taken_back_has_all_its_days() {
    let mut game = Game::new(THREE);
    game.play("e4 e5");
    for (asks, answers, again) in [(0, 1, "e4"), (1, 0, "e5")] {
        // Both the side whose turn it was and the other one have all days for the next turn.
        game.now += days(3) - seconds(60);
        game.ok(1 + u64::from(asks), Command::OfferTakeBack { side: asks });
        game.ok(1 + u64::from(answers), Command::AnswerTakeBack { side: answers, accept: true });
        assert_eq!(game.clock().left, [259_200_000; 2]);
        game.play(again);
        assert_eq!(game.clock().left, [259_200_000; 2]);
        if asks == 0 {
            game.play("e5");
        }
    }
    // The time for a whole game stays as it is.
    let mut game = Game::new(Some(ClockRule::Fischer { initial: 60_000, increment: 0 }));
    game.play("e4");
    game.now += seconds(10);
    game.ok(1, Command::OfferTakeBack { side: 0 });
    game.ok(2, Command::AnswerTakeBack { side: 1, accept: true });
    assert_eq!(game.clock().left, [60_000, 50_000]);
}

#[test]
fn the_clock_of_a_rematch_runs_before_anybody_is_there() {
    for (clock, flag) in [(THREE, Some(days(3))), (Some(ClockRule::PerTurn { time: 60_000 }), None)] {
        let mut game = Game::new(clock);
        game.now = days(1);
        game.ok(1, Command::Resign { side: 0 });
        game.ok(1, Command::OfferRematch { side: 0, seat: "another-first-key-of-128-bits".into() });
        let command = Command::OfferRematch { side: 1, seat: "another-second-key-of-128-bits".into() };
        let request = beaufort_session::command::Request { id: 1, key: None, command };
        let opened = game.conversation.handle(2, request, game.now).opened.unwrap();
        assert_eq!(opened.flag, flag);
    }
}

#[test]
fn it_does_not_stand_still_while_nobody_is_there_or_nothing_can_be_saved() {
    let mut game = Game::new(THREE);
    game.play("e4");
    let flag = game.conversation.deadline();
    assert_eq!(flag, Some(days(3)));
    game.now = days(1);
    for unsaved in [true, false] {
        drop(game.conversation.set_unsaved(unsaved, game.now));
        assert_eq!(game.conversation.deadline(), flag);
    }
    for client in [1, 2, 3] {
        drop(game.conversation.leave(client, game.now));
    }
    drop(game.conversation.pause(game.now));
    assert_eq!(game.conversation.deadline(), flag);
    // A restored game goes on when the flag saved beside it is passed.
    game.read_again();
    game.conversation.resume_clock(days(3), game.now);
    assert_eq!(game.conversation.deadline(), flag);
}

#[test]
fn a_list_of_games_learns_for_whom_one_waits() {
    let waits = |game: &mut Game| match &game.ok(3, Command::Summary)[0] {
        Event::Summary { clock, waits, .. } => (clock.as_ref().map(|clock| clock.left), *waits),
        other => panic!("{other:?}"),
    };
    let three = 259_200_000;
    let mut game = Game::new(THREE);
    game.now = days(1);
    assert_eq!(waits(&mut game), (Some([172_800_000, three]), Some(0)));
    game.play("e4");
    assert_eq!(waits(&mut game), (Some([three; 2]), Some(1)));
    game.ok(1, Command::Resign { side: 0 });
    assert_eq!(waits(&mut game).1, None);
    let mut alone = Conversation::new(&game.library, 1);
    let mut ask = |command| {
        let request = beaufort_session::command::Request { id: 1, key: None, command };
        alone.handle(1, request, days(0)).messages.remove(0).message.event
    };
    ask(start(None));
    assert!(matches!(ask(Command::Summary), Event::Summary { waits: None, .. }), "it has no seats");
}

#[test]
fn there_are_a_few_numbers_of_days_and_no_engine_plays_by_mail() {
    let mut conversation = Conversation::new(&beaufort_session::Library::new(), 1);
    let mut ask = |command| {
        let request = beaufort_session::command::Request { id: 1, key: None, command };
        let message = conversation.handle(1, request, days(0)).messages.pop().unwrap().message;
        match message.event {
            beaufort_session::event::Event::Error { error } => Some(error),
            _ => None,
        }
    };
    for days in 0..=u8::MAX {
        let refused = ask(start(Some(ClockRule::Days { days }))).is_some();
        assert_eq!(refused, ![1, 2, 3, 5, 7, 14].contains(&days), "{days}");
    }
    let error = ask(start(Some(ClockRule::Days { days: 4 }))).unwrap();
    assert_eq!(error.message, "the days for a turn are one of 1, 2, 3, 5, 7, 14");
    let engine = Player::Engine { level: "full".to_owned(), ms: 20, depth: None, nodes: None };
    let Command::Start { game, from, .. } = start(None) else { unreachable!() };
    let players = Some([Player::Person, engine]);
    let error = ask(Command::Start { game, players, clock: THREE, from, date: None }).unwrap();
    assert_eq!((error.code, error.field.as_deref()), (ProblemCode::Malformed, Some("clock")));
}

#[test]
fn the_clock_stands_still_on_vacation_as_long_as_there_are_days() {
    let mut game = Game::new(THREE);
    game.play("e4 e5");
    game.now = days(1);
    game.ok(1, Command::Vacation { side: 0, on: true });
    game.now = days(11);
    let clock = game.clock();
    assert_eq!((clock.left[0], clock.running), (2 * 86_400_000, Some(0)));
    let vacation = clock.vacations.unwrap()[0];
    assert_eq!((vacation.on, vacation.left), (true, 18 * 86_400_000));
    assert_eq!(game.conversation.deadline(), Some(days(31)));
    // The save and the time of the flag suffice; a server that was down gives the days of the clock back first.
    for (flag, left, vacation) in [(31, 2, 18), (12, 1, 0), (40, 11, 18)] {
        let mut again = game.clone();
        again.read_again();
        again.conversation.resume_clock(days(flag), again.now);
        assert_eq!(again.conversation.deadline(), Some(days(flag)));
        let clock = again.clock();
        assert_eq!(clock.left[0], left * 86_400_000, "{flag}");
        assert_eq!(clock.vacations.unwrap()[0].on, vacation > 0);
    }
    // It ends by itself, by a turn, or when one says so.
    let mut back = game.clone();
    back.ok(1, Command::Vacation { side: 0, on: false });
    assert_eq!(back.conversation.deadline(), Some(days(13)));
    let mut played = game.clone();
    played.play("Nf3");
    let vacation = played.clock().vacations.unwrap()[0];
    assert_eq!((vacation.on, vacation.left), (false, 18 * 86_400_000));
    game.wait(days(20) - seconds(1));
    assert_eq!(game.state().result, None);
    game.wait(seconds(1));
    assert_eq!(game.state().result.unwrap().score, "0-1");
}

#[test]
fn a_year_of_the_game_has_so_many_days_of_vacation() {
    let mut game = Game::new(Some(ClockRule::Days { days: 14 }));
    game.play("Nf3 Nf6");
    game.ok(1, Command::Vacation { side: 0, on: true });
    game.now += days(30);
    game.play("Ng1 Ng8");
    assert_eq!(game.clock().vacations.unwrap()[0].left, 0);
    assert_eq!(game.refused(1, Command::Vacation { side: 0, on: true }), ProblemCode::NotNow);
    // Turns of thirteen days until the year is over.
    for turns in ["a3 a6", "b3 b6", "c3 c6", "d3 d6", "e3 e6", "f3 f6", "g3 g6", "h3 h6", "a4 a5", "b4 b5"] {
        for turn in turns.split_whitespace() {
            game.now += days(13);
            game.play(turn);
        }
    }
    assert_eq!(game.refused(1, Command::Vacation { side: 0, on: true }), ProblemCode::NotNow);
    for turn in "c4 c5 d4 d5 e4 e5".split_whitespace() {
        game.now += days(13);
        game.play(turn);
    }
    assert_eq!(game.clock().vacations.unwrap()[0].left, 28 * 86_400_000);
    game.ok(1, Command::Vacation { side: 0, on: true });
}

#[test]
fn there_are_vacations_by_mail_alone() {
    for clock in [None, Some(ClockRule::PerTurn { time: 60_000 })] {
        let mut game = Game::new(clock);
        assert_eq!(game.refused(1, Command::Vacation { side: 0, on: true }), ProblemCode::NotNow);
        assert_eq!(game.state().clock.and_then(|clock| clock.vacations), None);
    }
    let mut game = Game::new(THREE);
    assert_eq!(game.refused(1, Command::Vacation { side: 1, on: true }), ProblemCode::Forbidden);
    game.ok(2, Command::Resign { side: 1 });
    assert_eq!(game.refused(1, Command::Vacation { side: 0, on: true }), ProblemCode::NotNow);
}
