//! Rate limits: token buckets for addresses, names or accounts.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use ipnet::IpNet;

use crate::network::{TrustedNetworks, networks, shares};

/// The number of keys from which idle ones are removed.
const SWEEP_KEYS: usize = 10_000;
/// The least time between two such removals.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);
/// The most keys of a limit, about 16 MB. Requests beyond are refused.
const MAX_KEYS: usize = 250_000;

pub(crate) fn non_zero(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).expect("no limit is 0")
}

/// A rate.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Per {
    Second(u32),
    Minute(u32),
    Hour(u32),
    Day(u32),
}

impl Per {
    /// Returns the quota of `share` times the rate, with `share` times the burst.
    fn quota(self, at_once: u32, share: u32) -> Quota {
        let times = |count: u32| non_zero(count.saturating_mul(share));
        let quota = match self {
            Per::Second(count) => Quota::per_second(times(count)),
            Per::Minute(count) => Quota::per_minute(times(count)),
            Per::Hour(count) => Quota::per_hour(times(count)),
            Per::Day(count) => {
                let pause = Duration::from_secs(86_400) / times(count).get();
                Quota::with_period(pause).expect("a day has more nanoseconds than any limit")
            }
        };
        quota.allow_burst(times(at_once))
    }
}

/// A token bucket for each name, account or network.
#[derive(Debug)]
pub(crate) struct KeyedLimit<K: Hash + Eq + Clone> {
    limiter: DefaultKeyedRateLimiter<K>,
    /// The time at which idle keys were last removed.
    swept: Mutex<Instant>,
    /// The most keys.
    max_keys: usize,
}

impl<K: Hash + Eq + Clone> KeyedLimit<K> {
    pub(crate) fn new(rate: Per, at_once: u32) -> KeyedLimit<K> {
        KeyedLimit::with_share(rate, at_once, 1)
    }

    fn with_share(rate: Per, at_once: u32, share: u32) -> KeyedLimit<K> {
        KeyedLimit {
            limiter: RateLimiter::keyed(rate.quota(at_once, share)),
            swept: Mutex::new(Instant::now()),
            max_keys: MAX_KEYS,
        }
    }

    /// Counts a request. Returns `false` if it exceeds the limit.
    pub(crate) fn admit(&self, key: &K) -> bool {
        self.admit_many(key, NonZeroU32::MIN)
    }

    /// Counts `count` requests at once. Returns `false`, and counts none, if they exceed the limit.
    pub(crate) fn admit_many(&self, key: &K, count: NonZeroU32) -> bool {
        if self.limiter.len() > SWEEP_KEYS
            && let Ok(mut swept) = self.swept.try_lock()
            && swept.elapsed() >= SWEEP_INTERVAL
        {
            self.limiter.retain_recent();
            *swept = Instant::now();
        }
        self.limiter.len() < self.max_keys && matches!(self.limiter.check_key_n(key, count), Ok(Ok(())))
    }
}

/// A token bucket for each address and each of its networks.
#[derive(Debug)]
pub(crate) struct NetworkLimit {
    trusted: TrustedNetworks,
    /// The buckets by their size, as a multiple of the share of one address.
    by_share: BTreeMap<u32, KeyedLimit<IpNet>>,
}

impl NetworkLimit {
    pub(crate) fn new(rate: Per, at_once: u32, trusted: &TrustedNetworks) -> NetworkLimit {
        let all = trusted.factors().flat_map(|factor| shares().map(move |share| factor * share));
        let by_share = all.map(|share| (share, KeyedLimit::with_share(rate, at_once, share))).collect();
        NetworkLimit { trusted: trusted.clone(), by_share }
    }

    /// Counts a request. Returns `false` if it exceeds the limit of the address or of one of its networks.
    pub(crate) fn admit(&self, address: IpAddr) -> bool {
        self.admit_many(address, NonZeroU32::MIN)
    }

    /// Counts `count` requests at once. Returns `false` if they exceed the limit of the address or of one of its networks.
    pub(crate) fn admit_many(&self, address: IpAddr, count: NonZeroU32) -> bool {
        let factor = self.trusted.factor(address);
        // The narrowest network is asked first: an address that floods takes nothing from its neighbours beyond its own share.
        networks(address).all(|(network, share)| {
            self.by_share.get(&(share * factor)).is_some_and(|limit| limit.admit_many(&network, count))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_is_forgotten_in_time_and_never_too_many_are_remembered() {
        let mut limit = KeyedLimit::new(Per::Second(1_000_000), 1);
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
    fn the_networks_of_a_customer_share_a_limit() {
        let trusted = TrustedNetworks::new(vec!["2001:db8:7::/48=3".parse().unwrap()]);
        let limit = NetworkLimit::new(Per::Hour(1), 5, &trusted);
        // 16 networks of 64 bits in each of 16 networks of 56 bits.
        let admitted = |site: u16| {
            let all = (0..0x1000_u16).filter(|place| place & 0xf0 == 0);
            all.flat_map(|subnet| std::iter::repeat_n(subnet, 20))
                .filter(|&subnet| limit.admit([0x2001, 0xdb8, site, subnet, 0, 0, 0, 1].into()))
                .count()
        };
        assert_eq!(admitted(1), 20, "four times the share of one address");
        assert_eq!(admitted(7), 60, "a trusted network has its factor");
        let flood = (0..1000).filter(|_| limit.admit([0x2001, 0xdb8, 2, 0, 0, 0, 0, 1].into())).count();
        assert_eq!(flood, 5);
        assert!(limit.admit([0x2001, 0xdb8, 2, 1, 0, 0, 0, 1].into()), "the neighbour has its own share");
        let neighbours = (0..=255).flat_map(|last| std::iter::repeat_n(IpAddr::from([192, 0, 2, last]), 20));
        let admitted = neighbours.filter(|&address| limit.admit(address)).count();
        assert_eq!(admitted, 20, "a network of 256 addresses has the share of four");
    }
}
