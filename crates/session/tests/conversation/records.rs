//! Records and positions from elsewhere: how they are read, and what is said of them.

use beaufort_session::command::{Command, Start};
use beaufort_session::event::Event;
use beaufort_session::view::StageView;

use crate::client::Client;

/// Begins from a pasted text; the current game is Scirocco.
fn import(client: &mut Client, text: &str) -> Vec<Event> {
    import_record(client, text, 0)
}

/// The same with one of several records.
fn import_record(client: &mut Client, text: &str, record: u32) -> Vec<Event> {
    let from = Some(Start::Text { text: text.to_owned(), record });
    client.ask(Command::Start {
        game: Some("scirocco".to_owned()),
        players: None,
        clock: None,
        from,
        date: None,
    })
}

#[test]
fn a_text_is_taken_for_what_it_is() {
    for (text, game, last) in [
        ("[Variant \"typhoon\"]\n\n1. P-b5", "typhoon", Some("P-b5")),
        ("\u{feff}[Variant \"scirocco\"]\n1. P-e4 *", "scirocco", Some("P-e4")),
        ("1. P-e4 P-f7", "scirocco", Some("P-f7")),
        ("P-e4", "scirocco", Some("P-e4")),
        // The game at hand is one of several guesses: the tags and the turns know better.
        ("1. e4 e5 2. Nf3", "orthochess", Some("Nf3")),
        ("[White \"Ann\"]\n\n1. e4 e5 *", "orthochess", Some("e5")),
        ("[Variant \"Grand\"]\n\n1. e5 *", "grand", Some("e5")),
        ("1. P-b5 P-b8", "typhoon", Some("P-b8")),
        (" 9(K)/9(P)/10/10/10/10/10/10/10/[K]9 b\n", "scirocco", None),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "orthochess", None),
    ] {
        let mut client = Client::new();
        let events = import(&mut client, text);
        assert_eq!(events.last(), Some(&Event::Done), "{text}: {events:?}");
        assert_eq!(client.state().game.as_deref(), Some(game), "{text}");
        assert_eq!(client.position().last.as_ref().map(|turn| turn.text.as_str()), last, "{text}");
    }
}

#[test]
fn a_text_that_is_nothing_says_what_it_looks_like_and_where_it_fails() {
    for (text, words, place) in [
        ("hello world", "neither the record of a game nor a position", (1, 1)),
        ("https://example.org/game", "this is a link", (1, 1)),
        ("1. P-e4 P-f7\n2. P-e9", "P-e9", (2, 4)),
        ("[Event \"x\"]\n[Variant \"go\"]\n1. e4 *", "there are scirocco, ", (2, 1)),
        ("[Variant \"chess960\"]\n1. e4 *", "Chess960 is not supported", (1, 1)),
        ("[Variant \"scirocco\"]\n[Result \"1-0\"]\n1. P-e4", "the result", (3, 8)),
        ("\n9(K)/9(P)/10 b", "a position of Scirocco, but the board has 10 ranks", (2, 13)),
        ("9(K)/9(P)/10/10/10/10/10/10/10/[K]9", "the side to move is missing", (1, 36)),
        ("rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "no piece with the id `x`", (1, 14)),
    ] {
        let mut client = Client::start("scirocco", None, Start::Default);
        client.play("P-e4");
        let events = import(&mut client, text);
        let [Event::Error { error }] = events.as_slice() else { panic!("{text}: {events:?}") };
        assert!(error.message.to_string().contains(words), "{text}: {}", error.message);
        assert_eq!((error.line, error.column), (Some(place.0), Some(place.1)), "{text}: {}", error.message);
        assert_eq!(client.state().node, 1, "the game that was there goes on");
    }
}

#[test]
fn what_was_assumed_to_read_a_record_is_told() {
    for (text, words, place) in [
        ("1. f3 e5 2. g4 Qh4# *", "by the rules the game ended `0-1`", Some((1, 16))),
        ("1. P-b5 P-b8", "one of Typhoon", None),
        ("[Variant \"scirocco\"]\n\n1. P-e4 {\\q} *", "`\\q` is no escape", Some((3, 10))),
    ] {
        let mut client = Client::new();
        let events = import(&mut client, text);
        let warnings = events.iter().find_map(|event| match event {
            Event::RecordWarnings { warnings } => Some(warnings),
            _ => None,
        });
        let [warning] = warnings.expect(text).as_slice() else { panic!("{text}: {warnings:?}") };
        assert!(warning.message.to_string().contains(words), "{}", warning.message);
        assert_eq!(warning.line.zip(warning.column), place, "{text}");
    }
    let mut client = Client::new();
    import(&mut client, "1. f3 e5 2. g4 Qh4# *");
    assert_eq!(client.conversation.session().unwrap().record().result.text(), "0-1");
    // An unclaimed draw does not take the win away.
    let mut client = Client::new();
    import(&mut client, "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1-0");
    assert_eq!(client.state().stage, StageView::Over);
    assert_eq!(client.conversation.session().unwrap().record().result.text(), "1-0");
}

#[test]
fn of_several_records_one_is_chosen() {
    let text = "[White \"Ann\"]\n\n1. e4 e5 1-0\n\n[White \"Bo\"]\n\n1. e4 ]\n\n[Variant \"Scirocco\"]\n[Tan \"Cy\"]\n\n1. P-e4 *\n";
    let mut client = Client::new();
    let events = client.ask(Command::Records { text: text.to_owned() });
    let [Event::Records { records, total: 3 }, Event::Done] = events.as_slice() else { panic!("{events:?}") };
    let told: Vec<_> =
        records.iter().map(|one| (one.game.as_deref(), one.players[0].as_str(), one.turns)).collect();
    assert_eq!(told, [(None, "Ann", 2), (None, "", 0), (Some("scirocco"), "", 1)]);
    assert_eq!((records[0].result.as_str(), records[2].players[1].as_str()), ("1-0", "Cy"));
    let problem = records[1].problem.as_ref().unwrap();
    assert_eq!((problem.line, problem.column), (Some(7), Some(7)), "{problem:?}");
    for (record, last) in [(0, Some("e5")), (1, None), (2, Some("P-e4"))] {
        let events = import_record(&mut client, text, record);
        assert_eq!(events.last() == Some(&Event::Done), last.is_some(), "{record}: {events:?}");
        if let Some(last) = last {
            assert_eq!(client.position().last.as_ref().map(|turn| turn.text.as_str()), Some(last));
        }
    }
    let events = import_record(&mut client, text, 3);
    assert!(
        matches!(events.as_slice(), [Event::Error { error }] if error.message.to_string().contains("no game")),
        "{events:?}"
    );
    for text in ["9(K)/9(P)/10/10/10/10/10/10/10/[K]9 b", "hello world", ""] {
        let events = client.ask(Command::Records { text: text.to_owned() });
        assert_eq!(events[0], Event::Records { records: vec![], total: 0 }, "{text}");
    }
}

#[test]
fn a_record_of_another_program_keeps_its_names_and_gets_no_reason_that_it_has_not() {
    let load = |game: &str, tags: &str, turns: &str| {
        Client::start(game, None, Start::Record { text: format!("{tags}\n\n{turns}\n") })
    };
    let names = "[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n";
    for (tags, turns, text) in [
        ("", "1. e4 e5 1-0", "White has won"),
        ("[Termination \"normal\"]", "1. e4 e5 0-1", "Black has won"),
        ("[Termination \"time forfeit\"]", "1. e4 e5 1-0", "White has won: Black has run out of time"),
        ("[Termination \"resignation\"]", "1. e4 e5 1-0", "White has won: Black has resigned"),
        ("", "1. e4 e5 1/2-1/2", "draw"),
        ("[Termination \"agreement\"]", "1. e4 e5 1/2-1/2", "draw by agreement"),
    ] {
        let mut client = load("orthochess", &format!("{names}{tags}"), turns);
        assert_eq!(client.state().result.as_ref().unwrap().text, text, "{tags}");
        assert_eq!(client.state().names, ["Anderssen", "Kieseritzky"].map(|name| Some(name.to_owned())));
        // Nor is one invented in the record, here or when it is read again.
        let exported = client.ok(Command::Export);
        let Event::Exported { record, .. } = &exported[0] else { panic!("{exported:?}") };
        assert_eq!(record.contains("Termination"), !tags.is_empty(), "{record}");
        assert!(record.contains(names) && record.contains(tags), "{record}");
        let again = Client::start("orthochess", None, Start::Record { text: record.clone() });
        assert_eq!(again.state().result, client.state().result);
    }
    // Other programs name the players of every game so.
    let client = load("scirocco", names, "1. P-e4 *");
    assert_eq!(client.state().names, ["Anderssen", "Kieseritzky"].map(|name| Some(name.to_owned())));
    for nobody in ["", "[White \"?\"]\n[Black \"\"]\n"] {
        assert_eq!(load("orthochess", nobody, "1. e4 *").state().names, [None, None]);
    }
    assert_eq!(Client::start("orthochess", None, Start::Default).state().names, [None, None]);
}
