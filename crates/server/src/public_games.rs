//! The lists of public games: open seats, games in progress and the archive, a page at a time.
//!
//! A game is listed if its creator has made it public. Its listing is saved together with its last change.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Extension, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use beaufort_session::view::{ClockRule, ListedGame, LobbyPage};
use beaufort_session::{DurableConversation, List, name_record};
use serde::Deserialize;

use crate::answers::busy;
use crate::app::AppState;
use crate::block::block;
use crate::identity::FoldedName;
use crate::listen::Connection;
use crate::services::{LookUpError, Services};
use crate::store::{Archived, Search, StoreError};

/// The number of games on a page.
pub(crate) const PAGE_GAMES: u32 = 20;
/// The number of pages; a search finds the games beyond.
pub(crate) const MAX_PAGES: u32 = 100;
/// The longest text of a search, in bytes.
pub(crate) const MAX_SEARCH_BYTES: usize = 200;
/// The time without a change after which a game with a free seat is no longer listed, in seconds.
pub(crate) const OPEN_AGE: u32 = 86_400;
/// The same for a game in progress.
const LIVE_AGE: u32 = 7 * 86_400;

/// A search.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Wish {
    /// The id of the game.
    game: Option<String>,
    /// The result as records write it.
    result: Option<String>,
    /// The prefix of its first day, as records write it: `2026.11`.
    day: Option<String>,
    /// The first turns.
    turns: Option<String>,
    /// The name of a player.
    player: Option<String>,
    /// Which page, counted from 0.
    page: u32,
}

type Asked = Result<Query<Wish>, QueryRejection>;
/// The connection and headers of a request.
type Asker = (Extension<Connection>, HeaderMap);

/// Returns the games with an open seat.
pub(crate) async fn open(state: State<AppState>, asker: Asker, wish: Asked) -> Response {
    page(state, asker, wish, List::Open, OPEN_AGE).await
}

/// Returns the games in progress.
pub(crate) async fn live(state: State<AppState>, asker: Asker, wish: Asked) -> Response {
    page(state, asker, wish, List::Live, LIVE_AGE).await
}

/// Returns the games of the archive.
pub(crate) async fn archive(state: State<AppState>, asker: Asker, wish: Asked) -> Response {
    page(state, asker, wish, List::Archive, u32::MAX).await
}

async fn page(State(state): State<AppState>, asker: Asker, wish: Asked, list: List, age: u32) -> Response {
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
    // Empty fields are no conditions. One game more tells whether there is another page.
    let [game, result, day, opening, player] =
        [game, result, day, turns, player].map(|text| text.filter(|text| !text.is_empty()));
    let player = player.map(|name| FoldedName::new(&name).as_str().to_owned());
    let (offset, limit) = (page * PAGE_GAMES, PAGE_GAMES + 1);
    let search = Search { list, game, result, day, opening, player, age, offset, limit };
    let found = if search.is_quick() {
        state.services.listed(&search).await.map_err(LookUpError::Store)
    } else {
        let (address, services) = (searcher(&state, &asker), Arc::clone(&state.services));
        state.services.look_up(address, async move { services.listed(&search).await }).await
    };
    match found {
        Ok(mut games) => {
            let more = games.len() > PAGE_GAMES as usize && page + 1 < MAX_PAGES;
            games.truncate(PAGE_GAMES as usize);
            games.retain(|listed| list != List::Open || is_waited_at(&state.services, listed));
            ([(header::CACHE_CONTROL, "no-store")], Json(LobbyPage { games, more })).into_response()
        }
        Err(error) => refuse(&error),
    }
}

/// Returns whether a player may be present at a table with an open seat. By mail and without a clock none has to be; of the tables of
/// other servers only those know.
pub(crate) fn is_waited_at(services: &Services, ListedGame { session, game }: &ListedGame) -> bool {
    let is_timed = matches!(game.clock, Some(ClockRule::Fischer { .. } | ClockRule::PerTurn { .. }));
    !is_timed || services.cluster.is_some() || services.rooms.has_player(session)
}

/// Returns the record of a public game that is over.
pub(crate) async fn record(
    State(state): State<AppState>,
    asker: Asker,
    Path(session): Path<String>,
) -> Response {
    match archived(&state, &asker, session).await {
        Ok(Some((game, record))) => {
            let name = format!("attachment; filename=\"{game}.txt\"");
            let headers = [
                (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
                (header::CONTENT_DISPOSITION, name.as_str()),
            ];
            (headers, record).into_response()
        }
        Ok(None) => (StatusCode::NOT_FOUND, "there is no such game in the archive\n").into_response(),
        Err(error) => refuse(&error),
    }
}

/// Returns the id of a game of the archive and its record, with the names of the players.
async fn archived(
    state: &AppState,
    asker: &Asker,
    session: String,
) -> Result<Option<(String, String)>, LookUpError> {
    let services = &state.services;
    let archived =
        services.resave_if_gone(services.store.archived(&session).await).map_err(LookUpError::Store)?;
    let Some(Archived { game, record, names }) = archived else { return Ok(None) };
    let record = match record {
        Some(record) => Some(record),
        None => {
            let making = make_record(Arc::clone(services), session);
            services.look_up(searcher(state, asker), making).await?
        }
    };
    let Some(record) = record else { return Ok(None) };
    let library = Arc::clone(&services.library);
    let naming = move || match library.game_of_record(&game, &record) {
        Ok(rules) => (game, name_record(&rules, &record, &names)),
        Err(_) => (game, record),
    };
    Ok(Some(block(naming).await))
}

/// Makes the record of a game that was archived by an older version, and keeps it.
async fn make_record(services: Arc<Services>, session: String) -> Result<Option<String>, StoreError> {
    let Some(stored) = services.load(&session).await? else { return Ok(None) };
    let library = Arc::clone(&services.library);
    let record = block(move || {
        let conversation = DurableConversation::restore(&library, 0, &stored.kept)?;
        Ok(conversation.conversation().archived_record())
    });
    let record = record.await.map_err(StoreError::Failed)?;
    if let Some(record) = &record {
        // A record that cannot be saved is made again.
        let _ = services.resave_if_gone(services.store.keep_record(&session, record).await);
    }
    Ok(record)
}

/// Returns the address of which one search is carried out at a time, where addresses are limited.
fn searcher(state: &AppState, (Extension(connection), headers): &Asker) -> Option<IpAddr> {
    state.guard.limited_address(connection.peer, headers)
}

pub(crate) fn refuse(error: &LookUpError) -> Response {
    match error {
        LookUpError::Crowded(crowded) => busy(crowded.message()),
        LookUpError::Store(StoreError::TooLong) => {
            busy("the search takes too long: ask for more of the first turns, a game or a player\n")
        }
        LookUpError::Store(error) => {
            log_limited!(error, %error, "cannot read public games");
            busy("the games cannot be read at present\n")
        }
    }
}
