//! Letters to players who are not there.

use std::time::Duration;

use beaufort_session::command::{ClockRule, Command, Request, SeatKey};
use beaufort_session::event::{Event, ProblemCode};
use beaufort_session::{
    Cause, Destination, DurableConversation, Letter, LetterKind, Post, PushKeys, PushTerms, Recipient, Save,
    StoredConversation, Way,
};

use crate::game::{Game, INVITATION, KEYS, days, sit, start, typed};

/// A game by mail whose changes are saved, and what becomes of letters with them.
struct Durable {
    conversation: DurableConversation,
    kept: StoredConversation,
    post: Vec<Post>,
}

impl Durable {
    fn new(secret: Option<[u8; 32]>) -> Durable {
        let library = beaufort_session::Library::new();
        let mut conversation = DurableConversation::new(&library, 1);
        if let Some(secret) = secret {
            conversation.send_letters(secret);
            conversation.send_pushes(PushTerms { key: "the-public-key".into(), allows_http: false });
        }
        let mut game = Durable { conversation, kept: StoredConversation::default(), post: Vec::new() };
        game.ok(1, start(Some(ClockRule::Days { days: 3 })));
        let [seat, other] = KEYS.map(SeatKey::from);
        let invitation = SeatKey::from(INVITATION);
        let invite = Command::Invite {
            side: 0,
            seat,
            invitation: invitation.clone(),
            public: Default::default(),
            rated: false,
            opponent: None,
        };
        game.ok(1, invite);
        game.ok(2, Command::Sit { seat: other, invitation: Some(invitation), if_present: false });
        game
    }

    /// Asks, saves what has changed, and returns who hears what.
    fn hear(&mut self, client: u64, command: Command) -> Vec<(Recipient, Event)> {
        let request = Request { id: 1, key: None, command };
        let change = self.conversation.change(Cause::Request(client), days(0), |conversation, now| {
            conversation.handle(client, request, now)
        });
        self.post = change.post().to_vec();
        change.to_save().cloned().into_iter().for_each(|save: Save| self.kept.add(save));
        let effects = self.conversation.settle(change, true);
        let messages = effects.into_iter().flat_map(|effects| effects.messages);
        messages.map(|envelope| (envelope.to, envelope.message.event)).collect()
    }

    fn ok(&mut self, client: u64, command: Command) {
        let heard = self.hear(client, command.clone());
        assert!(heard.iter().any(|(_, event)| *event == Event::Done), "{command:?}: {heard:?}");
    }

    fn refused(&mut self, client: u64, command: Command) -> ProblemCode {
        match self.hear(client, command.clone()).pop() {
            Some((_, Event::Error { error })) => error.code,
            other => panic!("{command:?}: {other:?}"),
        }
    }

    fn leave(&mut self, client: u64) {
        let change = self
            .conversation
            .change(Cause::Time, days(0), |conversation, now| conversation.leave(client, now));
        drop(self.conversation.settle(change, true));
    }

    /// The kinds of letters that wait from now on, with the sides that they are for.
    fn letters(&self) -> Vec<(u8, Option<LetterKind>)> {
        self.post.iter().map(|post| (post.side, post.letters.first().map(|letter| letter.kind))).collect()
    }

    fn letter(&self) -> &Letter {
        &self.post[0].letters[0]
    }

    fn delay(&self) -> Duration {
        self.letter().delay
    }

    fn address(&self) -> &str {
        let Destination::Mail { address, .. } = &self.letter().to else { panic!("{:?}", self.post) };
        address.as_str()
    }

    fn token(&self) -> SeatKey {
        let Destination::Mail { token, .. } = &self.letter().to else { panic!("{:?}", self.post) };
        token.clone()
    }

    /// The addresses of the browsers to which push messages go from now on, if that changes.
    fn pushes(&self) -> Option<Vec<String>> {
        let post = self.post.iter().find(|post| post.way == Way::Push)?;
        let endpoint = |letter: &Letter| match &letter.to {
            Destination::Push(subscription) => subscription.endpoint.clone(),
            Destination::Mail { .. } => panic!("{:?}", self.post),
        };
        Some(post.letters.iter().map(endpoint).collect())
    }
}

fn mail(address: &str) -> Command {
    Command::Mail { address: Some(address.into()), language: "fr".to_owned() }
}

fn push(endpoint: &str) -> Command {
    let keys = PushKeys { p256dh: "B".repeat(87), auth: "a".repeat(22) };
    Command::Push { endpoint: endpoint.to_owned(), keys, language: "fr".to_owned() }
}

fn no_push(endpoint: &str) -> Command {
    Command::StopPush { endpoint: endpoint.to_owned() }
}

const SECRET: Option<[u8; 32]> = Some([7; 32]);

#[test]
fn an_address_is_confirmed_before_letters_go_there() {
    let mut game = Durable::new(SECRET);
    game.ok(2, mail("anne@example.org"));
    assert_eq!(game.letters(), [(1, Some(LetterKind::Confirm))]);
    assert_eq!((game.address(), game.letter().game.as_str()), ("anne@example.org", "Orthodox chess"));
    assert_eq!(game.letter().language, "fr");
    let token = game.token();
    game.leave(2);
    game.ok(1, typed(0, "e4"));
    assert_eq!(game.letters(), [], "nobody has confirmed it");
    // The reader of the letter needs no seat.
    game.ok(9, Command::ConfirmMail { token: token.clone() });
    assert_eq!(game.letters(), []);
    game.ok(2, sit(1));
    game.ok(2, typed(1, "e5"));
    game.leave(2);
    game.ok(1, typed(2, "Nf3"));
    assert_eq!(game.letters(), [(1, Some(LetterKind::Turn))]);
    assert_eq!(game.token(), token);
    assert_eq!(game.delay(), Duration::ZERO);
    // One letter a turn, which is of no use when the turn has been played.
    game.ok(1, Command::OfferDraw { side: 0 });
    assert_eq!(game.letters(), []);
    game.ok(2, sit(1));
    game.ok(2, typed(3, "Nc6"));
    assert_eq!(game.letters(), [(1, None)]);
    game.ok(1, typed(4, "Bb5"));
    // She seems to be there, and may have gone.
    assert_eq!(game.letters(), [(1, Some(LetterKind::Turn))]);
    assert_eq!(game.delay(), Duration::from_secs(3600));
    game.ok(2, typed(5, "a6"));
    assert_eq!(game.letters(), [(1, None)]);
    game.ok(9, Command::StopMail { token: token.clone() });
    assert_eq!(game.letters(), [(1, None)]);
    assert_eq!(game.post[0].stops, None, "of other games letters come");
    assert_eq!(game.refused(9, Command::ConfirmMail { token }), ProblemCode::Unknown);
}

#[test]
fn a_stranger_who_wants_no_letters_gets_none_from_any_game() {
    let mut game = Durable::new(SECRET);
    game.ok(2, mail("anne@example.org"));
    let token = game.token();
    game.ok(2, Command::Mail { address: None, language: String::new() });
    assert_eq!(game.post[0].stops, None, "the player has asked for that");
    assert_eq!(game.refused(9, Command::StopMail { token }), ProblemCode::Unknown);
    game.ok(2, mail("anne@example.org"));
    let token = game.token();
    game.ok(9, Command::StopMail { token });
    assert_eq!(game.letters(), [(1, None)]);
    assert_eq!(game.post[0].stops.as_ref().map(|address| address.as_str()), Some("anne@example.org"));
}

#[test]
fn the_addresses_go_with_the_end_of_the_game_and_are_told_to_their_owners_alone() {
    for end in [Command::Resign { side: 0 }, Command::Abort { side: 0 }] {
        let mut game = Durable::new(SECRET);
        let heard = game.hear(2, mail("anne@example.org"));
        for (to, event) in heard {
            if let Event::Mail { .. } = event {
                assert_eq!(to, Recipient::One(2));
            }
        }
        assert!(format!("{:?}", game.post).contains("MailAddress(..)"));
        assert!(!format!("{:?}", game.conversation).contains("anne"), "no address is logged");
        assert!(kept(&game).contains("anne"));
        game.ok(1, Command::OfferDraw { side: 0 });
        game.ok(1, end);
        assert_eq!(game.letters(), [(1, None)]);
        assert!(!kept(&game).contains("anne"));
    }
}

fn kept(game: &Durable) -> String {
    format!("{:?}", game.kept)
}

#[test]
fn what_is_no_address_is_refused_and_no_seat_asks_without_end() {
    let mut game = Durable::new(SECRET);
    assert_eq!(game.refused(3, mail("anne@example.org")), ProblemCode::Forbidden);
    assert_eq!(game.refused(1, mail("anne@example.org\r\nBcc: eve@example.org")), ProblemCode::Malformed);
    let foreign = Command::Mail { address: Some("a@b".into()), language: "fr\r\nBcc: eve@b".to_owned() };
    assert_eq!(game.refused(1, foreign), ProblemCode::Malformed);
    for number in 0..3 {
        game.ok(1, mail(&format!("anne{number}@example.org")));
    }
    assert_eq!(game.refused(1, mail("anne@example.org")), ProblemCode::TooMany);
    // The link of an old letter confirms nothing.
    let mut game = Durable::new(SECRET);
    game.ok(1, mail("anne@example.org"));
    let old = game.token();
    game.ok(1, mail("anna@example.org"));
    assert_ne!(game.token(), old);
    assert_eq!(game.refused(9, Command::ConfirmMail { token: old }), ProblemCode::Unknown);
    game.ok(1, Command::Mail { address: None, language: String::new() });
    assert_eq!(game.letters(), [(0, None)]);
}

#[test]
fn where_no_letters_are_sent_no_address_is_taken() {
    let mut game = Durable::new(None);
    assert_eq!(game.refused(1, mail("anne@example.org")), ProblemCode::NotNow);
    let heard = game.hear(1, sit(0));
    assert!(!heard.iter().any(|(_, event)| matches!(event, Event::Mail { .. })));
    let mut other = Game::new(None);
    assert_eq!(other.refused(1, mail("a@b")), ProblemCode::NotNow);
}

#[test]
fn browsers_are_notified_when_letters_would_be_sent() {
    let (one, other) = ("https://push.example.org/one", "https://push.example.org/other");
    let mut game = Durable::new(SECRET);
    let heard = game.hear(2, push(one));
    let event = Event::Push { key: "the-public-key".to_owned(), endpoints: vec![one.to_owned()] };
    let told: Vec<_> = heard.iter().filter(|(_, event)| matches!(event, Event::Push { .. })).collect();
    assert_eq!(told, [&(Recipient::One(2), event)], "nobody else is told");
    game.ok(2, push(other));
    game.leave(2);
    game.ok(1, typed(0, "e4"));
    assert_eq!(game.pushes(), Some(vec![one.to_owned(), other.to_owned()]));
    assert_eq!((game.delay(), game.letter().language.as_str()), (Duration::ZERO, "fr"));
    // Once a turn.
    game.ok(1, Command::OfferDraw { side: 0 });
    assert_eq!(game.pushes(), None);
    game.ok(2, sit(1));
    game.ok(2, typed(1, "e5"));
    assert_eq!(game.pushes(), Some(vec![]), "those that wait are of no use");
    game.ok(2, no_push(one));
    game.ok(1, typed(2, "Nf3"));
    assert_eq!(game.pushes(), Some(vec![other.to_owned()]));
    assert_eq!(game.delay(), Duration::from_secs(3600), "she seems to be there");
    // A push service may say that the browser is gone: that needs no seat.
    game.ok(9, no_push(other));
    assert_eq!(game.pushes(), Some(vec![]));
    game.ok(9, no_push(other));
}

#[test]
fn letters_and_push_messages_replace_only_their_own_kind() {
    let mut game = Durable::new(SECRET);
    game.ok(2, push("https://push.example.org/one"));
    game.leave(2);
    game.ok(1, typed(0, "e4"));
    game.ok(2, sit(1));
    game.ok(2, mail("anne@example.org"));
    let ways: Vec<_> = game.post.iter().map(|post| (post.way, post.letters.len())).collect();
    assert_eq!(ways, [(Way::Mail, 1)]);
}

#[test]
fn a_seat_has_a_bounded_number_of_browsers_which_go_with_the_end_of_the_game() {
    let mut game = Durable::new(SECRET);
    for number in 0..6 {
        game.ok(1, push(&format!("https://push.example.org/{number}")));
    }
    let heard = game.hear(1, push("https://push.example.org/5"));
    let endpoints = heard.iter().find_map(|(_, event)| match event {
        Event::Push { endpoints, .. } => Some(endpoints.len()),
        _ => None,
    });
    assert_eq!(endpoints, None, "the same browser again changes nothing");
    let told = game.hear(1, sit(0));
    let known = told.iter().find_map(|(_, event)| match event {
        Event::Push { endpoints, .. } => Some(endpoints.clone()),
        _ => None,
    });
    assert_eq!(known.unwrap(), [2, 3, 4, 5].map(|number| format!("https://push.example.org/{number}")));
    assert!(!format!("{:?}", game.conversation).contains("push.example.org"), "no address is logged");
    game.ok(1, Command::Resign { side: 0 });
    assert_eq!(game.pushes(), Some(vec![]));
    assert!(!kept(&game).contains("push.example.org"));
}

#[test]
fn what_is_no_subscription_is_refused() {
    let mut game = Durable::new(SECRET);
    assert_eq!(game.refused(3, push("https://push.example.org/a")), ProblemCode::Forbidden);
    assert_eq!(game.refused(1, push("http://push.example.org/a")), ProblemCode::Malformed);
    assert_eq!(Durable::new(None).refused(1, push("https://push.example.org/a")), ProblemCode::NotNow);
}
