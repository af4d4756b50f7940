//! The contract of stores of accounts.

use std::time::{Duration, SystemTime};

use beaufort_session::command::{Command, Publicity, Request, Start};
use beaufort_session::view::{NamedPlayer, OpponentScore, PublicGame};
use beaufort_session::{
    Account, AccountId, Conversation, Library, List, Listing, ListingChange, RatedOutcome, Save,
};

use super::super::contract::{Place, on_each_store};
use super::super::{Row, Search, Store, StoreError, WriteRight};
use super::{AccountStore, Credentials, MAX_SIGN_INS};
use crate::identity::{FoldedName, PasswordHash, TokenHash, WhichTokens};
use crate::rating::MAX_PAIR_GAMES;

on_each_store!(
    a_name_is_given_once,
    a_token_belongs_to_an_account_until_it_is_forgotten,
    who_has_tried_the_password_before_the_present_one_is_not_signed_in,
    the_first_of_too_many_browsers_is_signed_out,
    an_account_that_is_deleted_is_gone_and_its_number_too,
    a_game_is_rated_once_and_with_its_end_or_not_at_all,
    the_games_of_a_pair_count_so_many_times_a_day,
    a_curve_has_the_ratings_after_the_last_games,
    results_count_by_opponents,
    the_best_players_are_not_provisional,
    who_deletes_the_account_loses_the_rated_games_that_go_on,
    a_game_that_begins_erases_no_game_of_the_archive,
    games_are_found_by_those_who_play_them_until_their_names_are_deleted,
);

fn accounts(store: &dyn Store) -> &dyn AccountStore {
    store.accounts().unwrap()
}

async fn create(store: &dyn Store, name: &str) -> Option<AccountId> {
    let password = PasswordHash::kept(format!("the hash of {name}'s"));
    accounts(store).create_account(name, &FoldedName::new(name), &password).await.unwrap()
}

async fn anna_and_bert(store: &dyn Store) -> [AccountId; 2] {
    [create(store, "Anna").await.unwrap(), create(store, "Bert").await.unwrap()]
}

/// Signs a browser in with the password that the account has.
async fn sign_in(store: &dyn Store, name: &str, number: u32) {
    let credentials = credentials(store, name).await.unwrap();
    assert!(accounts(store).sign_in(&credentials, &token(number), at(LATER)).await.unwrap());
}

async fn credentials(store: &dyn Store, name: &str) -> Option<Credentials> {
    accounts(store).credentials(&FoldedName::new(name)).await.unwrap()
}

fn token(number: u32) -> TokenHash {
    TokenHash::of(&number.to_be_bytes())
}

fn at(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
}

/// Later than any test.
const LATER: u64 = 1 << 40;

async fn signed_in(store: &dyn Store, number: u32) -> Option<Account> {
    accounts(store).signed_in(&token(number), at(LATER - 1)).await.unwrap()
}

async fn a_name_is_given_once(place: &Place) {
    let store = place.open().await;
    assert_eq!(credentials(&store, "Anna").await, None);
    let anna = create(&store, "Anna").await.unwrap();
    assert_eq!(create(&store, "ANNA").await, None);
    assert_eq!(create(&store, "аnna").await, None);
    let bert = create(&store, "Bert").await.unwrap();
    assert_ne!(anna, bert);
    accounts(&store).set_password(bert, &PasswordHash::kept("another".to_owned())).await.unwrap();
    drop(store);
    let store = place.open().await;
    let found = |id, name: &str, hash: &str| {
        let account = Account { id, name: name.to_owned() };
        Some(Credentials { account, password: PasswordHash::kept(hash.to_owned()) })
    };
    assert_eq!(credentials(&store, "anna").await, found(anna, "Anna", "the hash of Anna's"));
    assert_eq!(credentials(&store, "Bert").await, found(bert, "Bert", "another"));
}

async fn a_token_belongs_to_an_account_until_it_is_forgotten(place: &Place) {
    let store = place.open().await;
    let [anna, bert] = anna_and_bert(&store).await;
    for (number, account) in [(1, "Anna"), (2, "Anna"), (3, "Anna"), (4, "Bert")] {
        sign_in(&store, account, number).await;
    }
    drop(store);
    let store = place.open().await;
    let who = async |numbers: &[u32]| {
        let mut names = Vec::new();
        for number in numbers {
            names.push(signed_in(&store, *number).await.map(|account| account.name));
        }
        names
    };
    let name = |name: &str| Some(name.to_owned());
    assert_eq!(who(&[1, 2, 3, 4, 5]).await, [name("Anna"), name("Anna"), name("Anna"), name("Bert"), None]);
    assert_eq!(accounts(&store).signed_in(&token(1), at(LATER)).await, Ok(None), "it is too old");
    // A token of another account is not signed out.
    accounts(&store).sign_out(bert, WhichTokens::One(token(1))).await.unwrap();
    accounts(&store).sign_out(anna, WhichTokens::One(token(1))).await.unwrap();
    assert_eq!(who(&[1, 2, 3, 4]).await, [None, name("Anna"), name("Anna"), name("Bert")]);
    accounts(&store).sign_out(anna, WhichTokens::AllBut(token(3))).await.unwrap();
    assert_eq!(who(&[2, 3, 4]).await, [None, name("Anna"), name("Bert")]);
    accounts(&store).sign_out(anna, WhichTokens::All).await.unwrap();
    assert_eq!(who(&[3, 4]).await, [None, name("Bert")]);
}

async fn who_has_tried_the_password_before_the_present_one_is_not_signed_in(place: &Place) {
    let store = place.open().await;
    let anna = create(&store, "Anna").await.unwrap();
    let before = credentials(&store, "Anna").await.unwrap();
    accounts(&store).set_password(anna, &PasswordHash::kept("another".to_owned())).await.unwrap();
    assert_eq!(accounts(&store).sign_in(&before, &token(1), at(LATER)).await, Ok(false));
    assert_eq!(signed_in(&store, 1).await, None);
    sign_in(&store, "Anna", 2).await;
    let deleted = credentials(&store, "Anna").await.unwrap();
    accounts(&store).delete_account(anna).await.unwrap();
    assert_eq!(accounts(&store).sign_in(&deleted, &token(3), at(LATER)).await, Ok(false));
}

async fn the_first_of_too_many_browsers_is_signed_out(place: &Place) {
    let store = place.open().await;
    for name in ["Anna", "Bert"] {
        create(&store, name).await.unwrap();
    }
    sign_in(&store, "Bert", 1000).await;
    for number in 0..=MAX_SIGN_INS as u32 {
        sign_in(&store, "Anna", number).await;
    }
    assert_eq!(signed_in(&store, 0).await, None);
    for number in (1..=MAX_SIGN_INS as u32).chain([1000]) {
        assert!(signed_in(&store, number).await.is_some(), "{number}");
    }
}

async fn an_account_that_is_deleted_is_gone_and_its_number_too(place: &Place) {
    let store = place.open().await;
    let anna = create(&store, "Anna").await.unwrap();
    sign_in(&store, "Anna", 1).await;
    accounts(&store).delete_account(anna).await.unwrap();
    assert_eq!(credentials(&store, "Anna").await, None);
    assert_eq!(signed_in(&store, 1).await, None);
    assert_ne!(create(&store, "Anna").await.unwrap(), anna);
}

/// Returns the listings of a rated game between two accounts, as it begins and when the second side has resigned.
fn listings(accounts: [AccountId; 2]) -> [Listing; 2] {
    let mut conversation = Conversation::new(&Library::new(), 1);
    let mut ask = |client: usize, command| {
        let _ = conversation.handle(client as u64, Request { id: 1, key: None, command }, Duration::ZERO);
        conversation.listing()
    };
    let [first, second] = ["the-first-key-of-128-bits", "the-second-key-of-128-bits"];
    let invitation = "an-invitation-of-128-bits";
    let public = Publicity { take: false, watch: true };
    let game = Some("orthochess".to_owned());
    ask(0, Command::Start { game, players: None, clock: None, from: Some(Start::Default), date: None });
    ask(
        0,
        Command::Invite {
            side: 0,
            seat: first.into(),
            invitation: invitation.into(),
            public,
            rated: false,
            opponent: None,
        },
    );
    let begun =
        ask(1, Command::Sit { seat: second.into(), invitation: Some(invitation.into()), if_present: false });
    let over = ask(1, Command::Resign { side: 1 });
    [(begun, None), (over, Some(RatedOutcome::Won(0)))].map(|(listing, rated)| {
        let listing = listing.unwrap();
        Listing { accounts: accounts.map(Some), rated, ..listing }
    })
}

fn row(session: &str, listing: &Listing) -> Row {
    let row = Row::new(session, Save::Snapshot("a game".to_owned()), WriteRight::Known);
    Row { listing: ListingChange::Listed(Box::new(listing.clone())), ..row }
}

async fn a_game_is_rated_once_and_with_its_end_or_not_at_all(place: &Place) {
    let store = place.open().await;
    let players = anna_and_bert(&store).await;
    let [begun, over] = listings(players);
    let points = async |store: &dyn Store| {
        let mut points = Vec::new();
        for account in players {
            let ratings = accounts(store).ratings_of(account).await.unwrap();
            points.push(
                ratings.first().map(|(game, rating)| (game.clone(), rating.view().rating, rating.games)),
            );
        }
        points
    };
    store.save(&[row("a", &begun)]).await.unwrap();
    assert_eq!(points(&store).await, [None, None]);
    // The end cannot be saved: neither is the rating.
    let bad = Row { save: Save::Append { state: String::new(), turn: None }, ..row("nowhere", &begun) };
    assert!(matches!(store.save(&[row("a", &over), bad]).await, Err(StoreError::Failed(_))));
    assert_eq!(points(&store).await, [None, None]);
    store.save(&[row("a", &over)]).await.unwrap();
    let game = "orthochess".to_owned();
    let once = [Some((game.clone(), 1662, 1)), Some((game, 1338, 1))];
    assert_eq!(points(&store).await, once);
    // A server that does not know whether a save succeeded repeats it.
    store.save(&[row("a", &over), row("a", &over)]).await.unwrap();
    drop(store);
    let store = place.open().await;
    store.save(&[row("a", &over)]).await.unwrap();
    assert_eq!(points(&store).await, once);
    let facts = accounts(&store).facts_about(players[1]).await.unwrap();
    let game = &facts["ratedGames"][0];
    assert_eq!((&facts["name"], &game["session"], &game["side"]), (&"Bert".into(), &"a".into(), &1.into()));
    assert_eq!((game["score"].as_f64(), game["rating"].as_f64().map(f64::round)), (Some(0.0), Some(1338.0)));
    // Where one of them is gone, nothing is rated.
    accounts(&store).delete_account(players[1]).await.unwrap();
    store.save(&[row("b", &over)]).await.unwrap();
    assert_eq!(points(&store).await, [once[0].clone(), None]);
}

async fn the_games_of_a_pair_count_so_many_times_a_day(place: &Place) {
    let store = place.open().await;
    let [anna, bert] = anna_and_bert(&store).await;
    let [_, over] = listings([anna, bert]);
    let [_, exchanged] = listings([bert, anna]);
    let games = async |account| accounts(&store).ratings_of(account).await.unwrap()[0].1.games;
    for number in 0..MAX_PAIR_GAMES + 2 {
        let listing = if number % 2 == 0 { &over } else { &exchanged };
        store.save(&[row(&format!("s{number}"), listing)]).await.unwrap();
    }
    assert_eq!((games(anna).await, games(bert).await), (MAX_PAIR_GAMES, MAX_PAIR_GAMES));
    let carl = create(&store, "Carl").await.unwrap();
    let [_, other] = listings([anna, carl]);
    store.save(&[row("other", &other)]).await.unwrap();
    assert_eq!((games(anna).await, games(carl).await), (MAX_PAIR_GAMES + 1, 1));
    // Games that did not count are listed without a rating.
    let facts = accounts(&store).facts_about(anna).await.unwrap();
    let rated = facts["ratedGames"].as_array().unwrap();
    assert_eq!(rated.len() as i64, MAX_PAIR_GAMES + 3);
    assert_eq!(rated.iter().filter(|game| game["rating"].is_null()).count(), 2);
}

async fn a_curve_has_the_ratings_after_the_last_games(place: &Place) {
    let store = place.open().await;
    let [anna, bert] = anna_and_bert(&store).await;
    let mut after = Vec::new();
    for number in 0..MAX_PAIR_GAMES + 2 {
        let [_, over] = listings(if number % 2 == 0 { [anna, bert] } else { [bert, anna] });
        store.save(&[row(&format!("s{number:02}"), &over)]).await.unwrap();
        let ratings = accounts(&store).ratings_of(anna).await.unwrap();
        after.push(ratings[0].1.view().rating);
    }
    // Games that did not count are left out.
    after.truncate(MAX_PAIR_GAMES as usize);
    let curve = async |account, limit| {
        let mut curves = accounts(&store).rating_curves(account, limit).await.unwrap();
        let curve = curves.remove("orthochess").unwrap_or_default();
        assert!(curves.is_empty());
        assert!(curve.is_sorted_by_key(|rated| rated.at));
        curve.into_iter().map(|rated| rated.rating).collect::<Vec<_>>()
    };
    assert_eq!(curve(anna, 100).await, after);
    assert_eq!(curve(anna, 3).await, after[after.len() - 3..]);
    assert_eq!(curve(bert, 100).await.len(), after.len());
    assert!(curve(create(&store, "Carl").await.unwrap(), 100).await.is_empty());
}

async fn results_count_by_opponents(place: &Place) {
    let store = place.open().await;
    let [anna, bert] = anna_and_bert(&store).await;
    let carl = create(&store, "Carl").await.unwrap();
    let save = async |session: &str, players, outcome| {
        let [begun, _] = listings(players);
        let over = Listing { rated: Some(outcome), ..begun };
        store.save(&[row(session, &over)]).await.unwrap();
    };
    save("a", [anna, bert], RatedOutcome::Won(0)).await;
    save("b", [bert, anna], RatedOutcome::Won(0)).await;
    save("c", [bert, anna], RatedOutcome::Won(1)).await;
    save("d", [bert, anna], RatedOutcome::Drawn).await;
    save("e", [carl, anna], RatedOutcome::Won(0)).await;
    let of = async |account, limit| {
        let opponents = accounts(&store).opponents(account, limit).await.unwrap();
        let told = |one: OpponentScore| (one.name, one.score.won, one.score.lost, one.score.drawn);
        opponents.into_iter().map(told).collect::<Vec<_>>()
    };
    let (against_bert, against_carl) = (("Bert".to_owned(), 2, 1, 1), ("Carl".to_owned(), 0, 1, 0));
    assert_eq!(of(anna, 9).await, [against_bert.clone(), against_carl]);
    assert_eq!(of(anna, 1).await, [against_bert]);
    assert_eq!(of(bert, 9).await, [("Anna".to_owned(), 1, 2, 1)]);
    accounts(&store).delete_account(bert).await.unwrap();
    assert_eq!(of(anna, 9).await, [("Carl".to_owned(), 0, 1, 0)]);
}

async fn the_best_players_are_not_provisional(place: &Place) {
    let store = place.open().await;
    let anna = create(&store, "Anna").await.unwrap();
    let best = async || {
        let best = accounts(&store).best_players("orthochess", 9).await.unwrap();
        best.into_iter().map(|(name, rating)| (name, rating.view().provisional)).collect::<Vec<_>>()
    };
    for opponent in 0..5 {
        let other = create(&store, &format!("Bert{opponent}")).await.unwrap();
        for game in 0..8 {
            let players = if game % 2 == 0 { [anna, other] } else { [other, anna] };
            let [_, over] = listings(players);
            store.save(&[row(&format!("s{opponent}-{game}"), &over)]).await.unwrap();
        }
        if opponent == 0 {
            assert_eq!(best().await, []);
        }
    }
    assert_eq!(best().await, [("Anna".to_owned(), false)]);
    assert!(accounts(&store).best_players("scirocco", 9).await.unwrap().is_empty());
    assert!(accounts(&store).best_players("orthochess", 0).await.unwrap().is_empty());
}

async fn who_deletes_the_account_loses_the_rated_games_that_go_on(place: &Place) {
    let store = place.open().await;
    let [anna, bert] = anna_and_bert(&store).await;
    let [begun, _] = listings([anna, bert]);
    let played = |opening: &str, rated| {
        let game = PublicGame { opening: opening.to_owned(), rated, ..begun.game.clone() };
        Listing { game, ..begun.clone() }
    };
    let rows = [
        row("rated", &played("e4 e5 Nf3 Nc6", true)),
        row("hardly-begun", &played("e4 e5 Nf3", true)),
        row("casual", &played("e4 e5 Nf3 Nc6", false)),
    ];
    store.save(&rows).await.unwrap();
    accounts(&store).delete_account(anna).await.unwrap();
    let ratings = accounts(&store).ratings_of(bert).await.unwrap();
    assert_eq!((ratings[0].1.view().rating, ratings[0].1.games), (1662, 1));
    // The end that is written later counts no more.
    let over = Listing { rated: Some(RatedOutcome::Won(1)), ..begun.clone() };
    store.save(&[row("rated", &over)]).await.unwrap();
    assert_eq!(accounts(&store).ratings_of(bert).await.unwrap(), ratings);
}

async fn a_game_that_begins_erases_no_game_of_the_archive(place: &Place) {
    let store = place.open().await;
    let players = anna_and_bert(&store).await;
    let [begun, over] = listings(players);
    store.save(&[row("a", &over)]).await.unwrap();
    let kept = async || {
        let mut archived = store.listed(&Search::first_of(List::Archive)).await.unwrap();
        // A second may pass.
        archived.iter_mut().for_each(|listed| listed.age = 0);
        (
            archived,
            accounts(&store).ratings_of(players[0]).await.unwrap().len(),
            store.load("a").await.unwrap(),
        )
    };
    let before = kept().await;
    assert_eq!((before.0.len(), before.1), (1, 1));
    for right in [WriteRight::First, WriteRight::Opened] {
        let save = Save::Snapshot("another game".to_owned());
        for listing in [ListingChange::Unlisted, ListingChange::Listed(Box::new(begun.clone()))] {
            let begins = Row { save: save.clone(), right, listing, ..row("a", &begun) };
            assert_eq!(store.save(&[begins]).await, Err(StoreError::NameTaken(vec![0])), "{right:?}");
            assert_eq!(kept().await, before, "{right:?}");
        }
    }
}

async fn games_are_found_by_those_who_play_them_until_their_names_are_deleted(place: &Place) {
    let store = place.open().await;
    let [anna, bert] = anna_and_bert(&store).await;
    let [begun, over] = listings([anna, bert]);
    let private = Listing { list: List::Private, accounts: [None, Some(anna)], ..begun.clone() };
    store.save(&[row("a", &begun), row("b", &private), row("c", &over)]).await.unwrap();
    let games = async |account, offset, limit| {
        let games = accounts(&store).games_of(account, offset, limit).await.unwrap();
        let mut names: Vec<String> = games.into_iter().map(|game| game.session).collect();
        names.sort();
        names
    };
    assert_eq!(games(anna, 0, 9).await, ["a", "b", "c"]);
    assert_eq!(games(bert, 0, 9).await, ["a", "c"]);
    assert_eq!(
        (games(anna, 0, 2).await.len(), games(anna, 2, 2).await.len(), games(anna, 4, 2).await.len()),
        (2, 1, 0)
    );
    let search = async |player: &str| {
        let player = Some(FoldedName::new(player).as_str().to_owned());
        let any = Search { limit: 9, player, ..Search::first_of(List::Archive) };
        store.listed(&any).await.unwrap()
    };
    let named = |name: &str| Some(NamedPlayer::account(Some(name.to_owned())));
    let found = search("bert").await;
    assert_eq!(found.iter().map(|game| game.session.as_str()).collect::<Vec<_>>(), ["c"]);
    assert_eq!(found[0].names, [named("Anna"), named("Bert")]);
    assert!(search("Carl").await.is_empty());
    accounts(&store).delete_account(bert).await.unwrap();
    assert!(search("Bert").await.is_empty());
    assert_eq!(search("Anna").await[0].names, [named("Anna"), Some(NamedPlayer::default())]);
    assert_eq!(accounts(&store).account_name(bert).await, Ok(None));
    assert_eq!(accounts(&store).account_name(anna).await, Ok(Some("Anna".to_owned())));
}
