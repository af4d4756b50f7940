//! The networks of an address. One customer of a provider often has many addresses, so wider networks have a share, too: larger
//! than that of one address, and far smaller than that of all its addresses together.

use std::collections::HashMap;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;

use ipnet::IpNet;

/// The networks of an IPv4 address: the length of the prefix, and the share as a multiple of that of one address.
const IPV4_SHARES: [(u8, u32); 2] = [(32, 1), (24, 4)];
/// The same for IPv6, where a customer has a /64 at least, usually a /56 or /48.
const IPV6_SHARES: [(u8, u32); 3] = [(64, 1), (56, 2), (48, 4)];
/// The largest factor of a trusted network.
const MAX_TRUSTED_FACTOR: u32 = 1000;

/// Returns the networks of an address with their shares, the narrowest first.
pub(crate) fn networks(address: IpAddr) -> impl Iterator<Item = (IpNet, u32)> {
    let address = address.to_canonical();
    let shares: &[(u8, u32)] = if address.is_ipv4() { &IPV4_SHARES } else { &IPV6_SHARES };
    shares.iter().map(move |&(prefix, share)| (truncated(address, prefix), share))
}

/// Returns the shares of all kinds of networks.
pub(crate) fn shares() -> impl Iterator<Item = u32> {
    IPV4_SHARES.into_iter().chain(IPV6_SHARES).map(|(_, share)| share)
}

/// Returns the narrowest network that is limited: an IPv4 address itself, or the /64 of an IPv6 address.
pub(crate) fn narrowest(address: IpAddr) -> IpNet {
    networks(address).next().expect("there are shares").0
}

/// Returns the widest network that is limited.
pub(crate) fn widest(address: IpAddr) -> IpNet {
    networks(address).last().expect("there are shares").0
}

fn truncated(address: IpAddr, prefix: u8) -> IpNet {
    IpNet::new(address, prefix).expect("a prefix of the version").trunc()
}

/// The bucket of an address or of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bucket {
    pub(crate) network: IpNet,
    /// Its size, as a multiple of that of one address.
    pub(crate) shares: u32,
}

impl Bucket {
    /// Returns the buckets of an address: its own, and that of the widest network that is limited.
    pub(crate) fn of(address: IpAddr, trusted: &TrustedNetworks) -> [Bucket; 2] {
        let mut all = trusted.buckets(address);
        let own = all.next().expect("an address has a share");
        [own, all.last().unwrap_or(own)]
    }
}

/// Counts by network.
#[derive(Debug, Default)]
pub(crate) struct NetworkCounts(HashMap<IpNet, usize>);

impl NetworkCounts {
    /// Returns the first network whose count, with `more`, exceeds `most` times its shares.
    pub(crate) fn exceeded(
        &self,
        buckets: impl IntoIterator<Item = Bucket>,
        most: usize,
        more: usize,
    ) -> Option<IpNet> {
        let is_exceeded = |bucket: &Bucket| {
            let count = self.0.get(&bucket.network).copied().unwrap_or(0);
            count.saturating_add(more) > most.saturating_mul(bucket.shares as usize)
        };
        buckets.into_iter().find(is_exceeded).map(|bucket| bucket.network)
    }

    /// Adds `count` to each of some networks.
    pub(crate) fn add(&mut self, networks: impl Iterator<Item = IpNet>, count: usize) {
        networks.for_each(|network| *self.0.entry(network).or_default() += count);
    }

    /// Takes `count`, which was added before, from each of some networks.
    pub(crate) fn remove(&mut self, networks: impl Iterator<Item = IpNet>, count: usize) {
        for network in networks {
            if let Some(known) = self.0.get_mut(&network) {
                *known -= count;
                if *known == 0 {
                    self.0.remove(&network);
                }
            }
        }
    }

    /// Returns whether anything is counted for a network.
    pub(crate) fn has(&self, network: &IpNet) -> bool {
        self.0.contains_key(network)
    }

    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A network with higher limits: that of a club, where many people share an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrustedNetwork {
    network: IpNet,
    /// The factor of its limits.
    factor: u32,
}

/// The text is no trusted network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected a network and a factor from 1 to {MAX_TRUSTED_FACTOR}, such as `192.0.2.7=8` or \
     `2001:db8:1::/48=8`; a network of the sixth version has 64 bits at most"
)]
pub struct TrustedNetworkError;

impl FromStr for TrustedNetwork {
    type Err = TrustedNetworkError;

    fn from_str(text: &str) -> Result<TrustedNetwork, TrustedNetworkError> {
        let (network, factor) = text.split_once('=').ok_or(TrustedNetworkError)?;
        let network = match network.parse() {
            Ok(network) => network,
            Err(_) => IpNet::from(network.parse::<IpAddr>().map_err(|_| TrustedNetworkError)?),
        };
        // IPv6 addresses are distinguished by their first 64 bits.
        let is_known = matches!(network, IpNet::V4(_)) || network.prefix_len() <= 64;
        let factor = factor.parse().map_err(|_| TrustedNetworkError)?;
        if !is_known || !(1..=MAX_TRUSTED_FACTOR).contains(&factor) {
            return Err(TrustedNetworkError);
        }
        Ok(TrustedNetwork { network: network.trunc(), factor })
    }
}

/// All trusted networks.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrustedNetworks(Arc<[TrustedNetwork]>);

impl TrustedNetworks {
    pub(crate) fn new(networks: Vec<TrustedNetwork>) -> TrustedNetworks {
        TrustedNetworks(networks.into())
    }

    /// Returns the factor of an address: that of the narrowest trusted network that contains it, or 1.
    pub(crate) fn factor(&self, address: IpAddr) -> u32 {
        let address = address.to_canonical();
        let trusted = self.0.iter().filter(|trusted| trusted.network.contains(&address));
        trusted.max_by_key(|trusted| trusted.network.prefix_len()).map_or(1, |trusted| trusted.factor)
    }

    /// Returns the buckets of an address and of its networks, the narrowest first.
    pub(crate) fn buckets(&self, address: IpAddr) -> impl Iterator<Item = Bucket> {
        let factor = self.factor(address);
        networks(address).map(move |(network, share)| Bucket { network, shares: share * factor })
    }

    /// Returns all factors, 1 included.
    pub(crate) fn factors(&self) -> impl Iterator<Item = u32> {
        self.0.iter().map(|trusted| trusted.factor).chain([1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_customer_has_one_network_however_many_addresses() {
        let shown = |text| {
            networks(address(text)).map(|(network, share)| format!("{network} {share}")).collect::<Vec<_>>()
        };
        assert_eq!(shown("192.0.2.7"), ["192.0.2.7/32 1", "192.0.2.0/24 4"]);
        assert_eq!(shown("::ffff:192.0.2.7"), shown("192.0.2.7"));
        assert_eq!(
            shown("2001:db8:1:234:5:6:7:8"),
            ["2001:db8:1:234::/64 1", "2001:db8:1:200::/56 2", "2001:db8:1::/48 4"]
        );
    }

    #[test]
    fn the_narrowest_trusted_network_counts() {
        let networks = ["192.0.0.0/16=2", "192.0.2.7=8", "2001:db8::/48=3"];
        let trusted = TrustedNetworks::new(networks.map(|text| text.parse().unwrap()).to_vec());
        for (text, factor) in
            [("192.0.2.7", 8), ("192.0.2.8", 2), ("192.1.2.7", 1), ("2001:db8::1", 3), ("2001:db9::1", 1)]
        {
            assert_eq!(trusted.factor(address(text)), factor, "{text}");
        }
        for bad in [
            "",
            "192.0.2.7",
            "192.0.2.7=",
            "192.0.2.7=0",
            "192.0.2.7=1001",
            "192.0.2.0/33=2",
            "club=2",
            "2001:db8::1=2",
        ] {
            assert_eq!(bad.parse::<TrustedNetwork>(), Err(TrustedNetworkError), "{bad}");
        }
    }
}
