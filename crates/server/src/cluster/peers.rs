//! The other servers: when each was last seen, and whether a message from it is lost.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use super::envelope::{Head, MAX_WHOLE_BYTES, Note};
use crate::store::ServerId;

/// The silence after which a server counts as gone.
const SILENCE: Duration = Duration::from_secs(2);
/// The most servers; messages from others are ignored.
const MAX_PEERS: usize = 64;

/// The other servers.
#[derive(Debug, Default)]
pub(super) struct Peers {
    known: HashMap<ServerId, Peer>,
}

#[derive(Debug)]
struct Peer {
    outbound: Arc<Outbound>,
    /// The time of its last message.
    last_seen: Option<Instant>,
    /// The number of its next part.
    expected: u64,
    /// The parts of a message that is incomplete.
    begun: Vec<u8>,
    /// Whether it was a member before this server, and has sent nothing yet: earlier broadcasts of it are unknown.
    is_elder: bool,
}

/// The state of the messages to a server.
#[derive(Debug, Default)]
pub(super) struct Outbound {
    /// The number of the next part.
    pub(super) next: Mutex<u64>,
    /// Whether a message could not be sent: then a number is skipped, so that the receiver notices.
    pub(super) has_failed: AtomicBool,
}

/// The result of receiving a part.
#[derive(Default)]
pub(super) struct Received {
    /// The message that it completes.
    pub(super) whole: Option<(Note, Vec<u8>)>,
    /// Whether an earlier message of the server is lost.
    pub(super) is_broken: bool,
    /// Whether the server may have broadcast something before it knew of this one.
    pub(super) is_first_of_elder: bool,
}

impl Peer {
    fn new(is_elder: bool) -> Peer {
        Peer { outbound: Arc::default(), last_seen: None, expected: 0, begun: Vec::new(), is_elder }
    }

    fn is_reachable(&self) -> bool {
        self.last_seen.is_some_and(|time| time.elapsed() < SILENCE)
    }
}

impl Peers {
    /// Creates the list from the members at the start of this server.
    pub(super) fn of_elders(servers: &[ServerId]) -> Peers {
        let known = servers.iter().take(MAX_PEERS).map(|&server| (server, Peer::new(true)));
        Peers { known: known.collect() }
    }

    /// Adds the present members, and removes servers that are neither members nor received. The silence of a server has to be reported
    /// before.
    pub(super) fn note_present(&mut self, servers: &[ServerId]) {
        self.known.retain(|server, peer| servers.contains(server) || peer.last_seen.is_some());
        for &server in servers {
            self.get(server);
        }
    }

    /// Returns the known servers.
    pub(super) fn all(&self) -> Vec<ServerId> {
        self.known.keys().copied().collect()
    }

    /// Returns whether a server is reachable.
    pub(super) fn is_reachable(&self, server: ServerId) -> bool {
        self.known.get(&server).is_some_and(Peer::is_reachable)
    }

    /// Returns whether any server is reachable.
    pub(super) fn any_reachable(&self) -> bool {
        self.known.values().any(Peer::is_reachable)
    }

    /// Returns the servers that have become silent, each of them once.
    pub(super) fn take_silent(&mut self) -> Vec<ServerId> {
        let mut silent = Vec::new();
        for (&server, peer) in &mut self.known {
            if peer.last_seen.is_some() && !peer.is_reachable() {
                peer.last_seen = None;
                silent.push(server);
            }
        }
        silent
    }

    /// Returns the state of the messages to a server, if it is known.
    pub(super) fn outbound(&self, server: ServerId) -> Option<Arc<Outbound>> {
        self.known.get(&server).map(|peer| Arc::clone(&peer.outbound))
    }

    /// Receives a part.
    pub(super) fn note(&mut self, head: Head, text: &[u8]) -> Received {
        let Some(peer) = self.get(head.from) else { return Received::default() };
        peer.last_seen = Some(Instant::now());
        let is_broken = head.number != peer.expected;
        peer.expected = head.number.wrapping_add(1);
        let is_first_of_elder = std::mem::take(&mut peer.is_elder);
        if is_broken || head.part == 0 {
            peer.begun.clear();
        }
        let mut received = Received { whole: None, is_broken, is_first_of_elder };
        if is_broken && head.part > 0 {
            return received;
        }
        if peer.begun.len() + text.len() > MAX_WHOLE_BYTES {
            peer.begun = Vec::new();
            received.is_broken = true;
            return received;
        }
        peer.begun.extend_from_slice(text);
        if head.rest == 0 {
            received.whole = Some((head.note, std::mem::take(&mut peer.begun)));
        }
        received
    }

    fn get(&mut self, server: ServerId) -> Option<&mut Peer> {
        if !self.known.contains_key(&server) && self.known.len() >= MAX_PEERS {
            return None;
        }
        Some(self.known.entry(server).or_insert_with(|| Peer::new(false)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::envelope::{read, write};
    use super::*;

    const OTHER: ServerId = ServerId(9);

    fn receive(peers: &mut Peers, bytes: &[u8]) -> Received {
        let (head, text) = read(bytes).unwrap();
        peers.note(head, text)
    }

    #[test]
    fn a_message_is_whole_when_all_its_parts_are_there() {
        let mut peers = Peers::default();
        assert!(!peers.is_reachable(OTHER));
        let parts = write(OTHER, 0, &Note::Request { link: 1 }, b"abcdefgh", 1024 + 3);
        let received: Vec<Received> = parts.iter().map(|bytes| receive(&mut peers, bytes)).collect();
        assert!(received.iter().all(|received| !received.is_broken));
        assert!(received[0].whole.is_none() && received[1].whole.is_none());
        assert_eq!(received[2].whole.as_ref().unwrap().1, b"abcdefgh");
        assert!(peers.is_reachable(OTHER) && peers.any_reachable());
    }

    #[test]
    fn a_lost_part_is_noticed_and_the_next_message_is_received() {
        let mut peers = Peers::default();
        let parts = write(OTHER, 0, &Note::Request { link: 1 }, b"abcdefgh", 1024 + 3);
        receive(&mut peers, &parts[0]);
        let received = receive(&mut peers, &parts[2]);
        assert!(received.is_broken && received.whole.is_none(), "a part is missing");
        let next = write(OTHER, 3, &Note::Beat, b"", 2048);
        let received = receive(&mut peers, &next[0]);
        assert!(!received.is_broken && matches!(received.whole, Some((Note::Beat, _))));
        let later = write(OTHER, 9, &Note::Beat, b"", 2048);
        let received = receive(&mut peers, &later[0]);
        assert!(received.is_broken && received.whole.is_some(), "a message is missing");
    }

    #[test]
    fn who_was_there_before_may_have_told_the_others_something() {
        let mut peers = Peers::of_elders(&[OTHER]);
        let beat = |number| write(OTHER, number, &Note::Beat, b"", 2048).remove(0);
        assert!(receive(&mut peers, &beat(0)).is_first_of_elder);
        assert!(!receive(&mut peers, &beat(1)).is_first_of_elder);
        peers.note_present(&[ServerId(1), OTHER]);
        assert_eq!(peers.all().len(), 2);
        assert!(!peers.is_reachable(ServerId(1)), "it has said nothing yet");
        peers.note_present(&[]);
        assert_eq!(peers.all(), [OTHER], "it was heard a moment ago");
    }

    #[test]
    fn who_has_gone_is_told_as_silent_before_it_is_forgotten() {
        let mut peers = Peers::default();
        receive(&mut peers, &write(OTHER, 0, &Note::Beat, b"", 2048)[0]);
        assert!(peers.take_silent().is_empty());
        peers.known.get_mut(&OTHER).unwrap().last_seen = Instant::now().checked_sub(SILENCE);
        peers.note_present(&[]);
        assert_eq!(peers.take_silent(), [OTHER]);
        assert!(peers.take_silent().is_empty(), "it is told once");
        peers.note_present(&[]);
        assert!(peers.all().is_empty());
    }

    #[test]
    fn there_are_so_many_servers_at_most() {
        let mut peers = Peers::default();
        for id in 0..1000 {
            receive(&mut peers, &write(ServerId(id), 0, &Note::Beat, b"", 2048)[0]);
        }
        assert_eq!(peers.all().len(), MAX_PEERS);
    }
}
