//! Offers of the players to each other: how long they stand, that both may make the same one, and how often.

use std::time::Duration;

use beaufort_session::command::{ClockRule, Command};
use beaufort_session::event::{Event, ProblemCode};
use beaufort_session::view::StageView;

use crate::game::{Game, seconds, sit};

const DRAW: [Command; 2] = [Command::OfferDraw { side: 0 }, Command::OfferDraw { side: 1 }];
const TAKE_BACK: [Command; 2] = [Command::OfferTakeBack { side: 0 }, Command::OfferTakeBack { side: 1 }];

/// Twenty turns that settle nothing.
const QUIET: &str = "a3 a6 b3 b6 c3 c6 d3 d6 f3 f6 g3 g6 h3 h6 a4 a5 b4 b5 c4 c5";

#[test]
fn an_offer_of_a_draw_stands_until_the_other_side_answers_or_plays() {
    // First the offer, then the turn, as well as the other way round.
    for turns in [["e4", ""], ["", "e4"]] {
        let mut game = Game::new(None);
        game.play(turns[0]);
        game.ok(1, DRAW[0].clone());
        game.play(turns[1]);
        assert_eq!(game.state().draw_offer, Some(0));
        let mut agreed = game.clone();
        agreed.ok(2, Command::AnswerDraw { side: 1, accept: true });
        assert_eq!(agreed.state().result.unwrap().text, "draw by agreement");
        let told = game.ok(2, crate::game::typed(1, "e5"));
        assert!(told.contains(&Event::DrawDeclined { side: 1 }), "{told:?}");
        assert_eq!(game.state().draw_offer, None);
    }
    // With the game its offers end.
    let mut game = Game::new(None);
    game.play("f3 e5 g4");
    game.ok(2, DRAW[1].clone());
    game.play("Qh4");
    assert_eq!((game.state().stage, game.state().draw_offer), (StageView::Over, None));
}

#[test]
fn who_offers_what_the_other_offers_agrees() {
    let mut game = Game::new(None);
    game.play("e4 e5");
    let mut drawn = game.clone();
    drawn.ok(1, DRAW[0].clone());
    assert_eq!(drawn.refused(1, DRAW[0].clone()), ProblemCode::NotNow, "once is enough");
    drawn.ok(2, DRAW[1].clone());
    assert_eq!(drawn.state().result.unwrap().text, "draw by agreement");
    // The first question is withdrawn.
    game.ok(2, TAKE_BACK[1].clone());
    assert_eq!(game.refused(2, TAKE_BACK[1].clone()), ProblemCode::NotNow);
    game.ok(1, TAKE_BACK[0].clone());
    assert_eq!((game.turns().as_str(), game.state().seats.unwrap().take_back_offer), ("e4", None));
}

#[test]
fn a_draw_that_was_not_agreed_to_is_offered_again_twenty_turns_later() {
    let ends: [fn(&mut Game); 3] = [
        |game| drop(game.ok(2, Command::AnswerDraw { side: 1, accept: false })),
        |game| drop(game.ok(1, Command::WithdrawDraw { side: 0 })),
        // A turn declines the offer: the pause begins then.
        |game| game.play("e4 e5"),
    ];
    for end in ends {
        let mut game = Game::new(None);
        game.ok(1, DRAW[0].clone());
        end(&mut game);
        game.read_again();
        for client in [1, 2] {
            game.ok(client, sit(client as usize - 1));
        }
        for (turn, text) in QUIET.split(' ').enumerate() {
            let problem = game.problem(1, DRAW[0].clone());
            assert_eq!(problem.code, ProblemCode::TooMany, "{turn}");
            let left = 20 - turn;
            let message =
                format!("the other player has not agreed: this can be asked again {left} turns later");
            assert_eq!(problem.message, message.as_str());
            assert_eq!(game.state().seats.unwrap().can_offer_draw, [false, true]);
            game.play(text);
            game.now += seconds(10);
        }
        assert_eq!(game.state().seats.unwrap().can_offer_draw, [true, true]);
        game.ok(1, DRAW[0].clone());
        assert_eq!(game.state().seats.unwrap().can_offer_draw, [false, false]);
    }
}

#[test]
fn a_turn_is_asked_back_again_when_another_has_been_played() {
    let ends: [fn(&mut Game); 3] = [
        |game| drop(game.ok(2, Command::AnswerTakeBack { side: 1, accept: false })),
        |game| drop(game.ok(1, Command::WithdrawTakeBack { side: 0 })),
        |_| {},
    ];
    for end in ends {
        let mut game = Game::new(None);
        game.play("e4");
        game.ok(1, TAKE_BACK[0].clone());
        end(&mut game);
        game.play("e5");
        assert_eq!(game.state().seats.unwrap().can_offer_take_back, [false, true]);
        assert_eq!(game.refused(1, TAKE_BACK[0].clone()), ProblemCode::TooMany);
        game.play("Nf3 Nc6");
        assert_eq!(game.state().seats.unwrap().can_offer_take_back, [true, true]);
        game.ok(1, TAKE_BACK[0].clone());
    }
}

#[test]
fn a_player_asks_five_times_in_ten_seconds_and_no_more() {
    let days = Some(ClockRule::Days { days: 3 });
    let vacation = |on| Command::Vacation { side: 0, on };
    let chat = |on| Command::SwitchChat { side: 0, on };
    let wishes: [[Command; 2]; 4] = [
        [vacation(true), vacation(false)],
        [chat(false), chat(true)],
        [sit(0), sit(1)],
        [
            Command::OfferRematch { side: 0, seat: "another-first-key-of-128-bits".into() },
            Command::DeclineRematch { side: 0 },
        ],
    ];
    for wishes in wishes {
        let mut game = Game::new(days);
        if let Command::OfferRematch { .. } = wishes[0] {
            game.ok(1, Command::Resign { side: 0 });
        }
        let mut admitted = 0;
        for tenth in 0..400 {
            game.now = Duration::from_millis(100 * tenth);
            let wish = wishes[admitted % 2].clone();
            let heard = game.hear(1, wish.clone());
            match heard.last() {
                Some((_, Event::Done)) => admitted += 1,
                Some((_, Event::Error { error })) => {
                    assert_eq!(error.code, ProblemCode::TooMany, "{wish:?}");
                    assert_eq!(heard.len(), 1, "nobody else hears of it: {heard:?}");
                }
                other => panic!("{wish:?}: {other:?}"),
            }
        }
        let most = if matches!(wishes[0], Command::Sit { .. }) { 40 } else { 20 };
        assert!((15..=most).contains(&admitted), "{admitted} in 40 s: {wishes:?}");
        if !matches!(wishes[0], Command::Sit { .. }) {
            // The other player is free to ask.
            game.ok(2, Command::SwitchChat { side: 1, on: false });
        }
    }
}

#[test]
fn whoever_comes_again_is_let_in_however_often() {
    let mut game = Game::new(None);
    for client in 10..40 {
        drop(game.ok(client, Command::HELLO));
        game.ok(client, sit(0));
        drop(game.conversation.leave(client, game.now));
    }
}
