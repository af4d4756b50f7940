//! Many games at a time: numbered games on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use fastrand::Rng;

/// Processes items on several threads, in the order of `wanted`, and passes each result to `on_result` as it arrives.
///
/// Every thread has its own worker. `work` passes its results to a function that returns `false` once the receiver is gone, and
/// returns whether its thread continues.
pub(crate) fn run_parallel<Item: Copy + Sync, Worker, Out: Send>(
    wanted: &[Item],
    threads: usize,
    worker: impl Fn() -> Worker + Sync,
    work: impl Fn(&mut Worker, Item, &mut dyn FnMut(Out) -> bool) -> bool + Sync,
    on_result: impl FnMut(Out),
) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let threads = threads.clamp(1, wanted.len().max(1));
        // A slow receiver slows the work down: results take memory.
        let (sender, receiver) = mpsc::sync_channel(threads);
        for _ in 0..threads {
            let (sender, next, worker, work) = (sender.clone(), &next, &worker, &work);
            scope.spawn(move || {
                let mut worker = worker();
                let mut give = |out| sender.send(out).is_ok();
                while let Some(&item) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if !work(&mut worker, item, &mut give) {
                        break;
                    }
                }
            });
        }
        drop(sender);
        receiver.into_iter().for_each(on_result);
    });
}

/// Processes parts of a list, one on each thread, and returns the results in the order of the parts.
#[cfg(feature = "plots")]
pub(crate) fn in_parts<Item: Sync, Out: Send>(
    items: &[Item],
    threads: usize,
    work: impl Fn(&[Item]) -> Out + Sync,
) -> Vec<Out> {
    let part = items.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = items.chunks(part).map(|items| scope.spawn(move || work(items))).collect();
        threads.into_iter().map(|thread| thread.join().expect("the work does not panic")).collect()
    })
}

/// Returns the random number generator of a game. It depends on the seed and the number alone, so that the game is the same on
/// every machine.
pub(crate) fn game_rng(seed: u64, number: u64) -> Rng {
    // Seeds that differ by little would give openings that differ by little.
    Rng::with_seed(Rng::with_seed(seed).u64(..) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_done_once() {
        for threads in [1, 3, 100] {
            let wanted: Vec<u32> = (0..50).collect();
            let mut results = Vec::new();
            run_parallel(
                &wanted,
                threads,
                || 0,
                |done, item, give| {
                    *done += 1;
                    give(item * 2) && give(item * 2 + 1)
                },
                |result| results.push(result),
            );
            results.sort_unstable();
            assert_eq!(results, (0..100).collect::<Vec<u32>>());
        }
    }

    #[test]
    fn a_thread_stops_when_its_work_says_so() {
        let mut results = Vec::new();
        run_parallel(
            &[1, 2, 3, 4],
            1,
            || (),
            |(), item, give| give(item) && item < 2,
            |item| results.push(item),
        );
        assert_eq!(results, [1, 2]);
    }

    #[test]
    fn games_differ_and_stay_the_same() {
        let draw = |seed, number| game_rng(seed, number).u64(..);
        assert_eq!(draw(1, 2), draw(1, 2));
        assert_ne!(draw(1, 2), draw(1, 3));
        assert_ne!(draw(1, 2), draw(2, 2));
    }
}
