//! Claims against a player who stays away.

use beaufort_session::command::{ClockRule, Command};
use beaufort_session::event::{Event, ProblemCode};
use beaufort_session::view::ClaimView;

use crate::game::{Game, seconds, sit};

const WIN: Command = Command::Claim { side: 0, draw: false };

/// A game in which it is the turn of the second player, who has gone.
fn deserted(clock: Option<ClockRule>) -> Game {
    let mut game = Game::new(clock);
    game.play("e4 e5 Nf3");
    drop(game.conversation.leave(2, game.now));
    game
}

/// The presence event that all clients get.
fn presence(events: &[Event]) -> (Option<u32>, Option<ClaimView>) {
    let told = events.iter().find_map(|event| match event {
        Event::Presence { claim_after, claim, .. } => Some((*claim_after, *claim)),
        _ => None,
    });
    told.unwrap()
}

#[test]
fn who_waits_for_long_claims_the_win_or_a_draw() {
    for (draw, score) in [(false, "1-0"), (true, "1/2-1/2")] {
        let mut game = deserted(Some(ClockRule::PerTurn { time: 86_400_000 }));
        let claim = Command::Claim { side: 0, draw };
        game.wait(seconds(119));
        assert_eq!(game.refused(1, claim.clone()), ProblemCode::NotNow);
        game.wait(seconds(1));
        let told = presence(&game.ok(1, claim.clone()));
        assert_eq!(told, (Some(120_000), Some(ClaimView { side: 0, draw, left: 30_000 })));
        assert_eq!(game.refused(1, claim), ProblemCode::NotNow, "once is enough");
        assert_eq!(game.conversation.deadline(), Some(seconds(150)));
        game.wait(seconds(29));
        assert_eq!(game.state().result, None);
        game.wait(seconds(1));
        let result = game.state().result.unwrap();
        assert_eq!(result.score, score);
        assert!(result.text.to_string().ends_with("stayed away"), "{}", result.text);
        // It is the same when it is read again.
        game.read_again();
        assert_eq!(game.state().result, Some(result));
    }
}

#[test]
fn who_comes_in_time_averts_it() {
    let mut game = deserted(None);
    game.wait(seconds(130));
    game.ok(1, WIN);
    game.wait(seconds(20));
    let told = presence(&game.ok(2, Command::HELLO));
    assert_eq!(told.1, Some(ClaimView { side: 0, draw: false, left: 10_000 }), "he hears of it");
    assert_eq!(presence(&game.ok(2, sit(1))).1, None);
    game.wait(seconds(1000));
    assert_eq!(game.state().result, None);
    assert_eq!(game.refused(1, WIN), ProblemCode::NotNow, "he is there");
}

#[test]
fn who_has_claimed_and_goes_gets_nothing() {
    let mut game = deserted(None);
    game.wait(seconds(130));
    game.ok(1, WIN);
    drop(game.conversation.leave(1, game.now));
    game.wait(seconds(1000));
    assert_eq!(game.state().result, None);
}

#[test]
fn nothing_is_claimed_where_it_would_be_unfair() {
    // By mail presence does not count.
    let mut by_mail = deserted(Some(ClockRule::Days { days: 1 }));
    by_mail.wait(seconds(1000));
    assert_eq!(by_mail.refused(1, WIN), ProblemCode::NotNow);
    assert_eq!(presence(&by_mail.ok(3, Command::HELLO)).0, None);
    // The player to move plays.
    let mut own_turn = Game::new(None);
    own_turn.play("e4 e5");
    drop(own_turn.conversation.leave(2, own_turn.now));
    own_turn.wait(seconds(1000));
    assert_eq!(own_turn.refused(1, WIN), ProblemCode::NotNow);
    // A game that has hardly begun is aborted.
    let mut begun = Game::new(None);
    begun.play("e4");
    drop(begun.conversation.leave(2, begun.now));
    begun.wait(seconds(1000));
    assert_eq!(begun.refused(1, WIN), ProblemCode::NotNow);
    // A watcher cannot claim, and no player for the other.
    let mut game = deserted(None);
    game.wait(seconds(1000));
    assert_eq!(game.refused(3, WIN), ProblemCode::Forbidden);
    assert_eq!(game.refused(1, Command::Claim { side: 1, draw: false }), ProblemCode::Forbidden);
}

#[test]
fn the_end_of_the_game_ends_a_claim() {
    let mut game = deserted(None);
    game.wait(seconds(130));
    game.ok(1, Command::Claim { side: 0, draw: true });
    game.ok(1, Command::Resign { side: 0 });
    assert_eq!(game.conversation.deadline(), None);
    game.wait(seconds(1000));
    assert_eq!(game.state().result.unwrap().score, "0-1");
}
