//! The budget of processor time: each address has a bucket of it, and each customer's network a larger one.
//!
//! The work of a request is measured, and charged afterwards. While its bucket is empty, the messages of an address wait: none is
//! refused or lost, and no other address waits.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ipnet::IpNet;
use tokio::time::sleep;

use crate::network::{Bucket, TrustedNetworks};

/// The refill rate of an address, in milliseconds of processor time per second.
const WORK_MS_PER_SECOND: u32 = 100;
/// The size of the bucket, in milliseconds.
const MAX_SAVED_WORK_MS: u32 = 3_000;
/// The longest wait for a bucket; a larger debt is forgiven.
const MAX_WORK_DEBT: Duration = Duration::from_secs(60);
/// The most buckets. Beyond, full ones are removed; if none is full, no other address is charged.
const MAX_PAYERS: usize = 100_000;

/// The processor time that addresses have spent recently.
#[derive(Debug, Default)]
pub(crate) struct WorkBudget {
    /// The time at which each bucket is full again.
    full_at: Mutex<HashMap<IpNet, Instant>>,
}

/// The buckets that are charged for the work of an address.
#[derive(Clone, Debug)]
pub(crate) struct Payer {
    buckets: [Bucket; 2],
    budget: Arc<WorkBudget>,
}

impl Bucket {
    /// Returns the time in which a bucket gains `work`.
    fn time_to_gain(self, work: Duration) -> Duration {
        work * 1000 / (WORK_MS_PER_SECOND * self.shares)
    }

    /// Returns the time in which an empty bucket fills.
    fn time_to_fill(self) -> Duration {
        self.time_to_gain(Duration::from_millis(u64::from(MAX_SAVED_WORK_MS * self.shares)))
    }
}

impl WorkBudget {
    /// Charges a bucket.
    fn charge(&self, bucket: Bucket, work: Duration, now: Instant) {
        let mut buckets = self.full_at.lock().expect("nothing panics while it counts work");
        if buckets.len() >= MAX_PAYERS && !buckets.contains_key(&bucket.network) {
            buckets.retain(|_, full_at| *full_at > now);
            if buckets.len() >= MAX_PAYERS {
                return;
            }
        }
        let full_at = buckets.entry(bucket.network).or_insert(now);
        let most = now + bucket.time_to_fill() + MAX_WORK_DEBT;
        *full_at = ((*full_at).max(now) + bucket.time_to_gain(work)).min(most);
    }

    /// Returns the time until a bucket is no longer empty.
    fn wait(&self, bucket: Bucket, now: Instant) -> Duration {
        let buckets = self.full_at.lock().expect("nothing panics while it counts work");
        let left = buckets
            .get(&bucket.network)
            .map_or(Duration::ZERO, |full_at| full_at.saturating_duration_since(now));
        left.saturating_sub(bucket.time_to_fill())
    }
}

impl Payer {
    pub(crate) fn new(address: IpAddr, trusted: &TrustedNetworks, budget: &Arc<WorkBudget>) -> Payer {
        Payer { buckets: Bucket::of(address, trusted), budget: Arc::clone(budget) }
    }

    /// Returns the buckets of the address and of its network.
    pub(crate) fn buckets(&self) -> [Bucket; 2] {
        self.buckets
    }

    /// Charges work.
    pub(crate) fn charge(&self, work: Duration) {
        self.charge_at(work, Instant::now());
    }

    fn charge_at(&self, work: Duration, now: Instant) {
        let [own, wide] = self.buckets;
        self.budget.charge(own, work, now);
        if wide != own {
            self.budget.charge(wide, work, now);
        }
    }

    /// Returns the time until the next message may be read.
    fn wait(&self, now: Instant) -> Duration {
        self.buckets.map(|bucket| self.budget.wait(bucket, now)).into_iter().max().unwrap_or_default()
    }

    /// Returns whether the next message may be read.
    pub(crate) fn is_ready(&self) -> bool {
        self.wait(Instant::now()).is_zero()
    }

    /// Waits until the next message may be read.
    pub(crate) async fn ready(&self) {
        loop {
            let wait = self.wait(Instant::now());
            if wait.is_zero() {
                break;
            }
            sleep(wait).await;
        }
    }
}

/// Waits until the next message may be read; without a payer, it may be read at once.
pub(crate) async fn ready(payer: Option<&Payer>) {
    if let Some(payer) = payer {
        payer.ready().await;
    }
}

/// Runs `work` in this thread, and measures its processor time, or its duration where the system does not report processor time.
pub(crate) fn measure<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = thread_time();
    let done = work();
    (done, thread_time().saturating_sub(begun))
}

#[cfg(unix)]
fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

#[cfg(not(unix))]
fn thread_time() -> Duration {
    use std::sync::LazyLock;
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGIN.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: Duration = Duration::from_millis(MAX_SAVED_WORK_MS as u64);

    fn payer(address: &str, budget: &Arc<WorkBudget>) -> Payer {
        Payer::new(address.parse().unwrap(), &TrustedNetworks::default(), budget)
    }

    #[test]
    fn an_address_that_has_spent_its_time_waits_and_no_other_does() {
        let budget = Arc::default();
        let (one, other) = (payer("192.0.2.1", &budget), payer("192.0.2.2", &budget));
        let now = Instant::now();
        one.charge_at(FULL, now);
        assert_eq!(one.wait(now), Duration::ZERO, "what is saved up may be spent at once");
        let second = Duration::from_millis(WORK_MS_PER_SECOND.into());
        one.charge_at(3 * second, now);
        assert_eq!(one.wait(now), Duration::from_secs(3));
        assert_eq!(one.wait(now + Duration::from_secs(2)), Duration::from_secs(1), "it fills again");
        assert_eq!(other.wait(now), Duration::ZERO);
        one.charge_at(1000 * FULL, now);
        assert_eq!(one.wait(now), MAX_WORK_DEBT, "nobody waits for ever");
    }

    #[test]
    fn the_addresses_of_a_network_share_a_larger_bucket() {
        let budget = Arc::default();
        let now = Instant::now();
        let [.., wide] = payer("2001:db8::1", &budget).buckets();
        let payers: Vec<Payer> =
            (0..2 * wide.shares).map(|n| payer(&format!("2001:db8:0:{n:x}::1"), &budget)).collect();
        for payer in &payers[1..] {
            payer.charge_at(FULL, now);
        }
        assert!(payers[0].wait(now) > Duration::ZERO, "it has spent nothing itself, its network too much");
        assert_eq!(payer("2001:db8:1::1", &budget).wait(now), Duration::ZERO);
        let same = [payer("2001:db8::1", &budget), payer("2001:db8::ffff", &budget)];
        assert_eq!(same[0].buckets(), same[1].buckets());
    }

    #[test]
    fn work_is_measured() {
        let (sum, cost) = measure(|| (0..2_000_000_u64).fold(0, |sum, n| std::hint::black_box(sum ^ n)));
        std::hint::black_box(sum);
        assert!(cost > Duration::ZERO);
        let ((), idle) = measure(|| ());
        assert!(idle < cost);
    }
}
