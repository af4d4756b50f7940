//! Places that addresses and their networks take, for as long as something lasts.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use ipnet::IpNet;

use crate::network::{TrustedNetworks, networks};

/// The places that addresses have taken.
#[derive(Debug)]
pub(super) struct AddressPlaces {
    /// The most for an address; a wider network and a trusted one have more.
    most: usize,
    trusted: TrustedNetworks,
    taken: Taken,
}

type Taken = Arc<Mutex<HashMap<IpNet, usize>>>;

/// A place that an address has taken, until it is dropped.
#[derive(Debug)]
pub(crate) struct AddressPlace {
    address: IpAddr,
    taken: Taken,
}

impl AddressPlaces {
    pub(super) fn new(most: usize, trusted: &TrustedNetworks) -> AddressPlaces {
        AddressPlaces { most, trusted: trusted.clone(), taken: Arc::default() }
    }

    /// Takes a place, unless the address or one of its networks has none left.
    pub(super) fn take(&self, address: IpAddr) -> Option<AddressPlace> {
        let factor = self.trusted.factor(address) as usize;
        let mut taken = lock(&self.taken);
        let has_place = |(network, share): (IpNet, u32)| {
            taken.get(&network).is_none_or(|&count| count < self.most * share as usize * factor)
        };
        if !networks(address).all(has_place) {
            return None;
        }
        for (network, _) in networks(address) {
            *taken.entry(network).or_default() += 1;
        }
        Some(AddressPlace { address, taken: Arc::clone(&self.taken) })
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        lock(&self.taken).is_empty()
    }
}

impl Drop for AddressPlace {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        for (network, _) in networks(self.address) {
            if let Some(count) = taken.get_mut(&network) {
                *count -= 1;
                if *count == 0 {
                    taken.remove(&network);
                }
            }
        }
    }
}

fn lock(taken: &Taken) -> MutexGuard<'_, HashMap<IpNet, usize>> {
    taken.lock().expect("nothing panics while it counts places")
}
