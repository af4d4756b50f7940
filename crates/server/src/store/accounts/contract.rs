//! What every store does with accounts.

use std::time::{Duration, SystemTime};

use beaufort_session::{Account, AccountId};

use super::super::Store;
use super::super::contract::{Place, on_each_store};
use super::{AccountStore, Credentials, MAX_SIGN_INS, WhichTokens};
use crate::accounts::{FoldedName, PasswordHash, TokenHash};

on_each_store!(
    a_name_is_given_once,
    a_token_belongs_to_an_account_until_it_is_forgotten,
    the_first_of_too_many_browsers_is_signed_out,
    an_account_that_is_deleted_is_gone_and_its_number_too,
);

fn accounts(store: &dyn Store) -> &dyn AccountStore {
    store.accounts().unwrap()
}

fn create(store: &dyn Store, name: &str) -> Option<AccountId> {
    let password = PasswordHash::kept(format!("the hash of {name}'s"));
    accounts(store).create_account(name, &FoldedName::new(name), &password).unwrap()
}

fn credentials(store: &dyn Store, name: &str) -> Option<Credentials> {
    accounts(store).credentials(&FoldedName::new(name)).unwrap()
}

fn token(number: u32) -> TokenHash {
    TokenHash::of(&number.to_be_bytes())
}

fn at(seconds: u64) -> SystemTime {
    SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
}

/// Later than any test.
const LATER: u64 = 1 << 40;

fn signed_in(store: &dyn Store, number: u32) -> Option<Account> {
    accounts(store).signed_in(&token(number), at(LATER - 1)).unwrap()
}

fn a_name_is_given_once(place: &Place) {
    let store = place.open();
    assert_eq!(credentials(&*store, "Anna"), None);
    let anna = create(&*store, "Anna").unwrap();
    assert_eq!(create(&*store, "ANNA"), None);
    assert_eq!(create(&*store, "аnna"), None);
    let bert = create(&*store, "Bert").unwrap();
    assert_ne!(anna, bert);
    accounts(&*store).set_password(bert, &PasswordHash::kept("another".to_owned())).unwrap();
    drop(store);
    let store = place.open();
    let found = |id, name: &str, hash: &str| {
        let account = Account { id, name: name.to_owned() };
        Some(Credentials { account, password: PasswordHash::kept(hash.to_owned()) })
    };
    assert_eq!(credentials(&*store, "anna"), found(anna, "Anna", "the hash of Anna's"));
    assert_eq!(credentials(&*store, "Bert"), found(bert, "Bert", "another"));
}

fn a_token_belongs_to_an_account_until_it_is_forgotten(place: &Place) {
    let store = place.open();
    let [anna, bert] = ["Anna", "Bert"].map(|name| create(&*store, name).unwrap());
    for (number, account) in [(1, anna), (2, anna), (3, anna), (4, bert)] {
        accounts(&*store).sign_in(account, &token(number), at(LATER)).unwrap();
    }
    drop(store);
    let store = place.open();
    let who = |number| signed_in(&*store, number).map(|account| account.name);
    let name = |name: &str| Some(name.to_owned());
    assert_eq!([1, 2, 3, 4, 5].map(who), [name("Anna"), name("Anna"), name("Anna"), name("Bert"), None]);
    assert_eq!(accounts(&*store).signed_in(&token(1), at(LATER)), Ok(None), "it is too old");
    // Nobody signs out somebody else.
    accounts(&*store).sign_out(bert, WhichTokens::One(token(1))).unwrap();
    accounts(&*store).sign_out(anna, WhichTokens::One(token(1))).unwrap();
    assert_eq!([1, 2, 3, 4].map(who), [None, name("Anna"), name("Anna"), name("Bert")]);
    accounts(&*store).sign_out(anna, WhichTokens::AllBut(token(3))).unwrap();
    assert_eq!([2, 3, 4].map(who), [None, name("Anna"), name("Bert")]);
    accounts(&*store).sign_out(anna, WhichTokens::All).unwrap();
    assert_eq!([3, 4].map(who), [None, name("Bert")]);
}

fn the_first_of_too_many_browsers_is_signed_out(place: &Place) {
    let store = place.open();
    let [anna, bert] = ["Anna", "Bert"].map(|name| create(&*store, name).unwrap());
    accounts(&*store).sign_in(bert, &token(1000), at(LATER)).unwrap();
    for number in 0..=MAX_SIGN_INS as u32 {
        accounts(&*store).sign_in(anna, &token(number), at(LATER)).unwrap();
    }
    assert_eq!(signed_in(&*store, 0), None);
    for number in (1..=MAX_SIGN_INS as u32).chain([1000]) {
        assert!(signed_in(&*store, number).is_some(), "{number}");
    }
}

fn an_account_that_is_deleted_is_gone_and_its_number_too(place: &Place) {
    let store = place.open();
    let anna = create(&*store, "Anna").unwrap();
    accounts(&*store).sign_in(anna, &token(1), at(LATER)).unwrap();
    accounts(&*store).delete_account(anna).unwrap();
    assert_eq!(credentials(&*store, "Anna"), None);
    assert_eq!(signed_in(&*store, 1), None);
    assert_ne!(create(&*store, "Anna").unwrap(), anna);
}
