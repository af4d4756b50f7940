//! The failures of commands: their messages and exit statuses.

use std::fmt::Display;
use std::io;
use std::process::ExitCode;

use beaufort_lab::store::StoreError;

use crate::output;

/// The exit status for wrong input.
const BAD_INPUT: u8 = 2;
/// The exit status for a failure of the system, such as a full disk.
const TROUBLE: u8 = 1;
/// The exit status after Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The user's input is wrong.
    User {
        /// A message for each mistake.
        messages: Vec<String>,
        /// A hint.
        hint: Option<String>,
    },
    /// Wrong input was reported already; the rest of the work is done.
    Reported,
    /// The user has stopped the work; the finished part is kept, and the same command continues.
    #[cfg(feature = "plots")]
    Interrupted,
    /// The user has stopped the work, and nothing of it is kept.
    Cancelled,
    /// The user has stopped the work, and what is finished has been reported.
    Shortened,
    /// Reading or writing has failed.
    Io {
        /// The failed action, such as "cannot write `board.png`".
        what: String,
        /// The reason.
        error: io::Error,
    },
}

impl Failure {
    /// Returns the failure for wrong input.
    pub(crate) fn user(message: impl Display) -> Failure {
        Failure::User { messages: vec![message.to_string()], hint: None }
    }

    /// Adds a hint.
    pub(crate) fn hint(self, help: impl Display) -> Failure {
        match self {
            Failure::User { messages, .. } => Failure::User { messages, hint: Some(help.to_string()) },
            other => other,
        }
    }

    /// Returns the failure of something that needs a feature which this program was built without.
    #[cfg(not(all(feature = "plots", feature = "png", feature = "server")))]
    pub(crate) fn left_out(what: &str, feature: &str) -> Failure {
        Failure::user(format_args!("this program was built without {what}")).hint(format_args!(
            "in its source tree, `cargo run --release --features {feature} -- ...` builds it with that"
        ))
    }

    /// Returns a function that adds the failed action to an I/O error.
    pub(crate) fn io(what: impl Display) -> impl FnOnce(io::Error) -> Failure {
        move |error| Failure::Io { what: what.to_string(), error }
    }

    /// Returns the text for the user.
    pub(crate) fn explanation(&self) -> String {
        match self {
            Failure::User { messages, hint } => {
                let errors = messages.iter().map(output::error_line);
                errors.chain(hint.iter().map(output::hint_line)).collect()
            }
            Failure::Reported => String::new(),
            #[cfg(feature = "plots")]
            Failure::Interrupted => "Stopped. The same command goes on from here.\n".to_owned(),
            Failure::Cancelled => "Stopped. Nothing has been written.\n".to_owned(),
            Failure::Shortened => "Stopped. The report is about the games that were finished.\n".to_owned(),
            Failure::Io { what, error: cause } => output::error_line(format_args!("{what}: {cause}")),
        }
    }

    /// Returns the messages without colours and hints, a line each.
    pub(crate) fn messages(&self) -> String {
        match self {
            Failure::User { messages, .. } => messages.join("\n"),
            other => anstream::adapter::strip_str(&other.explanation()).to_string(),
        }
    }

    /// Prints the failure and returns the exit status.
    pub(crate) fn report(self) -> ExitCode {
        match &self {
            // The reader has closed the pipe: `beaufort moves scirocco | head -1`.
            Failure::Io { error, .. } if error.kind() == io::ErrorKind::BrokenPipe => {
                return ExitCode::SUCCESS;
            }
            failure => output::lines(&failure.explanation()),
        }
        match self {
            Failure::User { .. } | Failure::Reported => ExitCode::from(BAD_INPUT),
            #[cfg(feature = "plots")]
            Failure::Interrupted => ExitCode::from(INTERRUPTED),
            Failure::Cancelled | Failure::Shortened => ExitCode::from(INTERRUPTED),
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
    /// An I/O error without context comes from the standard output.
    fn from(error: io::Error) -> Failure {
        Failure::io("cannot write the output")(error)
    }
}
