//! A siege: attackers at many addresses do all that is known against the server at once, while others play on it.
//!
//! Each kind of attack (`attacks`) is tried by each address again and again. It does not matter whether a server carries out what is
//! asked or refuses it; but a refusal has a reason, and those who play notice nothing.

mod attacks;

use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use crate::visitor::Visitor;
use attacks::{Attacker, KINDS};

/// The time between two blows of an address of one kind. With all kinds an address asks for more than a server admits.
const PACE: Duration = Duration::from_millis(200);
/// The most different reasons for refusals that are reported for a kind.
const MAX_REASONS: usize = 3;

/// The result of one attack.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// The server did what was asked.
    Done,
    /// It refused, and said why.
    Refused(String),
    /// The connection ended without a word, or there was no answer.
    Unexplained(String),
}

/// The results of all attacks of a kind.
#[derive(Clone, Debug, Default)]
pub struct Blows {
    /// How often the server did what was asked.
    pub done: usize,
    /// How often it refused and said why.
    pub refused: usize,
    /// How often it said nothing.
    pub unexplained: usize,
    /// Some reasons that it gave, or what it did instead.
    reasons: Vec<String>,
}

/// The results of a siege.
#[derive(Clone, Debug, Default)]
pub struct Siege {
    /// The blows of each kind.
    pub kinds: BTreeMap<&'static str, Blows>,
    /// The size of the store at the end, in bytes.
    pub kept: u64,
    /// The length of its log at the end, in bytes.
    pub log: u64,
}

/// Attackers at work.
pub(crate) struct Attackers {
    tasks: JoinSet<()>,
    kinds: Arc<Mutex<BTreeMap<&'static str, Blows>>>,
}

impl Attackers {
    /// Starts the siege from a number of addresses.
    pub(crate) fn begin(server: SocketAddr, addresses: usize) -> Attackers {
        let kinds: Arc<Mutex<BTreeMap<&'static str, Blows>>> = Arc::default();
        let mut tasks = JoinSet::new();
        for number in 0..addresses {
            let visitor = Visitor { server, from: Some(attacker_address(number)) };
            for kind in KINDS {
                let (kinds, mut attacker) = (Arc::clone(&kinds), Attacker::new(visitor, number));
                tasks.spawn(async move {
                    let mut pace = interval(PACE);
                    pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
                    loop {
                        pace.tick().await;
                        let outcome = attacker.strike(kind).await;
                        let mut kinds = kinds.lock().expect("nothing panics while it counts");
                        kinds.entry(kind.name()).or_default().note(outcome);
                    }
                });
            }
        }
        Attackers { tasks, kinds }
    }

    /// Ends the siege. The server has kept everything in this folder.
    pub(crate) fn end(mut self, data: &Path) -> Siege {
        self.tasks.abort_all();
        let kinds = self.kinds.lock().expect("nothing panics while it counts").clone();
        let (log, kept) = crate::program::sizes(data);
        Siege { kinds, kept, log }
    }
}

/// Returns the address of a game's players: each game has its own in a network of its own, as people at home have.
pub(crate) fn player_address(number: usize) -> IpAddr {
    let [.., high, low] = number.to_be_bytes();
    Ipv4Addr::new(10, high, low, 1).into()
}

/// Returns the address of an attacker. No two are in the same network.
fn attacker_address(number: usize) -> IpAddr {
    let [.., high, low] = number.to_be_bytes();
    Ipv4Addr::new(172, 16 + high, low, 1).into()
}

impl Blows {
    fn note(&mut self, outcome: Outcome) {
        let reason = match outcome {
            Outcome::Done => {
                self.done += 1;
                return;
            }
            Outcome::Refused(reason) => {
                self.refused += 1;
                reason
            }
            Outcome::Unexplained(what) => {
                self.unexplained += 1;
                format!("UNEXPLAINED: {what}")
            }
        };
        if self.reasons.len() < MAX_REASONS && !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }
}

impl Siege {
    /// Returns how often the server gave no reason.
    pub fn unexplained(&self) -> usize {
        self.kinds.values().map(|blows| blows.unexplained).sum()
    }
}

impl fmt::Display for Siege {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "attack              done  refused  unexplained  reasons")?;
        for (kind, Blows { done, refused, unexplained, reasons }) in &self.kinds {
            let reasons = reasons.join("; ");
            writeln!(f, "{kind:16} {done:>7} {refused:>8} {unexplained:>12}  {reasons}")?;
        }
        writeln!(f, "kept      {:.1} MB by the server at the end", self.kept as f64 / 1e6)?;
        writeln!(f, "log       {:.1} kB", self.log as f64 / 1e3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_an_address_of_its_own() {
        let all: std::collections::BTreeSet<IpAddr> =
            (0..1000).flat_map(|number| [player_address(number), attacker_address(number)]).collect();
        assert_eq!(all.len(), 2000);
    }

    #[test]
    fn reasons_are_told_once() {
        let mut blows = Blows::default();
        for _ in 0..5 {
            blows.note(Outcome::Refused("too many".to_owned()));
        }
        blows.note(Outcome::Unexplained("reset".to_owned()));
        blows.note(Outcome::Done);
        assert_eq!((blows.done, blows.refused, blows.unexplained), (1, 5, 1));
        assert_eq!(blows.reasons, ["too many", "UNEXPLAINED: reset"]);
    }
}
