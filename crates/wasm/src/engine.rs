//! An engine in a worker of its own.

use std::cell::RefCell;
use std::sync::Arc;

use beaufort_session::{Job, JobReport, JobRunner, Library, SharedSearch, Signal};
use js_sys::{Function, Int32Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{lent_memory, to_json};

thread_local! {
    /// Asks whether the job that is being worked on is to stop.
    static ASK: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Does jobs, one at a time, and remembers what it found out.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine {
    library: Arc<Library>,
    runner: JobRunner,
}

#[wasm_bindgen]
impl Engine {
    /// Returns an engine with a hash table of `hash_mib` MiB.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(hash_mib: usize) -> Engine {
        let library = Library::new();
        Engine { runner: JobRunner::new(&library, hash_mib), library }
    }

    /// Returns an engine with a hash table of `hash_mib` MiB that searches together with others, which are given the same memory and
    /// the same jobs: the main engine if the number is 0, else a helper, whose reports do not count. There may be one in a worker.
    ///
    /// # Errors
    /// If there are fewer words than [`shared_bytes`] says, or the number is too high.
    pub fn sharing(hash_mib: usize, memory: Int32Array, number: usize) -> Result<Engine, String> {
        let search = lent_memory::shared_search(memory, number)?;
        let library = Library::new();
        Ok(Engine { runner: JobRunner::sharing(&library, hash_mib, search), library })
    }

    /// Returns the id of the game that a job is about.
    ///
    /// # Errors
    /// If the text is no job.
    #[wasm_bindgen(js_name = gameOf)]
    pub fn game_of(&self, job: &str) -> Result<String, String> {
        Ok(read(job)?.game().to_owned())
    }

    /// Takes the net of a game, before the first job about it.
    ///
    /// # Errors
    /// If the net cannot be used: why.
    #[wasm_bindgen(js_name = addNet)]
    pub fn add_net(&self, game: &str, net: &[u8]) -> Result<(), String> {
        self.library.add_net(game, net)
    }

    /// Does a job. Every report but the last goes to `report`, which is called with a text; the last one is returned. `is_stopped`
    /// is asked many times a second.
    ///
    /// # Errors
    /// If the text is no job, or its turns cannot be played.
    pub fn run(&mut self, job: &str, report: &Function, is_stopped: &Function) -> Result<String, String> {
        let job = read(job)?;
        job.check(&self.library)?;
        ASK.set(Some(is_stopped.clone()));
        let tell = |found: JobReport| {
            // A report that cannot be sent is no reason to stop.
            let _ = report.call1(&JsValue::NULL, &to_json(&found).into());
        };
        let last = self.runner.run(&job, &Signal::asking(ask), tell);
        ASK.set(None);
        Ok(to_json(&last))
    }
}

/// Returns the size of the memory in bytes that engines need which share `mib` MiB of what they find.
#[wasm_bindgen(js_name = sharedBytes)]
#[must_use]
pub fn shared_bytes(mib: usize) -> usize {
    SharedSearch::words(mib) * size_of::<i32>()
}

fn read(job: &str) -> Result<Job, String> {
    serde_json::from_str(job).map_err(|error| error.to_string())
}

fn ask() -> bool {
    let answer = ASK.with_borrow(|ask| ask.as_ref().and_then(|ask| ask.call0(&JsValue::NULL).ok()));
    answer.is_some_and(|answer| answer.is_truthy())
}
