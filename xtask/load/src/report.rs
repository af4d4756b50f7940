//! The measurements.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::sleep;

use crate::{Attack, Siege};

/// The longest that 99 of 100 turns may take under siege.
const MAX_SIEGE_TIME: Duration = Duration::from_millis(250);
/// The most memory that a besieged server may take, in bytes.
const MAX_SIEGE_MEMORY: u64 = 1_000_000_000;
/// The most that it may keep on the disk, in bytes.
const MAX_SIEGE_DISK: u64 = 1_000_000_000;
/// The longest that its log may become, in bytes.
const MAX_SIEGE_LOG: u64 = 1_000_000;

/// The measurements of the games in progress.
#[derive(Debug)]
pub(crate) struct Tally {
    pub(crate) addresses: Vec<SocketAddr>,
    phase: watch::Sender<Phase>,
    entries: AtomicUsize,
    interruptions: AtomicUsize,
    faults: AtomicUsize,
    /// The most memory of the servers, in KiB.
    memory_kib: AtomicU64,
    /// The longest time from the loss of the connections of a game to its next turn, in milliseconds.
    pause_ms: AtomicU64,
    /// The session of one of the games.
    session: Mutex<String>,
    /// For each turn, when the opponent and the watcher had it.
    turns: Mutex<Vec<[Duration; 2]>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Entering,
    Playing,
    Ended,
}

impl Tally {
    pub(crate) fn new(addresses: Vec<SocketAddr>) -> Tally {
        Tally {
            addresses,
            phase: watch::Sender::new(Phase::Entering),
            entries: AtomicUsize::new(0),
            interruptions: AtomicUsize::new(0),
            faults: AtomicUsize::new(0),
            memory_kib: AtomicU64::new(0),
            pause_ms: AtomicU64::new(0),
            session: Mutex::default(),
            turns: Mutex::default(),
        }
    }

    /// Notes the session of one of the games.
    pub(crate) fn note_session(&self, session: &str) {
        session.clone_into(&mut self.session.lock().expect("nothing panics while it notes a name"));
    }

    /// Returns the session that was noted last.
    pub(crate) fn session(&self) -> String {
        self.session.lock().expect("nothing panics while it notes a name").clone()
    }

    /// Notes that a game has all its connections.
    pub(crate) fn note_entry(&self) {
        self.entries.fetch_add(1, Ordering::Relaxed);
    }

    /// Waits until all games have their connections, or one has failed.
    pub(crate) async fn wait_for_entries(&self, games: usize) {
        while self.entries.load(Ordering::Relaxed) < games && !self.has_fault() {
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Lets the games begin.
    pub(crate) fn begin(&self) {
        self.phase.send_replace(Phase::Playing);
    }

    /// Waits until the games may begin.
    pub(crate) async fn wait_for_begin(&self) {
        // The sender is here as long as anybody waits.
        let _ = self.phase.subscribe().wait_for(|&phase| phase != Phase::Entering).await;
    }

    /// Lets each game play a last turn.
    pub(crate) fn end(&self) {
        self.phase.send_replace(Phase::Ended);
    }

    pub(crate) fn has_ended(&self) -> bool {
        *self.phase.borrow() == Phase::Ended
    }

    /// Notes that a game has lost its connections.
    pub(crate) fn note_interruption(&self) {
        self.interruptions.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn note_fault(&self) {
        self.faults.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn has_fault(&self) -> bool {
        self.faults.load(Ordering::Relaxed) > 0
    }

    pub(crate) fn note_memory(&self, kib: Option<u64>) {
        self.memory_kib.fetch_max(kib.unwrap_or(0), Ordering::Relaxed);
    }

    /// Notes how long after the loss of its connections a game had its next turn.
    pub(crate) fn note_pause(&self, pause: Duration) {
        let ms = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
        self.pause_ms.fetch_max(ms, Ordering::Relaxed);
    }

    /// Notes how long after a turn was sent the opponent and the watcher had it.
    pub(crate) fn note_turn(&self, opponent: Duration, watcher: Duration) {
        self.turns.lock().expect("nothing panics while it notes a turn").push([opponent, watcher]);
    }

    /// Returns the number of turns so far.
    pub(crate) fn turns(&self) -> usize {
        self.turns.lock().expect("nothing panics while it notes a turn").len()
    }

    /// Returns the report of this time, with its number of turns, and of an attack after it.
    pub(crate) fn report(
        &self,
        time: Duration,
        quiet: usize,
        attack: Option<Attack>,
        kills: usize,
        faults: Vec<String>,
    ) -> Report {
        let turns = self.turns.lock().expect("nothing panics while it notes a turn");
        let (measured, attacked) =
            if attack.is_some() { turns.split_at(quiet) } else { (&turns[..], &[][..]) };
        let percentiles = |turns: &[[Duration; 2]], who: usize| {
            Percentiles::of(turns.iter().map(|times| times[who]).collect())
        };
        let memory_kib = self.memory_kib.load(Ordering::Relaxed);
        Report {
            time,
            turns: measured.len(),
            opponent: percentiles(measured, 0),
            watcher: percentiles(measured, 1),
            attack: attack.map(|attack| (attack, percentiles(attacked, 0))),
            memory_kib: (memory_kib > 0).then_some(memory_kib),
            kills,
            interruptions: self.interruptions.load(Ordering::Relaxed),
            pause: Duration::from_millis(self.pause_ms.load(Ordering::Relaxed)),
            siege: None,
            faults,
        }
    }
}

/// The results.
#[derive(Clone, Debug)]
pub struct Report {
    /// How long it was measured.
    pub time: Duration,
    /// How many turns were played.
    pub turns: usize,
    /// From the sending of a turn to the moment in which the opponent had it.
    pub opponent: Percentiles,
    /// The same for the watcher.
    pub watcher: Percentiles,
    /// The answers to the hostile messages, and the latency of turns meanwhile.
    pub attack: Option<(Attack, Percentiles)>,
    /// The most memory that the servers had together, in KiB, where the system tells.
    pub memory_kib: Option<u64>,
    /// How often a server was killed.
    pub kills: usize,
    /// How often a game has lost its connections by that, or since servers have lost each other.
    pub interruptions: usize,
    /// The longest time from that to the next turn of the game.
    pub pause: Duration,
    /// The results of the siege, if there was one.
    pub siege: Option<Siege>,
    /// Faults: a turn that is lost or doubled, a game that does not go on, an answer of another kind.
    pub faults: Vec<String>,
}

impl Report {
    /// Tells what a siege has done that it must not: those who play wait, or the machine is used up.
    pub fn beyond_the_bounds(&self) -> Vec<String> {
        let Some(siege) = &self.siege else { return Vec::new() };
        let megabytes = |bytes: u64| format!("{:.1} MB", bytes as f64 / 1e6);
        let memory = self.memory_kib.unwrap_or(0) * 1024;
        let bounds = [
            (self.opponent.p99 > MAX_SIEGE_TIME, format!("99 of 100 turns take {:?}", self.opponent.p99)),
            (memory > MAX_SIEGE_MEMORY, format!("the server takes {} of memory", megabytes(memory))),
            (siege.kept > MAX_SIEGE_DISK, format!("the server keeps {}", megabytes(siege.kept))),
            (siege.log > MAX_SIEGE_LOG, format!("the log has {}", megabytes(siege.log))),
            (siege.unexplained() > 0, format!("{} refusals have no reason", siege.unexplained())),
        ];
        bounds.into_iter().filter_map(|(is_beyond, what)| is_beyond.then_some(what)).collect()
    }
}

/// How long something takes in half of all cases, and in nearly all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Percentiles {
    /// In half of all cases it takes no longer.
    pub p50: Duration,
    /// In 95 of 100 cases.
    pub p95: Duration,
    /// In 99 of 100 cases.
    pub p99: Duration,
    /// In all cases.
    pub max: Duration,
}

impl Percentiles {
    fn of(mut times: Vec<Duration>) -> Percentiles {
        times.sort_unstable();
        let at = |percent: usize| {
            let place = (times.len() * percent).div_ceil(100).saturating_sub(1);
            times.get(place).copied().unwrap_or_default()
        };
        Percentiles { p50: at(50), p95: at(95), p99: at(99), max: at(100) }
    }
}

impl fmt::Display for Percentiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let Percentiles { p50, p95, p99, max } = *self;
        write!(
            f,
            "p50 {:.1} ms, p95 {:.1} ms, p99 {:.1} ms, max {:.1} ms",
            ms(p50),
            ms(p95),
            ms(p99),
            ms(max)
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.time.as_secs_f64();
        writeln!(
            f,
            "turns     {} in {seconds:.0} s, {:.0} a second",
            self.turns,
            self.turns as f64 / seconds
        )?;
        writeln!(f, "opponent  {}", self.opponent)?;
        writeln!(f, "watcher   {}", self.watcher)?;
        if let Some((Attack { refused, ended }, opponent)) = &self.attack {
            writeln!(f, "hostile   {refused} messages refused, {ended} ended the connection")?;
            writeln!(f, "meanwhile {opponent}")?;
        }
        match self.memory_kib {
            Some(kib) => writeln!(f, "memory    {} MiB of the servers at most", kib / 1024)?,
            None => writeln!(f, "memory    this system does not tell")?,
        }
        if self.kills > 0 || self.interruptions > 0 {
            writeln!(f, "kills     {}; games connected anew {} times", self.kills, self.interruptions)?;
            writeln!(
                f,
                "pause     {:.1} s at most until the next turn of such a game",
                self.pause.as_secs_f64()
            )?;
        }
        if let Some(siege) = &self.siege {
            write!(f, "{siege}")?;
        }
        writeln!(f, "faults    {}", self.faults.len())?;
        self.faults.iter().take(20).try_for_each(|fault| writeln!(f, "          {fault}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_nearest_rank() {
        let ms = Duration::from_millis;
        assert_eq!(Percentiles::of(Vec::new()), Percentiles::default());
        assert_eq!(
            Percentiles::of((1..=200).rev().map(ms).collect()),
            Percentiles { p50: ms(100), p95: ms(190), p99: ms(198), max: ms(200) }
        );
        assert_eq!(Percentiles::of(vec![ms(3)]).p50, ms(3));
    }
}
