//! Games between people elsewhere who play under a name.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::time::Duration;

use beaufort_session::command::{Command, Publicity, Request, SeatKey, Start, TurnChoice};
use beaufort_session::event::{Event, ProblemCode};
use beaufort_session::view::{NamedPlayer, Player, SeatsView};
use beaufort_session::{
    Account, AccountId, CHALLENGE_TIME, ClientId, Conversation, Library, List, RatedOutcome,
};

const NOW: Duration = Duration::ZERO;
const INVITATION: &str = "an-invitation-of-128-bits";
const KEYS: [&str; 3] =
    ["the-first-key-of-128-bits", "the-second-key-of-128-bits", "the-third-key-of-128-bits"];

/// A conversation with its clients: 1 and 5 are signed in as Anna, 2 as Bert, 3 as Carl; 4 is not signed in.
#[derive(Clone)]
struct Table(Conversation);

impl Table {
    fn new(game: &str, from: Start) -> Table {
        let mut table = Table(Conversation::new(&Library::new(), 1));
        table.0.open_sessions(|| "a-name-that-was-drawn".to_owned());
        for (client, id, name) in [(1, 11, "Anna"), (5, 11, "Anna"), (2, 22, "Bert"), (3, 33, "Carl")] {
            let account = Account { id: AccountId(id), name: name.to_owned() };
            let _ = table.0.introduce(client, account);
        }
        let game = Some(game.to_owned());
        table.ok(1, Command::Start { game, players: None, clock: None, from: Some(from), date: None });
        table
    }

    /// Returns a game that Anna has begun and Bert plays with her.
    fn begun(rated: bool) -> Table {
        let mut table = Table::new("orthochess", Start::Default);
        table.ok(1, invite(rated));
        table.ok(2, sit(KEYS[1], Some(INVITATION)));
        table
    }

    /// Plays the first two turns of both sides.
    fn open(&mut self) {
        for (node, text) in ["e4", "e5", "Nf3", "Nc6"].into_iter().enumerate() {
            self.ok(1 + node as u64 % 2, play(node as u32, text));
        }
    }

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

    fn hello(&mut self, client: ClientId) -> (Option<u8>, SeatsView) {
        let events = self.ok(client, Command::HELLO);
        let side = events.iter().find_map(|event| match event {
            Event::Seated { side } => Some(*side),
            _ => None,
        });
        let seats = events.into_iter().find_map(|event| match event {
            Event::State { state } => state.seats,
            _ => None,
        });
        (side, seats.unwrap())
    }

    fn record(&mut self) -> String {
        let events = self.ok(4, Command::Export);
        match &events[0] {
            Event::Exported { record, .. } => record.clone(),
            event => panic!("{event:?}"),
        }
    }

    /// Returns the conversation as it is after a restart of its owner.
    fn restored(&self) -> Table {
        let mut conversation = Conversation::restore(&Library::new(), 1, self.0.save(NOW)).unwrap();
        conversation.name_accounts(|AccountId(id)| (id == 11).then(|| "Anna".to_owned()));
        Table(conversation)
    }
}

fn invite(rated: bool) -> Command {
    let public = Publicity::default();
    Command::Invite {
        side: 0,
        seat: KEYS[0].into(),
        invitation: INVITATION.into(),
        public,
        rated,
        opponent: None,
    }
}

fn sit(seat: &str, invitation: Option<&str>) -> Command {
    Command::Sit { seat: seat.into(), invitation: invitation.map(SeatKey::from), if_present: false }
}

fn play(node: u32, text: &str) -> Command {
    Command::Play { node, turn: TurnChoice::Typed { text: text.to_owned() } }
}

fn named(name: Option<&str>) -> Option<NamedPlayer> {
    Some(NamedPlayer::account(name.map(str::to_owned)))
}

#[test]
fn a_seat_that_was_taken_under_a_name_is_the_names_in_every_browser() {
    let mut table = Table::begun(false);
    let (side, seats) = table.hello(4);
    assert_eq!((side, seats.names), (None, [named(Some("Anna")), named(Some("Bert"))]));
    // No key opens the seat of an account.
    for (client, key) in [(4, KEYS[0]), (4, KEYS[1]), (3, KEYS[0]), (3, INVITATION)] {
        assert_eq!(table.refused(client, sit(key, None)), Some(ProblemCode::Forbidden));
        assert_eq!(table.refused(client, sit(key, Some(INVITATION))), Some(ProblemCode::Forbidden));
        assert_eq!(table.refused(client, play(0, "e4")), Some(ProblemCode::Forbidden));
    }
    assert_eq!(table.refused(5, play(0, "e4")), Some(ProblemCode::Forbidden), "before hello one watches");
    assert_eq!(table.hello(5).0, Some(0));
    table.ok(5, play(0, "e4"));
    assert_eq!(table.refused(5, play(1, "e5")), Some(ProblemCode::Forbidden));
    // A client number is forgotten when its client leaves.
    let _ = table.0.leave(5, NOW);
    assert_eq!(table.hello(5).0, None);
}

#[test]
fn nobody_needs_a_name_and_nobody_has_both_seats() {
    let mut table = Table::new("orthochess", Start::Default);
    table.ok(1, invite(false));
    table.ok(5, sit(KEYS[2], Some(INVITATION)));
    assert_eq!(table.hello(5), (Some(0), table.hello(4).1), "the seat that is hers already");
    table.ok(4, sit(KEYS[1], Some(INVITATION)));
    let (side, seats) = table.hello(3);
    assert_eq!((side, seats.taken), (None, [true, true]));
    assert_eq!(seats.names, [named(Some("Anna")), None]);
    // A player without a name uses the key.
    let _ = table.0.leave(4, NOW);
    table.ok(4, sit(KEYS[1], None));
    table.ok(1, play(0, "e4"));
    table.ok(4, play(1, "e5"));
    assert!(table.record().contains("[White \"Anna\"]\n[Black \"Human\"]"), "{}", table.record());
}

#[test]
fn what_is_saved_has_no_name_and_a_name_that_is_deleted_is_gone() {
    let mut table = Table::begun(false);
    table.ok(1, play(0, "e4"));
    assert!(table.record().contains("[White \"Anna\"]\n[Black \"Bert\"]"), "{}", table.record());
    let saved = serde_json::to_string(&table.0.save(NOW)).unwrap();
    assert!(!saved.contains("Anna") && !saved.contains("Bert"), "{saved}");
    let mut restored = table.restored();
    assert_eq!(restored.hello(4).1.names, [named(Some("Anna")), named(None)]);
    assert!(restored.record().contains("[White \"Anna\"]\n[Black \"deleted\"]"), "{}", restored.record());
    assert_eq!(restored.0.accounts(), [Some(AccountId(11)), Some(AccountId(22))]);
    let listing = serde_json::to_string(&table.0.listing().unwrap().game).unwrap();
    assert!(!listing.contains("Anna"), "{listing}");
    let effects = table.0.forget_account(AccountId(11), NOW);
    assert!(!effects.changed && effects.messages.len() == 1);
    assert_eq!(table.hello(4).1.names, [named(None), named(Some("Bert"))]);
    assert!(table.0.forget_account(AccountId(33), NOW).messages.is_empty());
}

#[test]
fn a_guest_has_a_nickname_that_is_nobodys_name() {
    let nickname = |name: &str| Command::Nickname { name: name.to_owned() };
    let mut table = Table::new("orthochess", Start::Default);
    assert_eq!(table.refused(4, nickname("Anna")), Some(ProblemCode::NotNow), "there are none here");
    table.0.allow_nicknames(|name| (name != "nobody").then(|| name.to_owned()));
    assert_eq!(table.refused(4, nickname("nobody")), Some(ProblemCode::Malformed));
    for client in [1, 4] {
        table.ok(client, nickname("Dora"));
        table.ok(client, nickname("Anna"));
    }
    table.ok(1, invite(false));
    table.ok(4, sit(KEYS[1], Some(INVITATION)));
    // A signed-in player has the name. A guest's nickname is marked everywhere, so that it cannot pass for a name.
    let expected = [named(Some("Anna")), Some(NamedPlayer::guest("Anna"))];
    assert_eq!(table.hello(3).1.names, expected);
    let Event::Summary { table: Some(summary), .. } = table.ok(3, Command::Summary).remove(0) else {
        panic!("no summary");
    };
    assert_eq!(summary.names, [Some("Anna".to_owned()), Some("Anna (guest)".to_owned())]);
    assert!(table.record().contains("[White \"Anna\"]\n[Black \"Anna (guest)\"]"), "{}", table.record());
    assert_eq!(table.0.listing().unwrap().game.names, [None, Some(NamedPlayer::guest("Anna"))]);
    assert_eq!(table.restored().hello(3).1.names, expected);
    // Another client has none.
    let mut other = Table::new("orthochess", Start::Default);
    other.0.allow_nicknames(|name| Some(name.to_owned()));
    other.ok(4, nickname("Dora"));
    let _ = other.0.leave(4, NOW);
    other.ok(1, invite(false));
    other.ok(4, sit(KEYS[1], Some(INVITATION)));
    assert_eq!(other.hello(3).1.names, [named(Some("Anna")), None]);
}

#[test]
fn a_rated_game_is_between_two_names_from_the_array() {
    let mut table = Table::new("orthochess", Start::Default);
    assert_eq!(table.refused(4, invite(true)), Some(ProblemCode::Forbidden), "who has no name");
    let text = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned();
    let mut elsewhere = Table::new("orthochess", Start::Position { text });
    elsewhere.ok(1, invite(false));
    let text = "4k3/8/8/8/8/8/8/4K2R w - - 0 1".to_owned();
    let mut elsewhere = Table::new("orthochess", Start::Position { text });
    assert_eq!(elsewhere.refused(1, invite(true)), Some(ProblemCode::Forbidden), "from elsewhere");
    let text = "[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\n*\n".to_owned();
    let mut elsewhere = Table::new("orthochess", Start::Record { text });
    assert_eq!(elsewhere.refused(1, invite(true)), Some(ProblemCode::Forbidden), "by another tag");
    table.ok(1, invite(true));
    assert!(table.hello(4).1.rated);
    assert_eq!(table.refused(4, sit(KEYS[1], Some(INVITATION))), Some(ProblemCode::Forbidden));
    assert_eq!(table.hello(4).1.taken, [true, false]);
    table.ok(2, sit(KEYS[1], Some(INVITATION)));
    assert_eq!(table.0.listing().unwrap().rated, None, "it is not over");
    let mut aborted = table.clone();
    aborted.ok(1, Command::Abort { side: 0 });
    assert_eq!(aborted.0.listing(), None);
    let mut given = table.clone();
    for (node, text) in ["e4", "e5", "Nf3"].into_iter().enumerate() {
        given.ok(1 + node as u64 % 2, play(node as u32, text));
    }
    given.ok(2, Command::Resign { side: 1 });
    assert_eq!(given.0.listing().unwrap().rated, None, "not both sides have played two turns");
    table.open();
    let mut drawn = table.clone();
    drawn.ok(1, Command::OfferDraw { side: 0 });
    drawn.ok(2, Command::AnswerDraw { side: 1, accept: true });
    assert_eq!(drawn.0.listing().unwrap().rated, Some(RatedOutcome::Drawn));
    table.ok(2, Command::Resign { side: 1 });
    let listing = table.restored().0.listing().unwrap();
    assert_eq!((listing.list, listing.rated), (List::Private, Some(RatedOutcome::Won(0))));
    assert_eq!(listing.accounts, [Some(AccountId(11)), Some(AccountId(22))]);
    // A game that is not rated changes nothing.
    let mut casual = Table::begun(false);
    casual.open();
    casual.ok(2, Command::Resign { side: 1 });
    assert_eq!(casual.0.listing().unwrap().rated, None);
}

#[test]
fn who_deletes_the_account_loses_the_rated_game() {
    let mut begun = Table::begun(true);
    let _ = begun.0.forget_account(AccountId(11), NOW);
    assert_eq!(begun.0.listing(), None, "one that has hardly begun is aborted");
    let mut table = Table::begun(true);
    table.open();
    let effects = table.0.forget_account(AccountId(11), NOW);
    assert!(effects.changed && !effects.messages.is_empty());
    assert_eq!(table.0.listing().unwrap().rated, Some(RatedOutcome::Won(1)));
    // In a casual game the seat loses its name, and the game goes on.
    let mut casual = Table::begun(false);
    casual.open();
    let _ = casual.0.forget_account(AccountId(11), NOW);
    assert!(casual.0.listing().unwrap().game.table.result.is_none());
}

#[test]
fn a_rematch_has_the_names_exchanged_and_is_rated_again() {
    let mut table = Table::begun(true);
    table.ok(1, Command::Resign { side: 0 });
    table.ok(1, Command::OfferRematch { side: 0, seat: "another-first-key-of-128-bits".into() });
    let command = Command::OfferRematch { side: 1, seat: "another-second-key-of-128-bits".into() };
    let opened = table.0.handle(2, Request { id: 1, key: None, command }, NOW).opened.unwrap();
    let listing = opened.listing.unwrap();
    assert_eq!(listing.accounts, [Some(AccountId(22)), Some(AccountId(11))]);
    assert!(listing.game.rated && listing.rated.is_none());
}

#[test]
fn a_player_is_told_the_own_words_alone() {
    let mut table = Table::begun(false);
    table.ok(1, Command::Chat { text: "Hello".to_owned() });
    table.ok(2, Command::Chat { text: "Good luck".to_owned() });
    table.ok(2, Command::Note { text: "She plays e4.".to_owned() });
    let kept = table.0.kept_of(AccountId(22)).unwrap();
    assert_eq!((kept.said, kept.note.as_str()), (vec!["Good luck".to_owned()], "She plays e4."));
    assert!(kept.record.contains("[Black \"Bert\"]"));
    assert_eq!(table.0.kept_of(AccountId(33)), None);
}

#[test]
fn a_game_against_the_engine_is_one_of_the_account_that_has_begun_it() {
    let engine = Player::Engine { level: "beginner".to_owned(), ms: 20, depth: None, nodes: None };
    let start = |players| Command::Start {
        game: Some("orthochess".to_owned()),
        players: Some(players),
        clock: None,
        from: Some(Start::Default),
        date: None,
    };
    let turn = || Command::Play { node: 0, turn: TurnChoice::Typed { text: "e4".to_owned() } };
    let mut table = Table::new("orthochess", Start::Default);
    table.ok(1, turn());
    assert_eq!(table.0.listing(), None, "two people at one board");
    table.ok(4, start([Player::Person, engine.clone()]));
    table.ok(4, turn());
    assert_eq!(table.0.listing(), None, "nobody is signed in");
    table.ok(1, start([Player::Person, engine.clone()]));
    assert_eq!(table.0.listing(), None, "nothing has been played");
    table.ok(1, turn());
    let listing = table.0.listing().unwrap();
    assert_eq!((listing.list, listing.accounts), (List::Private, [Some(AccountId(11)), None]));
    assert!(listing.rated.is_none() && listing.game.free.is_none());
    assert!(!format!("{listing:?}").contains("Anna"), "names are those of the day on which it is read");
    // It stays after further turns, and in another server.
    table.ok(1, Command::Seat { side: 1, player: Player::Person });
    assert_eq!(table.0.listing().map(|listing| listing.list), Some(List::Private));
    let saved = table.0.save(NOW);
    assert!(!serde_json::to_string(&saved).unwrap().contains("Anna"));
    let mut again = Conversation::restore(&Library::new(), 1, saved).unwrap();
    again.name_accounts(|AccountId(id)| (id == 11).then(|| "Anna".to_owned()));
    assert_eq!(again.listing().map(|listing| listing.accounts), Some([Some(AccountId(11)), None]));
    assert!(again.kept_of(AccountId(11)).unwrap().record.contains("1. e4"));
    // A game whose accounts are all deleted is not listed.
    let _ = again.forget_account(AccountId(11), NOW);
    assert_eq!(again.listing(), None);
    let mut gone = Conversation::restore(&Library::new(), 1, table.0.save(NOW)).unwrap();
    gone.name_accounts(|_| None);
    assert_eq!(gone.listing(), None);
    // Every client that has the link may play, as in any game without seats.
    table.ok(3, Command::TakeBack { turns: None });
}

fn challenge(opponent: &str, public: Publicity) -> Command {
    let (seat, invitation) = (KEYS[0].into(), INVITATION.into());
    Command::Invite { side: 0, seat, invitation, public, rated: false, opponent: Some(opponent.to_owned()) }
}

#[test]
fn a_seat_that_is_kept_for_a_player_is_taken_by_that_player_alone() {
    let mut table = Table::new("orthochess", Start::Default);
    table.ok(1, challenge("Bert", Publicity::default()));
    let listing = table.0.listing().unwrap();
    assert_eq!((listing.list, listing.game.free.is_some()), (List::Private, true));
    for client in [3, 4] {
        assert_eq!(table.refused(client, sit(KEYS[1], Some(INVITATION))), Some(ProblemCode::Forbidden));
    }
    assert!(
        !serde_json::to_string(&table.0.save(NOW)).unwrap().contains("Bert"),
        "a saved session contains no name"
    );
    let mut restored = table.restored();
    let account = Account { id: AccountId(22), name: "Bert".to_owned() };
    let _ = restored.0.introduce(2, account);
    for table in [&mut table, &mut restored] {
        table.ok(2, sit(KEYS[1], Some(INVITATION)));
        assert!(table.0.listing().unwrap().game.free.is_none());
    }
}

#[test]
fn a_challenge_is_declined_by_the_player_who_is_challenged_alone() {
    let decline = || Command::Decline { invitation: INVITATION.into() };
    let mut table = Table::new("orthochess", Start::Default);
    table.ok(1, invite(false));
    assert_eq!(table.refused(2, decline()), Some(ProblemCode::Unknown), "an invitation is for anybody");
    let mut table = Table::new("orthochess", Start::Default);
    table.ok(1, challenge("Bert", Publicity::default()));
    for client in [1, 3, 4] {
        assert_eq!(table.refused(client, decline()), Some(ProblemCode::Unknown));
    }
    let other = Command::Decline { invitation: KEYS[1].into() };
    assert_eq!(table.refused(2, other), Some(ProblemCode::Unknown));
    table.ok(2, decline());
    let (_, seats) = table.hello(3);
    assert!(seats.declined && table.0.listing().is_none());
    assert_eq!(table.refused(2, sit(KEYS[1], Some(INVITATION))), Some(ProblemCode::Forbidden));
}

#[test]
fn a_challenge_without_an_answer_ends() {
    let mut table = Table::new("orthochess", Start::Default);
    table.ok(1, challenge("Bert", Publicity::default()));
    let mut accepted = table.clone();
    accepted.ok(2, sit(KEYS[1], Some(INVITATION)));
    assert_eq!((table.0.deadline(), accepted.0.deadline()), (Some(CHALLENGE_TIME), None));
    let before = CHALLENGE_TIME - Duration::from_secs(1);
    assert!(!table.0.tick(before).changed && table.0.listing().is_some());
    let mut restored = table.restored();
    restored.0.end_challenge_at(before);
    for (table, end) in [(&mut table, CHALLENGE_TIME), (&mut restored, before)] {
        assert!(table.0.tick(end).changed);
        assert_eq!((table.0.deadline(), table.0.listing()), (None, None));
        let events = table.ok(1, Command::Summary);
        assert!(format!("{events:?}").contains("The challenge was not answered in time"), "{events:?}");
        assert_eq!(table.refused(2, sit(KEYS[1], Some(INVITATION))), Some(ProblemCode::Forbidden));
        assert!(!table.0.tick(end).changed, "it ends once");
    }
    assert!(!accepted.0.tick(CHALLENGE_TIME).changed, "the game goes on");
}

#[test]
fn who_is_not_signed_in_challenges_nobody() {
    let mut table = Table::new("orthochess", Start::Default);
    assert_eq!(table.refused(4, challenge("Bert", Publicity::default())), Some(ProblemCode::Forbidden));
    assert_eq!(table.refused(1, challenge("Anna", Publicity::default())), Some(ProblemCode::Malformed));
    assert_eq!(
        table.refused(1, challenge(&"B".repeat(81), Publicity::default())),
        Some(ProblemCode::Malformed)
    );
    let public = Publicity { take: true, watch: false };
    assert_eq!(table.refused(1, challenge("Bert", public)), Some(ProblemCode::Malformed));
}
