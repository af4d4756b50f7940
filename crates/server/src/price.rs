//! The price of processor time: each address has a bucket of it, and each customer's network a larger one.
//!
//! The work of a request is measured and charged when it is done. While a bucket is empty the next message of the address waits to be
//! read: nothing is refused or lost, and no other address waits.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ipnet::IpNet;
use tokio::time::sleep;

use crate::network::{Bucket, TrustedNetworks};

/// The processor time that an address gains in a second, in milliseconds.
const WORK_MS_PER_SECOND: u32 = 100;
/// The most that it saves up, in milliseconds.
const MAX_SAVED_WORK_MS: u32 = 3_000;
/// The longest wait for one's bucket; what is spent beyond is forgiven.
const MAX_WORK_DEBT: Duration = Duration::from_secs(60);
/// With more addresses and networks than this those are forgotten that have nothing to pay; if none has, no other is charged.
const MAX_PAYERS: usize = 100_000;

/// What addresses have spent of late.
#[derive(Debug, Default)]
pub(crate) struct WorkBudget {
    /// When each bucket is full again.
    full_at: Mutex<HashMap<IpNet, Instant>>,
}

/// Who pays for the work of requests.
#[derive(Clone, Debug)]
pub(crate) struct Payer {
    buckets: [Bucket; 2],
    budget: Arc<WorkBudget>,
}

impl Bucket {
    /// Returns how long it takes to gain some processor time.
    fn time_to_gain(self, work: Duration) -> Duration {
        work * 1000 / (WORK_MS_PER_SECOND * self.shares)
    }

    /// Returns how long it takes to fill the empty bucket.
    fn time_to_fill(self) -> Duration {
        self.time_to_gain(Duration::from_millis(u64::from(MAX_SAVED_WORK_MS * self.shares)))
    }
}

impl WorkBudget {
    /// Takes processor time out of a bucket.
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

    /// Returns how long it is until there is something in a bucket.
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

    /// Returns the buckets, those of the address and of its network.
    pub(crate) fn buckets(&self) -> [Bucket; 2] {
        self.buckets
    }

    /// Charges work that has been done.
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

    /// Returns how long it is until the next message may be read.
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

/// Waits until the next message of somebody may be read, whom nothing limits where nobody pays.
pub(crate) async fn ready(payer: Option<&Payer>) {
    if let Some(payer) = payer {
        payer.ready().await;
    }
}

/// Does some work in the present thread, and returns what it has cost: processor time, or where the system does not tell it, time.
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
