//! An engine that goes on when a job makes it panic.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use beaufort_session::{Job, JobReport, JobRunner, Library, Signal};

/// An engine with its memory.
#[derive(Debug)]
pub(crate) struct Engine {
    runner: JobRunner,
    library: Arc<Library>,
    hash_mib: usize,
}

impl Engine {
    /// Returns an engine with a hash table of `hash_mib` MiB.
    pub(crate) fn new(library: &Arc<Library>, hash_mib: usize) -> Engine {
        Engine { runner: JobRunner::new(library, hash_mib), library: Arc::clone(library), hash_mib }
    }

    /// Does a job until it is done or `stop` is set. Returns what is to be reported last.
    pub(crate) fn run(&mut self, job: &Job, stop: &Signal, on_report: impl FnMut(JobReport)) -> JobReport {
        let work = || self.runner.run(job, stop, on_report);
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
            log_limited!(error, id = %job.id, "the engine has panicked");
            // Its memory may be inconsistent after a panic.
            self.runner = JobRunner::new(&self.library, self.hash_mib);
            JobReport::Failed("the engine has failed".to_owned())
        })
    }
}
