//! Inputs made from the seeds of a corpus.
//!
//! The formats are texts, so what finds mistakes is to cut, repeat and mix pieces of good texts. The libraries for
//! mutation change typed values or single bytes; these few lines fit better and need no dependency.

use std::ops::Range;

use fastrand::Rng;

/// No input grows beyond this many bytes, so that each takes a moment.
const MAX_BYTES: usize = 4096;

/// Returns the input with the given number: the same for the same corpus and number.
pub fn input(corpus: &[Vec<u8>], number: u64) -> Vec<u8> {
    let mut random = Rng::with_seed(number);
    let mut seed = || corpus.get(random.usize(..corpus.len().max(1))).cloned().unwrap_or_default();
    let (mut bytes, other) = (seed(), seed());
    for _ in 0..=random.usize(..8) {
        mutate(&mut bytes, &other, &mut random);
    }
    bytes.truncate(MAX_BYTES);
    bytes
}

/// Changes the bytes once.
fn mutate(bytes: &mut Vec<u8>, other: &[u8], random: &mut Rng) {
    let place = range(random, bytes.len(), 32);
    match random.usize(..6) {
        // Another byte: any, or one that the formats give a meaning.
        0 if !bytes.is_empty() => {
            let at = random.usize(..bytes.len());
            bytes[at] = random.u8(..);
        }
        1 => {
            const MEANT: &[u8] = b"[](){}<>\"\\/$;:.,*+-=x!#0123456789bt \n\r\t";
            bytes.insert(place.start, MEANT[random.usize(..MEANT.len())]);
        }
        // A piece cut out, written again elsewhere, or many times.
        2 => {
            bytes.drain(place);
        }
        3 => {
            let piece = bytes[place].to_vec();
            let to = random.usize(..bytes.len() + 1);
            bytes.splice(to..to, piece);
        }
        4 => {
            let piece = bytes[place.clone()].repeat(random.usize(..64));
            bytes.splice(place, piece);
        }
        // A piece of another seed.
        _ => {
            let piece = &other[range(random, other.len(), 64)];
            bytes.splice(place, piece.iter().copied());
        }
    }
}

/// Returns a range of up to `longest` of `len` places; it may be empty.
fn range(random: &mut Rng, len: usize, longest: usize) -> Range<usize> {
    let start = random.usize(..=len);
    start..(start + random.usize(..=longest)).min(len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_an_input() {
        let corpus = [b"1. e4 e5 *".to_vec(), b"[Event \"x\"]".to_vec()];
        assert_eq!(input(&corpus, 7), input(&corpus, 7));
        let different: std::collections::HashSet<_> = (0..100).map(|number| input(&corpus, number)).collect();
        assert!(different.len() > 90, "{}", different.len());
    }

    #[test]
    fn an_empty_corpus_will_do() {
        assert!((0..100).any(|number| !input(&[], number).is_empty()));
    }
}
