//! The one task that saves. Sessions that wait at the same time are saved together, so that a slow or locked disk
//! costs each of them one wait and not the sum of all.

use std::sync::Arc;
use std::time::Instant;

use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::sync::oneshot;

use super::{Row, Store, StoreError};
use crate::metrics::Metrics;

/// The most changes that are saved together: each is of one session, or of two where a rematch begins.
const MAX_BATCH: usize = 1024;

/// Where sessions are saved.
#[derive(Debug)]
pub(crate) struct Writer {
    queue: UnboundedSender<Save>,
}

#[derive(Debug)]
struct Save {
    rows: Vec<Row>,
    answer: oneshot::Sender<Result<(), StoreError>>,
}

impl Writer {
    /// Starts the task; it ends with the writer.
    pub(crate) fn start(store: Arc<dyn Store>, metrics: Arc<Metrics>) -> Writer {
        let (queue, saves) = mpsc::unbounded_channel();
        tokio::spawn(write(store, metrics, saves));
        Writer { queue }
    }

    /// Saves sessions that have changed together. When it returns without an error, they are on the disk.
    pub(crate) async fn save(&self, rows: Vec<Row>) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        let ended = || StoreError::Failed("the writer has ended".to_owned());
        self.queue.send(Save { rows, answer }).map_err(|_| ended())?;
        answered.await.unwrap_or_else(|_| Err(ended()))
    }
}

async fn write(store: Arc<dyn Store>, metrics: Arc<Metrics>, mut saves: UnboundedReceiver<Save>) {
    let mut log = Log::default();
    let mut batch = Vec::new();
    while saves.recv_many(&mut batch, MAX_BATCH).await > 0 {
        let (mut rows, mut waiting) = (Vec::new(), Vec::new());
        for Save { rows: own, answer } in batch.drain(..) {
            waiting.push((own.len(), answer));
            rows.extend(own);
        }
        while !waiting.is_empty() {
            let begun = Instant::now();
            let result = store.save(&rows).await;
            // A challenge that is refused is no failure of the store.
            let is_fine = matches!(result, Ok(()) | Err(StoreError::NotChallenged(..)));
            metrics.note_save(rows.len(), begun.elapsed(), is_fine);
            if let Err(error) = &result
                && let Some(places) = error.refused()
            {
                (rows, waiting) = without_refused(rows, waiting, places, |own| error.for_places(own));
                continue;
            }
            log.note(&result);
            for (_, answer) in waiting.drain(..) {
                // A session whose task has ended waits for no answer.
                let _ = answer.send(result.clone());
            }
        }
    }
}

/// The number of rows of a caller, and the channel for its answer.
type Waiting = (usize, oneshot::Sender<Result<(), StoreError>>);

/// Answers the callers whose sessions cannot be saved, with the places among their own rows, and returns the other rows and
/// callers.
fn without_refused(
    rows: Vec<Row>,
    waiting: Vec<Waiting>,
    places: &[usize],
    refused: impl Fn(Vec<usize>) -> StoreError,
) -> (Vec<Row>, Vec<Waiting>) {
    let (mut other_rows, mut others) = (Vec::new(), Vec::new());
    let (mut rows, mut first) = (rows.into_iter(), 0);
    for (count, answer) in waiting {
        let own: Vec<Row> = rows.by_ref().take(count).collect();
        let among_own = places.iter().filter_map(|place| place.checked_sub(first));
        let among_own: Vec<usize> = among_own.filter(|&place| place < count).collect();
        if !among_own.is_empty() {
            // A session whose task has ended waits for no answer.
            let _ = answer.send(Err(refused(among_own)));
        } else {
            other_rows.extend(own);
            others.push((count, answer));
        }
        first += count;
    }
    (other_rows, others)
}

/// Logs that saving fails, and that it works again.
#[derive(Debug, Default)]
struct Log {
    is_failing: bool,
}

impl Log {
    fn note(&mut self, result: &Result<(), StoreError>) {
        match result {
            Ok(()) if self.is_failing => log_limited!(warn, "sessions are saved again"),
            Ok(()) => {}
            Err(error) => log_limited!(error, %error, "cannot save sessions"),
        }
        self.is_failing = result.is_err();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::{Duration, SystemTime};

    use async_trait::async_trait;
    use beaufort_session::{NotChallenged, Way};

    use super::super::{Listed, Search, Stored, WaitingLetter, WriteRight};
    use super::*;

    /// A store that takes its time and notes how much was saved together.
    #[derive(Debug, Default)]
    struct Slow {
        batches: Mutex<Vec<usize>>,
    }

    #[async_trait]
    impl Store for Slow {
        async fn load(&self, _: &str) -> Result<Option<Stored>, StoreError> {
            Ok(None)
        }

        async fn flagged(&self, _: SystemTime, _: usize) -> Result<Vec<String>, StoreError> {
            Ok(Vec::new())
        }

        async fn listed(&self, _: &Search) -> Result<Vec<Listed>, StoreError> {
            Ok(Vec::new())
        }

        async fn due_letters(
            &self,
            _: Way,
            _: SystemTime,
            _: usize,
        ) -> Result<Vec<WaitingLetter>, StoreError> {
            Ok(Vec::new())
        }

        async fn settle_letter(&self, _: i64, _: Option<SystemTime>) -> Result<(), StoreError> {
            Ok(())
        }

        async fn note_alive(&self, _: SystemTime) -> Result<(), StoreError> {
            Ok(())
        }

        async fn last_alive(&self) -> Result<Option<SystemTime>, StoreError> {
            Ok(None)
        }

        async fn postpone_flags(&self, _: SystemTime, _: Duration) -> Result<(), StoreError> {
            Ok(())
        }

        async fn save(&self, rows: &[Row]) -> Result<(), StoreError> {
            let foreign: Vec<usize> =
                (0..rows.len()).filter(|&place| rows[place].name == "foreign").collect();
            if !foreign.is_empty() {
                return Err(StoreError::Superseded(foreign));
            }
            let taken: Vec<usize> = (0..rows.len()).filter(|&place| rows[place].name == "taken").collect();
            if !taken.is_empty() {
                return Err(StoreError::NameTaken(taken));
            }
            if let Some(place) = (0..rows.len()).find(|&place| rows[place].challenged.is_some()) {
                return Err(StoreError::NotChallenged(vec![place], NotChallenged::AcceptsNone));
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
            self.batches.lock().unwrap().push(rows.len());
            Ok(())
        }
    }

    fn row(name: &str) -> Vec<Row> {
        vec![Row::new(name, beaufort_session::Save::Snapshot(String::new()), WriteRight::Known)]
    }

    #[tokio::test]
    async fn those_who_wait_together_are_saved_together() {
        let store = Arc::new(Slow::default());
        let writer = Writer::start(Arc::clone(&store) as Arc<dyn Store>, Arc::new(Metrics::new()));
        for saved in futures_util::future::join_all((0..20).map(|_| writer.save(row("a")))).await {
            saved.unwrap();
        }
        let batches = store.batches.lock().unwrap();
        assert_eq!(batches.iter().sum::<usize>(), 20);
        assert!(batches.len() <= 10, "{batches:?}");
    }

    #[tokio::test]
    async fn what_cannot_be_saved_is_no_obstacle_to_the_others() {
        let store = Arc::new(Slow::default());
        let writer = Writer::start(Arc::clone(&store) as Arc<dyn Store>, Arc::new(Metrics::new()));
        let pair = |one, other| [row(one), row(other)].concat();
        let challenge = || vec![Row { challenged: Some("Bert".to_owned()), ..row("f").remove(0) }];
        let batches = [
            row("a"),
            row("b"),
            pair("c", "foreign"),
            row("foreign"),
            challenge(),
            pair("c", "taken"),
            challenge(),
            pair("d", "e"),
        ];
        let saved = futures_util::future::join_all(batches.map(|rows| writer.save(rows))).await;
        let [pair, alone] = [1, 0].map(|place| Err(StoreError::Superseded(vec![place])));
        let taken = Err(StoreError::NameTaken(vec![1]));
        let not = || Err(StoreError::NotChallenged(vec![0], NotChallenged::AcceptsNone));
        assert_eq!(saved, [Ok(()), Ok(()), pair, alone, not(), taken, not(), Ok(())]);
        assert_eq!(store.batches.lock().unwrap().iter().sum::<usize>(), 4);
    }
}
