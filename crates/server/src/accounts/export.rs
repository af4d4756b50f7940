//! Everything that is kept about an account, as one JSON file.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use beaufort_session::view::ListedGame;
use beaufort_session::{AccountId, DurableConversation};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, Sender};
use tokio::task::spawn_blocking;

use crate::lobby::{Lobby, read_listed};
use crate::store::StoreError;

/// The number of games that are looked up at a time.
const GAMES_AT_ONCE: u32 = 100;
/// The most parts of the file that wait for the reader; then the next one is not looked up.
const MAX_QUEUED_PARTS: usize = 4;

/// Answers with the file. It is written while it is read: whoever reads slowly has the server keep little.
pub(super) fn answer(lobby: &Arc<Lobby>, account: AccountId) -> Response {
    let (sender, mut receiver) = mpsc::channel(MAX_QUEUED_PARTS);
    let lobby = Arc::clone(lobby);
    spawn_blocking(move || {
        if let Err(error) = write(&lobby, account, &sender) {
            tracing::error!(%error, "cannot export an account");
            // The reader is to see that the file is not whole.
            let _ = sender.blocking_send(Err(std::io::Error::other("the export has failed")));
        }
    });
    let parts = futures_util::stream::poll_fn(move |context| receiver.poll_recv(context));
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"beaufort.json\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, Body::from_stream(parts)).into_response()
}

type Parts = Sender<Result<Bytes, std::io::Error>>;

/// Writes the file, until nobody reads it any more.
fn write(lobby: &Lobby, account: AccountId, parts: &Parts) -> Result<(), StoreError> {
    let send = |text: String| parts.blocking_send(Ok(text.into())).is_ok();
    let facts = lobby.with_accounts(|accounts| accounts.facts_about(account))?;
    let ratings = lobby.with_accounts(|accounts| accounts.ratings_of(account))?;
    let ratings: Vec<Value> =
        ratings.into_iter().map(|(game, rating)| json!({ "game": game, "rating": rating.view() })).collect();
    if !send(format!("{{\"account\":{facts},\"ratings\":{},\"games\":[", Value::from(ratings))) {
        return Ok(());
    }
    let mut separator = "";
    for page in 0.. {
        let games = lobby
            .with_accounts(|accounts| accounts.games_of(account, page * GAMES_AT_ONCE, GAMES_AT_ONCE))?;
        let count = games.len();
        for ListedGame { session, game } in games.into_iter().filter_map(read_listed) {
            let kept = kept(lobby, &session, account)?;
            let game = json!({ "session": session, "game": game.table.game, "kept": kept });
            if !send(format!("{separator}\n{game}")) {
                return Ok(());
            }
            separator = ",";
        }
        if count < GAMES_AT_ONCE as usize {
            break;
        }
    }
    send("]}\n".to_owned());
    Ok(())
}

fn kept(lobby: &Lobby, session: &str, account: AccountId) -> Result<Value, StoreError> {
    let Some(stored) = lobby.load(session)? else { return Ok(Value::Null) };
    let conversation = DurableConversation::restore(&lobby.library, 0, &stored.kept);
    let mut conversation = conversation.map_err(StoreError::Failed)?;
    lobby.name_accounts(&mut conversation)?;
    Ok(json!(conversation.conversation().kept_of(account)))
}
