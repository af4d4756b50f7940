//! What can go wrong, and how the user learns of it.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use beaufort_lab::store::StoreError;

use crate::output;

/// The exit status when the input was wrong.
const BAD_INPUT: u8 = 2;
/// The exit status when the world was: a full disk, a folder without permission.
const TROUBLE: u8 = 1;
/// The exit status of a program that was interrupted.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why a command has not done its work.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user asked for something that does not exist or make sense.
    User {
        /// What was wrong, one message a mistake.
        messages: Vec<String>,
        /// What might help.
        hint: Option<String>,
    },
    /// The user has been told of wrong input already; the rest of the work is done.
    Reported,
    /// The user has stopped the work; what is done is kept, and the same command goes on.
    Interrupted,
    /// The user has stopped the work, and nothing is kept of it.
    Cancelled,
    /// Reading or writing has failed.
    Io {
        /// What was being done: cannot write `board.png`.
        what: String,
        /// Why it failed.
        error: io::Error,
    },
}

impl Failure {
    /// Returns the failure to make sense of the user's input.
    pub(crate) fn user(message: impl Display) -> Failure {
        Failure::User { messages: vec![message.to_string()], hint: None }
    }

    /// Adds what might help.
    pub(crate) fn hint(self, help: impl Display) -> Failure {
        match self {
            Failure::User { messages, .. } => Failure::User { messages, hint: Some(help.to_string()) },
            other => other,
        }
    }

    /// Returns the failure to do something that needs a feature of `Cargo.toml`, in a program that was built without it.
    #[cfg(not(all(feature = "plots", feature = "png", feature = "server")))]
    pub(crate) fn left_out(what: &str, feature: &str) -> Failure {
        Failure::user(format_args!("this program was built without {what}")).hint(format_args!(
            "in its source tree, `cargo run --release --features {feature} -- ...` builds it with that"
        ))
    }

    /// Returns a function that tells what was being done when reading or writing failed.
    pub(crate) fn io(what: impl Display) -> impl FnOnce(io::Error) -> Failure {
        move |error| Failure::Io { what: what.to_string(), error }
    }

    /// Returns what to tell the user, a line for each thing.
    pub(crate) fn explanation(&self) -> String {
        match self {
            Failure::User { messages, hint } => {
                let errors = messages.iter().map(output::error_line);
                errors.chain(hint.iter().map(output::hint_line)).collect()
            }
            Failure::Reported => String::new(),
            Failure::Interrupted => "Stopped. The same command goes on from here.\n".to_owned(),
            Failure::Cancelled => "Stopped. Nothing has been written.\n".to_owned(),
            Failure::Io { what, error: cause } => output::error_line(format_args!("{what}: {cause}")),
        }
    }

    /// Returns what was wrong, a line a mistake, for a reader that is a program.
    pub(crate) fn messages(&self) -> String {
        match self {
            Failure::User { messages, .. } => messages.join("\n"),
            other => anstream::adapter::strip_str(&other.explanation()).to_string(),
        }
    }

    /// Tells the user and returns the exit status.
    pub(crate) fn report(self) -> ExitCode {
        match &self {
            // Whoever reads our output has seen enough: `beaufort moves scirocco | head -1`.
            Failure::Io { error, .. } if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            failure => output::lines(&failure.explanation()),
        }
        match self {
            Failure::User { .. } | Failure::Reported => ExitCode::from(BAD_INPUT),
            Failure::Interrupted | Failure::Cancelled => ExitCode::from(INTERRUPTED),
            Failure::Io { .. } => ExitCode::from(TROUBLE),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        match error {
            StoreError::Io { what, error } => Failure::Io { what, error },
            StoreError::Unusable(message) => Failure::user(message),
            StoreError::Settings(message) => Failure::user(message)
                .hint("name another place with --data, or give the settings of this one"),
        }
    }
}

impl From<io::Error> for Failure {
    /// What is written without further ado goes to the standard output.
    fn from(error: io::Error) -> Failure {
        Failure::io("cannot write the output")(error)
    }
}
