//! A conversation restored from its saves is the same conversation.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Duration;

use beaufort_rules::Scope;
use beaufort_session::command::{ClockRule, Command, Request, SetupHow, Start, TurnChoice};
use beaufort_session::event::{Event, ProblemCode};
use beaufort_session::{
    Cause, Conversation, DurableConversation, Library, Save, Session, Stage, StoredConversation,
};

const NOW: Duration = Duration::ZERO;

/// A conversation that is kept after each change, as a store keeps it.
struct Keeper {
    conversation: DurableConversation,
    kept: StoredConversation,
    /// The number of saves that replaced everything.
    snapshots: usize,
}

impl Keeper {
    fn new() -> Keeper {
        let conversation = DurableConversation::new(&Library::new(), 1);
        Keeper { conversation, kept: StoredConversation::default(), snapshots: 0 }
    }

    /// Carries out a command, keeps what it has changed, and compares what is kept with the conversation. Returns whether
    /// everything was written anew.
    fn ask(&mut self, command: Command) -> bool {
        let request = Request { id: 1, key: None, command: command.clone() };
        let change = self
            .conversation
            .change(Cause::Request(7), NOW, |conversation, now| conversation.handle(7, request, now));
        let save = change.to_save().cloned();
        let outcome = self.conversation.settle(change, true);
        let events = outcome.iter().flat_map(|effects| &effects.messages);
        let last = events.last().map(|envelope| &envelope.message.event);
        assert_eq!(last, Some(&Event::Done), "{command:?}");
        let before = self.snapshots;
        if let Some(save) = save {
            self.snapshots += usize::from(matches!(save, Save::Snapshot(_)));
            self.kept.add(save);
        }
        let restored = DurableConversation::restore(&Library::new(), 1, &self.kept).unwrap();
        assert_eq!(restored.snapshot(NOW), self.conversation.snapshot(NOW), "{command:?}");
        self.snapshots > before
    }

    fn play(&mut self, text: &str) -> bool {
        let node = self.session().here().index() as u32;
        self.ask(Command::Play { node, turn: TurnChoice::Typed { text: text.to_owned() } })
    }

    /// Plays a turn of the position by its place in the list.
    fn play_any(&mut self, place: usize) -> bool {
        let position = self.session().position();
        let text = position.turn_text(position.turns(Scope::Choices)[place]).unwrap();
        self.play(&text)
    }

    fn session(&self) -> &Session {
        self.conversation.conversation().session().unwrap()
    }
}

fn start(game: &str, from: Start) -> Command {
    let clock = Some(ClockRule::Fischer { initial: 60_000, increment: 0 });
    Command::Start { game: Some(game.to_owned()), players: None, clock, from: Some(from), date: None }
}

#[test]
fn turns_are_appended_and_edits_are_written_anew() {
    let mut keeper = Keeper::new();
    assert!(keeper.ask(start("scirocco", Start::Setup)));
    keeper.ask(Command::Setup { how: SetupHow::Choices { changed: vec![1] } });
    keeper.ask(Command::Setup { how: SetupHow::Default });
    for place in [0, 1, 2] {
        assert!(!keeper.play_any(place), "{place}");
    }
    assert_eq!(keeper.kept.turns.len(), 3);
    assert!(!keeper.ask(Command::TakeBack { turns: Some(2) }));
    assert!(!keeper.ask(Command::Redo { turns: Some(1) }));
    assert!(!keeper.ask(Command::OfferDraw { side: 0 }));
    assert!(keeper.play_any(7), "a variation");
    assert!(!keeper.play_any(3));
    assert!(keeper.ask(Command::Comment { node: 1, text: "first".to_owned() }));
    assert!(!keeper.play_any(4));
    assert!(keeper.ask(Command::Resign { side: 0 }));
    assert!(keeper.ask(Command::Reopen));
    assert!(!keeper.play_any(5));
    assert!(keeper.ask(start("scirocco", Start::Default)));
    assert!(!keeper.play_any(6));
    assert_eq!(keeper.kept.turns.len(), 1);
}

#[test]
fn an_end_by_the_rules_is_a_turn_as_any_other() {
    let mut keeper = Keeper::new();
    assert!(keeper.ask(start("orthochess", Start::Default)));
    for text in ["f3", "e5", "g4", "Qh4"] {
        assert!(!keeper.play(text), "{text}");
    }
    assert!(matches!(keeper.session().stage(), Stage::Over(_)));
}

/// Carries out a command of a client as it comes over the wire, and returns the last event of the answer.
fn tell(conversation: &mut DurableConversation, client: u64, command: &str) -> (Option<Save>, Event) {
    let text = format!(r#"{{"id":1,"command":{command}}}"#);
    let handle = |conversation: &mut Conversation, now| conversation.handle_text(client, &text, now);
    let change = conversation.change(Cause::Request(client), NOW, handle);
    let save = change.to_save().cloned();
    let outcome = conversation.settle(change, true);
    let last = outcome.into_iter().flat_map(|effects| effects.messages).next_back();
    (save, last.unwrap().message.event)
}

#[test]
fn offers_are_kept_until_they_are_answered() {
    const KEYS: [&str; 3] =
        ["the-first-key-of-128-bits", "the-second-key-of-128-bits", "the-invitation-of-128-bits"];
    let [first, second, invitation] = KEYS;
    let begin = [
        (1, r#"{"type":"start","game":"orthochess","from":{"type":"default"}}"#.to_owned()),
        (1, format!(r#"{{"type":"invite","side":0,"seat":"{first}","invitation":"{invitation}"}}"#)),
        (2, format!(r#"{{"type":"sit","seat":"{second}","invitation":"{invitation}"}}"#)),
        (1, r#"{"type":"play","node":0,"turn":{"type":"typed","text":"e4"}}"#.to_owned()),
        (2, r#"{"type":"play","node":1,"turn":{"type":"typed","text":"e5"}}"#.to_owned()),
    ];
    for (offer, answer) in [("offerDraw", "answerDraw"), ("offerTakeBack", "answerTakeBack")] {
        let mut conversation = DurableConversation::new(&Library::new(), 1);
        let mut kept = StoredConversation::default();
        let offer = (1, format!(r#"{{"type":"{offer}","side":0}}"#));
        for (client, command) in begin.iter().chain([&offer]) {
            let (save, last) = tell(&mut conversation, *client, command);
            assert_eq!(last, Event::Done, "{command}");
            save.into_iter().for_each(|save| kept.add(save));
        }
        // No client is connected, and the other player returns when the conversation has left the memory.
        let mut conversation = DurableConversation::restore(&Library::new(), 2, &kept).unwrap();
        let sit = format!(r#"{{"type":"sit","seat":"{second}"}}"#);
        for command in [sit, format!(r#"{{"type":"{answer}","side":1,"accept":true}}"#)] {
            assert_eq!(tell(&mut conversation, 7, &command).1, Event::Done, "{command}");
        }
    }
}

#[test]
fn a_save_that_fails_late_takes_no_time_from_the_player() {
    let mut keeper = Keeper::new();
    keeper.ask(start("orthochess", Start::Default));
    keeper.play("e4");
    // The turn is made after 2 seconds; that it cannot be saved is known later.
    let turn = TurnChoice::Typed { text: "e5".to_owned() };
    let request = Request { id: 1, key: None, command: Command::Play { node: 1, turn } };
    let change =
        keeper.conversation.change(Cause::Request(7), Duration::from_secs(2), |conversation, now| {
            conversation.handle(7, request, now)
        });
    let outcome = keeper.conversation.settle(change, false);
    let clock = outcome.iter().flat_map(|effects| &effects.messages).find_map(|envelope| {
        let Event::State { state } = &envelope.message.event else { return None };
        state.clock.as_ref()
    });
    assert_eq!(clock.unwrap().left, [60_000, 58_000]);
    assert_eq!(clock.unwrap().running, None);
}

#[test]
fn a_public_rematch_is_another_public_game() {
    for (public, is_limited) in
        [(r#"{"take":false,"watch":true}"#, true), (r#"{"take":false,"watch":false}"#, false)]
    {
        let mut conversation = DurableConversation::new(&Library::new(), 1);
        conversation.open_sessions(|| "a-name-that-was-drawn".to_owned());
        let keys = r#""seat":"the-first-key-of-128-bits","invitation":"the-invitation-of-128-bits""#;
        for (client, command) in [
            (1, r#"{"type":"start","game":"orthochess","from":{"type":"default"}}"#),
            (1, &format!(r#"{{"type":"invite","side":0,{keys},"public":{public}}}"#)),
            (
                2,
                r#"{"type":"sit","seat":"the-second-key-of-128-bits","invitation":"the-invitation-of-128-bits"}"#,
            ),
            (2, r#"{"type":"resign","side":1}"#),
            (1, r#"{"type":"offerRematch","side":0,"seat":"another-first-key-of-128-bits"}"#),
        ] {
            assert_eq!(tell(&mut conversation, client, command).1, Event::Done, "{command}");
        }
        let seat = "another-second-key-of-128-bits".into();
        let request = Request { id: 1, key: None, command: Command::OfferRematch { side: 1, seat } };
        let change = conversation
            .change(Cause::Request(2), NOW, |conversation, now| conversation.handle(2, request, now));
        assert_eq!(change.opened().unwrap().name, "a-name-that-was-drawn", "it follows from no key");
        assert_eq!(change.is_limited(), is_limited, "{public}");
    }
}

#[test]
fn a_game_that_would_take_too_long_to_read_takes_no_turn_more() {
    let mut keeper = Keeper::new();
    keeper.ask(start("orthochess", Start::Default));
    keeper.play("e4");
    keeper.play("e5");
    let text = keeper.conversation.snapshot(NOW);
    let [known, nearly] = [r#""turns_seen":40,"#, r#""turns_seen":1999980,"#];
    assert!(text.contains(known), "both positions have 20 turns: {text}");
    let kept = StoredConversation { snapshot: text.replace(known, nearly), ..StoredConversation::default() };
    let mut conversation = DurableConversation::restore(&Library::new(), 1, &kept).unwrap();
    let play = |node: u32, text: &str| {
        format!(r#"{{"type":"play","node":{node},"turn":{{"type":"typed","text":"{text}"}}}}"#)
    };
    let (save, last) = tell(&mut conversation, 1, &play(2, "Nf3"));
    assert!(save.is_none());
    let Event::Error { error } = last else { panic!("{last:?}") };
    assert_eq!(error.code, ProblemCode::TooHard);
    assert_eq!(error.message, "the positions of a game have at most 2000000 turns altogether");
    // The start has 20 turns, which is no turn too many.
    assert_eq!(tell(&mut conversation, 1, r#"{"type":"jump","node":0}"#).1, Event::Done);
    assert_eq!(tell(&mut conversation, 1, &play(0, "d4")).1, Event::Done);
    assert!(conversation.snapshot(NOW).contains(r#""turns_seen":2000000,"#));
    // A record that is read at once counts as much as it has.
    let from = Start::Record { text: "[Variant \"orthochess\"]\n\n1. e4 *".to_owned() };
    keeper.ask(start("orthochess", from));
    assert!(keeper.conversation.snapshot(NOW).contains(r#""turns_seen":20,"#));
}

#[test]
fn a_clock_that_ran_on_elsewhere_runs_on_here() {
    let mut keeper = Keeper::new();
    keeper.ask(start("orthochess", Start::Default));
    keeper.play("e4");
    let mut restored = DurableConversation::restore(&Library::new(), 1, &keeper.kept).unwrap();
    let (now, deadline) = (Duration::from_secs(3), Duration::from_secs(20));
    restored.resume_clock(deadline, now);
    assert_eq!(
        restored.conversation().deadline(),
        None,
        "without seats the clock waits until somebody is there"
    );

    let keys = r#""seat":"the-first-key-of-128-bits","invitation":"the-invitation-of-128-bits""#;
    let mut conversation = DurableConversation::new(&Library::new(), 1);
    let mut kept = StoredConversation::default();
    for (client, command) in [
        (
            1,
            r#"{"type":"start","game":"orthochess","clock":{"type":"perTurn","time":60000},"from":{"type":"default"}}"#,
        ),
        (1, &format!(r#"{{"type":"invite","side":0,{keys}}}"#)),
        (
            2,
            r#"{"type":"sit","seat":"the-second-key-of-128-bits","invitation":"the-invitation-of-128-bits"}"#,
        ),
        (1, r#"{"type":"play","node":0,"turn":{"type":"typed","text":"e4"}}"#),
    ] {
        let (save, last) = tell(&mut conversation, client, command);
        assert_eq!(last, Event::Done, "{command}");
        save.into_iter().for_each(|save| kept.add(save));
    }
    let mut restored = DurableConversation::restore(&Library::new(), 1, &kept).unwrap();
    assert_eq!(restored.conversation().deadline(), None);
    restored.resume_clock(deadline, now);
    assert_eq!(restored.conversation().deadline(), Some(deadline));
    let change = restored.change(Cause::Time, deadline, Conversation::tick);
    assert!(change.to_save().is_some());
    let _ = restored.settle(change, true);
    assert!(matches!(restored.conversation().session().unwrap().stage(), Stage::Over(_)));
}
