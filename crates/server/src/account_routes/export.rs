//! Exports all data about an account as one JSON file.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use beaufort_session::view::ListedGame;
use beaufort_session::{AccountId, DurableConversation};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, Sender};

use crate::block::block;
use crate::services::Services;
use crate::store::{Listed, OwnList, Published, StoreError};

/// The number of games that are looked up at a time.
const GAMES_AT_ONCE: u32 = 100;
/// The most parts of the file that wait for the reader; then the next one is not looked up.
const MAX_QUEUED_PARTS: usize = 4;

/// Answers with the file, which is written while it is read: a slow reader takes little memory, and no thread.
pub(super) fn answer(services: &Arc<Services>, account: AccountId) -> Response {
    let (sender, mut receiver) = mpsc::channel(MAX_QUEUED_PARTS);
    let services = Arc::clone(services);
    tokio::spawn(async move {
        if let Err(error) = write(&services, account, &sender).await {
            log_limited!(error, %error, "cannot export an account");
            // This tells the reader that the file is incomplete.
            let _ = sender.send(Err(std::io::Error::other("the export has failed"))).await;
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

/// Writes the file, until the reader is gone.
async fn write(services: &Arc<Services>, account: AccountId, parts: &Parts) -> Result<(), StoreError> {
    let send = async |text: String| parts.send(Ok(text.into())).await.is_ok();
    let looking = Arc::clone(services);
    let (facts, ratings) = services
        .look_up_patiently(async move {
            let accounts = looking.accounts()?;
            let facts = looking.resave_if_gone(accounts.facts_about(account).await)?;
            Ok((facts, looking.resave_if_gone(accounts.ratings_of(account).await)?))
        })
        .await?;
    let ratings: Vec<Value> =
        ratings.into_iter().map(|(game, rating)| json!({ "game": game, "rating": rating.view() })).collect();
    if !send(format!("{{\"account\":{facts},\"ratings\":{},\"games\":[", Value::from(ratings))).await {
        return Ok(());
    }
    let mut separator = "";
    for page in 0.. {
        let looking = Arc::clone(services);
        let games = services
            .look_up_patiently(async move {
                let games = looking.accounts()?.games_of(account, page * GAMES_AT_ONCE, GAMES_AT_ONCE);
                looking.resave_if_gone(games.await)
            })
            .await?;
        let count = games.len();
        for ListedGame { session, game } in games.into_iter().filter_map(Listed::parse) {
            let looking = Arc::clone(services);
            let game = services
                .look_up_patiently(async move {
                    let kept = kept(&looking, &session, account).await?;
                    Ok(json!({ "session": session, "game": game.table.game, "kept": kept }))
                })
                .await?;
            if !send(format!("{separator}\n{game}")).await {
                return Ok(());
            }
            separator = ",";
        }
        if count < GAMES_AT_ONCE as usize {
            break;
        }
    }
    if !send("],\"published\":[".to_owned()).await {
        return Ok(());
    }
    separator = "";
    for page in 0.. {
        let looking = Arc::clone(services);
        let games = services
            .look_up_patiently(async move {
                let (store, offset) = (looking.published()?, page * GAMES_AT_ONCE);
                let games = store.own(OwnList::Published, account, offset, GAMES_AT_ONCE);
                looking.resave_if_gone(games.await)
            })
            .await?;
        let count = games.len();
        for Published { id, is_public, plays, favourites, day, .. } in games {
            let text = services.published()?.published(&id, None).await?.map(|(_, text)| text);
            let game = json!({
                "id": id, "text": text, "public": is_public, "plays": plays, "favourites": favourites, "day": day
            });
            if !send(format!("{separator}\n{game}")).await {
                return Ok(());
            }
            separator = ",";
        }
        if count < GAMES_AT_ONCE as usize {
            break;
        }
    }
    send("]}\n".to_owned()).await;
    Ok(())
}

async fn kept(services: &Arc<Services>, session: &str, account: AccountId) -> Result<Value, StoreError> {
    let Some(stored) = services.load(session).await? else { return Ok(Value::Null) };
    let library = Arc::clone(&services.library);
    let conversation = block(move || DurableConversation::restore(&library, 0, &stored.kept)).await;
    let mut conversation = conversation.map_err(StoreError::Failed)?;
    services.name_accounts(&mut conversation).await?;
    Ok(block(move || json!(conversation.conversation().kept_of(account))).await)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use axum::body::to_bytes;
    use beaufort_session::{Account, Conversation, Library, ListingChange, Save};
    use tokio::time::timeout;

    use super::*;
    use crate::config::Config;
    use crate::identity::{FoldedName, PasswordHash};
    use crate::metrics::Metrics;
    use crate::server_time::ServerTime;
    use crate::store::{AccountStore as _, Row, Sharing, SqlStore, Store as _, WriteRight};

    /// Keeps `count` games of an account.
    async fn keep_games(store: &SqlStore, account: AccountId, count: usize) {
        let mut conversation = Conversation::new(&Library::new(), 1);
        drop(conversation.introduce(1, Account { id: account, name: "Anna".to_owned() }));
        for command in [
            r#"{"type":"start","game":"orthochess","from":{"type":"default"}}"#,
            r#"{"type":"invite","side":0,"seat":"the-first-key-of-128-bits","invitation":"the-invitation-of-128-bits"}"#,
        ] {
            let request = format!("{{\"id\":1,\"command\":{command}}}");
            assert!(conversation.handle_text(1, &request, Duration::ZERO).changed);
        }
        let row = |number: usize| {
            let save = serde_json::to_string(&conversation.save(Duration::ZERO)).unwrap();
            let row = Row::new(format!("game{number}"), Save::Snapshot(save), WriteRight::Known);
            Row { listing: ListingChange::to(conversation.listing()), ..row }
        };
        store.save(&(0..count).map(row).collect::<Vec<_>>()).await.unwrap();
    }

    #[test]
    fn who_reads_nothing_has_no_thread_wait() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sessions.sqlite");
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        runtime.max_blocking_threads(1).enable_all().build().unwrap().block_on(async {
            let config = Config { engines: 1, hash_mib: 1, ..Config::new(&path) };
            let store = Arc::new(SqlStore::open(&config.database, Sharing::Alone).await.unwrap());
            let (name, password) = (FoldedName::new("Anna"), PasswordHash::kept(String::new()));
            let account = store.create_account("Anna", &name, &password).await.unwrap().unwrap();
            keep_games(&store, account, 3 * MAX_QUEUED_PARTS).await;
            let (metrics, time) = (Arc::new(Metrics::new()), ServerTime::of_machine());
            let services = config.services(store, None, &metrics, None, None, time).unwrap();
            let response = answer(&services, account);
            for _ in 0..5 * MAX_QUEUED_PARTS {
                timeout(Duration::from_secs(60), block(|| ())).await.expect("the thread is free");
            }
            let file = to_bytes(response.into_body(), usize::MAX).await.unwrap();
            let file: Value = serde_json::from_slice(&file).unwrap();
            assert_eq!(file["games"].as_array().unwrap().len(), 3 * MAX_QUEUED_PARTS);
        });
    }
}
