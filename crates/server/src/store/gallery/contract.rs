//! The contract of stores of published games.

use std::time::Duration;

use beaufort_session::view::{BoardView, GameSummary};
use beaufort_session::{AccountId, Card, Library};

use super::super::contract::{Place, on_each_store};
use super::super::{AccountStore as _, SqlStore};
use super::*;
use crate::identity::{FoldedName, PasswordHash};

on_each_store!(
    a_text_is_published_once_and_never_changes,
    public_games_are_found_by_words_boards_and_publishers,
    no_search_of_a_page_looks_through_the_gallery,
    favourites_are_counted_and_bounded,
    games_stay_without_the_name_of_a_deleted_account,
    what_the_operator_removes_or_features_is_told,
    games_of_nobody_that_are_never_played_are_deleted,
);

/// Returns a game of which the id, the title and the words follow from its number.
fn game(number: u32) -> NewGame {
    let summary = GameSummary {
        id: format!("own-{number}"),
        name: format!("Game {number}"),
        author: "Anna".to_owned(),
        year: 2026,
        summary: String::new(),
        files: 8,
        ranks: 8,
        types: 6,
        pieces: 32,
        sides: ["White", "Black"].map(str::to_owned),
        revision_of: None,
        older: false,
        typical_turns: 40,
        setup_phases: 0,
        start: BoardView::default(),
    };
    NewGame {
        id: summary.id.clone(),
        text: format!("text {number}"),
        words: format!("game {number}\nanna\nking\n100%_archbishop\n"),
        summary,
        account: None,
        origin: None,
        is_public: true,
    }
}

async fn account(store: &SqlStore, name: &str) -> AccountId {
    let password = PasswordHash::kept(String::new());
    store.create_account(name, &FoldedName::new(name), &password).await.unwrap().unwrap()
}

async fn found(store: &SqlStore, search: GallerySearch) -> Vec<String> {
    let search = GallerySearch { limit: 9, ..search };
    store.public_games(&search, None).await.unwrap().into_iter().map(|game| game.id).collect()
}

async fn one(store: &SqlStore, id: &str, viewer: Viewer) -> Published {
    store.published(id, viewer).await.unwrap().unwrap().0
}

async fn a_text_is_published_once_and_never_changes(place: &Place) {
    let store = place.open().await;
    let [anna, bert] = [account(&store, "Anna").await, account(&store, "Bert").await];
    let first = NewGame { origin: Some("scirocco".to_owned()), is_public: false, ..game(1) };
    assert_eq!(store.publish(&first).await, Ok(true));
    let other = NewGame { text: "other".to_owned(), account: Some(bert), ..game(1) };
    assert_eq!(store.publish(&other).await, Ok(false));
    drop(store);
    let store = place.open().await;
    let (known, text) = store.published("own-1", None).await.unwrap().unwrap();
    assert_eq!((text.as_str(), known.account, known.is_public), ("text 1", None, false));
    assert_eq!(known.day.len(), "2026.11.30".len());
    assert_eq!(store.published("own-2", None).await, Ok(None));
    // An account may become its owner, the first one alone.
    store.adopt("own-1", anna).await.unwrap();
    store.adopt("own-1", bert).await.unwrap();
    let view = one(&store, "own-1", Some(anna)).await.view(Some(anna), |id| id == "scirocco").unwrap();
    assert_eq!((view.own, view.publisher.unwrap().name.as_deref()), (true, Some("Anna")));
    assert_eq!(view.origin.unwrap().id.as_deref(), Some("scirocco"));
    assert_eq!(store.set_public("own-1", bert, true).await, Ok(false));
    assert!(found(&store, GallerySearch::default()).await.is_empty());
    assert_eq!(store.set_public("own-1", anna, true).await, Ok(true));
    assert_eq!(found(&store, GallerySearch::default()).await, ["own-1"]);
    assert_eq!((store.count_published(anna).await, store.count_published(bert).await), (Ok(1), Ok(0)));
    assert_eq!(store.own(OwnList::Published, anna, 0, 9).await.unwrap()[0].id, "own-1");
    // A game tells from which one it was made while everybody finds that one.
    let fork = NewGame { origin: Some("own-1".to_owned()), ..game(2) };
    store.publish(&fork).await.unwrap();
    let origin = async || one(&store, "own-2", None).await.view(None, |_| false).unwrap().origin.unwrap();
    let told = origin().await;
    assert_eq!((told.id.as_deref(), told.name.as_deref()), (Some("own-1"), Some("Game 1")));
    assert_eq!(told.publisher.unwrap().name.as_deref(), Some("Anna"));
    store.set_public("own-1", anna, false).await.unwrap();
    assert_eq!(origin().await, GameOrigin::default());
}

async fn public_games_are_found_by_words_boards_and_publishers(place: &Place) {
    let store = place.open().await;
    let anna = account(&store, "Anna").await;
    for number in 1..=4 {
        let is_large = number == 3;
        let mut game = NewGame { account: (number == 2).then_some(anna), ..game(number) };
        game.summary.files = if is_large { 10 } else { 8 };
        game.is_public = number != 4;
        if is_large {
            game.words = "grand game\nbert\nmarshall\n".to_owned();
        }
        store.publish(&game).await.unwrap();
    }
    let words = |text: &str| GallerySearch {
        words: text.split_whitespace().map(str::to_owned).collect(),
        publisher: Some(text.to_owned()),
        ..GallerySearch::default()
    };
    let sorted = async |search| {
        let mut found = found(&store, search).await;
        found.sort();
        found
    };
    assert_eq!(sorted(GallerySearch::default()).await, ["own-1", "own-2", "own-3"]);
    assert_eq!(sorted(words("game")).await, ["own-1", "own-2", "own-3"]);
    assert_eq!(sorted(words("marshall grand")).await, ["own-3"]);
    assert_eq!(sorted(words("marshall king")).await, [""; 0]);
    // The publisher's games, and those that have such a word.
    assert_eq!(sorted(words("anna")).await, ["own-1", "own-2"]);
    assert_eq!(sorted(words("%_arch")).await, ["own-1", "own-2"], "no letter is a wildcard");
    assert_eq!(sorted(words("0_a")).await, [""; 0]);
    assert_eq!(sorted(words("!")).await, [""; 0]);
    assert_eq!(sorted(words("'; DROP TABLE made_game")).await, [""; 0]);
    let board = |files| GallerySearch { board: Some([files, 8]), ..GallerySearch::default() };
    assert_eq!((sorted(board(10)).await, sorted(board(9)).await.len()), (vec!["own-3".to_owned()], 0));
    assert_eq!(store.boards().await, Ok(vec![[8, 8], [10, 8]]));
    store.add_plays(&[("own-1".to_owned(), 2), ("own-9".to_owned(), 1)]).await.unwrap();
    store.add_plays(&[("own-1".to_owned(), 3)]).await.unwrap();
    assert_eq!(one(&store, "own-1", None).await.plays, 5);
    let by_plays = GallerySearch { order: GalleryOrder::Plays, ..GallerySearch::default() };
    assert_eq!(found(&store, by_plays.clone()).await[0], "own-1");
    let second = GallerySearch { offset: 1, limit: 1, ..by_plays };
    assert_eq!(store.public_games(&second, None).await.unwrap().len(), 1);
}

async fn no_search_of_a_page_looks_through_the_gallery(place: &Place) {
    let store = place.open().await;
    let mut write = store.write().await.unwrap();
    let fill = "
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        INSERT INTO made_game (id, text, title, words, view, files, ranks, visibility, plays, favourites, published)
        SELECT 'own-' || i, 'x', 'x', 'x', '{}', 8, 8, i % 2, i % 7, i % 5, i FROM n";
    write.batch(fill).await.unwrap();
    write.commit().await.unwrap();
    let mut connection = store.search().await.unwrap();
    connection.batch("ANALYZE").await.unwrap();
    for order in [GalleryOrder::Newest, GalleryOrder::Plays, GalleryOrder::Favourites] {
        let search = GallerySearch { order, limit: 21, ..GallerySearch::default() };
        let plan = sql::plan(&mut connection, &search).await;
        assert!(plan.iter().any(|line| line.contains("made_game_")), "{order:?}: {plan:#?}");
        let is_scan =
            |line: &String| line.contains("Seq Scan on made_game  ") || line.starts_with("SCAN made_game");
        assert!(!plan.iter().any(is_scan), "{order:?}: {plan:#?}");
    }
}

async fn favourites_are_counted_and_bounded(place: &Place) {
    let store = place.open().await;
    let [anna, bert] = [account(&store, "Anna").await, account(&store, "Bert").await];
    for number in 1..=3 {
        store.publish(&game(number)).await.unwrap();
    }
    let mark = async |account, id: &str, on| store.mark(account, id, on, 2).await.unwrap();
    assert!(mark(anna, "own-1", true).await && mark(anna, "own-1", true).await);
    assert!(mark(bert, "own-1", true).await && mark(anna, "own-2", true).await);
    assert!(!mark(anna, "own-3", true).await, "there are two already");
    let seen = async |id: &str, viewer| {
        let game = one(&store, id, viewer).await;
        (game.favourites, game.is_favourite)
    };
    assert_eq!((seen("own-1", Some(bert)).await, seen("own-3", Some(anna)).await), ((2, true), (0, false)));
    assert_eq!(seen("own-1", None).await, (2, false));
    let best = GallerySearch { order: GalleryOrder::Favourites, ..GallerySearch::default() };
    assert_eq!(found(&store, best).await[..2], ["own-1", "own-2"]);
    assert_eq!(store.own(OwnList::Favourites, anna, 0, 9).await.unwrap().len(), 2);
    assert!(mark(anna, "own-1", false).await && mark(anna, "own-1", false).await);
    assert_eq!(seen("own-1", Some(anna)).await, (1, false));
    // Those of a deleted account count no more.
    store.delete_account(bert).await.unwrap();
    assert_eq!(seen("own-1", None).await.0, 0);
    assert!(store.own(OwnList::Favourites, bert, 0, 9).await.unwrap().is_empty());
}

async fn games_stay_without_the_name_of_a_deleted_account(place: &Place) {
    let store = place.open().await;
    let anna = account(&store, "Anna").await;
    store.publish(&NewGame { account: Some(anna), ..game(1) }).await.unwrap();
    store.delete_account(anna).await.unwrap();
    let bert = account(&store, "Bert").await;
    store.adopt("own-1", bert).await.unwrap();
    let view = one(&store, "own-1", Some(bert)).await.view(Some(bert), |_| false).unwrap();
    assert_eq!((view.own, view.publisher.unwrap().name), (false, None));
    assert_eq!(found(&store, GallerySearch::default()).await, ["own-1"]);
}

async fn what_the_operator_removes_or_features_is_told(place: &Place) {
    let store = place.open().await;
    let anna = account(&store, "Anna").await;
    for number in 1..=3 {
        store.publish(&NewGame { account: Some(anna), ..game(number) }).await.unwrap();
    }
    let act = async |id: &str, act| operate_gallery(&place.database, id, act).await;
    // A server has the store meanwhile.
    assert_eq!(act("own-1", GalleryAct::Feature(true)).await, Ok(true));
    assert_eq!(act("own-9", GalleryAct::Feature(true)).await, Ok(false));
    assert_eq!(found(&store, GallerySearch::default()).await[0], "own-1");
    assert!(one(&store, "own-1", None).await.is_featured);
    store.mark(anna, "own-1", true, 9).await.unwrap();
    assert_eq!(act("own-1", GalleryAct::Remove(true)).await, Ok(true));
    assert_eq!(store.removed(9).await, Ok(vec!["own-1".to_owned()]));
    assert!(one(&store, "own-1", None).await.is_removed);
    assert_eq!(found(&store, GallerySearch::default()).await.len(), 2);
    assert!(store.own(OwnList::Favourites, anna, 0, 9).await.unwrap().is_empty());
    assert_eq!(store.set_public("own-1", anna, true).await, Ok(false));
    let entries = gallery_entries(&place.database, 9).await.unwrap();
    assert_eq!(entries.iter().filter(|entry| entry.is_removed && entry.is_featured).count(), 1);
    assert!(entries.iter().all(|entry| entry.publisher.as_deref() == Some("Anna")));
    assert_eq!(gallery_entries(&place.database, 1).await.unwrap().len(), 1);
    assert_eq!(act("own-1", GalleryAct::Remove(false)).await, Ok(true));
    assert_eq!(store.removed(9).await, Ok(Vec::new()));
}

async fn games_of_nobody_that_are_never_played_are_deleted(place: &Place) {
    let store = place.open().await;
    let anna = account(&store, "Anna").await;
    store.publish(&NewGame { account: Some(anna), ..game(1) }).await.unwrap();
    store.publish(&game(2)).await.unwrap();
    store.publish(&game(3)).await.unwrap();
    store.add_plays(&[("own-2".to_owned(), 1)]).await.unwrap();
    assert_eq!(store.delete_unplayed(3600).await, Ok(0));
    // Times are whole seconds.
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(store.delete_unplayed(0).await, Ok(1));
    assert_eq!(store.published("own-3", None).await, Ok(None));
    assert!(store.published("own-2", None).await.unwrap().is_some());
}

#[test]
fn a_card_has_short_texts_and_the_names_of_pieces() {
    let long = "x".repeat(5000);
    let text = format!(
        "extends = \"orthochess\"\nid = \"x\"\nname = \"Mine \\u202E {long}\"\nauthor = \"Anna\"\nyear = 2026\n\
        summary = \"\"\"a\nb\"\"\"\n"
    );
    let Card { summary, words } = Card::read(&Library::new(), &text).unwrap();
    assert!(summary.name.starts_with("Mine xxx") && summary.name.chars().count() == 101, "{}", summary.name);
    assert_eq!(summary.summary, "a b");
    assert!(words.contains("anna\n") && words.len() < 4000, "{words}");
    assert!(Card::read(&Library::new(), "nonsense").is_err());
}
