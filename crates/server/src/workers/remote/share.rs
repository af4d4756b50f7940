//! Which part of the workers' engines each server may use.

use std::collections::BTreeMap;

/// Returns how many of `engines` a server may use, by what each of the servers needs: first for jobs that none may preempt, then
/// for the others, an engine for each in turn. The order of the servers rotates with `round`, so that one engine serves all in the
/// end. Engines that no server needs are left for the next request.
pub(super) fn share(engines: usize, demands: &BTreeMap<u64, [usize; 2]>, server: u64, round: u64) -> usize {
    let mut left = engines;
    let mut share = 0;
    for class in 0..2 {
        let mut wanted: Vec<(u64, usize)> = demands
            .iter()
            .map(|(&id, demand)| (id, demand[class]))
            .filter(|&(_, number)| number > 0)
            .collect();
        if !wanted.is_empty() {
            let first = round % wanted.len() as u64;
            wanted.rotate_left(first as usize);
        }
        while left > 0 && !wanted.is_empty() {
            for (id, number) in wanted.iter_mut().take(left) {
                *number -= 1;
                left -= 1;
                share += usize::from(*id == server);
            }
            wanted.retain(|&(_, number)| number > 0);
        }
    }
    share + left
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the shares of two servers.
    fn shares(engines: usize, demands: [[usize; 2]; 2], round: u64) -> [usize; 2] {
        let demands: BTreeMap<u64, [usize; 2]> = (0..).zip(demands).collect();
        [0, 1].map(|server| share(engines, &demands, server, round))
    }

    #[test]
    fn engines_are_shared_out_by_need() {
        for (engines, demands, expected) in [
            (0, [[9, 9], [9, 9]], [0, 0]),
            (8, [[0, 0], [0, 0]], [8, 8]),
            (8, [[1, 0], [9, 9]], [1, 7]),
            (8, [[9, 9], [9, 9]], [4, 4]),
            (8, [[0, 9], [6, 9]], [1, 7]),
            (8, [[2, 0], [2, 0]], [6, 6]),
            (4, [[0, 1], [4, 0]], [0, 4]),
        ] {
            assert_eq!(shares(engines, demands, 0), expected, "{engines} {demands:?}");
        }
    }

    #[test]
    fn one_engine_serves_all_in_the_end() {
        let of = |round| shares(1, [[0, 1], [0, 1]], round);
        assert_eq!([of(0), of(1), of(2)], [[1, 0], [0, 1], [1, 0]]);
    }
}
