//! The limits of addresses, on a public server.

mod places;
mod rate;

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};

use crate::metrics::RequestRefusal;
use crate::network::{TrustedNetworks, narrowest};
use crate::work_budget::{Payer, WorkBudget};
pub(crate) use places::AddressPlace;
use places::AddressPlaces;
pub(crate) use rate::{KeyedLimit, NetworkLimit, Per, non_zero};

/// Requests of an address for files and connections: sustained rate, per second.
const REQUESTS_PER_SECOND: u32 = 20;
/// Burst size.
const REQUESTS_AT_ONCE: u32 = 200;
/// Messages of a connection: sustained rate, per second; the others are read later.
const MESSAGES_PER_SECOND: u32 = 20;
/// Burst size.
const MESSAGES_AT_ONCE: u32 = 60;
/// Games that an address makes public: sustained rate, per minute.
const PUBLISHED_PER_MINUTE: u32 = 1;
/// Burst size.
const PUBLISHED_AT_ONCE: u32 = 10;
/// The most connections of one address, or concurrent requests, if it is behind a proxy on this machine, which shares its
/// connections out.
const MAX_ADDRESS_CONNECTIONS: usize = 128;
/// The most open seats that one address has taken in games that have hardly begun.
const MAX_ADDRESS_SEATS: usize = 3;
/// The most connections to sessions of one address.
const MAX_ADDRESS_SOCKETS: usize = 32;
/// Sessions that an address begins and that are kept: rate per day, and burst size.
const KEPT_SESSIONS_PER_DAY: u32 = 200;
/// Size of the sessions that are kept for an address: sustained rate, in KiB per day.
const KEPT_KIB_PER_DAY: u32 = 32 * 1024;
/// Burst size, in KiB: large sessions take the disk from the players.
const KEPT_KIB_AT_ONCE: u32 = 4 * 1024;

/// The recent sessions of addresses that are kept.
#[derive(Debug)]
struct KeptLimits {
    sessions: NetworkLimit,
    kib: NetworkLimit,
}

/// The recent use of addresses.
#[derive(Debug)]
pub(crate) struct AddressLimits {
    requests: NetworkLimit,
    published: Arc<NetworkLimit>,
    kept: Arc<KeptLimits>,
    connections: AddressPlaces,
    sockets: AddressPlaces,
    seats: Arc<AddressPlaces>,
    trusted: TrustedNetworks,
    work: Arc<WorkBudget>,
}

impl AddressLimits {
    pub(crate) fn new(trusted: &TrustedNetworks) -> AddressLimits {
        let limit = |rate, at_once| NetworkLimit::new(rate, at_once, trusted);
        AddressLimits {
            requests: limit(Per::Second(REQUESTS_PER_SECOND), REQUESTS_AT_ONCE),
            published: Arc::new(limit(Per::Minute(PUBLISHED_PER_MINUTE), PUBLISHED_AT_ONCE)),
            kept: Arc::new(KeptLimits {
                sessions: limit(Per::Day(KEPT_SESSIONS_PER_DAY), KEPT_SESSIONS_PER_DAY),
                kib: limit(Per::Day(KEPT_KIB_PER_DAY), KEPT_KIB_AT_ONCE),
            }),
            connections: AddressPlaces::new(MAX_ADDRESS_CONNECTIONS, trusted),
            sockets: AddressPlaces::new(MAX_ADDRESS_SOCKETS, trusted),
            seats: Arc::new(AddressPlaces::new(MAX_ADDRESS_SEATS, trusted)),
            trusted: trusted.clone(),
            work: Arc::default(),
        }
    }

    /// Counts a request. Returns `false` if it exceeds the limit.
    pub(crate) fn admit(&self, address: IpAddr) -> bool {
        self.requests.admit(address)
    }

    /// Returns the rights of an address.
    pub(crate) fn rights(&self, address: IpAddr) -> AddressRights {
        AddressRights {
            address: narrowest(address).addr(),
            published: Arc::clone(&self.published),
            kept: Arc::clone(&self.kept),
            seats: Arc::clone(&self.seats),
            payer: Payer::new(address, &self.trusted, &self.work),
        }
    }

    /// Counts a connection, or a request that a proxy passes on.
    ///
    /// # Errors
    /// If the limit is exceeded.
    pub(crate) fn open_connection(&self, address: IpAddr) -> Result<AddressPlace, RequestRefusal> {
        self.connections.take(address).ok_or(RequestRefusal::AddressConnections)
    }

    /// Counts a connection to a session; `None` if the limit is exceeded.
    pub(crate) fn open_socket(&self, address: IpAddr) -> Option<AddressPlace> {
        self.sockets.take(address)
    }
}

/// The messages of one connection.
#[derive(Debug)]
pub(crate) struct MessageLimit<C: Clock = DefaultClock> {
    messages: RateLimiter<NotKeyed, InMemoryState, C, NoOpMiddleware<C::Instant>>,
    clock: C,
    /// The messages that have been read and have no token yet.
    owed: u32,
}

impl MessageLimit {
    pub(crate) fn new() -> MessageLimit {
        MessageLimit::with_clock(DefaultClock::default())
    }
}

impl<C: Clock + Clone> MessageLimit<C> {
    fn with_clock(clock: C) -> MessageLimit<C> {
        let quota = Quota::per_second(non_zero(MESSAGES_PER_SECOND)).allow_burst(non_zero(MESSAGES_AT_ONCE));
        MessageLimit { messages: RateLimiter::direct_with_clock(quota, clock.clone()), clock, owed: 0 }
    }

    /// Counts a message, and returns the time for which no other may be read. A check that is refused takes no token: the message
    /// owes it.
    pub(crate) fn note(&mut self) -> Duration {
        self.owed += 1;
        while self.owed > 0 {
            match self.messages.check() {
                Ok(()) => self.owed -= 1,
                Err(until) => return until.wait_time_from(self.clock.now()),
            }
        }
        Duration::ZERO
    }
}

/// The rights of an address: to make games public, to take a few open seats, to have sessions kept, and to spend processor time.
#[derive(Clone, Debug)]
pub(crate) struct AddressRights {
    address: IpAddr,
    published: Arc<NetworkLimit>,
    kept: Arc<KeptLimits>,
    seats: Arc<AddressPlaces>,
    payer: Payer,
}

impl AddressRights {
    /// Returns the budget for the work of the address.
    pub(crate) fn payer(&self) -> &Payer {
        &self.payer
    }

    /// Returns the address, or its network.
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }

    /// Counts a game. Returns `false` if it exceeds the limit.
    pub(crate) fn admit(&self) -> bool {
        self.published.admit(self.address)
    }

    /// Counts an open seat that is taken, until it is dropped; `None` if the limit is exceeded.
    pub(crate) fn take_seat(&self) -> Option<AddressPlace> {
        self.seats.take(self.address)
    }

    /// Counts `sessions` that begin and `bytes` that are kept from now on. Returns `false` if they exceed the limit.
    pub(crate) fn may_keep(&self, sessions: u32, bytes: usize) -> bool {
        let kib = u32::try_from(bytes.div_ceil(1024)).unwrap_or(u32::MAX);
        let admits = |limit: &NetworkLimit, count: u32| {
            NonZeroU32::new(count).is_none_or(|count| limit.admit_many(self.address, count))
        };
        admits(&self.kept.sessions, sessions) && admits(&self.kept.kib, kib)
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_address_has_its_share_and_no_other_has_less() {
        let limits = AddressLimits::new(&TrustedNetworks::default());
        let [one, same, other] = ["2001:db8::1", "2001:db8::2", "192.0.2.1"].map(address);
        let admitted = (0..1000).filter(|_| limits.admit(one)).count();
        assert!((200..400).contains(&admitted), "{admitted}");
        assert!(!limits.admit(same));
        assert!(limits.admit(other));
        for (places, most) in
            [(&limits.connections, MAX_ADDRESS_CONNECTIONS), (&limits.sockets, MAX_ADDRESS_SOCKETS)]
        {
            let taken: Vec<_> = (0..1000).map_while(|_| places.take(one)).collect();
            assert_eq!(taken.len(), most);
            assert!(places.take(same).is_none());
            assert!(places.take(other).is_some());
            drop(taken);
            assert!(places.take(same).is_some());
            assert!(places.is_empty());
        }
    }

    #[test]
    fn a_customer_has_no_more_places_by_having_more_addresses_and_a_club_has_more() {
        let trusted = TrustedNetworks::new(vec!["2001:db8:7::/48=3".parse().unwrap()]);
        let limits = AddressLimits::new(&trusted);
        for (site, most) in [(1, 4 * MAX_ADDRESS_SOCKETS), (7, 12 * MAX_ADDRESS_SOCKETS)] {
            let addresses = (0..=u16::MAX).map(|subnet| [0x2001, 0xdb8, site, subnet, 0, 0, 0, 1].into());
            let taken: Vec<_> = addresses.filter_map(|address| limits.open_socket(address)).collect();
            assert_eq!(taken.len(), most);
            drop(taken);
            assert!(limits.sockets.is_empty());
        }
    }

    #[test]
    fn an_address_has_so_much_kept_a_day() {
        let limits = AddressLimits::new(&TrustedNetworks::default());
        let rights = |last| limits.rights([192, 0, 2, last].into());
        let [first, second, third] = [1, 2, 3].map(rights);
        let begun = (0..1000).filter(|_| first.may_keep(1, 100)).count();
        assert_eq!(begun, KEPT_SESSIONS_PER_DAY as usize);
        assert!(first.may_keep(0, 1_000_000), "what has begun may grow");
        let kept = (0..1000).filter(|_| second.may_keep(1, 1024 * 1024)).count();
        assert_eq!(kept, KEPT_KIB_AT_ONCE as usize / 1024);
        assert!(third.may_keep(1, 1) && third.may_keep(0, 0) && !third.may_keep(0, usize::MAX));
    }

    #[test]
    fn messages_are_read_later_and_not_refused_so_many_a_second() {
        let clock = FakeRelativeClock::default();
        let mut limit = MessageLimit::with_clock(clock.clone());
        assert!((0..MESSAGES_AT_ONCE).all(|_| limit.note().is_zero()));
        let mut time = Duration::ZERO;
        let mut messages = 0;
        while time < Duration::from_secs(100) {
            messages += 1;
            let wait = limit.note();
            clock.advance(wait);
            time += wait;
        }
        assert_eq!(messages, 100 * MESSAGES_PER_SECOND);
        // A client that was silent for a while has its burst again.
        clock.advance(Duration::from_secs(3600));
        assert_eq!((0..1000).take_while(|_| limit.note().is_zero()).count(), MESSAGES_AT_ONCE as usize - 1);
    }
}
