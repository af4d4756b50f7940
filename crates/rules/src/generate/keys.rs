//! A set of position keys that is cheap while it is empty or small.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// The number of keys kept without an allocation.
const FEW: usize = 16;

/// The capacity reserved once there are more keys than that.
const MANY: usize = 200;

/// A set of position keys.
#[derive(Debug, Default)]
pub(super) struct KeySet {
    few: [u64; FEW],
    len: usize,
    many: HashSet<u64, BuildHasherDefault<KeyHasher>>,
}

impl KeySet {
    /// Adds a key and returns whether it was new.
    pub(super) fn insert(&mut self, key: u64) -> bool {
        if self.len > FEW {
            return self.many.insert(key);
        }
        if self.few[..self.len].contains(&key) {
            return false;
        }
        if self.len == FEW {
            self.many.reserve(MANY);
            self.many.extend(self.few);
            self.many.insert(key);
        } else {
            self.few[self.len] = key;
        }
        self.len += 1;
        true
    }
}

/// A hasher that returns its input: keys are hashes already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are numbers")
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_few_and_many() {
        let mut keys = KeySet::default();
        for round in 0..2 {
            for key in 0..100u64 {
                assert_eq!(keys.insert(key * key), round == 0, "{key}");
            }
        }
    }
}
