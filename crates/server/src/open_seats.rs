//! The open seats that suit a player who looks for an opponent. A player who finds none opens a table, which is such a seat for
//! the others, and goes on looking: there is no store of those who look.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use beaufort_session::view::{ClockRule, ListedGame, LobbyPage};
use beaufort_session::{List, is_own_id};
use serde::Deserialize;

use crate::app::AppState;
use crate::public_games::{MAX_SEARCH_BYTES, OPEN_AGE, PAGE_GAMES, is_waited_at, refuse};
use crate::services::LookUpError;
use crate::store::Search;

/// The most games among which a player may look for an opponent.
const MAX_WANTED_GAMES: usize = 16;
/// The most open seats that are looked at, those that have been opened last.
const MAX_SEATS: u32 = 100;
/// The age from which a table is shown to those who have opened one of theirs before it, in seconds. Its own maker has looked for a
/// table more than once by then, and has not taken theirs: so of two who suit each other only one moves.
const PATIENCE: u32 = 12;

/// The query of a player who looks for an opponent.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Wanted {
    /// The ids of the games, with commas between them; without any, each but those that people have made.
    games: String,
    /// The clock, as JSON.
    clock: String,
    /// Whether the game is rated.
    rated: bool,
    /// The session of the table that has been opened meanwhile.
    own: String,
}

/// The parsed query.
#[derive(Debug)]
struct Seek<'a> {
    games: Vec<&'a str>,
    clock: ClockRule,
    rated: bool,
    own: &'a str,
}

/// Returns the open seats that suit, the one that has waited for longest first.
pub(crate) async fn seats(
    State(state): State<AppState>,
    asked: Result<Query<Wanted>, QueryRejection>,
) -> Response {
    let wanted = match asked {
        Ok(Query(wanted)) => wanted,
        Err(rejection) => return (StatusCode::BAD_REQUEST, rejection.body_text() + "\n").into_response(),
    };
    let seek = match Seek::parse(&wanted) {
        Ok(seek) => seek,
        Err(message) => return (StatusCode::BAD_REQUEST, message).into_response(),
    };
    let game = match seek.games[..] {
        [game] => Some(game.to_owned()),
        _ => None,
    };
    let search = Search { game, age: OPEN_AGE, limit: MAX_SEATS, ..Search::first_of(List::Open) };
    let services = &state.services;
    match services.listed_with_age(&search).await {
        Ok(found) => {
            let mut games = seek.suiting(found);
            games.retain(|listed| is_waited_at(services, listed));
            games.truncate(PAGE_GAMES as usize);
            let page = LobbyPage { games, more: false };
            ([(header::CACHE_CONTROL, "no-store")], Json(page)).into_response()
        }
        Err(error) => refuse(&LookUpError::Store(error)),
    }
}

impl<'a> Seek<'a> {
    fn parse(Wanted { games, clock, rated, own }: &'a Wanted) -> Result<Seek<'a>, String> {
        let games: Vec<&str> = games.split(',').filter(|id| !id.is_empty()).collect();
        if games.len() > MAX_WANTED_GAMES || games.iter().any(|id| id.len() > MAX_SEARCH_BYTES) {
            return Err(format!(
                "`games`: at most {MAX_WANTED_GAMES} ids of at most {MAX_SEARCH_BYTES} bytes, with commas between them\n"
            ));
        }
        // A longer text is not even read.
        let read = (clock.len() <= MAX_SEARCH_BYTES).then(|| serde_json::from_str(clock).ok()).flatten();
        let expected = "`clock`: expected a clock as JSON, such as {\"type\":\"days\",\"days\":3}\n";
        let clock = read.ok_or_else(|| expected.to_owned())?;
        Ok(Seek { games, clock, rated: *rated, own })
    }

    /// Returns the games that suit, the one that has waited for longest first, from the games with an open seat and their ages in
    /// seconds, the newest first.
    fn suiting(&self, found: Vec<(ListedGame, u32)>) -> Vec<ListedGame> {
        let mut is_newer = !self.own.is_empty();
        let mut suiting = Vec::new();
        for (listed, age) in found {
            if listed.session == self.own {
                is_newer = false;
            } else if self.suits(&listed) && (!is_newer || age >= PATIENCE) {
                suiting.push(listed);
            }
        }
        suiting.reverse();
        suiting
    }

    fn suits(&self, ListedGame { game, .. }: &ListedGame) -> bool {
        let id = &game.table.game;
        let is_wanted =
            if self.games.is_empty() { !is_own_id(id) } else { self.games.contains(&id.as_str()) };
        is_wanted && game.clock == Some(self.clock) && game.rated == self.rated && game.free.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table with an open seat.
    fn table(session: &str, game: &str, days: u8, rated: bool) -> ListedGame {
        let view = serde_json::json!({ "session": session, "game": {
            "table": { "game": game, "players": [{ "type": "person" }, { "type": "person" }], "stage": "turn", "moves": 0,
                "side": 0, "board": [] },
            "clock": { "type": "days", "days": days }, "rated": rated, "opening": "",
            "free": { "side": 1, "invitation": "an-invitation-of-128-bits" } } });
        serde_json::from_value(view).unwrap()
    }

    fn wanted(games: &str, own: &str) -> Wanted {
        let clock = r#"{"type":"days","days":3}"#.to_owned();
        Wanted { games: games.to_owned(), clock, rated: false, own: own.to_owned() }
    }

    fn found(wanted: &Wanted, tables: &[(ListedGame, u32)]) -> Vec<String> {
        let suiting = Seek::parse(wanted).unwrap().suiting(tables.to_vec());
        suiting.into_iter().map(|listed| listed.session).collect()
    }

    #[test]
    fn who_has_waited_for_longest_and_suits_comes_first() {
        let made = format!("own-{}", "a".repeat(32));
        let tables = [
            (table("made", &made, 3, false), 1),
            (table("new", "scirocco", 3, false), 2),
            (table("slow", "scirocco", 7, false), 3),
            (table("rated", "scirocco", 3, true), 4),
            (table("other", "typhoon", 3, false), 5),
            (table("old", "scirocco", 3, false), 6),
        ];
        assert_eq!(found(&wanted("scirocco", ""), &tables), ["old", "new"]);
        assert_eq!(found(&wanted("typhoon,jupiter", ""), &tables), ["other"]);
        assert_eq!(found(&wanted("", ""), &tables), ["old", "other", "new"]);
        assert_eq!(found(&wanted(&made, ""), &tables), ["made"]);
        assert_eq!(found(&Wanted { rated: true, ..wanted("", "") }, &tables), ["rated"]);
    }

    #[test]
    fn of_two_who_wait_for_each_other_one_moves() {
        let at = |age| {
            let [newer, older] = [("newer", age), ("older", age + 1)];
            [newer, older].map(|(session, age)| (table(session, "scirocco", 3, false), age))
        };
        assert_eq!(found(&wanted("", "newer"), &at(0)), ["older"]);
        assert_eq!(found(&wanted("", "older"), &at(0)), [""; 0]);
        // One who wants another game does not come, however long the other waits: then that one moves.
        assert_eq!(found(&wanted("typhoon", "newer"), &at(PATIENCE)), [""; 0]);
        assert_eq!(found(&wanted("", "older"), &at(PATIENCE)), ["newer"]);
        // A table of which nothing is known any more is as old as can be.
        assert_eq!(found(&wanted("", "gone"), &at(0)), [""; 0]);
    }

    #[test]
    fn what_cannot_be_read_is_refused_by_its_place() {
        let refused = |wanted: Wanted| Seek::parse(&wanted).map(drop).unwrap_err();
        for clock in ["", "3", r#"{"type":"days"}"#, r#"{"type":"days","days":3,"more":1}"#, &" ".repeat(201)]
        {
            let message = refused(Wanted { clock: clock.to_owned(), ..wanted("", "") });
            assert!(message.starts_with("`clock`"), "{clock}: {message}");
        }
        for games in ["a,".repeat(17), "a".repeat(201)] {
            assert!(refused(wanted(&games, "")).starts_with("`games`"), "{games}");
        }
    }
}
