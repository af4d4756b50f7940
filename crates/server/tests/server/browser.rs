//! A browser that may be signed in, as far as the server sees it.

use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use crate::talk::{Client, Running};

/// A browser with its cookies.
#[derive(Clone, Default)]
pub(crate) struct Browser {
    pub(crate) cookie: Option<String>,
    /// The cookie by which it is known again where it was signed in.
    known: Option<String>,
}

/// An answer of the server.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Value,
    /// The body as it came.
    pub(crate) text: String,
}

impl Answer {
    /// Returns the code of a refusal.
    pub(crate) fn code(&self) -> &str {
        self.body["code"].as_str().unwrap_or_else(|| panic!("{self:?}"))
    }
}

/// Returns the password of a test account.
pub(crate) fn password(name: &str) -> String {
    format!("the password of {name}")
}

impl Browser {
    /// Signs up with a new name.
    pub(crate) async fn new(server: &Running, name: &str) -> Browser {
        let mut browser = Browser::default();
        let answer = browser.sign(server, "up", name, &password(name)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        browser
    }

    pub(crate) async fn sign(&mut self, server: &Running, how: &str, name: &str, password: &str) -> Answer {
        let body = json!({ "name": name, "password": password });
        self.post(server, &format!("/account/sign-{how}"), &body).await
    }

    /// Asks as the page of the server does, and keeps the cookie that comes back.
    pub(crate) async fn post(&mut self, server: &Running, path: &str, body: &Value) -> Answer {
        let origin = format!("Origin: http://{}\r\n", server.address);
        self.send(server, "POST", path, &(origin + "Content-Type: application/json\r\n"), &body.to_string())
            .await
    }

    pub(crate) async fn get(&mut self, server: &Running, path: &str) -> Answer {
        self.send(server, "GET", path, "", "").await
    }

    /// Returns the name as which it is signed in.
    pub(crate) async fn name(&mut self, server: &Running) -> Option<String> {
        self.get(server, "/account").await.body["name"].as_str().map(str::to_owned)
    }

    pub(crate) async fn send(
        &mut self,
        server: &Running,
        method: &str,
        path: &str,
        headers: &str,
        body: &str,
    ) -> Answer {
        let cookies = [&self.cookie, &self.known].into_iter().flatten();
        let cookie: String = cookies.map(|cookie| format!("Cookie: {cookie}\r\n")).collect();
        let headers = format!("Host: {}\r\n{cookie}{headers}", server.address);
        let answer = server.request(method, path, &headers, body).await;
        let (head, text) = answer.split_once("\r\n\r\n").unwrap();
        for line in head.lines() {
            if let Some(cookie) = line.strip_prefix("set-cookie: ") {
                let pair = cookie.split(';').next().unwrap().to_owned();
                let kept = if pair.contains("-known=") { &mut self.known } else { &mut self.cookie };
                *kept = (!pair.ends_with('=')).then_some(pair);
            }
        }
        Answer {
            status: head[9..12].parse().unwrap(),
            head: head.to_owned(),
            body: serde_json::from_str(text).unwrap_or(Value::Null),
            text: text.to_owned(),
        }
    }

    /// Connects to a session, and says hello.
    pub(crate) async fn join(&self, server: &Running, session: &str) -> Client {
        let mut request = format!("ws://{}/ws/{session}", server.address).into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("Cookie", cookie.parse().unwrap());
        }
        Client::with(connect_async(request).await.unwrap().0)
    }
}
