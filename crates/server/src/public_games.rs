//! The lists of public games: what anybody may take up, watch, or look up, a page at a time.
//!
//! A game is in no list unless its maker has said so. What is told of it was saved together with its last change.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use beaufort_session::view::{ListedGame, LobbyPage};
use beaufort_session::{DurableConversation, List};
use serde::Deserialize;

use crate::accounts::FoldedName;
use crate::lobby::Lobby;
use crate::store::{Search, StoreError};
use crate::{AppState, socket};

/// The number of games on a page.
pub(crate) const PAGE_GAMES: u32 = 20;
/// The number of pages; a search finds the games beyond.
pub(crate) const MAX_PAGES: u32 = 100;
/// The longest text of a search, in bytes.
const MAX_SEARCH_BYTES: usize = 200;
/// After how long without a change a game with a free seat is listed no more, in seconds.
const OPEN_AGE: u32 = 86_400;
/// The same of one that is played.
const LIVE_AGE: u32 = 7 * 86_400;

/// What somebody looks for.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Wish {
    /// The id of the game.
    game: Option<String>,
    /// The result as records write it.
    result: Option<String>,
    /// How the day begins on which it began, as records write it: `2026.11`.
    day: Option<String>,
    /// The first turns.
    turns: Option<String>,
    /// The name of a player.
    player: Option<String>,
    /// Which page, counted from 0.
    page: u32,
}

type Asked = Result<Query<Wish>, QueryRejection>;

/// Tells which games have a seat that anybody may take.
pub(crate) async fn open(state: State<AppState>, wish: Asked) -> Response {
    page(state, wish, List::Open, OPEN_AGE).await
}

/// Tells which games are played.
pub(crate) async fn live(state: State<AppState>, wish: Asked) -> Response {
    page(state, wish, List::Live, LIVE_AGE).await
}

/// Tells which games are over.
pub(crate) async fn archive(state: State<AppState>, wish: Asked) -> Response {
    page(state, wish, List::Archive, u32::MAX).await
}

async fn page(State(state): State<AppState>, wish: Asked, list: List, age: u32) -> Response {
    let wish = match wish {
        Ok(Query(wish)) => wish,
        Err(rejection) => return (StatusCode::BAD_REQUEST, rejection.body_text() + "\n").into_response(),
    };
    let texts = [&wish.game, &wish.result, &wish.day, &wish.turns, &wish.player];
    if wish.page >= MAX_PAGES || texts.into_iter().flatten().any(|text| text.len() > MAX_SEARCH_BYTES) {
        let message = format!(
            "there are {MAX_PAGES} pages, and what is looked for has at most {MAX_SEARCH_BYTES} bytes\n"
        );
        return (StatusCode::BAD_REQUEST, message).into_response();
    }
    let Wish { game, result, day, turns, player, page } = wish;
    // What is empty is not looked for. One game more tells whether there is another page.
    let [game, result, day, opening, player] =
        [game, result, day, turns, player].map(|text| text.filter(|text| !text.is_empty()));
    let player = player.map(|name| FoldedName::new(&name).as_str().to_owned());
    let (offset, limit) = (page * PAGE_GAMES, PAGE_GAMES + 1);
    let search = Search { list, session: None, game, result, day, opening, player, age, offset, limit };
    match read(&state.lobby, move |lobby| lobby.listed(&search)).await {
        Ok(mut games) => {
            let more = games.len() > PAGE_GAMES as usize && page + 1 < MAX_PAGES;
            games.truncate(PAGE_GAMES as usize);
            ([(header::CACHE_CONTROL, "no-store")], Json(LobbyPage { games, more })).into_response()
        }
        Err(answer) => answer,
    }
}

/// Returns the record of a public game that is over.
pub(crate) async fn record(State(state): State<AppState>, Path(session): Path<String>) -> Response {
    let record = read(&state.lobby, move |lobby| {
        let search = Search::of_session(List::Archive, &session);
        let Some(ListedGame { session, game }) = lobby.listed(&search)?.pop() else { return Ok(None) };
        let Some(stored) = lobby.load(&session)? else { return Ok(None) };
        let conversation = DurableConversation::restore(&lobby.library, 0, &stored.kept);
        let mut conversation = conversation.map_err(StoreError::Failed)?;
        lobby.name_accounts(&mut conversation)?;
        let record = conversation.conversation().record().map(|record| record.to_string());
        Ok(record.map(|record| (game.table.game, record)))
    });
    match record.await {
        Ok(Some((game, record))) => {
            let name = format!("attachment; filename=\"{game}.txt\"");
            let headers = [
                (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
                (header::CONTENT_DISPOSITION, name.as_str()),
            ];
            (headers, record).into_response()
        }
        Ok(None) => (StatusCode::NOT_FOUND, "there is no such game in the archive\n").into_response(),
        Err(answer) => answer,
    }
}

/// Reads something from the store; see [`Lobby::look_up`].
async fn read<T: Send + 'static>(
    lobby: &Arc<Lobby>,
    work: impl FnOnce(&Lobby) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Response> {
    lobby.look_up(work).await.map_err(|error| {
        tracing::error!(%error, "cannot read public games");
        socket::busy("the games cannot be read at present\n")
    })
}
