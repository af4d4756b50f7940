use std::sync::Arc;

use beaufort_rules::record::Tree;
use beaufort_rules::turn::{Reason, Verdict};
use beaufort_rules::{Game, Position, Side, builtin};

use crate::{PlayError, Seat, Session, Stage};

fn scirocco() -> Arc<Game> {
    builtin::game("scirocco").unwrap()
}

fn started() -> Session {
    let mut session = Session::new(&scirocco());
    session.choose_default();
    session
}

#[test]
fn the_set_up_comes_first_and_is_recorded() {
    let game = scirocco();
    let mut session = Session::new(&game);
    assert_eq!(session.setup_phase().map(|phase| phase.chooser), Some(Side::First));
    assert_eq!(session.play("P-e4"), Err(PlayError::SettingUp));
    let exchange = session.setup_phase().unwrap().choices.iter();
    let changed: Vec<u32> =
        exchange.map(|choice| (game.choice_name(choice) == "King-Commoner").into()).collect();
    session.choose(&changed);
    assert_eq!(session.setup_phase().map(|phase| phase.chooser), Some(Side::Second));
    session.choose(&[1]);
    assert_eq!(session.stage(), Stage::Turn(Side::First));
    assert_eq!(session.record().tags.get("Setup"), Some("King-Commoner, Chariot-Wagon"));

    session.play("P-e4").unwrap();
    let loaded = Session::load(&game, &session.record().to_string()).unwrap();
    assert_eq!((loaded.position(), loaded.record()), (session.position(), session.record()));
}

#[test]
fn every_ruleset_is_set_up_phase_by_phase() {
    let has_phases = |game: &Arc<Game>| !game.definition().setup.phases.is_empty();
    for game in builtin::ids().filter_map(builtin::game).filter(has_phases) {
        let mut session = Session::new(&game);
        session.choose_default();
        assert_eq!(session.position(), &Position::initial(&game), "the default is the array (K20)");
        assert_eq!(session.record().tags.get("Setup"), None);

        let mut session = Session::new(&game);
        let (mut drawn, mut heads) = (0, false);
        session.choose_randomly(|_| {
            drawn += 1;
            heads = !heads;
            heads.into()
        });
        let phases = &game.definition().setup.phases;
        assert_eq!(drawn, phases.iter().map(|phase| phase.choices.len()).sum::<usize>());
        assert_eq!(session.stage(), Stage::Turn(Side::First), "the set-up is no turn (K21)");
        assert_ne!(session.position(), &Position::initial(&game));
        let loaded = Session::load(&game, &session.record().to_string()).unwrap();
        assert_eq!((loaded.position(), loaded.record()), (session.position(), session.record()));
    }
}

#[test]
fn what_is_taken_back_stays_as_a_variation() {
    let mut session = started();
    session.play("P-e4").unwrap();
    session.play("P-f7").unwrap();
    assert!(session.take_back());
    session.play("P-e7").unwrap();
    assert!(session.record().to_string().ends_with("1. P-e4 P-e7 (1... P-f7) *\n"));
    assert!(session.take_back() && session.take_back() && !session.take_back());
    assert_eq!(session.position(), &Position::initial(session.game()));
    assert!(session.redo() && session.redo() && !session.redo());
    assert_eq!(session.record().moves.node(session.here()).text(), "P-e7");
}

#[test]
fn players_end_games() {
    let mut session = started();
    session.play("P-e4").unwrap();
    session.resign(Side::Second);
    let verdict = Verdict::win(Side::First, Reason::Resignation);
    assert_eq!(session.stage(), Stage::Over(verdict));
    assert_eq!(session.play("P-f7"), Err(PlayError::Over(verdict)));
    session.agree_to_draw();
    assert_eq!(session.stage(), Stage::Over(verdict), "a game ends once");

    let mut loaded = Session::load(session.game(), &session.record().to_string()).unwrap();
    assert_eq!(loaded.stage(), Stage::Over(verdict));
    assert!(loaded.take_back());
    assert_eq!(loaded.stage(), Stage::Turn(Side::First));
    assert_eq!(loaded.record().tags.get("Termination"), None);
}

#[test]
fn the_rules_end_games() {
    let game = scirocco();
    let position = Position::parse(&game, "9(K)/8[P](P)/10/10/10/10/10/10/10/[K]9 b").unwrap();
    let mut session = Session::from_position(&position);
    session.play("Pxj10=").unwrap();
    assert_eq!(session.stage(), Stage::Over(Verdict::win(Side::First, Reason::NoRoyal)));
    assert_eq!(session.record().tags.get("Termination"), Some("last royal lost"));
    let loaded = Session::load(&game, &session.record().to_string()).unwrap();
    assert_eq!(loaded.stage(), session.stage());
}

#[test]
fn records_that_break_the_rules_are_refused() {
    let game = scirocco();
    let refused = |text: &str| Session::load(&game, text).unwrap_err().to_string();
    assert_eq!(refused(""), "the record holds no game");
    assert_eq!(refused("*"), "the tag `Variant` is missing: it names the rules, as in `scirocco`");
    assert_eq!(
        refused("[Variant \"scirocco-1999\"] *"),
        "the record is of the game `scirocco-1999`, not of `scirocco`"
    );
    let text = "[Variant \"scirocco\"] 1. P-e4 (1. P-d4 P-d7 2. P-d6) *";
    let message = refused(text);
    assert!(message.starts_with("turn 2.: `P-d6` is not a turn here; near it are"), "{message}");
    assert!(message.contains("`P-d5`"), "{message}");
}

#[test]
fn jumping_keeps_the_tree() {
    let mut session = started();
    for text in ["P-e4", "P-f7", "P-e5"] {
        session.play(text).unwrap();
    }
    let last = session.here();
    let text = session.record().to_string();
    session.jump(Tree::ROOT);
    assert_eq!(session.last_turn(), None);
    session.jump(last);
    assert_eq!(session.record().to_string(), text);
    assert_eq!(session.position().ply(), 3);
}

#[test]
fn a_finished_game_that_is_taken_back_keeps_its_result() {
    let game = scirocco();
    let position = Position::parse(&game, "9(K)/8[P](P)/10/10/10/10/10/10/10/[K]9 b").unwrap();
    let mut session = Session::from_position(&position);
    session.play("Pxj10=").unwrap();
    session.take_back();
    assert_eq!(session.stage(), Stage::Turn(Side::First));
    let loaded = Session::load(&game, &session.record().to_string()).unwrap();
    assert_eq!(loaded.stage(), Stage::Over(Verdict::win(Side::First, Reason::NoRoyal)));

    // Another end in its place: nothing of the first is left.
    session.resign(Side::First);
    let loaded = Session::load(&game, &session.record().to_string()).unwrap();
    assert_eq!((loaded.position().ply(), loaded.stage()), (0, session.stage()));
    assert!(session.reopen() && !session.reopen());
    assert_eq!(session.stage(), Stage::Turn(Side::First));
    assert_eq!(session.record().tags.get("Termination"), None);
}

#[test]
fn takeback_goes_to_a_persons_turn() {
    let play = |seats: [Seat; 2], plies: usize| {
        let mut session = started();
        for text in ["P-e4", "P-f7", "P-e5"].into_iter().take(plies) {
            session.play(text).unwrap();
        }
        for side in Side::BOTH {
            session.set_seat(side, seats[side.index()]);
        }
        session
    };
    use Seat::{Engine, Human};
    for (seats, plies, back) in [
        ([Human, Human], 3, 1),
        ([Human, Human], 0, 0),
        ([Human, Engine], 2, 2),
        ([Human, Engine], 3, 1),
        ([Engine, Human], 1, 0),
        ([Engine, Human], 3, 2),
        ([Engine, Engine], 3, 1),
    ] {
        let mut session = play(seats, plies);
        assert_eq!(session.take_back_to_human(), back, "{seats:?} after {plies}");
        assert_eq!(session.position().ply(), plies - back);
        assert_eq!(session.redo_to_human() > 0, back > 0);
    }
}

#[test]
fn losses_and_comments() {
    let game = scirocco();
    let position = Position::parse(&game, "9(K)/8[P](P)/10/10/10/10/10/10/10/[K]8[R] b").unwrap();
    let mut session = Session::from_position(&position);
    session.set_comment("an endgame");
    session.play("Rxj9").unwrap();
    session.set_comment("takes");
    let pawn = game.type_by_id("P").unwrap();
    assert_eq!((session.losses(Side::First), session.losses(Side::Second)), (vec![], vec![pawn]));
    assert!(session.record().to_string().contains("{an endgame} 1. Rxj9 {takes}"));
    let loaded = Session::load(&game, &session.record().to_string()).unwrap();
    assert_eq!(loaded.comment(), "takes");
}

#[test]
fn an_own_game_has_rules_though_nobody_has_written_them() {
    let text = beaufort_rules::language::EXAMPLE;
    let own = beaufort_rules::load_game("own.toml", text, &builtin::source).unwrap();
    let chapters = crate::describe::rules(&Arc::new(Game::from(own)));
    assert!(chapters.iter().any(|chapter| chapter.title == "How the game ends"));
    assert!(chapters.iter().any(|chapter| chapter.entries.iter().any(|entry| entry.term == "relay")));
}
