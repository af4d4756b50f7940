//! Requests that come twice: a client that has lost its connection before the answer sends them again on the next one, and the
//! first may have arrived, or arrive later.

use std::collections::VecDeque;

use crate::seat_key::KeyHash;

/// The most requests that are remembered; the first ones are forgotten.
const MAX_REMEMBERED_REQUESTS: usize = 32;

/// The requests that have changed something of late, by their keys.
#[derive(Clone, Debug, Default)]
pub(super) struct CarriedOut(VecDeque<KeyHash>);

impl CarriedOut {
    pub(super) fn has(&self, key: KeyHash) -> bool {
        self.0.iter().any(|&known| known.matches(key))
    }

    pub(super) fn note(&mut self, key: KeyHash) {
        if self.0.len() == MAX_REMEMBERED_REQUESTS {
            self.0.pop_front();
        }
        self.0.push_back(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::SeatKey;

    #[test]
    fn the_oldest_requests_are_forgotten_first() {
        let mut requests = CarriedOut::default();
        let keys: Vec<_> = (0..=MAX_REMEMBERED_REQUESTS)
            .map(|number| SeatKey::from(format!("{number:022}").as_str()).hash().unwrap())
            .collect();
        for &key in &keys {
            assert!(!requests.has(key));
            requests.note(key);
        }
        assert!(!requests.has(keys[0]));
        assert!(keys[1..].iter().all(|&key| requests.has(key)));
    }
}
