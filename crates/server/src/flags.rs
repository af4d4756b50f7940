//! The flags of sessions that are not in memory.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use crate::lobby::Lobby;
use crate::server_time::ClockWatch;
use crate::services::Services;
use crate::store::StoreError;

/// The time between two looks for flags that have fallen.
const FLAG_INTERVAL: Duration = Duration::from_secs(1);
/// The time between two signs of life in the store.
const ALIVE_INTERVAL: Duration = Duration::from_secs(60);
/// The most sessions that are opened each time.
const MAX_FLAGGED: usize = 64;
/// The time for which no flag of an absent player falls after the start of the server, after a pause of its machine, and after a
/// step of its clock, however little time was left: no turn could be played meanwhile.
const FLAG_GRACE: Duration = Duration::from_secs(600);

/// Watches the flags of sessions that are not in memory.
#[derive(Debug, Default)]
struct FlagWatch {
    clocks: ClockWatch,
    /// The last sign of life in the store, by the monotonic clock.
    noted: Option<Duration>,
    /// Whether the clock has jumped: flags have to be postponed before fallen ones are looked for.
    is_shaken: bool,
}

/// Adjusts the time of the server, and the flags, to the last sign of life in the store, before the server starts. Of several
/// servers only the first postpones the flags: the others adopt its time.
///
/// # Errors
/// If the store cannot be used.
pub(crate) async fn resume(services: &Services) -> Result<(), StoreError> {
    let Services { store, time, cluster, .. } = services;
    let is_first = cluster.as_ref().is_none_or(|cluster| cluster.is_first);
    match store.last_alive().await? {
        Some(alive) if !is_first => time.set(alive),
        // A clock that shows a time before the last one is wrong.
        Some(alive) => time.catch_up(alive),
        None => {}
    }
    if is_first {
        let now = time.now();
        store.postpone_flags(now, FLAG_GRACE).await?;
        store.note_alive(now).await?;
    }
    Ok(())
}

/// Opens the sessions whose flags fall while they are not in memory, for ever.
pub(crate) async fn watch(lobby: &Arc<Lobby>) {
    let mut watch = FlagWatch::default();
    loop {
        sleep(FLAG_INTERVAL).await;
        // A failure of the store is logged where sessions are saved or loaded.
        let flagged = lobby.services.resave_if_gone(watch.look(&lobby.services).await);
        flagged.unwrap_or_default().iter().for_each(|name| lobby.open(name));
    }
}

impl FlagWatch {
    /// Returns the sessions whose flags fall. Postpones the flags first after a pause of the machine or a step of its clock.
    async fn look(&mut self, services: &Services) -> Result<Vec<String>, StoreError> {
        self.is_shaken |= !self.clocks.is_steady(&services.time);
        let Services { store, time, .. } = services;
        let (now, monotonic) = (time.now(), time.monotonic());
        if self.is_shaken {
            store.postpone_flags(now, FLAG_GRACE).await?;
        }
        if self.is_shaken || self.noted.is_none_or(|noted| monotonic - noted >= ALIVE_INTERVAL) {
            store.note_alive(now).await?;
            self.noted = Some(monotonic);
            self.is_shaken = false;
        }
        // Other servers may be ahead.
        store.last_alive().await?.into_iter().for_each(|alive| time.catch_up(alive));
        store.flagged(time.now(), MAX_FLAGGED).await
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use beaufort_session::Save;
    use tempfile::TempDir;

    use super::*;
    use crate::config::Config;
    use crate::metrics::Metrics;
    use crate::server_time::tests::SetClocks;
    use crate::store::{Row, Sharing, SqlStore, WriteRight};

    const MINUTE: Duration = Duration::from_secs(60);
    const HOUR: Duration = Duration::from_secs(3600);
    const DAY: Duration = Duration::from_secs(86_400);

    /// A machine with a file of sessions and a server, which may end and begin anew.
    struct Machine {
        folder: TempDir,
        clocks: SetClocks,
        services: Arc<Services>,
        watch: FlagWatch,
    }

    impl Machine {
        async fn start() -> Machine {
            let clocks = SetClocks::new(SystemTime::UNIX_EPOCH + 20_000 * DAY);
            let folder = tempfile::tempdir().unwrap();
            let services = Machine::services(&folder, &clocks).await;
            Machine { folder, clocks, services, watch: FlagWatch::default() }
        }

        async fn services(folder: &TempDir, clocks: &SetClocks) -> Arc<Services> {
            let path = folder.path().join("sessions.sqlite");
            let config = Config { engines: 1, hash_mib: 1, ..Config::new(&path) };
            let store = Arc::new(SqlStore::open(&config.database, Sharing::Alone).await.unwrap());
            let metrics = Arc::new(Metrics::new());
            let services = config.services(store, None, &metrics, None, None, clocks.time()).unwrap();
            resume(&services).await.unwrap();
            services
        }

        /// Ends the server and begins another one, which begins as the clocks are by then.
        async fn restart(&mut self, meanwhile: impl FnOnce(&SetClocks)) {
            meanwhile(&self.clocks);
            self.services = Machine::services(&self.folder, &self.clocks).await;
            self.watch = FlagWatch::default();
        }

        /// Saves a session whose flag falls after `left`.
        async fn sleep(&self, name: &str, left: Duration) {
            let flag = Some(self.services.time.now() + left);
            let row = Row { flag, ..Row::new(name, Save::Snapshot(String::new()), WriteRight::First) };
            self.services.store.save(&[row]).await.unwrap();
        }

        /// Lets time pass, with a look each half minute. Returns the sessions whose flags fall by then.
        async fn pass(&mut self, time: Duration) -> Vec<String> {
            let step = MINUTE / 2;
            let mut left = time;
            while !left.is_zero() {
                self.clocks.pass(step.min(left));
                left = left.saturating_sub(step);
                let _ = self.watch.look(&self.services).await.unwrap();
            }
            self.look().await
        }

        async fn look(&mut self) -> Vec<String> {
            let mut fallen = self.watch.look(&self.services).await.unwrap();
            fallen.sort();
            fallen
        }
    }

    #[tokio::test]
    async fn a_wall_clock_that_is_wrong_for_a_moment_fells_no_flag() {
        let mut machine = Machine::start().await;
        machine.sleep("a", HOUR).await;
        assert!(machine.pass(MINUTE).await.is_empty());
        for step in [2 * DAY, 365 * DAY] {
            machine.clocks.set_wall(|wall| wall + step);
            assert!(machine.look().await.is_empty());
            machine.clocks.set_wall(|wall| wall - step);
            assert!(machine.look().await.is_empty());
            machine.clocks.set_wall(|wall| wall - step);
            assert!(machine.look().await.is_empty());
        }
        assert!(machine.pass(55 * MINUTE).await.is_empty());
        // Each look after a step may postpone it by the minute in which the server is not noted.
        assert_eq!(machine.pass(10 * MINUTE).await, ["a"], "it falls when the time is up");
    }

    #[tokio::test]
    async fn a_machine_that_boots_with_an_old_clock_fells_no_flag() {
        for old in [SystemTime::UNIX_EPOCH, SystemTime::UNIX_EPOCH + 19_999 * DAY] {
            let mut machine = Machine::start().await;
            machine.sleep("a", DAY).await;
            machine.sleep("b", 3 * DAY).await;
            assert!(machine.pass(MINUTE).await.is_empty());
            machine.restart(|clocks| clocks.set_wall(|_| old)).await;
            machine.sleep("c", 2 * DAY).await;
            assert!(machine.pass(MINUTE).await.is_empty());
            // NTP finds out that the machine was off for 30 hours.
            machine.clocks.set_wall(|_| SystemTime::UNIX_EPOCH + 20_000 * DAY + 30 * HOUR);
            assert!(machine.pass(23 * HOUR).await.is_empty());
            assert_eq!(machine.pass(2 * HOUR).await, ["a"]);
            // Nor does it when the server begins once more, with the right clock.
            machine.restart(|clocks| clocks.pass(9 * DAY)).await;
            assert_eq!(machine.pass(11 * MINUTE).await, ["a"]);
            assert_eq!(machine.pass(24 * HOUR).await, ["a", "c"]);
            assert_eq!(machine.pass(24 * HOUR).await, ["a", "b", "c"]);
        }
    }

    #[tokio::test]
    async fn a_clock_that_was_too_far_ahead_does_not_stop_the_flags() {
        let mut machine = Machine::start().await;
        machine.sleep("a", DAY).await;
        machine.restart(|clocks| clocks.set_wall(|wall| wall + 9_000 * DAY)).await;
        assert!(machine.pass(MINUTE).await.is_empty());
        machine.restart(|clocks| clocks.set_wall(|wall| wall - 9_000 * DAY)).await;
        assert!(machine.pass(23 * HOUR).await.is_empty());
        assert_eq!(machine.pass(90 * MINUTE).await, ["a"]);
    }

    #[tokio::test]
    async fn after_a_machine_stood_still_there_are_ten_minutes() {
        // A suspended machine has stopped its monotonic clock, a paused one may not have.
        let stops: [fn(&SetClocks); 2] =
            [|clocks| clocks.set_wall(|wall| wall + 8 * HOUR), |clocks| clocks.pass(8 * HOUR)];
        for stop in stops {
            let mut machine = Machine::start().await;
            machine.sleep("a", 3 * MINUTE).await;
            machine.sleep("b", HOUR).await;
            assert!(machine.pass(2 * MINUTE).await.is_empty());
            stop(&machine.clocks);
            assert!(machine.look().await.is_empty());
            assert!(machine.pass(9 * MINUTE).await.is_empty());
            assert_eq!(machine.pass(2 * MINUTE).await, ["a"]);
            assert!(machine.pass(40 * MINUTE).await == ["a"]);
            assert_eq!(machine.pass(10 * MINUTE).await, ["a", "b"]);
        }
    }
}
