//! A game of the user's own beside the built-in ones: listed, played, saved and found again, or told why not.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::Evaluation;
use beaufort_rules::{Game, builtin, load_game};
use beaufort_session::command::{Command, Request, Start, TurnChoice};
use beaufort_session::event::Event;
use beaufort_session::{Conversation, Library, import};

const NOW: Duration = Duration::ZERO;
/// Chess in which the Pawns go and take straight ahead.
const MINE: &str = "extends = \"orthochess\"\nid = \"mine\"\nname = \"Mine\"\n\
                    [piece.Pawn]\nability = \"forward W\"\n";

/// Returns the library with the game of a file.
fn library(text: &str) -> Arc<Library> {
    let definition = load_game("mine.toml", text, &builtin::source).unwrap();
    let own = Evaluation::new(&Arc::new(Game::from(definition)));
    Library::with_own([Arc::new(own)]).unwrap()
}

/// Asks for something that must succeed.
fn ok(conversation: &mut Conversation, command: Command) -> Vec<Event> {
    let text = serde_json::to_string(&Request { id: 1, key: None, command }).unwrap();
    let messages = conversation.handle_text(7, &text, NOW).messages;
    let events: Vec<Event> = messages.into_iter().map(|envelope| envelope.message.event).collect();
    assert_eq!(events.last(), Some(&Event::Done), "{events:?}");
    events
}

/// Returns the command that begins a game between two persons.
fn start(game: Option<String>, from: Start) -> Command {
    Command::Start { game, players: None, clock: None, from: Some(from), date: None }
}

/// Returns a conversation in which a turn of the game has been played.
fn played() -> Conversation {
    let mut conversation = Conversation::new(&library(MINE), 1);
    ok(&mut conversation, start(Some("mine".to_owned()), Start::Default));
    ok(&mut conversation, Command::Play { node: 0, turn: TurnChoice::Typed { text: "e3".to_owned() } });
    conversation
}

#[test]
fn it_is_listed_after_the_others() {
    let mut conversation = Conversation::new(&library(MINE), 1);
    let events = ok(&mut conversation, Command::Games);
    let games = events.into_iter().find_map(|event| match event {
        Event::Games { games } => Some(games),
        _ => None,
    });
    let ids: Vec<String> = games.unwrap().into_iter().map(|game| game.id).collect();
    assert_eq!(ids.len(), builtin::ids().count() + 1);
    assert_eq!(ids.last().map(String::as_str), Some("mine"));
    ok(&mut conversation, Command::Game { game: "mine".to_owned() });
}

#[test]
fn its_array_is_drawn_and_it_is_written_for_other_programs() {
    let mut conversation = Conversation::new(&library(MINE), 1);
    let events = ok(&mut conversation, Command::ArrayPicture { game: "mine".to_owned() });
    assert!(matches!(&events[0], Event::Picture { svg } if svg.starts_with("<svg")), "{events:?}");
    conversation.import_texts(import::IMPORTER);
    let events = ok(&mut conversation, Command::ExportGame { game: "mine".to_owned() });
    let Event::GameExported { exported } = &events[0] else { panic!("{events:?}") };
    assert!(exported.text.contains("[mine"), "{}", exported.text);
    let text = MINE.replace("id = \"mine\"", "id = \"mine\"\nyear = 2026");
    let written = import::write_text(&text).unwrap();
    assert_eq!(written.unsaid, exported.unsaid);
    assert_eq!(import::write_text("id ="), None);
}

#[test]
fn an_id_stands_for_one_game() {
    let twice = load_game("x.toml", &MINE.replace("mine", "typhoon"), &builtin::source).unwrap();
    let own = Arc::new(Evaluation::new(&Arc::new(Game::from(twice))));
    assert_eq!(Library::with_own([own]).unwrap_err(), "typhoon");
}

#[test]
fn it_goes_on_after_a_restart() {
    let saved = played().save(NOW);
    let restored = Conversation::restore(&library(MINE), 1, saved.clone()).unwrap();
    assert_eq!(restored.save(NOW), saved);
}

#[test]
fn a_file_that_is_gone_or_changed_is_told() {
    let saved = played().save(NOW);
    let gone = Conversation::restore(&Library::new(), 1, saved.clone()).unwrap_err();
    assert_eq!(gone, "this game is of `mine`, which is not here: give its file with --game-file");
    let other = MINE.replace("forward W", "forward F");
    let changed = Conversation::restore(&library(&other), 1, saved).unwrap_err();
    assert!(
        changed.starts_with("the rules of `mine` have changed since: turn 1.: `e3` may mean `de3`"),
        "{changed}"
    );
}

/// A game that is read from its text, while the program runs.
mod read {
    use beaufort_rules::own_id;
    use beaufort_session::view::GameView;
    use beaufort_session::{Effects, JobCommand, JobReport, JobRunner, Signal};

    use super::*;

    const TEXT: &str = "extends = \"orthochess\"\nid = \"mine\"\nname = \"Mine\"\nyear = 2026\n\
                        [piece.Pawn]\nability = \"forward W\"\n";

    fn read(conversation: &mut Conversation, text: &str) -> Event {
        let events = ok(conversation, Command::ReadGame { text: text.to_owned() });
        events.into_iter().next().unwrap()
    }

    fn view(conversation: &mut Conversation) -> GameView {
        let events = ok(conversation, Command::Game { game: own_id(TEXT) });
        match events.into_iter().next() {
            Some(Event::Game { game }) => *game,
            other => panic!("no game: {other:?}"),
        }
    }

    /// Begins the game and plays a turn of it.
    fn played() -> Conversation {
        let mut conversation = Conversation::new(&Library::new(), 1);
        read(&mut conversation, TEXT);
        ok(&mut conversation, start(Some(own_id(TEXT)), Start::Default));
        ok(&mut conversation, Command::Play { node: 0, turn: TurnChoice::Typed { text: "e3".to_owned() } });
        conversation
    }

    fn record(conversation: &mut Conversation) -> String {
        match ok(conversation, Command::Export).into_iter().next() {
            Some(Event::Exported { record, .. }) => record,
            other => panic!("no record: {other:?}"),
        }
    }

    #[test]
    fn it_is_told_that_a_game_of_it_begins() {
        let mut conversation = Conversation::new(&Library::new(), 1);
        read(&mut conversation, TEXT);
        let mut begun = |game: String| {
            let command = start(Some(game), Start::Default);
            conversation.handle(7, Request { id: 1, key: None, command }, NOW).begun
        };
        assert_eq!(begun(own_id(TEXT)), Some(own_id(TEXT)));
        assert_eq!(begun("orthochess".to_owned()), None);
        let turn = TurnChoice::Typed { text: "e3".to_owned() };
        assert_eq!(
            played()
                .handle(7, Request { id: 1, key: None, command: Command::Play { node: 1, turn } }, NOW)
                .begun,
            None
        );
    }

    #[test]
    fn it_has_the_id_of_its_text_and_is_described_like_any_other() {
        let mut conversation = Conversation::new(&Library::new(), 1);
        assert_eq!(
            read(&mut conversation, TEXT),
            Event::GameRead { game: Some(own_id(TEXT)), mistakes: Vec::new() }
        );
        let view = view(&mut conversation);
        assert_eq!((view.summary.name.as_str(), view.text.as_deref()), ("Mine", Some(TEXT)));
        assert_eq!(view.summary.revision_of, None);
        for command in [
            Command::Tiles { game: own_id(TEXT), set: beaufort_session::command::TileSet::Diagram },
            Command::Rules { game: own_id(TEXT) },
            Command::Showcase { game: own_id(TEXT) },
        ] {
            ok(&mut conversation, command);
        }
        let events = ok(&mut conversation, Command::Games);
        assert!(!format!("{events:?}").contains("own-"), "it is nobody else's");
    }

    #[test]
    fn mistakes_have_their_places_and_what_to_write_instead() {
        let mut conversation = Conversation::new(&Library::new(), 1);
        let wrong = TEXT.replace("\"forward W\"", "\"W + forwrd W\"").replace("year", "yeer");
        let Event::GameRead { game: None, mistakes } = read(&mut conversation, &wrong) else {
            panic!("it is read");
        };
        let places: Vec<_> = mistakes
            .iter()
            .map(|one| (one.file.as_deref(), one.line, one.column, one.length, one.fix.as_deref()))
            .collect();
        assert_eq!(places, [(None, 4, 1, 4, Some("year")), (None, 6, 16, 6, Some("forward"))]);
    }

    #[test]
    fn texts_that_are_too_long_are_refused() {
        let mut conversation = Conversation::new(&Library::new(), 1);
        let Event::GameRead { game: None, mistakes } = read(&mut conversation, &"#".repeat(64 * 1024 + 1))
        else {
            panic!("it is read");
        };
        assert!(mistakes[0].message.contains("65537 bytes"), "{mistakes:?}");
    }

    #[test]
    fn it_goes_on_where_nobody_has_heard_of_it() {
        let saved = played().save(NOW);
        let mut restored = Conversation::restore(&Library::new(), 1, saved.clone()).unwrap();
        assert_eq!(restored.save(NOW), saved);
        assert_eq!(view(&mut restored).text.as_deref(), Some(TEXT));

        let text = serde_json::to_string(&saved).unwrap();
        for wrong in [text.replace("forward W", "forward F"), text.replace("[Rules", "[Roles")] {
            let saved = serde_json::from_str(&wrong).unwrap();
            let refused = Conversation::restore(&Library::new(), 1, saved).unwrap_err();
            assert!(refused.contains(&own_id(TEXT)), "{refused}");
        }
    }

    #[test]
    fn it_goes_on_in_its_set_up() {
        let text = "extends = \"scirocco\"\nid = \"mine\"\nname = \"Mine\"\nyear = 2026\n";
        let mut conversation = Conversation::new(&Library::new(), 1);
        read(&mut conversation, text);
        ok(&mut conversation, start(Some(own_id(text)), Start::Setup));
        let saved = conversation.save(NOW);
        let restored = Conversation::restore(&Library::new(), 1, saved.clone()).unwrap();
        assert_eq!(restored.save(NOW), saved);
    }

    #[test]
    fn its_record_holds_its_rules() {
        let record = record(&mut played());
        let mut other = Conversation::new(&Library::new(), 1);
        let from_text = |text: String| start(None, Start::Text { text, record: 0 });
        ok(&mut other, from_text(record.clone()));
        assert_eq!(self::record(&mut other), record);

        // An error in the rules has its place.
        let wrong = "id = 5";
        let text = format!("[Variant \"{}\"]\n[Rules \"{wrong}\"]\n\n1. e3 *", own_id(wrong));
        let request = Request { id: 1, key: None, command: from_text(text) };
        let messages = other.handle_text(7, &serde_json::to_string(&request).unwrap(), NOW).messages;
        let Event::Error { error } = &messages[0].message.event else { panic!("{messages:?}") };
        assert_eq!((error.line, error.column), (Some(2), Some(1)));
        assert!(error.message.to_string().contains("the rules in the record"), "{}", error.message);
    }

    #[test]
    fn an_engine_elsewhere_gets_its_rules_with_the_job() {
        let mut conversation = played();
        let command = Command::Hint { lines: Some(1), ms: None, depth: Some(2), nodes: None };
        let text = serde_json::to_string(&Request { id: 1, key: None, command }).unwrap();
        let Effects { job_commands, .. } = conversation.handle_text(7, &text, NOW);
        let [JobCommand::Start(job)] = &job_commands[..] else { panic!("{job_commands:?}") };
        let library = Library::new();
        let job = serde_json::from_str(&serde_json::to_string(job).unwrap()).unwrap();
        let report = JobRunner::new(&library, 1).run(&job, &Signal::default(), |_| {});
        assert!(matches!(report, JobReport::Done(_)), "{report:?}");
        assert!(job.check(&library).is_ok() && library.game(&own_id(TEXT)).is_some());
    }
}
