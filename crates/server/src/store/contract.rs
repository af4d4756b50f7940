//! What every store does: one list of tests, for each of them.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use beaufort_load::PostgresServer;
use beaufort_session::{AppendedTurn, Kept, Letter, LetterKind, ListingChange, Post, Save};
use tempfile::TempDir;

use super::{Database, Postgres, Row, Sharing, Sqlite, Store, StoreError, Stored, WriteRight};

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

    pub(super) fn open(&self) -> Box<dyn Store> {
        match &self.database {
            Database::File(path) => Box::new(Sqlite::open(path).unwrap()),
            Database::Postgres(url) => Box::new(Postgres::open(url.clone(), Sharing::Alone).unwrap()),
        }
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
            $(#[test] fn $test() { super::$test(&Place::file()); })*
        }
        mod on_postgres {
            use crate::store::contract::Place;
            $(#[test] fn $test() { super::$test(&Place::postgres()); })*
        }
    };
}
pub(super) use on_each_store;

on_each_store!(
    what_is_saved_is_there_after_opening_anew,
    turns_are_appended_until_the_next_snapshot,
    what_is_not_kept_yet_never_replaces_anything,
    flags_fall_when_it_is_time_and_not_while_there_is_no_server,
    every_letter_is_kept,
    letters_wait_until_they_are_sent_one_for_each_player,
);

pub(super) fn row(name: &str, snapshot: &str) -> Row {
    Row {
        name: name.to_owned(),
        save: Save::Snapshot(snapshot.to_owned()),
        right: WriteRight::Known,
        flag: None,
        listing: ListingChange::None,
        post: Vec::new(),
    }
}

fn appended(name: &str, state: &str, turn: Option<(u32, &str)>) -> Row {
    let turn = turn.map(|(number, text)| AppendedTurn { number, text: text.to_owned() });
    Row {
        name: name.to_owned(),
        save: Save::Append { state: state.to_owned(), turn },
        right: WriteRight::Known,
        flag: None,
        listing: ListingChange::None,
        post: Vec::new(),
    }
}

pub(super) fn snapshot(store: &dyn Store, name: &str) -> Option<String> {
    store.load(name).unwrap().map(|stored| stored.kept.snapshot)
}

fn what_is_saved_is_there_after_opening_anew(place: &Place) {
    let store = place.open();
    assert_eq!(store.load("a").unwrap(), None);
    store.save(&[row("a", "one"), row("b", "other")]).unwrap();
    store.save(&[row("a", "two")]).unwrap();
    drop(store);
    let store = place.open();
    assert_eq!(snapshot(&*store, "a").as_deref(), Some("two"));
    assert_eq!(snapshot(&*store, "b").as_deref(), Some("other"));
}

fn turns_are_appended_until_the_next_snapshot(place: &Place) {
    let store = place.open();
    store.save(&[row("a", "one"), row("b", "other")]).unwrap();
    store.save(&[appended("a", "s1", Some((1, "P-e4"))), appended("b", "t1", None)]).unwrap();
    store.save(&[appended("a", "s2", Some((2, "P-f7")))]).unwrap();
    let turns = ["P-e4", "P-f7"].map(str::to_owned).to_vec();
    let kept = Kept { snapshot: "one".to_owned(), state: Some("s2".to_owned()), turns };
    let stored = |kept: &Kept| Some(Stored { kept: kept.clone(), flag: None });
    assert_eq!(store.load("a").unwrap(), stored(&kept));
    // A turn that is there already is not appended again, nor anything to a session that is not there: nothing is
    // written of what was to be saved together.
    for bad in [appended("a", "s3", Some((2, "P-f7"))), appended("c", "s1", None)] {
        assert!(matches!(store.save(&[row("b", "new"), bad]), Err(StoreError::Failed(_))));
    }
    assert_eq!(store.load("a").unwrap(), stored(&kept));
    assert_eq!(snapshot(&*store, "b").as_deref(), Some("other"));
    store.save(&[row("a", "two")]).unwrap();
    let two = Kept { snapshot: "two".to_owned(), ..Kept::default() };
    assert_eq!(store.load("a").unwrap(), stored(&two));
}

fn what_is_not_kept_yet_never_replaces_anything(place: &Place) {
    let store = place.open();
    let flag = Some(SystemTime::UNIX_EPOCH + Duration::from_secs(30));
    let begins = |right, name: &str, snapshot: &str| Row { right, ..row(name, snapshot) };
    for (right, name) in [(WriteRight::First, "a"), (WriteRight::Opened, "b")] {
        store.save(&[Row { flag, ..begins(right, name, "one") }]).unwrap();
        assert_eq!(snapshot(&*store, name).as_deref(), Some("one"));
        store.save(&[Row { flag, ..appended(name, "s1", Some((1, "P-e4"))) }]).unwrap();
    }
    let kept = || ["a", "b"].map(|name| store.load(name).unwrap());
    let before = kept();
    for right in [WriteRight::First, WriteRight::Opened] {
        // The places of those whose names are taken are told, and nothing is written of the rest.
        let rows = [row("c", "new"), begins(right, "b", "two"), row("a", "two"), begins(right, "a", "two")];
        assert_eq!(store.save(&rows), Err(StoreError::NameTaken(vec![1, 3])), "{right:?}");
        assert_eq!(kept(), before, "{right:?}");
        assert_eq!(store.load("c").unwrap(), None);
    }
    // Nor does one of two that begin together.
    let both = [begins(WriteRight::Opened, "d", "one"), begins(WriteRight::First, "d", "two")];
    assert_eq!(store.save(&both), Err(StoreError::NameTaken(vec![1])));
    assert_eq!(store.load("d").unwrap(), None);
    store.save(&[row("a", "two")]).unwrap();
    assert_eq!(snapshot(&*store, "a").as_deref(), Some("two"));
}

fn flags_fall_when_it_is_time_and_not_while_there_is_no_server(place: &Place) {
    let store = place.open();
    let at = |seconds: u64| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    let flag = |name: &str| store.load(name).unwrap().unwrap().flag;
    let flagged = |now: u64| store.flagged(at(now), 2).unwrap();
    store.save(&[Row { flag: Some(at(30)), ..row("a", "one") }, row("b", "two")]).unwrap();
    store.save(&[Row { flag: Some(at(20)), ..appended("b", "s1", None) }]).unwrap();
    store.save(&[Row { flag: Some(at(40)), ..row("c", "three") }, row("d", "four")]).unwrap();
    assert_eq!(flag("b"), Some(at(20)));
    assert!(flagged(19).is_empty());
    assert_eq!(flagged(20), ["b"]);
    // Nobody is passed over for ever, whatever becomes of the others.
    let mut seen = std::collections::HashSet::new();
    while seen.len() < 3 {
        let names = flagged(99);
        assert_eq!(names.len(), 2);
        seen.extend(names);
    }
    // As long as it is not known how long there was no server, it is long enough to play.
    store.postpone_flags(at(30), Duration::from_secs(5)).unwrap();
    assert_eq!(["a", "b", "c", "d"].map(flag), [Some(at(35)), Some(at(35)), Some(at(40)), None]);
    // Whoever had some time left has it again.
    for alive in [10, 20] {
        store.note_alive(at(alive)).unwrap();
    }
    store.postpone_flags(at(1020), Duration::from_secs(17)).unwrap();
    assert_eq!(["a", "b", "c", "d"].map(flag), [Some(at(1037)), Some(at(1037)), Some(at(1040)), None]);
    // A clock that was set back makes nobody lose time.
    store.postpone_flags(at(5), Duration::ZERO).unwrap();
    assert_eq!(flag("c"), Some(at(1040)));
    // A session that is in memory again has no flag here.
    store.save(&[appended("a", "s1", None), row("b", "five")]).unwrap();
    assert_eq!(["a", "b"].map(flag), [None, None]);
    assert_eq!(flagged(1099), ["c"]);
}

fn every_letter_is_kept(place: &Place) {
    let store = place.open();
    let text = "{\"comment\":\"\u{1F409} ♞ Ärger \\u0000 \\\" 'quoted' %s $1\"}";
    store.save(&[row("a", text)]).unwrap();
    store.save(&[appended("a", text, Some((1, "Kx♞")))]).unwrap();
    let kept = store.load("a").unwrap().unwrap().kept;
    assert_eq!((kept.snapshot.as_str(), kept.state.as_deref()), (text, Some(text)));
    assert_eq!(kept.turns, ["Kx♞"]);
}

fn letters_wait_until_they_are_sent_one_for_each_player(place: &Place) {
    let store = place.open();
    let begun = SystemTime::now();
    let at = |seconds: u64| begun + Duration::from_secs(seconds);
    let to = |side, address: &str, delay| {
        let token = "the-key-of-128-random-bits".into();
        let letter = Letter {
            kind: LetterKind::Turn,
            address: address.into(),
            token,
            game: "Kriegspiel ♞".to_owned(),
            delay: Duration::from_secs(delay),
            language: "fr-CA".to_owned(),
        };
        Post { side, letter: Some(letter) }
    };
    let due = |now| -> Vec<(i64, String, u32)> {
        let letters = store.due_letters(at(now), 2).unwrap();
        letters.into_iter().map(|letter| (letter.id, letter.address, letter.attempts)).collect()
    };
    store.save(&[Row { post: vec![to(0, "a@b", 0), to(1, "c@d", 0)], ..row("a", "one") }]).unwrap();
    let [(first, _, 0), (second, _, 0)] = &due(10)[..] else { panic!() };
    let letter = store.due_letters(at(10), 1).unwrap().remove(0);
    assert_eq!((letter.session.as_str(), letter.game.as_str()), ("a", "Kriegspiel ♞"));
    assert_eq!(letter.language, "fr-CA");
    assert_eq!((letter.kind, letter.token.as_str()), (LetterKind::Turn, "the-key-of-128-random-bits"));
    // One that could not be sent is sent later, and one that was is gone.
    store.settle_letter(*first, Some(at(20))).unwrap();
    store.settle_letter(*second, None).unwrap();
    assert!(due(19).is_empty());
    assert_eq!(due(20), [(*first, "a@b".to_owned(), 1)]);
    // The next letter takes its place, and what becomes of the old one does not matter any more.
    store.save(&[Row { post: vec![to(0, "e@f", 0)], ..appended("a", "s1", None) }]).unwrap();
    store.settle_letter(*first, None).unwrap();
    assert_eq!(due(10).iter().map(|(_, address, _)| address.as_str()).collect::<Vec<_>>(), ["e@f"]);
    // With a change that is not saved no letter is sent.
    let bad = appended("nobody", "s1", None);
    assert!(store.save(&[Row { post: vec![to(1, "g@h", 0)], ..row("a", "two") }, bad]).is_err());
    let none = Post { side: 0, letter: None };
    store.save(&[Row { post: vec![none], ..row("a", "two") }]).unwrap();
    assert!(due(99).is_empty());
    // One that has time waits.
    store.save(&[Row { post: vec![to(0, "a@b", 300)], ..row("a", "two") }]).unwrap();
    assert!(due(299).is_empty());
    assert_eq!(due(399).len(), 1);
}
