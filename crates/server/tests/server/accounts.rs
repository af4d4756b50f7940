//! Names and passwords, and what others try.

use serde_json::{Value, json};

use crate::browser::{Browser, password};
use crate::talk::{Place, Running, on_each_store};

on_each_store!(
    a_name_is_known_in_every_browser_that_has_signed_in,
    a_password_is_changed_and_the_other_browsers_are_signed_out,
    a_name_with_a_character_0_is_a_wrong_name,
    an_account_is_deleted_with_its_password_alone,
    the_connections_of_a_browser_end_when_it_signs_out,
);

async fn a_name_is_known_in_every_browser_that_has_signed_in(place: &Place) {
    let server = place.start().await;
    let mut one = Browser::new(&server, "Anna").await;
    assert_eq!(one.name(&server).await.as_deref(), Some("Anna"));
    for (name, code) in [("anna", "nameTaken"), ("Аnna", "badName"), ("a", "badName"), ("admin", "badName")]
    {
        assert_eq!(Browser::default().sign(&server, "up", name, "long enough").await.code(), code, "{name}");
    }
    assert_eq!(Browser::default().sign(&server, "up", "Bert", "too short").await.code(), "badPassword");
    let [mut other, mut third] = [Browser::default(), Browser::default()];
    assert_eq!(other.name(&server).await, None);
    assert_eq!(other.sign(&server, "in", "ANNA", &password("Anna")).await.body, json!({ "name": "Anna" }));
    assert_eq!(third.sign(&server, "in", "Anna", &password("Anna")).await.status, 200);
    server.stop().await;
    let server = place.start().await;
    for browser in [&mut one, &mut other, &mut third] {
        assert_eq!(browser.name(&server).await.as_deref(), Some("Anna"));
    }
    // A token that was signed out is of no use any more.
    let mut thief = other.clone();
    other.post(&server, "/account/sign-out", &json!({ "everywhere": false })).await;
    assert_eq!(other.cookie, None);
    assert_eq!(thief.name(&server).await, None);
    assert_eq!(one.name(&server).await.as_deref(), Some("Anna"));
    one.post(&server, "/account/sign-out", &json!({ "everywhere": true })).await;
    assert_eq!(third.name(&server).await, None);
    // Neither password nor token is on the disk.
    let cookie = thief.cookie.unwrap();
    server.stop().await;
    place.has_none_of(&[&password("Anna"), cookie.split_once('=').unwrap().1]);
}

async fn a_password_is_changed_and_the_other_browsers_are_signed_out(place: &Place) {
    let server = place.start().await;
    let mut one = Browser::new(&server, "Anna").await;
    let mut other = Browser::default();
    other.sign(&server, "in", "Anna", &password("Anna")).await;
    let change = |password: &str, new: &str| json!({ "password": password, "new": new });
    let path = "/account/password";
    assert_eq!(
        one.post(&server, path, &change("not the password", "another one")).await.code(),
        "wrongPassword"
    );
    assert_eq!(one.post(&server, path, &change(&password("Anna"), "short")).await.code(), "badPassword");
    let nobody = Browser::default().post(&server, path, &change(&password("Anna"), "another one")).await;
    assert_eq!(nobody.code(), "notSignedIn");
    assert_eq!(one.post(&server, path, &change(&password("Anna"), "another one")).await.status, 200);
    assert_eq!(one.name(&server).await.as_deref(), Some("Anna"));
    assert_eq!(other.name(&server).await, None);
    assert_eq!(other.sign(&server, "in", "Anna", &password("Anna")).await.code(), "wrongPassword");
    assert_eq!(other.sign(&server, "in", "Anna", "another one").await.status, 200);
}

async fn a_name_with_a_character_0_is_a_wrong_name(place: &Place) {
    let server = place.start().await;
    Browser::new(&server, "Anna").await;
    let mut browser = Browser::default();
    for name in ["Anna\0", "An\0na", "\0"] {
        let answer = browser.sign(&server, "in", name, &password("Anna")).await;
        assert_eq!((answer.status, answer.code()), (403, "wrongPassword"), "{name:?}");
    }
    assert_eq!(browser.sign(&server, "in", "Anna", &password("Anna")).await.status, 200);
}

async fn an_account_is_deleted_with_its_password_alone(place: &Place) {
    let server = place.start().await;
    let mut anna = Browser::new(&server, "Anna").await;
    let mut bert = Browser::new(&server, "Bert").await;
    let delete = |name: &str| json!({ "password": password(name) });
    assert_eq!(anna.post(&server, "/account/delete", &delete("Bert")).await.code(), "wrongPassword");
    assert_eq!(
        Browser::default().post(&server, "/account/delete", &delete("Anna")).await.code(),
        "notSignedIn"
    );
    assert_eq!(anna.post(&server, "/account/delete", &delete("Anna")).await.status, 200);
    assert_eq!(anna.name(&server).await, None);
    assert_eq!(anna.sign(&server, "in", "Anna", &password("Anna")).await.code(), "wrongPassword");
    assert_eq!(bert.name(&server).await.as_deref(), Some("Bert"));
    assert_eq!(
        anna.sign(&server, "up", "Anna", &password("Anna")).await.status,
        200,
        "the name is free again"
    );
}

async fn the_connections_of_a_browser_end_when_it_signs_out(place: &Place) {
    let server = place.start().await;
    let mut anna = Browser::new(&server, "Anna").await;
    let mut other = Browser::default();
    other.sign(&server, "in", "Anna", &password("Anna")).await;
    let [mut here, mut there] = [anna.join(&server, "a").await, other.join(&server, "a").await];
    let mut nobodys = Browser::default().join(&server, "a").await;
    here.hello().await;
    there.hello().await;
    anna.post(&server, "/account/sign-out", &json!({ "everywhere": false })).await;
    assert_eq!(here.end().await.unwrap().0, 1001);
    there.hello().await;
    other.post(&server, "/account/delete", &json!({ "password": password("Anna") })).await;
    assert_eq!(there.end().await.unwrap().0, 1001);
    nobodys.hello().await;
}

async fn local() -> (Place, Running) {
    let place = Place::file();
    let server = place.start().await;
    (place, server)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_name_is_answered_as_a_wrong_password() {
    let (_place, server) = local().await;
    let mut browser = Browser::new(&server, "Anna").await;
    let wrong = browser.sign(&server, "in", "Anna", "not her password").await;
    let strip = |head: &str| {
        let lines = head.lines().filter(|line| !line.starts_with("date: "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    // Nor does a name sign in that looks like hers.
    for name in ["Nobody", "AnnA_", "Anпa", "", "x", &"y".repeat(1000), "'; --", "\0"] {
        let answer = browser.sign(&server, "in", name, &password("Anna")).await;
        assert_eq!((strip(&answer.head), &answer.body), (strip(&wrong.head), &wrong.body), "{name}");
    }
    assert_eq!((wrong.status, wrong.code()), (403, "wrongPassword"));
    assert!(!wrong.head.contains("set-cookie"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_is_not_tried_for_ever() {
    let (_place, server) = local().await;
    let mut browser = Browser::new(&server, "Anna").await;
    let mut codes = Vec::new();
    for _ in 0..100 {
        let name = if codes.len() % 2 == 0 { "Anna" } else { "ANNA" };
        codes.push(Browser::default().sign(&server, "in", name, "not her password").await.code().to_owned());
    }
    assert_eq!(codes[0], "wrongPassword");
    assert_eq!(codes[99], "tooMany");
    // The right password is of no use then, but who is signed in stays so.
    let answer = Browser::default().sign(&server, "in", "Anna", &password("Anna")).await;
    assert_eq!((answer.status, answer.code()), (429, "tooMany"));
    assert_eq!(browser.name(&server).await.as_deref(), Some("Anna"));
    // Nor does it keep her out of a browser in which she was signed in before.
    let new = json!({ "password": password("Anna"), "new": password("Anna") });
    assert_eq!(browser.post(&server, "/account/password", &new).await.status, 200);
    browser.post(&server, "/account/sign-out", &json!({ "everywhere": true })).await;
    assert_eq!(browser.name(&server).await, None);
    assert_eq!(browser.sign(&server, "in", "Anna", &password("Anna")).await.status, 200);
    assert_eq!(
        Browser::default().sign(&server, "in", "Bert", "whatever it is").await.code(),
        "wrongPassword"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn no_other_page_acts_for_somebody() {
    let (_place, server) = local().await;
    let mut anna = Browser::new(&server, "Anna").await;
    let acts = [
        ("/account/sign-up", json!({ "name": "Mallory", "password": "long enough" })),
        ("/account/sign-in", json!({ "name": "Anna", "password": password("Anna") })),
        ("/account/sign-out", json!({ "everywhere": true })),
        ("/account/password", json!({ "password": password("Anna"), "new": "long enough" })),
        ("/account/delete", json!({ "password": password("Anna") })),
    ];
    let json = "Content-Type: application/json\r\n";
    for (path, body) in &acts {
        // A page of another site is not let in at all, one of another server on this machine not here.
        for (origin, status) in [("http://evil.example", 403), ("null", 403), ("http://127.0.0.1:3000", 403)]
        {
            let headers = format!("Origin: {origin}\r\n{json}");
            let answer = anna.clone().send(&server, "POST", path, &headers, &body.to_string()).await;
            assert_eq!(answer.status, status, "{path} {origin}");
            assert!(!answer.head.contains("set-cookie"), "{path} {origin}");
        }
        // Bodies that an HTML form can send are refused, and a GET changes nothing.
        let own = format!("Origin: http://{}\r\n", server.address);
        for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
            let headers = format!("{own}Content-Type: {kind}\r\n");
            let answer = anna.clone().send(&server, "POST", path, &headers, &body.to_string()).await;
            assert_eq!((answer.status, answer.code()), (400, "malformed"), "{path} {kind}");
        }
        assert_eq!(anna.clone().get(&server, path).await.status, 405, "{path}");
        for bad in ["", "{}", "[]", "null", "{\"name\":1}", &"a".repeat(100_000)] {
            let headers = format!("{own}{json}");
            let answer = anna.clone().send(&server, "POST", path, &headers, bad).await;
            assert_eq!((answer.status, answer.code()), (400, "malformed"), "{path} {bad}");
        }
    }
    assert_eq!(anna.name(&server).await.as_deref(), Some("Anna"));
    assert_eq!(
        Browser::default().sign(&server, "in", "Mallory", "long enough").await.code(),
        "wrongPassword"
    );
    // The answer to a question is for the own page alone, too.
    let answer = anna.send(&server, "GET", "/account", "Origin: http://127.0.0.1:3000\r\n", "").await;
    assert_eq!(answer.body, json!({}));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_answer_repeats_a_password_and_figures_name_nobody() {
    let (_place, server) = local().await;
    let mut anna = Browser::new(&server, "Anna").await;
    let secret = "a-secret-in-the-wrong-place";
    for body in
        [json!({ "password": secret }), json!({ "name": secret, "password": [secret] }), Value::from(secret)]
    {
        let answer = anna.clone().post(&server, "/account/sign-in", &body).await;
        assert!(!format!("{answer:?}").contains(secret), "{answer:?}");
    }
    let figures = anna.get(&server, "/metrics").await.text;
    assert!(figures.contains("beaufort_accounts_total{act=\"SignUp\",outcome=\"Done\"} 1"), "{figures}");
    assert!(figures.contains("beaufort_accounts_total{act=\"SignIn\",outcome=\"Refused\"} 3"), "{figures}");
    assert!(!figures.contains("Anna"));
}
