//! The other servers: who was heard when, and whether anything that they have said is lost.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use super::envelope::{Head, MAX_WHOLE_BYTES, Note};
use crate::store::ServerId;

/// After how long without a word a server counts as gone.
const SILENCE: Duration = Duration::from_secs(2);
/// The most servers; what others say is not heard.
const MAX_PEERS: usize = 64;

/// The other servers.
#[derive(Debug, Default)]
pub(super) struct Peers {
    known: HashMap<ServerId, Peer>,
}

#[derive(Debug)]
struct Peer {
    saying: Arc<Saying>,
    /// When it was heard last.
    heard: Option<Instant>,
    /// The number of the next part that it says.
    expected: u64,
    /// The parts of its message that are there, if some are missing still.
    begun: Vec<u8>,
    /// Whether it was there before this server and has said nothing to it yet: what it has told the others is not known.
    is_elder: bool,
}

/// What is said to a server.
#[derive(Debug, Default)]
pub(super) struct Saying {
    /// The number of the next part.
    pub(super) next: Mutex<u64>,
    /// Whether something could not be said: then a number is left out, so that the server knows.
    pub(super) has_failed: AtomicBool,
}

/// What follows from a part that was heard.
#[derive(Default)]
pub(super) struct Heard {
    /// The message that is whole with it.
    pub(super) whole: Option<(Note, Vec<u8>)>,
    /// Whether something that the server has said is lost.
    pub(super) is_broken: bool,
    /// Whether the server may have told all others something before it knew of this one.
    pub(super) is_first_of_elder: bool,
}

impl Peer {
    fn new(is_elder: bool) -> Peer {
        Peer { saying: Arc::default(), heard: None, expected: 0, begun: Vec::new(), is_elder }
    }

    fn is_heard(&self) -> bool {
        self.heard.is_some_and(|heard| heard.elapsed() < SILENCE)
    }
}

impl Peers {
    /// Takes the servers that are there when this one begins.
    pub(super) fn of_elders(servers: &[ServerId]) -> Peers {
        let known = servers.iter().take(MAX_PEERS).map(|&server| (server, Peer::new(true)));
        Peers { known: known.collect() }
    }

    /// Notes which servers are there, and forgets those that are not and say nothing either. That they are silent has to be told
    /// first.
    pub(super) fn note_present(&mut self, servers: &[ServerId]) {
        self.known.retain(|server, peer| servers.contains(server) || peer.heard.is_some());
        for &server in servers {
            self.get(server);
        }
    }

    /// Returns the servers that are known.
    pub(super) fn all(&self) -> Vec<ServerId> {
        self.known.keys().copied().collect()
    }

    /// Returns whether a server was heard of late.
    pub(super) fn hears(&self, server: ServerId) -> bool {
        self.known.get(&server).is_some_and(Peer::is_heard)
    }

    /// Returns whether any server was heard of late.
    pub(super) fn hears_any(&self) -> bool {
        self.known.values().any(Peer::is_heard)
    }

    /// Returns the servers that were heard and are silent now; each of them once.
    pub(super) fn take_silent(&mut self) -> Vec<ServerId> {
        let mut silent = Vec::new();
        for (&server, peer) in &mut self.known {
            if peer.heard.is_some() && !peer.is_heard() {
                peer.heard = None;
                silent.push(server);
            }
        }
        silent
    }

    /// Returns what is said to a server, if there is one.
    pub(super) fn saying(&self, server: ServerId) -> Option<Arc<Saying>> {
        self.known.get(&server).map(|peer| Arc::clone(&peer.saying))
    }

    /// Notes a part that was heard.
    pub(super) fn note(&mut self, head: Head, text: &[u8]) -> Heard {
        let Some(peer) = self.get(head.from) else { return Heard::default() };
        peer.heard = Some(Instant::now());
        let is_broken = head.number != peer.expected;
        peer.expected = head.number.wrapping_add(1);
        let is_first_of_elder = std::mem::take(&mut peer.is_elder);
        if is_broken || head.part == 0 {
            peer.begun.clear();
        }
        let mut heard = Heard { whole: None, is_broken, is_first_of_elder };
        if is_broken && head.part > 0 {
            return heard;
        }
        if peer.begun.len() + text.len() > MAX_WHOLE_BYTES {
            peer.begun = Vec::new();
            heard.is_broken = true;
            return heard;
        }
        peer.begun.extend_from_slice(text);
        if head.rest == 0 {
            heard.whole = Some((head.note, std::mem::take(&mut peer.begun)));
        }
        heard
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

    fn hear(peers: &mut Peers, bytes: &[u8]) -> Heard {
        let (head, text) = read(bytes).unwrap();
        peers.note(head, text)
    }

    #[test]
    fn a_message_is_whole_when_all_its_parts_are_there() {
        let mut peers = Peers::default();
        assert!(!peers.hears(OTHER));
        let parts = write(OTHER, 0, &Note::Request { link: 1 }, b"abcdefgh", 1024 + 3);
        let heard: Vec<Heard> = parts.iter().map(|bytes| hear(&mut peers, bytes)).collect();
        assert!(heard.iter().all(|heard| !heard.is_broken));
        assert!(heard[0].whole.is_none() && heard[1].whole.is_none());
        assert_eq!(heard[2].whole.as_ref().unwrap().1, b"abcdefgh");
        assert!(peers.hears(OTHER) && peers.hears_any());
    }

    #[test]
    fn what_is_lost_is_noticed_and_what_follows_is_heard() {
        let mut peers = Peers::default();
        let parts = write(OTHER, 0, &Note::Request { link: 1 }, b"abcdefgh", 1024 + 3);
        hear(&mut peers, &parts[0]);
        let heard = hear(&mut peers, &parts[2]);
        assert!(heard.is_broken && heard.whole.is_none(), "a part is missing");
        let next = write(OTHER, 3, &Note::Beat, b"", 2048);
        let heard = hear(&mut peers, &next[0]);
        assert!(!heard.is_broken && matches!(heard.whole, Some((Note::Beat, _))));
        let later = write(OTHER, 9, &Note::Beat, b"", 2048);
        let heard = hear(&mut peers, &later[0]);
        assert!(heard.is_broken && heard.whole.is_some(), "a message is missing");
    }

    #[test]
    fn who_was_there_before_may_have_told_the_others_something() {
        let mut peers = Peers::of_elders(&[OTHER]);
        let beat = |number| write(OTHER, number, &Note::Beat, b"", 2048).remove(0);
        assert!(hear(&mut peers, &beat(0)).is_first_of_elder);
        assert!(!hear(&mut peers, &beat(1)).is_first_of_elder);
        peers.note_present(&[ServerId(1), OTHER]);
        assert_eq!(peers.all().len(), 2);
        assert!(!peers.hears(ServerId(1)), "it has said nothing yet");
        peers.note_present(&[]);
        assert_eq!(peers.all(), [OTHER], "it was heard a moment ago");
    }

    #[test]
    fn who_has_gone_is_told_as_silent_before_it_is_forgotten() {
        let mut peers = Peers::default();
        hear(&mut peers, &write(OTHER, 0, &Note::Beat, b"", 2048)[0]);
        assert!(peers.take_silent().is_empty());
        peers.known.get_mut(&OTHER).unwrap().heard = Instant::now().checked_sub(SILENCE);
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
            hear(&mut peers, &write(ServerId(id), 0, &Note::Beat, b"", 2048)[0]);
        }
        assert_eq!(peers.all().len(), MAX_PEERS);
    }
}
