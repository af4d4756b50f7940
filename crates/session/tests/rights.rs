//! The rights in a game between two people elsewhere: every command is tried by all clients that have no right to it, and
//! docs/server.md agrees.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod examples;

use std::collections::BTreeMap;
use std::time::Duration;

use beaufort_session::command::{
    ClockRule, Command, Publicity, Request, SeatKey, SetupHow, Start, TurnChoice,
};
use beaufort_session::event::{Event, ProblemCode};
use beaufort_session::view::{ChatLine, StageView, StateView};
use beaufort_session::{ClientId, Conversation, Library, List, Recipient};
use examples::{commands, page};

const NOW: Duration = Duration::ZERO;
const INVITATION: &str = "an-invitation-of-128-bits";
/// The clients by what they may do, with their keys; the last one has a key that he has guessed.
const CLIENTS: [(ClientId, Option<u8>, &str); 4] = [
    (1, Some(0), "the-first-key-of-128-bits"),
    (2, Some(1), "the-second-key-of-128-bits"),
    (3, None, ""),
    (4, None, "a-guessed-key-of-128-bits"),
];

/// A conversation with its clients.
#[derive(Clone)]
struct Table(Conversation);

impl Table {
    /// Asks, and returns the events that the client hears.
    fn ask(&mut self, client: ClientId, command: Command) -> Vec<Event> {
        let effects = self.0.handle(client, Request { id: 1, key: None, command }, NOW);
        effects.messages.into_iter().map(|envelope| envelope.message.event).collect()
    }

    fn ok(&mut self, client: ClientId, command: Command) -> Vec<Event> {
        let events = self.ask(client, command.clone());
        assert_eq!(events.last(), Some(&Event::Done), "{command:?}: {:?}", events.last());
        events
    }

    fn refused(&mut self, client: ClientId, command: Command) -> Option<ProblemCode> {
        match self.ask(client, command).pop() {
            Some(Event::Error { error }) => Some(error.code),
            _ => None,
        }
    }

    /// Returns a game with both seats taken.
    fn new(game: &str, from: Start) -> Table {
        let mut table = Table(Conversation::new(&Library::new(), 1));
        let game = Some(game.to_owned());
        table.ok(1, Command::Start { game, players: None, clock: None, from: Some(from), date: None });
        table.ok(
            1,
            Command::Invite {
                side: 0,
                seat: CLIENTS[0].2.into(),
                invitation: INVITATION.into(),
                public: Publicity::default(),
                rated: false,
                opponent: None,
            },
        );
        assert_eq!(table.refused(1, play(0, "f3")), Some(ProblemCode::NotNow), "the other seat is free");
        table.ok(2, sit(CLIENTS[1].2, Some(INVITATION)));
        assert_eq!(table.refused(4, sit(CLIENTS[3].2, None)), Some(ProblemCode::Forbidden));
        assert_eq!(table.refused(4, sit(CLIENTS[3].2, Some(INVITATION))), Some(ProblemCode::Forbidden));
        table
    }

    fn state(&mut self) -> StateView {
        let events = self.ok(3, Command::HELLO);
        let state = events.into_iter().find_map(|event| match event {
            Event::State { state } => Some(*state),
            _ => None,
        });
        state.unwrap()
    }
}

fn sit(seat: &str, invitation: Option<&str>) -> Command {
    Command::Sit { seat: seat.into(), invitation: invitation.map(SeatKey::from), if_present: false }
}

fn play(node: u32, text: &str) -> Command {
    Command::Play { node, turn: TurnChoice::Typed { text: text.to_owned() } }
}

/// Returns who may give each command, as docs/server.md tells it.
fn rights() -> BTreeMap<String, String> {
    let page = page("docs/server.md");
    let table = page.split("| commands | who may give them |\n|---|---|\n").nth(1).unwrap();
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    let read = |row: &str| {
        let [commands, who] = row.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let names = commands.split(',').map(|name| name.trim().trim_matches('`').to_owned());
        names.map(|name| (name, who.to_owned())).collect::<Vec<_>>()
    };
    rows.flat_map(read).collect()
}

/// Returns in which lists a game is, for each wish of its maker: with a free seat, played, over. As docs/server.md tells it.
fn publicity() -> Vec<(String, Vec<String>)> {
    let page = page("docs/server.md");
    let table = page.split("| when it is over |\n|---|---|---|---|\n").nth(1).unwrap();
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    let cells =
        |row: &str| row.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    rows.map(|row| {
        let mut cells = cells(row);
        (cells.remove(0), cells)
    })
    .collect()
}

#[test]
fn a_game_is_listed_where_its_maker_wants_it_and_nowhere_else() {
    let rows = publicity();
    assert_eq!(rows.len(), 4);
    for (wish, expected) in rows {
        let public = match wish.as_str() {
            "nothing" => Publicity::default(),
            "anyone may take the seat" => Publicity { take: true, watch: false },
            "anyone may watch" => Publicity { take: false, watch: true },
            "both" => Publicity { take: true, watch: true },
            other => panic!("{other}"),
        };
        let list = |table: &Table| match table.0.listing() {
            None => "nowhere",
            Some(listing) => {
                let is_offered = listing.game.free.is_some();
                assert_eq!(is_offered, listing.list == List::Open, "{listing:?}");
                match listing.list {
                    List::Open => "open",
                    List::Live => "live",
                    List::Archive => "archive",
                    List::Private => "nowhere",
                }
            }
        };
        let mut table = Table(Conversation::new(&Library::new(), 1));
        let game = Some("orthochess".to_owned());
        table.ok(
            1,
            Command::Start { game, players: None, clock: None, from: Some(Start::Default), date: None },
        );
        assert_eq!(list(&table), "nowhere", "it has no seats");
        let invitation = INVITATION.into();
        table.ok(
            1,
            Command::Invite {
                side: 0,
                seat: CLIENTS[0].2.into(),
                invitation,
                public,
                rated: false,
                opponent: None,
            },
        );
        let mut seen = vec![list(&table)];
        let mut aborted = table.clone();
        aborted.ok(1, Command::Abort { side: 0 });
        assert_eq!(list(&aborted), "nowhere", "it was aborted");
        table.ok(2, sit(CLIENTS[1].2, Some(INVITATION)));
        seen.push(list(&table));
        table.ok(1, play(0, "e4"));
        table.ok(2, Command::Resign { side: 1 });
        seen.push(list(&table));
        assert_eq!(seen, expected, "{wish}");
    }
}

/// Tries every command by every client. Without the right it is refused, and nothing changes.
fn check(table: &mut Table, to_move: u8, chooser: u8) -> usize {
    let rights = rights();
    let commands = commands();
    assert_eq!(rights.keys().collect::<Vec<_>>(), commands.keys().collect::<Vec<_>>());
    let before = table.0.save(NOW);
    let mut tried = 0;
    for (name, example) in &commands {
        for (client, seat, _) in CLIENTS {
            for side in [0, 1] {
                let mut example = example.clone();
                if example.get("side").is_some() {
                    example["side"] = side.into();
                }
                let command: Command = serde_json::from_value(example).unwrap();
                let is_allowed = match rights[name].as_str() {
                    "everyone" => true,
                    "the side to move there" => seat == Some(to_move),
                    "the side that chooses" if chooser > 1 => seat.is_some(),
                    "the side that chooses" => seat == Some(chooser),
                    "the side that they name" => seat == Some(side),
                    "who has a seat" => seat.is_some(),
                    "nobody" => false,
                    other => panic!("{other}"),
                };
                let mut copy = table.clone();
                let refusal = copy.refused(client, command);
                // A seat that is taken is refused, too; whether it is the right one shows elsewhere.
                if name != "sit" {
                    assert_eq!(
                        refusal == Some(ProblemCode::Forbidden),
                        !is_allowed,
                        "{name} {side} by {client}"
                    );
                }
                if !is_allowed {
                    assert_eq!(copy.0.save(NOW), before, "{name}");
                    tried += 1;
                }
            }
        }
    }
    tried
}

#[test]
fn nobody_does_what_he_has_no_right_to() {
    let mut setting_up = Table::new("scirocco", Start::Setup);
    let chooser = setting_up.state().setup.unwrap().chooser;
    assert!(check(&mut setting_up, 0, chooser) > 200);
    let mut playing = Table::new("orthochess", Start::Default);
    check(&mut playing, 0, 9);
    playing.ok(1, play(0, "f3"));
    check(&mut playing, 1, 9);
    for (client, node, text) in [(2, 1, "e5"), (1, 2, "g4"), (2, 3, "Qh4")] {
        playing.ok(client, play(node, text));
    }
    assert_eq!(playing.state().stage, StageView::Over);
    // The examples are about the place 1.
    check(&mut playing, 1, 9);
}

#[test]
fn the_set_up_is_made_by_both_in_turn() {
    let mut table = Table::new("scirocco", Start::Setup);
    while let Some(setup) = table.state().setup {
        let how = SetupHow::Default;
        let chooser = ClientId::from(setup.chooser) + 1;
        assert_eq!(
            table.refused(3 - chooser, Command::Setup { how: how.clone() }),
            Some(ProblemCode::Forbidden)
        );
        table.ok(chooser, Command::Setup { how });
    }
    assert_eq!(table.state().stage, StageView::Turn);
}

#[test]
fn a_turn_is_taken_back_by_consent_alone() {
    let mut table = Table::new("orthochess", Start::Default);
    let who_may_ask = |table: &mut Table| table.state().seats.unwrap().can_offer_take_back;
    assert_eq!(who_may_ask(&mut table), [false, false]);
    assert_eq!(table.refused(1, Command::OfferTakeBack { side: 0 }), Some(ProblemCode::NotNow));
    table.ok(1, play(0, "e4"));
    assert_eq!(who_may_ask(&mut table), [true, false]);
    let mut declined = table.clone();
    declined.ok(1, Command::OfferTakeBack { side: 0 });
    assert_eq!(who_may_ask(&mut declined), [false, false], "one asks already");
    assert_eq!(
        declined.refused(1, Command::AnswerTakeBack { side: 0, accept: true }),
        Some(ProblemCode::NotNow)
    );
    declined.ok(2, Command::AnswerTakeBack { side: 1, accept: false });
    assert_eq!(declined.state().node, 1);
    table.ok(2, play(1, "e5"));
    assert_eq!(who_may_ask(&mut table), [true, true]);
    // The side to move takes back the answer to its own turn, too.
    table.ok(1, Command::OfferTakeBack { side: 0 });
    table.ok(2, Command::AnswerTakeBack { side: 1, accept: true });
    assert_eq!(table.state().node, 0);
    table.ok(1, play(0, "d4"));
    let mut withdrawn = table.clone();
    withdrawn.ok(1, Command::OfferTakeBack { side: 0 });
    withdrawn.ok(1, Command::WithdrawTakeBack { side: 0 });
    assert_eq!(
        withdrawn.refused(2, Command::AnswerTakeBack { side: 1, accept: true }),
        Some(ProblemCode::NotNow)
    );
    table.ok(1, Command::OfferTakeBack { side: 0 });
    let node = table.state().node;
    table.ok(2, play(node, "d5"));
    assert_eq!(table.state().seats.unwrap().take_back_offer, None, "it was about the turn before");
}

#[test]
fn a_game_is_aborted_before_both_have_played() {
    let mut table = Table::new("orthochess", Start::Default);
    table.ok(1, play(0, "e4"));
    let mut aborted = table.clone();
    aborted.ok(2, Command::Abort { side: 1 });
    let state = aborted.state();
    assert_eq!((state.stage, state.result.unwrap().score.as_str()), (StageView::Over, "*"));
    for command in [play(1, "e5"), Command::Resign { side: 1 }, Command::OfferDraw { side: 1 }] {
        assert_eq!(aborted.refused(2, command), Some(ProblemCode::NotNow));
    }
    table.ok(2, play(1, "e5"));
    assert_eq!(table.refused(1, Command::Abort { side: 0 }), Some(ProblemCode::NotNow));
}

#[test]
fn a_seat_is_withdrawn_while_it_is_free_and_not_taken_where_nobody_waits() {
    let mut table = Table(Conversation::new(&Library::new(), 1));
    let game = Some("orthochess".to_owned());
    let from = Some(Start::Default);
    table.ok(1, Command::Start { game, players: None, clock: None, from, date: None });
    let (seat, invitation, public) = (CLIENTS[0].2.into(), INVITATION.into(), Publicity::default());
    table.ok(1, Command::Invite { side: 0, seat, invitation, public, rated: false, opponent: None });
    let (seat, invitation) = (CLIENTS[1].2.into(), Some(INVITATION.into()));
    let careful = Command::Sit { seat, invitation, if_present: true };
    let mut deserted = table.clone();
    let _ = deserted.0.leave(1, NOW);
    assert_eq!(deserted.refused(2, careful.clone()), Some(ProblemCode::NotNow));
    assert_eq!(deserted.state().seats.unwrap().taken, [true, false]);
    let mut withdrawn = table.clone();
    assert_eq!(withdrawn.refused(2, Command::Withdraw { side: 0 }), Some(ProblemCode::Forbidden));
    withdrawn.ok(1, Command::Withdraw { side: 0 });
    assert_eq!(withdrawn.state().stage, StageView::Over);
    assert_eq!(withdrawn.refused(2, careful.clone()), Some(ProblemCode::Forbidden), "nobody waits any more");
    table.ok(2, careful);
    assert_eq!(table.refused(1, Command::Withdraw { side: 0 }), Some(ProblemCode::NotNow), "it has begun");
    table.ok(1, play(0, "e4"));
}

#[test]
fn who_looks_back_looks_alone() {
    let mut table = Table::new("orthochess", Start::Default);
    table.ok(1, play(0, "e4"));
    for client in [1, 2, 3] {
        let events = table.ok(client, Command::Jump { node: 0 });
        assert!(
            matches!(&events[0], Event::Position { position } if position.node == 0 && position.turns.is_empty())
        );
        assert_eq!(table.state().node, 1);
    }
    table.ok(2, play(1, "e5"));
}

#[test]
fn no_engine_has_a_seat_and_no_game_that_has_begun_gets_seats() {
    let mut table = Table(Conversation::new(&Library::new(), 1));
    let invite = |side| Command::Invite {
        side,
        seat: CLIENTS[0].2.into(),
        invitation: INVITATION.into(),
        public: Publicity::default(),
        rated: false,
        opponent: None,
    };
    assert_eq!(table.refused(1, invite(0)), Some(ProblemCode::NotNow));
    let game = Some("orthochess".to_owned());
    table.ok(1, Command::Start { game, players: None, clock: None, from: Some(Start::Default), date: None });
    assert_eq!(table.refused(1, sit(CLIENTS[0].2, None)), Some(ProblemCode::NotNow), "it has no seats");
    let weak = Command::Invite {
        side: 0,
        seat: "weak".into(),
        invitation: INVITATION.into(),
        public: Publicity::default(),
        rated: false,
        opponent: None,
    };
    assert_eq!(table.refused(1, weak), Some(ProblemCode::Malformed));
    let engine = serde_json::from_str(r#"{ "type": "engine", "level": "full", "ms": 20 }"#).unwrap();
    let mut against_engine = table.clone();
    against_engine.ok(1, Command::Seat { side: 1, player: engine });
    assert_eq!(against_engine.refused(1, invite(0)), Some(ProblemCode::NotNow));
    table.ok(1, play(0, "e4"));
    assert_eq!(table.refused(1, invite(0)), Some(ProblemCode::NotNow));
}

#[test]
fn what_was_done_before_the_seats_were_given_counts_no_longer() {
    let alone = |from, clock| {
        let mut table = Table(Conversation::new(&Library::new(), 1));
        let (game, date) = (Some("orthochess".to_owned()), Some("2026.11.22".to_owned()));
        table.ok(1, Command::Start { game, players: None, clock, from: Some(from), date });
        table
    };
    let invite = || Command::Invite {
        side: 0,
        seat: CLIENTS[0].2.into(),
        invitation: INVITATION.into(),
        public: Publicity::default(),
        rated: false,
        opponent: None,
    };
    // A game that is over gets no seats.
    let mut resigned = alone(Start::Default, None);
    resigned.ok(1, Command::Resign { side: 1 });
    assert_eq!(resigned.refused(1, invite()), Some(ProblemCode::NotNow));
    let mut decided = alone(Start::Record { text: "1-0\n".to_owned() }, None);
    assert_eq!(decided.refused(1, invite()), Some(ProblemCode::NotNow));
    // An offer, time that has passed and turns that were deleted belong to no game between two people.
    let mut table = alone(Start::Default, Some(ClockRule::Fischer { initial: 600_000, increment: 0 }));
    table.ok(1, play(0, "e4"));
    let delete = Request { id: 1, key: None, command: Command::Delete { node: 1 } };
    assert!(table.0.handle(1, delete, Duration::from_secs(599)).changed);
    table.ok(1, Command::OfferDraw { side: 1 });
    table.ok(1, invite());
    table.ok(2, sit(CLIENTS[1].2, Some(INVITATION)));
    assert_eq!(table.refused(1, Command::AnswerDraw { side: 0, accept: true }), Some(ProblemCode::NotNow));
    assert_eq!(table.state().clock.unwrap().left, [600_000; 2]);
    table.ok(1, play(0, "d4"));
    assert_eq!(table.state().node, 1);
    let exported = format!("{:?}", table.ok(3, Command::Export));
    assert!(exported.contains("2026.11.22"), "{exported}");
}

#[test]
fn a_set_up_that_has_begun_goes_on_with_seats() {
    let mut table = Table(Conversation::new(&Library::new(), 1));
    let game = Some("scirocco".to_owned());
    table.ok(1, Command::Start { game, players: None, clock: None, from: Some(Start::Setup), date: None });
    table.ok(1, Command::Setup { how: SetupHow::Choices { changed: vec![1] } });
    let before = table.state().setup;
    let invitation = INVITATION.into();
    let public = Publicity::default();
    table.ok(
        1,
        Command::Invite {
            side: 0,
            seat: CLIENTS[0].2.into(),
            invitation,
            public,
            rated: false,
            opponent: None,
        },
    );
    assert!(before.is_some());
    assert_eq!(table.state().setup, before);
}

/// Asks, and returns which clients hear what kind of event.
fn heard(table: &mut Table, client: ClientId, command: Command) -> Vec<(Recipient, Event)> {
    let effects = table.0.handle(client, Request { id: 1, key: None, command }, NOW);
    effects.messages.into_iter().map(|envelope| (envelope.to, envelope.message.event)).collect()
}

#[test]
fn what_is_said_stays_between_the_two_and_a_note_with_one() {
    let mut table = Table::new("orthochess", Start::Default);
    let say = |text: &str| Command::Chat { text: text.to_owned() };
    let said = heard(&mut table, 1, say(" Good luck! "));
    let line = ChatLine { side: 0, text: "Good luck!".to_owned() };
    let chat = Event::Chat { lines: vec![line], off: [false; 2] };
    let to = |client| (Recipient::One(client), chat.clone());
    assert_eq!(said, [to(1), to(2), (Recipient::One(1), Event::Done)]);
    let noted = heard(&mut table, 2, Command::Note { text: "He hurries.".to_owned() });
    let note = Event::Note { text: "He hurries.".to_owned() };
    assert_eq!(noted, [(Recipient::One(2), note.clone()), (Recipient::One(2), Event::Done)]);
    // A player who returns has both, in another server, too; a watcher has neither.
    let saved = table.0.save(NOW);
    let mut again = Table(Conversation::restore(&Library::new(), 1, saved).unwrap());
    let events = again.ok(5, sit(CLIENTS[1].2, None));
    assert!(events.contains(&chat) && events.contains(&note), "{events:?}");
    assert!(!again.ok(6, sit(CLIENTS[0].2, None)).contains(&note), "it is the other's");
    let watched = again.ok(3, Command::HELLO);
    assert!(!watched.iter().any(|event| matches!(event, Event::Chat { .. } | Event::Note { .. })));
    let exported = format!("{:?}", again.ok(3, Command::Export));
    assert!(!exported.contains("Good luck") && !exported.contains("hurries"), "{exported}");
}

#[test]
fn either_side_switches_the_chat_off() {
    let mut table = Table::new("orthochess", Start::Default);
    let say = Command::Chat { text: "Hello".to_owned() };
    table.ok(2, Command::SwitchChat { side: 1, on: false });
    for client in [1, 2] {
        assert_eq!(table.refused(client, say.clone()), Some(ProblemCode::NotNow));
    }
    // The other side does not switch it on for both.
    table.ok(1, Command::SwitchChat { side: 0, on: true });
    assert_eq!(table.refused(1, say.clone()), Some(ProblemCode::NotNow));
    table.ok(2, Command::SwitchChat { side: 1, on: true });
    table.ok(1, say);
}

#[test]
fn the_chat_is_plain_text_short_and_slow() {
    let mut table = Table::new("orthochess", Start::Default);
    let say = |text: &str| Command::Chat { text: text.to_owned() };
    let long = "♞".repeat(301);
    for (text, code) in [
        (" ", ProblemCode::Malformed),
        ("a\nb", ProblemCode::Malformed),
        ("a\u{7}", ProblemCode::Malformed),
        (long.as_str(), ProblemCode::TooLarge),
    ] {
        assert_eq!(table.refused(1, say(text)), Some(code), "{text}");
    }
    let note = Command::Note { text: "a".repeat(4097) };
    assert_eq!(table.refused(1, note), Some(ProblemCode::TooLarge));
    let mut said = 0;
    for second in 0..400 {
        let now = Duration::from_secs(second);
        let request = Request { id: 1, key: None, command: say(&format!("line {second}")) };
        let effects = table.0.handle(1, request, now);
        said += usize::from(matches!(effects.messages.last().unwrap().message.event, Event::Done));
    }
    assert_eq!(said, 200, "five lines in ten seconds");
    let events = table.ok(1, sit(CLIENTS[0].2, None));
    let lines = events.iter().find_map(|event| match event {
        Event::Chat { lines, .. } => Some(lines),
        _ => None,
    });
    let lines = lines.unwrap();
    assert_eq!((lines.len(), lines[99].text.as_str()), (100, "line 394"));
}
