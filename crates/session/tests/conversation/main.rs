//! Whole conversations, as clients lead them.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod client;
mod dense;
mod engine;
mod records;
mod sight;

use beaufort_session::command::{Command, Request, SetupHow, Start, TurnChoice};
use beaufort_session::event::{Event, ProblemCode};
use beaufort_session::view::{FinishedPhase, Player, StageView, TableSummary};
use beaufort_session::{Conversation, Library, Recipient};

use client::{Client, NOW, engine};

#[test]
fn the_set_up_is_previewed_and_chosen() {
    let mut client = Client::start("scirocco", None, Start::Setup);
    assert_eq!(client.state().stage, StageView::Setup);
    let before = client.state().setup.clone().unwrap();
    let events = client.ok(Command::PreviewSetup { changed: vec![1] });
    let Event::SetupPreview { board, .. } = &events[0] else { panic!("{events:?}") };
    assert_ne!(board, &before.board);
    client.ok(Command::Setup { how: SetupHow::Choices { changed: vec![1] } });
    assert_eq!(client.state().setup.as_ref().map(|setup| setup.chooser), Some(1));
    assert_eq!(&client.state().setup.as_ref().unwrap().board, board);
    client.ok(Command::Setup { how: SetupHow::Random });
    assert_eq!(client.state().stage, StageView::Turn);
    assert_eq!(client.refused(Command::Setup { how: SetupHow::Default }), ProblemCode::NotNow);
}

/// The pair on d2 and g2 is Blue's to exchange, that on a1 and j1 Tan's; both armies are arranged alike.
#[test]
fn the_set_up_tells_what_may_be_changed_and_what_has_been() {
    let squares = |names: [[u8; 2]; 4]| names.map(|[file, rank]| rank * 10 + file).to_vec();
    let kings = squares([[3, 1], [6, 1], [3, 8], [6, 8]]);
    let corners = squares([[0, 0], [9, 0], [0, 9], [9, 9]]);
    let mut client = Client::start("scirocco", None, Start::Setup);
    assert_eq!(client.state().finished_phases, []);
    let first = client.state().setup.clone().unwrap();
    assert_eq!(first.squares[0], kings);
    // A mirrored army changes what is not alike on both its wings; all of it is the second one's.
    assert!(!first.squares[1].is_empty() && first.squares[1].iter().all(|&square| square >= 50));
    client.ok(Command::Setup { how: SetupHow::Choices { changed: vec![1] } });
    let blue = FinishedPhase { changed: vec![1, 0], squares: kings };
    assert_eq!(client.state().finished_phases, std::slice::from_ref(&blue));
    assert_eq!(client.state().setup.as_ref().unwrap().squares[0], corners);
    let events = client.ok(Command::PreviewSetup { changed: vec![1] });
    let Event::SetupPreview { squares, .. } = &events[0] else { panic!("{events:?}") };
    assert_eq!(squares[0], corners, "it may be changed back");
    client.ok(Command::Setup { how: SetupHow::Choices { changed: vec![1] } });
    let tan =
        FinishedPhase { changed: (0..7).map(|choice| u32::from(choice == 0)).collect(), squares: corners };
    assert_eq!(client.state().finished_phases, [blue, tan]);

    let position = "9(K)/9(P)/10/10/10/10/10/10/10/[K]9 b".to_owned();
    let client = Client::start("scirocco", None, Start::Position { text: position });
    assert_eq!(client.state().finished_phases, [], "nobody has chosen anything");
}

#[test]
fn turns_are_played_taken_back_and_varied() {
    let mut client = Client::start("scirocco", None, Start::Default);
    let index = client.position().turns.iter().position(|turn| turn.text == "P-e4").unwrap() as u32;
    let key = client.position().key.clone();
    client.ok(Command::Play { node: 0, turn: TurnChoice::Listed { index, key: key.clone() } });
    assert_eq!(client.position().last.as_ref().map(|turn| turn.text.as_str()), Some("P-e4"));
    assert_eq!(
        client.refused(Command::Play {
            node: 0,
            turn: TurnChoice::Listed { index: index + 1, key: key.clone() }
        }),
        ProblemCode::Stale
    );
    assert_eq!(
        client.refused(Command::Play { node: 1, turn: TurnChoice::Listed { index, key } }),
        ProblemCode::Stale
    );
    client.play("P-f7");
    client.ok(Command::Jump { node: 1 });
    client.play("P-e7");
    client.ok(Command::Comment { node: 3, text: "a variation".to_owned() });
    client.ok(Command::Annotate { node: 3, nags: vec![1] });
    client.ok(Command::Promote { node: 2 });
    let record = |client: &mut Client| match &client.ok(Command::Export)[0] {
        Event::Exported { record, .. } => record.clone(),
        other => panic!("{other:?}"),
    };
    assert!(record(&mut client).contains("1. P-e4 P-f7 (1... P-e7 $1 {a variation}) *"));
    client.ok(Command::Delete { node: 3 });
    assert_eq!(client.state().node, 1);
    assert!(record(&mut client).contains("1. P-e4 P-f7 *"));
    assert_eq!(client.refused(Command::Jump { node: 3 }), ProblemCode::Unknown);
    client.ok(Command::TakeBack { turns: None });
    assert_eq!(client.refused(Command::TakeBack { turns: None }), ProblemCode::NotNow);
    client.ok(Command::Redo { turns: None });
    assert_eq!(client.state().node, 1);
}

#[test]
fn another_game_begins_as_the_last_one_did() {
    let position = "9(K)/9(P)/10/10/10/10/10/10/9[P]/[K]9 b";
    let from_position = Start::Position { text: position.to_owned() };
    let start_of = |client: &mut Client| match &client.ok(Command::Export)[0] {
        Event::Exported { start, .. } => start.clone(),
        other => panic!("{other:?}"),
    };
    for start in [Start::Default, from_position] {
        let mut client = Client::start("scirocco", None, start.clone());
        let turn = client.position().turns[0].text.clone();
        client.play(&turn);
        assert_eq!(start_of(&mut client), start);
    }
    let mut client = Client::start("scirocco", None, Start::Setup);
    while client.state().stage == StageView::Setup {
        client.ok(Command::Setup { how: SetupHow::Choices { changed: vec![1] } });
    }
    assert_eq!(start_of(&mut client), Start::Setup);
}

#[test]
fn the_opening_is_told_by_its_name_and_where_it_is_left() {
    let opening =
        |client: &Client| client.state().opening.clone().map(|opening| (opening.name, opening.left));
    let named = |name: &str, left| Some((Some(name.to_owned()), left));
    let mut client = Client::start("orthochess", None, Start::Default);
    assert_eq!(opening(&client), None, "the array is no opening");
    for (turn, told) in [
        ("d4", named("Queen's Pawn Game", None)),
        ("e6", named("Queen's Pawn Game", Some(2))),
        ("e4", named("French Defence, Normal Variation", None)),
        ("a6", named("French Defence, Normal Variation", Some(4))),
        ("a4", named("French Defence, Normal Variation", Some(4))),
    ] {
        client.play(turn);
        assert_eq!(opening(&client), told, "after {turn}");
    }
    let record = |client: &mut Client| match &client.ok(Command::Export)[0] {
        Event::Exported { record, .. } => record.clone(),
        other => panic!("{other:?}"),
    };
    let tag = "[Opening \"French Defence, Normal Variation\"]";
    assert!(record(&mut client).contains(tag));
    // The line through an earlier place is the same; another one has a name of its own.
    client.ok(Command::Jump { node: 1 });
    assert_eq!(opening(&client), named("French Defence, Normal Variation", Some(4)));
    client.play("d5");
    client.play("c4");
    assert_eq!(opening(&client), named("Queen's Gambit", None));
    let tag = "[Opening \"Queen's Gambit\"]";
    assert!(record(&mut client).contains(tag), "what is played is the main line");

    let mut client = Client::start("orthochess", None, Start::Default);
    client.play("a3");
    assert_eq!(opening(&client), None);
    assert!(!record(&mut client).contains("Opening"));
    let position = "9(K)/9(P)/10/10/10/10/10/10/9[P]/[K]9 b".to_owned();
    let client = Client::start("scirocco", None, Start::Position { text: position });
    assert_eq!(opening(&client), None);
}

#[test]
fn a_game_to_be_watched_is_told_from_its_start_to_its_end() {
    let mut client = Client::new();
    let mut showcase = |game: &str| match client.ok(Command::Showcase { game: game.to_owned() }).remove(0) {
        Event::Showcase { board, turns, .. } => (board.0, turns),
        other => panic!("{other:?}"),
    };
    let (mut board, turns) = showcase("scirocco");
    assert!(turns.len() > 50);
    let changes =
        turns.iter().flat_map(|turn| turn.steps.iter().flat_map(|step| &step.changes).chain(&turn.marks));
    for change in changes {
        let square = &mut board[usize::from(change.square)];
        assert_eq!(*square, change.before);
        *square = change.after;
    }
    assert_eq!(showcase("jupiter").1, [], "a game without one has its start");
    let unknown = Command::Showcase { game: "go".to_owned() };
    assert_eq!(client.refused(unknown), ProblemCode::Unknown);
}

#[test]
fn the_engine_plays_its_turns_and_waits_after_a_jump() {
    let mut client = Client::start("scirocco", Some([Player::Person, engine()]), Start::Default);
    client.play("P-e4");
    assert!(client.state().thinking);
    client.work();
    assert!(!client.state().thinking);
    assert_eq!(client.position().side, 0);
    client.play("P-e5");
    client.ok(Command::TakeBack { turns: None });
    assert!(client.jobs.is_empty(), "the engine stops when its turn is taken back");
    client.ok(Command::Jump { node: 1 });
    assert!(client.state().waiting && client.jobs.is_empty());
    client.ok(Command::Go);
    client.work();
    assert_eq!(client.position().side, 0);
    client.ok(Command::OfferDraw { side: 0 });
    let events = client.work();
    let declined = |event: &Event| matches!(event, Event::DrawDeclined { side: 1 });
    assert!(events.iter().any(declined), "a game that has just begun is played");
    assert_eq!(client.state().stage, StageView::Turn);
}

#[test]
fn an_offer_of_a_draw_is_answered_by_the_other_side_alone() {
    let mut client = Client::start("scirocco", None, Start::Default);
    client.ok(Command::OfferDraw { side: 0 });
    assert_eq!(client.refused(Command::AnswerDraw { side: 0, accept: true }), ProblemCode::NotNow);
    assert_eq!(client.refused(Command::AnswerDraw { side: 2, accept: true }), ProblemCode::Unknown);
    assert_eq!(client.refused(Command::WithdrawDraw { side: 1 }), ProblemCode::NotNow);
    client.ok(Command::WithdrawDraw { side: 0 });
    assert_eq!(client.state().draw_offer, None);
    client.ok(Command::OfferDraw { side: 1 });
    client.ok(Command::AnswerDraw { side: 0, accept: true });
    assert_eq!(client.state().stage, StageView::Over);

    // Nor does a person answer for the engine, or offer in its name.
    let engine = Player::Engine { level: "full".to_owned(), ms: 20, depth: None, nodes: None };
    let mut client = Client::start("scirocco", Some([Player::Person, engine]), Start::Default);
    assert_eq!(client.refused(Command::OfferDraw { side: 1 }), ProblemCode::NotNow);
    client.ok(Command::OfferDraw { side: 0 });
    assert_eq!(client.refused(Command::AnswerDraw { side: 1, accept: true }), ProblemCode::NotNow);
    assert_eq!(client.refused(Command::AnswerDraw { side: 0, accept: true }), ProblemCode::NotNow);
    client.ok(Command::WithdrawDraw { side: 0 });
    assert!(client.jobs.is_empty(), "the engine does not think about an offer that is withdrawn");
}

#[test]
fn an_offer_of_a_draw_stands_in_its_position_alone_and_for_its_player() {
    let mut client = Client::start("scirocco", None, Start::Default);
    ["P-e4", "P-f7"].into_iter().for_each(|turn| drop(client.play(turn)));
    client.ok(Command::TakeBack { turns: Some(1) });
    client.ok(Command::OfferDraw { side: 0 });
    client.ok(Command::Redo { turns: Some(1) });
    assert_eq!(client.state().draw_offer, None, "that was another position");
    client.ok(Command::OfferDraw { side: 0 });
    client.ok(Command::Delete { node: 2 });
    assert_eq!(client.state().draw_offer, None);

    // A person who takes the engine's place answers for himself.
    let engine = Player::Engine { level: "full".to_owned(), ms: 20, depth: None, nodes: None };
    let mut client = Client::start("scirocco", Some([Player::Person, engine]), Start::Default);
    client.ok(Command::OfferDraw { side: 0 });
    assert_eq!(client.jobs.len(), 1);
    client.ok(Command::Seat { side: 1, player: Player::Person });
    assert!(client.jobs.is_empty() && client.state().draw_offer == Some(0));
    client.ok(Command::AnswerDraw { side: 1, accept: true });
    assert_eq!(client.state().stage, StageView::Over);
}

#[test]
fn a_summary_tells_where_a_game_stands_and_wakes_nobody() {
    fn summary(client: &mut Client) -> Option<TableSummary> {
        let events = client.ok(Command::Summary);
        let found = events.into_iter().find_map(|event| match event {
            Event::Summary { table, .. } => Some(table),
            _ => None,
        });
        found.expect("there is an answer")
    }
    let mut client = Client::new();
    assert_eq!(summary(&mut client), None);
    let engine = Player::Engine { level: "full".to_owned(), ms: 20, depth: None, nodes: None };
    let players = Some([Player::Person, engine]);
    let from = Some(Start::Default);
    client.ok(Command::Start { game: Some("scirocco".to_owned()), players, clock: None, from, date: None });
    assert_eq!(summary(&mut client).map(|table| (table.moves, table.side)), Some((0, 0)));
    client.play("P-e4");
    client.jobs.clear();
    let saved = client.conversation.save(NOW);
    client.conversation = Conversation::restore(&client.library, 1, saved).unwrap();
    let table = summary(&mut client).unwrap();
    assert!(client.jobs.is_empty(), "the engine thinks when somebody comes to play, not before");
    assert_eq!((table.moves, table.side, table.stage), (1, 1, StageView::Turn));
    assert_eq!(table.result, None);
    client.ok(Command::HELLO);
    assert_eq!(client.jobs.len(), 1);
    client.work();
    client.ok(Command::Resign { side: 0 });
    client.ok(Command::Jump { node: 1 });
    let table = summary(&mut client).unwrap();
    assert_eq!((table.moves, table.stage), (1, StageView::Over), "its end, wherever one looks");
    assert_eq!(table.result.map(|result| result.score).as_deref(), Some("0-1"));
}

#[test]
fn a_finished_game_is_looked_at_without_being_changed() {
    let mut client = Client::start("scirocco", None, Start::Default);
    client.play("P-e4");
    client.play("P-f7");
    client.ok(Command::Resign { side: 0 });
    assert!(client.state().can_reopen);
    client.ok(Command::Jump { node: 1 });
    assert_eq!(client.state().stage, StageView::Turn);
    client.play("P-e7");
    client.ok(Command::Jump { node: 2 });
    assert_eq!(client.state().result.as_ref().and_then(|result| result.winner), Some(1));
    client.ok(Command::Reopen);
    assert_eq!(client.state().stage, StageView::Turn);
    client.ok(Command::OfferDraw { side: 0 });
    client.ok(Command::AnswerDraw { side: 1, accept: true });
    assert_eq!(client.state().result.as_ref().map(|result| result.score.clone()), Some("1/2-1/2".to_owned()));
}

#[test]
fn turns_are_taken_back_and_played_again_by_number() {
    let mut client = Client::start("scirocco", None, Start::Default);
    ["P-e4", "P-f7", "P-d4"].into_iter().for_each(|turn| drop(client.play(turn)));
    client.ok(Command::TakeBack { turns: Some(2) });
    assert_eq!(client.state().node, 1);
    client.ok(Command::Redo { turns: Some(u32::MAX) });
    assert_eq!(client.state().node, 3, "as many as there are");
    client.ok(Command::TakeBack { turns: Some(u32::MAX) });
    assert_eq!(client.state().node, 0);
    assert_eq!(client.refused(Command::TakeBack { turns: Some(1) }), ProblemCode::NotNow);
}

#[test]
fn the_record_names_the_players_and_the_day() {
    let start = |text: Option<&str>, date: &str| Command::Start {
        game: Some("scirocco".to_owned()),
        players: Some([Player::Person, engine()]),
        clock: None,
        from: text.map(|text| Start::Record { text: text.to_owned() }),
        date: Some(date.to_owned()),
    };
    let mut client = Client::new();
    let tags = |client: &Client| {
        let tags = &client.conversation.session().unwrap().record().tags;
        ["Blue", "Tan", "Date"].map(|name| tags.get(name).unwrap_or_default().to_owned())
    };
    let version = env!("CARGO_PKG_VERSION");
    client.ok(start(None, "2026.11.22"));
    let weak = format!("Beaufort {version}, force 1, light air");
    assert_eq!(tags(&client), ["Human", weak.as_str(), "2026.11.22"]);
    let full = Player::Engine { level: "full".to_owned(), ms: 20, depth: None, nodes: None };
    client.ok(Command::Seat { side: 0, player: full });
    client.ok(Command::Seat { side: 1, player: Player::Person });
    assert_eq!(tags(&client), [format!("Beaufort {version}").as_str(), "Human", "2026.11.22"]);

    let record = "[Variant \"scirocco\"]\n[Blue \"Ada\"]\n[Date \"1999.12.31\"]\n1. P-e4 *";
    client.ok(start(Some(record), "2026.11.22"));
    assert_eq!(tags(&client), ["Ada", weak.as_str(), "1999.12.31"], "what is known stays");
    for date in ["", "today", "2026-11-22", "2026.11.220", "2026.99.99"] {
        assert_eq!(client.refused(start(None, date)), ProblemCode::Malformed, "{date}");
    }
}

#[test]
fn what_is_saved_goes_on() {
    let mut client = Client::start("scirocco", None, Start::Setup);
    client.ok(Command::Setup { how: SetupHow::Choices { changed: vec![1] } });
    let saved = serde_json::to_string(&client.conversation.save(NOW)).unwrap();
    let mut restored =
        Conversation::restore(&client.library, 1, serde_json::from_str(&saved).unwrap()).unwrap();
    assert_eq!(restored.save(NOW), client.conversation.save(NOW));
    let hello = serde_json::to_string(&Request { id: 1, key: None, command: Command::HELLO }).unwrap();
    assert!(restored.handle_text(1, &hello, NOW).messages.iter().any(
        |envelope| matches!(&envelope.message.event, Event::State { state } if state.stage == StageView::Setup)
    ));

    client.ok(Command::Setup { how: SetupHow::Default });
    client.play("P-e4");
    client.play("P-f7");
    client.ok(Command::TakeBack { turns: None });
    client.play("P-e7");
    client.ok(Command::TakeBack { turns: None });
    let saved = client.conversation.save(NOW);
    let restored = Conversation::restore(&client.library, 1, saved.clone()).unwrap();
    assert_eq!(restored.save(NOW), saved);
}

#[test]
fn whatever_is_sent_is_answered_and_harms_nothing() {
    let mut client = Client::start("scirocco", None, Start::Default);
    let before = client.conversation.save(NOW);
    for text in [
        "",
        "null",
        "[1,2",
        "{\"id\":5}",
        "{\"id\":5,\"command\":{\"type\":\"fly\"}}",
        "{\"id\":5,\"command\":{\"type\":\"jump\"}}",
        "{\"id\":5,\"command\":{\"type\":\"jump\",\"node\":-1}}",
        "{\"id\":5,\"command\":{\"type\":\"jump\",\"node\":1,\"more\":2}}",
        "{\"id\":-5,\"command\":{\"type\":\"games\"}}",
    ] {
        let effects = client.conversation.handle_text(7, text, NOW);
        let [answer] = effects.messages.as_slice() else { panic!("{text}") };
        assert_eq!(answer.to, Recipient::One(7));
        assert_eq!(answer.message.re, text.starts_with("{\"id\":5").then_some(5), "{text}");
        assert!(
            matches!(&answer.message.event, Event::Error { error } if error.code == ProblemCode::Malformed),
            "{text}"
        );
    }
    assert_eq!(client.conversation.save(NOW), before);
    let text = |text: &str| text.to_owned();
    for (command, code) in [
        (Command::Hello { protocol: 99 }, ProblemCode::Protocol),
        (Command::Game { game: text("chess") }, ProblemCode::Unknown),
        (Command::Delete { node: 0 }, ProblemCode::Unknown),
        (Command::Comment { node: 9, text: text("x") }, ProblemCode::Unknown),
        (Command::Resign { side: 2 }, ProblemCode::Unknown),
        (Command::AnswerDraw { side: 1, accept: true }, ProblemCode::NotNow),
        (Command::WithdrawDraw { side: 0 }, ProblemCode::NotNow),
        (Command::Reopen, ProblemCode::NotNow),
        (Command::Go, ProblemCode::NotNow),
        (Command::MoveNow, ProblemCode::NotNow),
        (Command::StopReview, ProblemCode::NotNow),
        (Command::Review { ms: 1 }, ProblemCode::Malformed),
        (Command::Analyse { on: true, lines: 0 }, ProblemCode::Malformed),
        (Command::Analyse { on: true, lines: 6 }, ProblemCode::Malformed),
        (
            Command::Seat {
                side: 0,
                player: Player::Engine { level: text("god"), ms: 100, depth: None, nodes: None },
            },
            ProblemCode::Unknown,
        ),
        (
            Command::Seat {
                side: 0,
                player: Player::Engine { level: text("club"), ms: 1, depth: None, nodes: None },
            },
            ProblemCode::Malformed,
        ),
        (Command::PreviewSetup { changed: vec![] }, ProblemCode::NotNow),
        (Command::Play { node: 0, turn: TurnChoice::Typed { text: text("P-e9") } }, ProblemCode::Notation),
        (
            Command::Start {
                game: Some(text("scirocco")),
                players: None,
                clock: None,
                from: Some(Start::Record { text: text("[Variant \"scirocco\"]\n1. P-e9 *") }),
                date: None,
            },
            ProblemCode::Record,
        ),
        (
            Command::Start {
                game: Some(text("scirocco")),
                players: None,
                clock: None,
                from: Some(Start::Position { text: text("10 b") }),
                date: None,
            },
            ProblemCode::Position,
        ),
    ] {
        assert_eq!(client.refused(command.clone()), code, "{command:?}");
    }
}

#[test]
fn the_rules_of_a_game_are_told() {
    let mut client = Client::new();
    let events = client.ok(Command::Rules { game: "scirocco-1999".to_owned() });
    let Event::Rules { game, chapters } = &events[0] else { panic!("{events:?}") };
    assert_eq!(game, "scirocco-1999");
    let titles: Vec<&str> = chapters.iter().map(|chapter| chapter.title.as_str()).collect();
    assert_eq!(titles[0], "What was different");
    let diagram = &chapters.iter().find(|chapter| chapter.title == "Borrowed moves").unwrap().diagrams[0];
    let explore = Command::Explore {
        game: game.clone(),
        pieces: diagram.pieces.clone(),
        square: diagram.square,
        skip: 0,
    };
    let explored = client.ok(explore);
    assert!(matches!(&explored[0], Event::Explored { turns, .. } if turns.len() > 1));
    assert_eq!(client.refused(Command::Rules { game: "nothing".to_owned() }), ProblemCode::Unknown);
}

/// The Pawns face each other: Blue's may go on if it is taken for its turn, though Tan is to move.
#[test]
fn the_side_that_waits_is_told_its_turns() {
    let text = "9(K)/9(P)/10/10/4(P)5/10/4[P]5/10/10/[K]9 b".to_owned();
    let mut client = Client::start("scirocco", None, Start::Position { text });
    client.ok(Command::Play { node: 0, turn: TurnChoice::Typed { text: "K-b2".into() } });
    let events = client.ok(Command::Premoves { node: 1 });
    let Event::Premoves { node: 1, turns, unlisted: None } = &events[0] else { panic!("{events:?}") };
    let texts: Vec<_> = turns.iter().map(|turn| turn.text.as_str()).collect();
    assert!(texts.contains(&"P-e5") && texts.contains(&"K-c3"), "{texts:?}");
    assert!(turns.iter().all(|turn| turn.steps[0].changes.iter().all(|change| change.before % 2 == 0)));
    assert_eq!(client.refused(Command::Premoves { node: 0 }), ProblemCode::Stale);
    client.ok(Command::Resign { side: 0 });
    assert_eq!(client.refused(Command::Premoves { node: 1 }), ProblemCode::NotNow);
}

/// A position in which the side that waits could take the King is shown as such, and does no harm.
#[test]
fn premoves_are_told_in_every_game() {
    for game in Library::new().ids() {
        let mut client = Client::start(game, None, Start::Default);
        for step in 0..40 {
            let position = client.position();
            let Some(turn) = position.turns.iter().filter(|turn| !turn.forbidden).nth(step % 7) else {
                break;
            };
            let (node, text) = (position.node, turn.text.clone());
            client.ok(Command::Play { node, turn: TurnChoice::Typed { text } });
            if client.state().stage != StageView::Turn {
                break;
            }
            let (node, waiting) = (client.position().node, 1 - client.position().side);
            let events = client.ok(Command::Premoves { node });
            let Event::Premoves { turns, .. } = &events[0] else { panic!("{events:?}") };
            let movers = turns.iter().flat_map(|turn| {
                let first = &turn.steps[0];
                first.changes.iter().filter(|change| change.square == first.from && change.before > 0)
            });
            assert!(movers.clone().all(|change| change.before % 2 == u16::from(waiting)), "{game}");
            assert!(movers.count() > 0 || turns.is_empty());
        }
    }
}
