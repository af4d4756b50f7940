//! Places that addresses and their networks take, such as connections.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use crate::network::{NetworkCounts, TrustedNetworks, networks};

/// The places that addresses have taken.
#[derive(Debug)]
pub(super) struct AddressPlaces {
    /// The most places of an address; wider and trusted networks have more.
    most: usize,
    trusted: TrustedNetworks,
    taken: Taken,
}

type Taken = Arc<Mutex<NetworkCounts>>;

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
        let mut taken = lock(&self.taken);
        if taken.exceeded(self.trusted.buckets(address), self.most, 1).is_some() {
            return None;
        }
        taken.add(networks(address).map(|(network, _)| network), 1);
        Some(AddressPlace { address, taken: Arc::clone(&self.taken) })
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        lock(&self.taken).is_empty()
    }
}

impl Drop for AddressPlace {
    fn drop(&mut self) {
        lock(&self.taken).remove(networks(self.address).map(|(network, _)| network), 1);
    }
}

fn lock(taken: &Taken) -> MutexGuard<'_, NetworkCounts> {
    taken.lock().expect("nothing panics while it counts places")
}
