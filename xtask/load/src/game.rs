//! One of the games: two players and a watcher, one turn after the other.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::Semaphore;
use tokio::time::{sleep, sleep_until};

use crate::connection::{Connection, Event, Failure, Position, main_line};
use crate::report::Tally;
use crate::siege::player_address;
use crate::visitor::{Visitor, hello};
use crate::{Options, SECRET};

/// The pause before a connection is tried again.
const RETRY_PAUSE: Duration = Duration::from_millis(100);

/// The faults.
#[derive(Debug)]
pub(crate) struct Fault(pub(crate) String);

/// A game between two players; when it is over, another one takes its place.
pub(crate) struct Game {
    number: usize,
    /// The address of all three, where the server is known to the world.
    from: Option<IpAddr>,
    ruleset: String,
    pace: Duration,
    /// When the first turn is played, so that the games do not all play at the same moment.
    offset: Duration,
    /// Whether connections may be lost, since servers are killed or lose each other.
    is_interrupted: bool,
    /// When the connections were lost, if no turn has been played since.
    lost: Option<Instant>,
    tally: Arc<Tally>,
    session: String,
    keys: [String; 2],
    invitation: String,
    /// The turns that the server has acknowledged.
    played: Vec<String>,
    /// The turn that has been sent and not been acknowledged.
    pending: Option<String>,
}

/// The connections of a game, with the position that is there.
struct Room {
    players: [Connection; 2],
    watcher: Connection,
    position: Position,
}

/// Why players leave.
enum End {
    /// The game is over.
    Game,
    /// The test is over.
    Test,
}

impl Game {
    pub(crate) fn new(number: usize, options: &Options, tally: Arc<Tally>) -> Game {
        let mut game = Game {
            number,
            from: (options.besiegers > 0).then(|| player_address(number)),
            ruleset: options.rulesets[number % options.rulesets.len()].clone(),
            pace: options.pace,
            offset: options.pace.mul_f64(number as f64 / options.games as f64),
            is_interrupted: options.kill_every.is_some() || options.servers > 1,
            lost: None,
            tally,
            session: String::new(),
            keys: [String::new(), String::new()],
            invitation: String::new(),
            played: Vec::new(),
            pending: None,
        };
        game.begin_another();
        game
    }

    /// Plays until the test ends, and a last turn after that: the game has to go on whatever has happened.
    ///
    /// # Errors
    /// If the server has lost or doubled a turn, or refuses what it should accept.
    pub(crate) async fn run(mut self, connecting: Arc<Semaphore>) -> Result<(), Fault> {
        let mut has_entered = false;
        loop {
            match self.play_one(&connecting, &mut has_entered).await {
                Ok(End::Test) => return Ok(()),
                Ok(End::Game) => self.begin_another(),
                Err(Failure::Lost(_)) if self.is_interrupted => {
                    self.tally.note_interruption();
                    self.lost.get_or_insert_with(Instant::now);
                    sleep(RETRY_PAUSE).await;
                }
                Err(Failure::Lost(why) | Failure::Wrong(why)) => {
                    self.tally.note_fault();
                    return Err(Fault(why));
                }
            }
        }
    }

    /// Connects, plays, and compares what is kept in the end with what has been played.
    async fn play_one(&mut self, connecting: &Semaphore, has_entered: &mut bool) -> Result<End, Failure> {
        let permit = connecting.acquire().await;
        let mut room = self.enter().await?;
        drop(permit);
        if !std::mem::replace(has_entered, true) {
            self.tally.note_session(&self.session);
            self.tally.note_entry();
            self.tally.wait_for_begin().await;
            sleep(self.offset).await;
        }
        let end = self.play(&mut room).await?;
        let mut fresh = self.open(3).await?;
        self.compare(&fresh.ask(&hello()).await?)?;
        Ok(end)
    }

    /// Draws the name and the keys of a new game.
    fn begin_another(&mut self) {
        self.session = key();
        self.keys = [key(), key()];
        self.invitation = key();
        self.played.clear();
        self.pending = None;
    }

    /// Connects both players, who take their seats, and the watcher. The game is begun unless that has been done.
    async fn enter(&mut self) -> Result<Room, Failure> {
        let (mut first, mut second, mut watcher) =
            (self.open(0).await?, self.open(1).await?, self.open(2).await?);
        let mut events = first.ask(&hello()).await?;
        let state = events.iter().find_map(|event| event.state.as_ref());
        let state = state.ok_or_else(|| Failure::Wrong("there is no state".to_owned()))?;
        let (is_empty, has_seats) = (state.stage == "empty", state.seats.is_some());
        if is_empty && !self.played.is_empty() {
            return Err(Failure::Wrong("the game is lost".to_owned()));
        }
        if is_empty {
            let default = json!({ "type": "default" });
            first.ask(&json!({ "type": "start", "game": self.ruleset, "from": default })).await?;
        }
        if has_seats {
            first.ask(&json!({ "type": "sit", "seat": self.keys[0] })).await?;
        } else {
            let [seat, invitation] = [&self.keys[0], &self.invitation];
            first
                .ask(&json!({ "type": "invite", "side": 0, "seat": seat, "invitation": invitation }))
                .await?;
        }
        second.ask(&hello()).await?;
        let [seat, invitation] = [&self.keys[1], &self.invitation];
        second.ask(&json!({ "type": "sit", "seat": seat, "invitation": invitation })).await?;
        watcher.ask(&hello()).await?;
        if is_empty {
            events = first.ask(&hello()).await?;
        }
        self.compare(&events)?;
        let position = events.into_iter().find_map(|event| event.position);
        let position = position.ok_or_else(|| Failure::Wrong("there is no position".to_owned()))?;
        Ok(Room { players: [first, second], watcher, position })
    }

    /// Connects as one of those at the game: each to another server, if there are several, and to the next one if that is not there,
    /// as a load balancer does.
    async fn open(&self, who: usize) -> Result<Connection, Failure> {
        let addresses = &self.tally.addresses;
        let mut opened = Err(Failure::Lost("there is no server".to_owned()));
        for attempt in 0..addresses.len() {
            let address = addresses[(self.number + who + attempt) % addresses.len()];
            opened = Connection::open(&Visitor { server: address, from: self.from }, &self.session).await;
            if opened.is_ok() {
                break;
            }
        }
        opened
    }

    /// Compares the turns that the server tells with those it has acknowledged. It may have one more, which was sent when the
    /// connection was lost.
    fn compare(&mut self, events: &[Event]) -> Result<(), Failure> {
        let nodes = events.iter().find_map(|event| event.nodes.as_ref());
        let kept = main_line(nodes.ok_or_else(|| Failure::Wrong("there is no tree".to_owned()))?);
        let pending = self.pending.take();
        if let Some(pending) = pending
            && kept.len() > self.played.len()
        {
            self.played.push(pending);
        }
        if kept == self.played {
            return Ok(());
        }
        let same = kept.iter().zip(&self.played).take_while(|(one, other)| one == other).count();
        Err(Failure::Wrong(format!(
            "the server has kept {} turns and acknowledged {}; they are the same up to turn {same}",
            kept.len(),
            self.played.len()
        )))
    }

    /// Plays until the game or the test is over.
    async fn play(&mut self, room: &mut Room) -> Result<End, Failure> {
        let mut next = Instant::now();
        loop {
            let turns = &room.position.turns;
            let playable: Vec<usize> = (0..turns.len()).filter(|&turn| !turns[turn].forbidden).collect();
            let Some(&index) = fastrand::choice(&playable) else { return Ok(End::Game) };
            let is_last = self.tally.has_ended();
            self.play_turn(room, index).await?;
            if is_last {
                return Ok(End::Test);
            }
            next = (next + self.pace).max(Instant::now());
            sleep_until(next.into()).await;
        }
    }

    /// Plays a turn, and waits until all three have it.
    async fn play_turn(&mut self, room: &mut Room, index: usize) -> Result<(), Failure> {
        let Room { players: [first, second], watcher, position } = room;
        let (mover, opponent) =
            if self.played.len().is_multiple_of(2) { (first, second) } else { (second, first) };
        let turn = json!({ "type": "listed", "index": index, "key": position.key });
        let node = position.node + 1;
        self.pending = Some(position.turns[index].text.clone());
        let sent = Instant::now();
        mover.send(&json!({ "type": "play", "node": position.node, "turn": turn })).await?;
        let seen = async |client: &mut Connection| {
            client.position(node).await.map(|position| (position, sent.elapsed()))
        };
        let acknowledged = async {
            mover.answer().await?;
            self.played.extend(self.pending.take());
            Ok(())
        };
        // Where one of them has lost its server the others, at theirs, may wait for a turn that was never played.
        let ((), (next, opponent), (_, watcher)) =
            tokio::try_join!(acknowledged, seen(opponent), seen(watcher))?;
        self.tally.note_turn(opponent, watcher);
        if let Some(lost) = self.lost.take() {
            self.tally.note_pause(lost.elapsed());
        }
        *position = next;
        Ok(())
    }
}

/// Draws a random name or key.
fn key() -> String {
    let random = std::iter::repeat_with(fastrand::alphanumeric).take(32);
    SECRET.chars().chain(random).collect()
}
