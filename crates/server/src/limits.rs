//! How much one address may ask of a server that the world can reach. On its own machine nobody is limited.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};

/// The requests of an address for files and connections: so many a second.
const REQUESTS_PER_SECOND: u32 = 20;
/// And so many at once.
const REQUESTS_AT_ONCE: u32 = 200;
/// The messages of a connection: so many a second; more are read later.
const MESSAGES_PER_SECOND: u32 = 20;
/// And so many at once.
const MESSAGES_AT_ONCE: u32 = 60;
/// The games that an address makes public: so many a minute.
const PUBLISHED_PER_MINUTE: u32 = 1;
/// And so many at once.
const PUBLISHED_AT_ONCE: u32 = 10;
/// The most connections of one address, or behind a proxy on this machine, which shares its connections out, the most requests at a
/// time.
const MAX_ADDRESS_CONNECTIONS: usize = 128;
/// The most connections to sessions of one address.
const MAX_ADDRESS_SOCKETS: usize = 32;
/// With more addresses, names or accounts than this, those are forgotten that have asked nothing of late,
const SWEEP_KEYS: usize = 10_000;
/// once in a while.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);
/// The most of them, in some 60 MB. Nobody is admitted beyond.
const MAX_KEYS: usize = 1_000_000;

/// What addresses have asked of late.
#[derive(Debug)]
pub(crate) struct AddressLimits {
    requests: KeyedLimit<IpAddr>,
    published: Arc<KeyedLimit<IpAddr>>,
    connections: AddressPlaces,
    sockets: AddressPlaces,
}

/// The places that addresses have taken, of `most` for each.
#[derive(Debug)]
struct AddressPlaces {
    most: usize,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

/// A place that an address has taken, until it is dropped.
#[derive(Debug)]
pub(crate) struct AddressPlace {
    address: IpAddr,
    taken: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl AddressLimits {
    pub(crate) fn new() -> AddressLimits {
        AddressLimits {
            requests: KeyedLimit::new(Quota::per_second(non_zero(REQUESTS_PER_SECOND)), REQUESTS_AT_ONCE),
            published: Arc::new(KeyedLimit::new(
                Quota::per_minute(non_zero(PUBLISHED_PER_MINUTE)),
                PUBLISHED_AT_ONCE,
            )),
            connections: AddressPlaces::new(MAX_ADDRESS_CONNECTIONS),
            sockets: AddressPlaces::new(MAX_ADDRESS_SOCKETS),
        }
    }

    /// Counts a request. Returns whether it is not one too many.
    pub(crate) fn admit(&self, address: IpAddr) -> bool {
        self.requests.admit(&network(address))
    }

    /// Returns the right of an address to make games public.
    pub(crate) fn publisher(&self, address: IpAddr) -> Publisher {
        Publisher { address: network(address), published: Arc::clone(&self.published) }
    }

    /// Counts a connection, or a request that a proxy passes on; `None` if it is one too many.
    pub(crate) fn open_connection(&self, address: IpAddr) -> Option<AddressPlace> {
        self.connections.take(address)
    }

    /// Counts a connection to a session; `None` if it is one too many.
    pub(crate) fn open_socket(&self, address: IpAddr) -> Option<AddressPlace> {
        self.sockets.take(address)
    }
}

impl AddressPlaces {
    fn new(most: usize) -> AddressPlaces {
        AddressPlaces { most, taken: Arc::default() }
    }

    fn take(&self, address: IpAddr) -> Option<AddressPlace> {
        let address = network(address);
        let mut taken = self.taken.lock().expect("nothing panics while it counts places");
        let count = taken.entry(address).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(AddressPlace { address, taken: Arc::clone(&self.taken) })
    }
}

impl Drop for AddressPlace {
    fn drop(&mut self) {
        let mut taken = self.taken.lock().expect("nothing panics while it counts places");
        if let Some(count) = taken.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.address);
            }
        }
    }
}

/// The messages of one connection.
#[derive(Debug)]
pub(crate) struct MessageLimit {
    messages: DefaultDirectRateLimiter,
    clock: DefaultClock,
}

impl MessageLimit {
    pub(crate) fn new() -> MessageLimit {
        MessageLimit {
            messages: RateLimiter::direct(
                Quota::per_second(non_zero(MESSAGES_PER_SECOND)).allow_burst(non_zero(MESSAGES_AT_ONCE)),
            ),
            clock: DefaultClock::default(),
        }
    }

    /// Counts a message, and returns when the next one may be read.
    pub(crate) fn note(&self) -> Instant {
        let wait = match self.messages.check() {
            Ok(()) => Duration::ZERO,
            Err(until) => until.wait_time_from(self.clock.now()),
        };
        Instant::now() + wait
    }
}

/// The right of an address to make games public, now and then.
#[derive(Clone, Debug)]
pub(crate) struct Publisher {
    address: IpAddr,
    published: Arc<KeyedLimit<IpAddr>>,
}

impl Publisher {
    /// Returns the address, or its network.
    pub(crate) fn address(&self) -> IpAddr {
        self.address
    }

    /// Counts a game. Returns whether it is not one too many.
    pub(crate) fn admit(&self) -> bool {
        self.published.admit(&self.address)
    }
}

pub(crate) fn non_zero(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).expect("no limit is 0")
}

/// What each address, name or account may ask: a token bucket for each.
#[derive(Debug)]
pub(crate) struct KeyedLimit<K: Hash + Eq + Clone> {
    limiter: DefaultKeyedRateLimiter<K>,
    /// When those were forgotten that had asked nothing of late.
    swept: Mutex<Instant>,
    /// The number of keys beyond which no other is admitted.
    max_keys: usize,
}

impl<K: Hash + Eq + Clone> KeyedLimit<K> {
    pub(crate) fn new(quota: Quota, at_once: u32) -> KeyedLimit<K> {
        KeyedLimit {
            limiter: RateLimiter::keyed(quota.allow_burst(non_zero(at_once))),
            swept: Mutex::new(Instant::now()),
            max_keys: MAX_KEYS,
        }
    }

    /// Counts what is asked. Returns whether it is not one too many.
    pub(crate) fn admit(&self, key: &K) -> bool {
        if self.limiter.len() > SWEEP_KEYS
            && let Ok(mut swept) = self.swept.try_lock()
            && swept.elapsed() >= SWEEP_INTERVAL
        {
            self.limiter.retain_recent();
            *swept = Instant::now();
        }
        self.limiter.len() < self.max_keys && self.limiter.check_key(key).is_ok()
    }
}

/// Returns what is limited: an address, or of the sixth version the network, which is one customer's.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(((address.to_bits() >> 64) << 64).into()),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_its_share_and_no_other_has_less() {
        let limits = AddressLimits::new();
        let [one, same, other] =
            ["2001:db8::1", "2001:db8::2", "192.0.2.1"].map(|text| text.parse().unwrap());
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
            assert!(places.taken.lock().unwrap().is_empty());
        }
    }

    #[test]
    fn who_asks_is_forgotten_in_time_and_never_too_many_are_remembered() {
        let mut limit = KeyedLimit::new(Quota::per_second(non_zero(1_000_000)), 1);
        limit.max_keys = SWEEP_KEYS + 10;
        *limit.swept.lock().unwrap() += Duration::from_secs(3600);
        let admitted = (0..2 * SWEEP_KEYS).filter(|key| limit.admit(key)).count();
        assert_eq!(admitted, limit.max_keys);
        assert!(!limit.admit(&0));
        *limit.swept.lock().unwrap() = Instant::now() - SWEEP_INTERVAL;
        assert!(limit.admit(&0), "all that were there had asked long ago");
        assert_eq!(limit.limiter.len(), 1);
    }

    #[test]
    fn messages_are_read_later_and_not_refused() {
        let limit = MessageLimit::new();
        let begun = Instant::now();
        let last = (0..60).map(|_| limit.note()).last().unwrap();
        assert!(last <= Instant::now());
        assert!(limit.note() > begun);
    }
}
