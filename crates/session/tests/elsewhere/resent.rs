//! A turn that comes late or twice: from another page of the same player, or since the answer got lost.

use beaufort_session::command::{ClockRule, Command, TurnChoice};
use beaufort_session::event::{Event, ProblemCode};

use crate::game::{Game, sit, typed};

/// Returns a turn as a page sends it, by its place in the list.
fn listed(game: &Game, node: u32, text: &str) -> Command {
    let mut at_place = game.clone();
    let told = at_place.ok(3, Command::HELLO);
    let position = told.into_iter().find_map(|event| match event {
        Event::Position { position } => Some(position),
        _ => None,
    });
    let position = position.unwrap();
    let index = position.turns.iter().position(|turn| turn.text == text).unwrap() as u32;
    Command::Play { node, turn: TurnChoice::Listed { index, key: position.key.clone() } }
}

#[test]
fn a_turn_that_has_been_played_is_done_and_another_is_stale() {
    let mut game = Game::new(None);
    game.ok(4, sit(0));
    let by_place = listed(&game, 0, "e4");
    game.play("e4");
    for resent in [typed(0, "e4"), by_place] {
        let saved = game.conversation.save(game.now);
        for client in [1, 4] {
            assert_eq!(game.ok(client, resent.clone()), [Event::Done], "{resent:?}");
        }
        // No other client has played it.
        assert_eq!(game.refused(2, resent.clone()), ProblemCode::Forbidden);
        assert_eq!(game.refused(3, resent.clone()), ProblemCode::Forbidden);
        assert_eq!(game.conversation.save(game.now), saved, "nothing is played twice");
    }
    let other = listed(&game, 0, "e5");
    for stale in [typed(0, "d4"), typed(0, "nonsense"), other] {
        assert_eq!(game.refused(1, stale.clone()), ProblemCode::Stale, "{stale:?}");
    }
    // It is not the own turn here.
    assert_eq!(game.refused(1, typed(1, "d4")), ProblemCode::Forbidden);
    assert_eq!(game.refused(1, typed(99, "d4")), ProblemCode::Forbidden, "there is no such place");
}

#[test]
fn it_has_been_played_whatever_has_followed() {
    let mut game = Game::new(Some(ClockRule::Days { days: 3 }));
    game.play("f3");
    game.ok(1, Command::Plan { node: 1, lines: vec![vec!["e5".to_owned(), "g4".to_owned()]] });
    game.play("e5");
    assert_eq!(game.turns(), "f3 e5 g4");
    assert_eq!(game.ok(2, typed(1, "e5")), [Event::Done], "it was answered at once");
    assert_eq!(game.refused(2, typed(1, "e6")), ProblemCode::Stale);
    game.play("Qh4");
    assert_eq!(game.ok(2, typed(3, "Qh4")), [Event::Done], "it has ended the game");
    // A turn that was taken back counts as not played.
    let mut game = Game::new(None);
    game.play("e4 e5");
    game.ok(1, Command::OfferTakeBack { side: 0 });
    game.ok(2, Command::AnswerTakeBack { side: 1, accept: true });
    assert_eq!(game.refused(2, typed(1, "e5")), ProblemCode::Forbidden);
    game.play("d4");
    assert_eq!(game.refused(1, typed(0, "e4")), ProblemCode::Stale);
}
