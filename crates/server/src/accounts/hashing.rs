//! The thread in which passwords are hashed, one after the other.
//!
//! Each hash takes 19 MiB for a moment, which the allocator keeps for the thread that had them: in threads that come and go the memory
//! would be kept many times. And some hundredths of a second of processor time, which strangers may ask for; in one thread they cost one
//! core at most.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;

use tokio::sync::{Semaphore, oneshot};

use super::AccountRefusal;

/// The most passwords in the queue, including the one in progress; the next one is refused.
const MAX_WAITING_HASHES: usize = 32;

type Work = Box<dyn FnOnce() + Send>;

/// The thread that hashes passwords. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct HashThread {
    work: Sender<Work>,
    places: Arc<Semaphore>,
}

impl HashThread {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system has none to give.
    pub(crate) fn start() -> std::io::Result<HashThread> {
        let (work, receiver) = channel::<Work>();
        let run = move || receiver.iter().for_each(|work| work());
        thread::Builder::new().name("passwords".to_owned()).spawn(run)?;
        Ok(HashThread { work, places: Arc::new(Semaphore::new(MAX_WAITING_HASHES)) })
    }

    /// Does something with a password when it is its turn.
    ///
    /// # Errors
    /// If too many wait already.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AccountRefusal> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| AccountRefusal::busy())?;
        let (tell, told) = oneshot::channel();
        let work: Work = Box::new(move || {
            let done = work();
            // The place is kept even if the caller was dropped.
            drop(place);
            let _ = tell.send(done);
        });
        self.work.send(work).map_err(|_| AccountRefusal::busy())?;
        told.await.map_err(|_| AccountRefusal::busy())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[tokio::test]
    async fn one_thread_does_all_the_work_and_a_bounded_number_waits() {
        let hashing = HashThread::start().unwrap();
        let first = hashing.work(|| thread::current().id()).await.unwrap();
        for _ in 0..20 {
            assert_eq!(hashing.work(|| thread::current().id()).await.unwrap(), first);
        }
        let (release, held) = channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let wait = || {
            let held = Arc::clone(&held);
            hashing.work(move || held.lock().unwrap().recv().is_ok())
        };
        let waiting = futures_util::future::join_all((0..MAX_WAITING_HASHES).map(|_| wait()));
        let refused = async {
            // The others are polled first.
            tokio::task::yield_now().await;
            let refused = wait().await.is_err();
            (0..MAX_WAITING_HASHES).for_each(|_| release.send(()).unwrap());
            refused
        };
        let (waited, refused) = tokio::join!(waiting, refused);
        assert!(refused, "one too many waits");
        assert!(waited.into_iter().all(|done| matches!(done, Ok(true))));
        assert_eq!(hashing.places.available_permits(), MAX_WAITING_HASHES);
    }
}
