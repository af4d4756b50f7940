//! The contract of stores: one list of tests, which runs on each of them.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use beaufort_load::PostgresServer;
use beaufort_session::command::{Command, Publicity, Request, Start};
use beaufort_session::{
    AppendedTurn, Conversation, Destination, Letter, LetterKind, Library, List, Listing, ListingChange, Post,
    PushKeys, PushSubscription, Save, StoredConversation, Way,
};
use tempfile::TempDir;

use super::connection::Dialect;
use super::pool::PooledConnection;
use super::{Database, Row, Search, Sharing, SqlStore, Store, StoreError, Stored, WaitingLetter, WriteRight};
use crate::identity::FoldedName;

/// A store that is not there yet.
pub(super) struct Place {
    pub(super) database: Database,
    /// It lives as long as the place.
    _folder: Option<TempDir>,
}

impl Place {
    pub(super) fn file() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/sessions.sqlite");
        Place { database: Database::File(path), _folder: Some(folder) }
    }

    pub(super) fn postgres() -> Place {
        static SERVER: LazyLock<PostgresServer> = LazyLock::new(|| PostgresServer::start().unwrap());
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let url = SERVER.database(&format!("test{}", NEXT.fetch_add(1, Ordering::Relaxed))).unwrap();
        Place { database: Database::Postgres(url.parse().unwrap()), _folder: None }
    }

    pub(super) async fn open(&self) -> SqlStore {
        SqlStore::open(&self.database, Sharing::Alone).await.unwrap()
    }

    pub(super) fn path(&self) -> &PathBuf {
        match &self.database {
            Database::File(path) => path,
            Database::Postgres(_) => panic!("the store is no file"),
        }
    }
}

/// Runs each test on each store.
macro_rules! on_each_store {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            use crate::store::contract::Place;
            $(#[tokio::test] async fn $test() { super::$test(&Place::file()).await; })*
        }
        mod on_postgres {
            use crate::store::contract::Place;
            $(#[tokio::test] async fn $test() { super::$test(&Place::postgres()).await; })*
        }
    };
}
pub(super) use on_each_store;

on_each_store!(
    what_is_saved_is_there_after_opening_anew,
    turns_are_appended_until_the_next_snapshot,
    what_is_not_kept_yet_never_replaces_anything,
    flags_fall_when_it_is_time_and_not_while_there_is_no_server,
    sessions_that_are_nobodys_expire_when_nobody_comes,
    every_letter_is_kept,
    letters_wait_until_they_are_sent_one_for_each_player,
    a_push_message_waits_for_each_browser_beside_the_letter,
    the_key_for_push_messages_stays,
    a_search_that_is_slow_holds_nobody,
    a_record_is_kept_as_text_with_its_game,
    an_address_is_asked_once_a_day_and_left_alone_when_it_wants,
);

pub(super) fn row(name: &str, snapshot: &str) -> Row {
    Row::new(name, Save::Snapshot(snapshot.to_owned()), WriteRight::Known)
}

fn appended(name: &str, state: &str, turn: Option<(u32, &str)>) -> Row {
    let turn = turn.map(|(number, text)| AppendedTurn { number, text: text.to_owned() });
    Row::new(name, Save::Append { state: state.to_owned(), turn }, WriteRight::Known)
}

pub(super) async fn snapshot(store: &dyn Store, name: &str) -> Option<String> {
    store.load(name).await.unwrap().map(|stored| stored.kept.snapshot)
}

async fn what_is_saved_is_there_after_opening_anew(place: &Place) {
    let store = place.open().await;
    assert_eq!(store.load("a").await.unwrap(), None);
    store.save(&[row("a", "one"), row("b", "other")]).await.unwrap();
    store.save(&[row("a", "two")]).await.unwrap();
    drop(store);
    let store = place.open().await;
    assert_eq!(snapshot(&store, "a").await.as_deref(), Some("two"));
    assert_eq!(snapshot(&store, "b").await.as_deref(), Some("other"));
}

async fn sessions_that_are_nobodys_expire_when_nobody_comes(place: &Place) {
    let store = place.open().await;
    let nobodys = |name: &str| Row { expires: Some(SystemTime::now()), ..row(name, "one") };
    store.save(&[row("kept", "one"), nobodys("left"), nobodys("visited"), nobodys("becomes")]).await.unwrap();
    store.save(&[appended("left", "s1", Some((1, "P-e4"))), row("becomes", "two")]).await.unwrap();
    let begun = SystemTime::now();
    let day = |number: u32| begun + number * Duration::from_secs(86_400) + Duration::from_secs(60);
    let expired = async |number: u32| {
        let mut names = store.expired(day(number), 10).await.unwrap();
        names.sort();
        names
    };
    // A visit on the first day is no second one.
    store.note_visit("visited", day(0)).await.unwrap();
    assert_eq!(expired(6).await, [""; 0]);
    assert_eq!(expired(7).await, ["left", "visited"]);
    assert_eq!(store.expired(day(7), 1).await.unwrap().len(), 1);
    store.note_visit("visited", day(5)).await.unwrap();
    assert_eq!(expired(7).await, ["left"]);
    assert_eq!(expired(34).await, ["left"]);
    assert_eq!(expired(36).await, ["left", "visited"]);
    // One that is visited after it was found stays.
    let names = ["kept", "left", "visited", "becomes"].map(str::to_owned);
    assert_eq!(store.delete_expired(&names, day(34)).await, Ok(1));
    for (name, is_kept) in names.iter().zip([true, false, true, true]) {
        assert_eq!(snapshot(&store, name).await.is_some(), is_kept, "{name}");
    }
    assert!(store.stored_bytes().await.unwrap() > 0);
    // The session is deleted, and its name can be used for a new one.
    store.save(&[Row { right: WriteRight::First, ..nobodys("left") }]).await.unwrap();
    let stored = store.load("left").await.unwrap().unwrap();
    assert_eq!(stored.kept.turns, [""; 0]);
    assert_eq!(expired(3000).await, ["left", "visited"]);
}

async fn turns_are_appended_until_the_next_snapshot(place: &Place) {
    let store = place.open().await;
    store.save(&[row("a", "one"), row("b", "other")]).await.unwrap();
    store.save(&[appended("a", "s1", Some((1, "P-e4"))), appended("b", "t1", None)]).await.unwrap();
    store.save(&[appended("a", "s2", Some((2, "P-f7")))]).await.unwrap();
    let turns = ["P-e4", "P-f7"].map(str::to_owned).to_vec();
    let kept = StoredConversation { snapshot: "one".to_owned(), state: Some("s2".to_owned()), turns };
    let stored = |kept: &StoredConversation| Some(Stored { kept: kept.clone(), ..Stored::default() });
    assert_eq!(store.load("a").await.unwrap(), stored(&kept));
    // A turn that is there already is not appended again, nor anything to a session that is not there: nothing is
    // written of what was to be saved together.
    for bad in [appended("a", "s3", Some((2, "P-f7"))), appended("c", "s1", None)] {
        assert!(matches!(store.save(&[row("b", "new"), bad]).await, Err(StoreError::Failed(_))));
    }
    assert_eq!(store.load("a").await.unwrap(), stored(&kept));
    assert_eq!(snapshot(&store, "b").await.as_deref(), Some("other"));
    store.save(&[row("a", "two")]).await.unwrap();
    let two = StoredConversation { snapshot: "two".to_owned(), ..StoredConversation::default() };
    assert_eq!(store.load("a").await.unwrap(), stored(&two));
}

async fn what_is_not_kept_yet_never_replaces_anything(place: &Place) {
    let store = place.open().await;
    let flag = Some(SystemTime::UNIX_EPOCH + Duration::from_secs(30));
    let begins = |right, name: &str, snapshot: &str| Row { right, ..row(name, snapshot) };
    for (right, name) in [(WriteRight::First, "a"), (WriteRight::Opened, "b")] {
        store.save(&[Row { flag, ..begins(right, name, "one") }]).await.unwrap();
        assert_eq!(snapshot(&store, name).await.as_deref(), Some("one"));
        store.save(&[Row { flag, ..appended(name, "s1", Some((1, "P-e4"))) }]).await.unwrap();
    }
    let kept = async || [store.load("a").await.unwrap(), store.load("b").await.unwrap()];
    let before = kept().await;
    for right in [WriteRight::First, WriteRight::Opened] {
        // The error has the indices of the rows whose names are taken, and no row is written.
        let rows = [row("c", "new"), begins(right, "b", "two"), row("a", "two"), begins(right, "a", "two")];
        assert_eq!(store.save(&rows).await, Err(StoreError::NameTaken(vec![1, 3])), "{right:?}");
        assert_eq!(kept().await, before, "{right:?}");
        assert_eq!(store.load("c").await.unwrap(), None);
    }
    // The same holds for two rows of one save with the same name.
    let both = [begins(WriteRight::Opened, "d", "one"), begins(WriteRight::First, "d", "two")];
    assert_eq!(store.save(&both).await, Err(StoreError::NameTaken(vec![1])));
    assert_eq!(store.load("d").await.unwrap(), None);
    store.save(&[row("a", "two")]).await.unwrap();
    assert_eq!(snapshot(&store, "a").await.as_deref(), Some("two"));
}

async fn flags_fall_when_it_is_time_and_not_while_there_is_no_server(place: &Place) {
    let store = place.open().await;
    let at = |seconds: u64| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    let flag = async |name: &str| store.load(name).await.unwrap().unwrap().flag;
    let flags = async || {
        let mut flags = Vec::new();
        for name in ["a", "b", "c", "d"] {
            flags.push(flag(name).await);
        }
        flags
    };
    let flagged = async |now: u64| store.flagged(at(now), 2).await.unwrap();
    store.save(&[Row { flag: Some(at(30)), ..row("a", "one") }, row("b", "two")]).await.unwrap();
    store.save(&[Row { flag: Some(at(20)), ..appended("b", "s1", None) }]).await.unwrap();
    store.save(&[Row { flag: Some(at(40)), ..row("c", "three") }, row("d", "four")]).await.unwrap();
    assert_eq!(flag("b").await, Some(at(20)));
    assert!(flagged(19).await.is_empty());
    assert_eq!(flagged(20).await, ["b"]);
    // No flag is skipped for ever, whatever happens to the others.
    let mut seen = std::collections::HashSet::new();
    while seen.len() < 3 {
        let names = flagged(99).await;
        assert_eq!(names.len(), 2);
        seen.extend(names);
    }
    // Without a last sign of life every flag is postponed by the grace period.
    store.postpone_flags(at(30), Duration::from_secs(5)).await.unwrap();
    assert_eq!(flags().await, [Some(at(35)), Some(at(35)), Some(at(40)), None]);
    // A player who had some time left has it again.
    assert_eq!(store.last_alive().await.unwrap(), None);
    for alive in [10, 20, 15] {
        store.note_alive(at(alive)).await.unwrap();
    }
    assert_eq!(store.last_alive().await.unwrap(), Some(at(20)), "the time never goes back");
    store.postpone_flags(at(1020), Duration::from_secs(17)).await.unwrap();
    assert_eq!(flags().await, [Some(at(1037)), Some(at(1037)), Some(at(1040)), None]);
    // A clock that was set back costs no player time.
    store.postpone_flags(at(5), Duration::ZERO).await.unwrap();
    assert_eq!(flag("c").await, Some(at(1040)));
    // A session that is in memory again has no flag here.
    store.save(&[appended("a", "s1", None), row("b", "five")]).await.unwrap();
    assert_eq!([flag("a").await, flag("b").await], [None, None]);
    assert_eq!(flagged(1099).await, ["c"]);
}

async fn every_letter_is_kept(place: &Place) {
    let store = place.open().await;
    let text = "{\"comment\":\"\u{1F409} ♞ Ärger \\u0000 \\\" 'quoted' %s $1\"}";
    store.save(&[row("a", text)]).await.unwrap();
    store.save(&[appended("a", text, Some((1, "Kx♞")))]).await.unwrap();
    let kept = store.load("a").await.unwrap().unwrap().kept;
    assert_eq!((kept.snapshot.as_str(), kept.state.as_deref()), (text, Some(text)));
    assert_eq!(kept.turns, ["Kx♞"]);
}

async fn letters_wait_until_they_are_sent_one_for_each_player(place: &Place) {
    let store = place.open().await;
    let begun = SystemTime::now();
    let at = |seconds: u64| begun + Duration::from_secs(seconds);
    let to = |side, address: &str, delay| {
        let token = "the-key-of-128-random-bits".into();
        let letter = Letter {
            kind: LetterKind::Turn,
            to: Destination::Mail { address: address.into(), token },
            game: "Kriegspiel ♞".to_owned(),
            opponent: "Boreas".to_owned(),
            delay: Duration::from_secs(delay),
            language: "fr-CA".to_owned(),
        };
        Post { side, way: Way::Mail, letters: vec![letter], stops: None }
    };
    let due = async |now| -> Vec<(i64, String, u32)> {
        let letters = store.due_letters(Way::Mail, at(now), 2).await.unwrap();
        letters.into_iter().map(|letter| (letter.id, letter.address, letter.attempts)).collect()
    };
    store.save(&[Row { post: vec![to(0, "a@b", 0), to(1, "c@d", 0)], ..row("a", "one") }]).await.unwrap();
    let [(first, _, 0), (second, _, 0)] = &due(10).await[..] else { panic!() };
    let letter = store.due_letters(Way::Mail, at(10), 1).await.unwrap().remove(0);
    assert_eq!((letter.session.as_str(), letter.game.as_str()), ("a", "Kriegspiel ♞"));
    assert_eq!((letter.language.as_str(), letter.opponent.as_str()), ("fr-CA", "Boreas"));
    assert_eq!((letter.kind, letter.token.as_str()), (LetterKind::Turn, "the-key-of-128-random-bits"));
    // One that could not be sent is sent later, and one that was is gone.
    store.settle_letter(*first, Some(at(20))).await.unwrap();
    store.settle_letter(*second, None).await.unwrap();
    assert!(due(19).await.is_empty());
    assert_eq!(due(20).await, [(*first, "a@b".to_owned(), 1)]);
    // The next mail replaces the old one, whose fate no longer matters.
    store.save(&[Row { post: vec![to(0, "e@f", 0)], ..appended("a", "s1", None) }]).await.unwrap();
    store.settle_letter(*first, None).await.unwrap();
    assert_eq!(due(10).await.iter().map(|(_, address, _)| address.as_str()).collect::<Vec<_>>(), ["e@f"]);
    // With a change that is not saved no letter is sent.
    let bad = appended("nobody", "s1", None);
    assert!(store.save(&[Row { post: vec![to(1, "g@h", 0)], ..row("a", "two") }, bad]).await.is_err());
    let none = Post { side: 0, way: Way::Mail, letters: Vec::new(), stops: None };
    store.save(&[Row { post: vec![none], ..row("a", "two") }]).await.unwrap();
    assert!(due(99).await.is_empty());
    // One that has time waits.
    store.save(&[Row { post: vec![to(0, "a@b", 300)], ..row("a", "two") }]).await.unwrap();
    assert!(due(299).await.is_empty());
    assert_eq!(due(399).await.len(), 1);
}

async fn a_push_message_waits_for_each_browser_beside_the_letter(place: &Place) {
    let store = place.open().await;
    let to = |to: Destination| Letter {
        kind: LetterKind::Turn,
        to,
        game: "Scirocco".to_owned(),
        opponent: String::new(),
        delay: Duration::ZERO,
        language: String::new(),
    };
    let browser = |name: &str| {
        let keys = PushKeys { p256dh: "point".to_owned(), auth: "secret".to_owned() };
        to(Destination::Push(PushSubscription { endpoint: format!("https://push/{name}"), keys }))
    };
    let mail = to(Destination::Mail { address: "a@b".into(), token: "the-key-of-128-random-bits".into() });
    let post =
        |way, letters| Row { post: vec![Post { side: 0, way, letters, stops: None }], ..row("a", "one") };
    store.save(&[post(Way::Mail, vec![mail])]).await.unwrap();
    store.save(&[post(Way::Push, vec![browser("one"), browser("other")])]).await.unwrap();
    let due = async |way| {
        let letters = store.due_letters(way, SystemTime::now() + Duration::from_secs(9), 9).await.unwrap();
        letters.into_iter().map(|letter| (letter.address, letter.token)).collect::<Vec<_>>()
    };
    let keys = || "point.secret".to_owned();
    assert_eq!(
        due(Way::Push).await,
        [("https://push/one".to_owned(), keys()), ("https://push/other".to_owned(), keys())]
    );
    store.save(&[post(Way::Push, vec![browser("third")])]).await.unwrap();
    assert_eq!(due(Way::Push).await, [("https://push/third".to_owned(), keys())]);
    assert_eq!(due(Way::Mail).await.len(), 1);
}

async fn the_key_for_push_messages_stays(place: &Place) {
    let store = place.open().await;
    assert_eq!(store.push_key(vec![1, 2]).await.unwrap(), [1, 2]);
    drop(store);
    let store = place.open().await;
    assert_eq!(store.push_key(vec![3]).await.unwrap(), [1, 2]);
}

async fn a_search_that_is_slow_holds_nobody(place: &Place) {
    let store = place.open().await;
    let mut searches = [store.search().await.unwrap(), store.search().await.unwrap()];
    // Longer than a search may take, by far.
    let slow = match searches[0].dialect() {
        Dialect::Sqlite => {
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)
            SELECT count(*) FROM n"
        }
        Dialect::Postgres => "SELECT count(*) FROM (SELECT pg_sleep(600)) AS slow",
    };
    let over = AtomicUsize::new(0);
    let [first, second] = &mut searches;
    let end = async |search: &mut PooledConnection| {
        let stopped = search.query(slow, &[]).await;
        over.fetch_add(1, Ordering::Relaxed);
        assert!(matches!(stopped, Err(StoreError::TooLong)));
    };
    let others = async {
        store.save(&[row("a", "one")]).await.unwrap();
        assert_eq!(snapshot(&store, "a").await.as_deref(), Some("one"));
        store.note_alive(SystemTime::now()).await.unwrap();
        assert_eq!(store.flagged(SystemTime::now(), 9).await, Ok(Vec::new()));
        let open = Search { limit: 9, ..Search::first_of(List::Open) };
        assert_eq!(store.listed(&open).await, Ok(Vec::new()));
        let accounts = store.accounts().unwrap();
        assert_eq!(accounts.credentials(&FoldedName::new("Anna")).await, Ok(None));
        assert_eq!(over.load(Ordering::Relaxed), 0, "the searches were going on all the time");
    };
    tokio::join!(end(first), end(second), others);
    // Their connections serve again.
    for search in &mut searches {
        assert_eq!(search.query("SELECT 1", &[]).await.unwrap().len(), 1);
    }
}

async fn a_record_is_kept_as_text_with_its_game(place: &Place) {
    let store = place.open().await;
    let kept = async || store.archived("a").await.unwrap().map(|archived| archived.record);
    let archive = |record: Option<&str>| Row {
        listing: ListingChange::Listed(Box::new(archived())),
        record: record.map(str::to_owned),
        ..row("a", "one")
    };
    assert_eq!(kept().await, None);
    // A game of an older version has none; it is made once.
    store.save(&[archive(None)]).await.unwrap();
    assert_eq!(kept().await, Some(None));
    for _ in 0..2 {
        store.keep_record("a", "old").await.unwrap();
        assert_eq!(kept().await, Some(Some("old".to_owned())));
    }
    store.save(&[archive(Some("new"))]).await.unwrap();
    store.keep_record("a", "late").await.unwrap();
    store.save(&[archive(None)]).await.unwrap();
    assert_eq!(kept().await, Some(Some("new".to_owned())));
    // Of a game that is in no list nothing is kept.
    store.keep_record("b", "nothing").await.unwrap();
    store.save(&[Row { listing: ListingChange::Unlisted, ..row("a", "two") }]).await.unwrap();
    assert_eq!(kept().await, None);
    store.save(&[archive(None)]).await.unwrap();
    assert_eq!(kept().await, Some(None));
}

/// Returns the listing of an archived game.
fn archived() -> Listing {
    let mut conversation = Conversation::new(&Library::new(), 1);
    let mut ask = |client, command| {
        let _ = conversation.handle(client, Request { id: 1, key: None, command }, Duration::ZERO);
        conversation.listing()
    };
    let [seat, other] = ["the-first-key-of-128-bits", "the-second-key-of-128-bits"];
    let invitation = "an-invitation-of-128-bits";
    let public = Publicity { take: false, watch: true };
    let game = Some("orthochess".to_owned());
    ask(0, Command::Start { game, players: None, clock: None, from: Some(Start::Default), date: None });
    ask(
        0,
        Command::Invite {
            side: 0,
            seat: seat.into(),
            invitation: invitation.into(),
            public,
            rated: false,
            opponent: None,
        },
    );
    ask(1, Command::Sit { seat: other.into(), invitation: Some(invitation.into()), if_present: false });
    ask(1, Command::Resign { side: 1 }).unwrap()
}

async fn an_address_is_asked_once_a_day_and_left_alone_when_it_wants(place: &Place) {
    let store = place.open().await;
    let begun = SystemTime::now();
    let hour = Duration::from_secs(3600);
    let to = |address: &str, kind, attempts| WaitingLetter {
        id: 1,
        session: "a".to_owned(),
        way: Way::Mail,
        address: address.to_owned(),
        token: "the-key-of-128-random-bits".to_owned(),
        game: "Scirocco".to_owned(),
        opponent: String::new(),
        kind,
        language: String::new(),
        attempts,
    };
    let (confirm, turn) = (LetterKind::Confirm, LetterKind::Turn);
    assert!(store.admit_letter(&to("anne@example.org", confirm, 0), begun).await.unwrap());
    drop(store);
    let store = place.open().await;
    let admits = async |letter: &WaitingLetter, now| store.admit_letter(letter, now).await.unwrap();
    assert!(!admits(&to("Anne@Example.org", confirm, 0), begun + 23 * hour).await, "from whatever session");
    assert!(admits(&to("anne@example.org", confirm, 1), begun + hour).await, "it is tried again");
    assert!(admits(&to("anne@example.org", turn, 0), begun + hour).await);
    assert!(admits(&to("anne@example.org", confirm, 0), begun + 25 * hour).await);
    // All unconfirmed addresses together get a bounded number of letters an hour.
    let mut admitted = 0;
    for number in 0..100 {
        admitted +=
            u32::from(admits(&to(&format!("{number}@example.org"), confirm, 0), begun + 50 * hour).await);
    }
    assert_eq!(admitted, 60);
    assert!(admits(&to("99@example.org", confirm, 0), begun + 52 * hour).await);
    // A reader who wants no letters gets none.
    let stops = Post { side: 0, way: Way::Mail, letters: Vec::new(), stops: Some("anne@example.org".into()) };
    store.save(&[Row { post: vec![stops], ..row("b", "one") }]).await.unwrap();
    for kind in [confirm, turn] {
        assert!(!admits(&to("ANNE@example.org", kind, 0), begun + 99 * hour).await);
    }
}
