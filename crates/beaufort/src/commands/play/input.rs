//! Lines from the player: edited in a terminal, with history and completion, or read as they come.

use std::io::{self, IsTerminal as _};
use std::sync::Arc;

use beaufort_protocol::lines::{self, InputLine};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::interrupt::Interrupt;
use crate::failure::Failure;
use crate::output;

/// The source of the lines.
pub(super) enum Input {
    /// A terminal.
    Terminal(Box<Editor<Words, DefaultHistory>>),
    /// A pipe or a file. The lines are echoed after the prompt, so that the output reads like a conversation.
    Pipe(Arc<Interrupt>),
}

/// The words for completion.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    /// Words that begin a line: commands and turns.
    pub(super) first: Vec<String>,
    /// Words after a question mark: the names of pieces.
    pub(super) asked: Vec<String>,
    /// Commands that a file follows.
    pub(super) before_files: Vec<String>,
}

impl Input {
    /// Returns the terminal, if there is one, or else the standard input.
    pub(super) fn new(interrupt: &Arc<Interrupt>) -> Result<Input, Failure> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Input::Pipe(Arc::clone(interrupt)));
        }
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let editor = Editor::with_config(config).map_err(trouble)?;
        Ok(Input::Terminal(Box::new(editor)))
    }

    /// Reads a line, after an empty one and a prompt, without the blanks around it; `None` at the end: Ctrl-D, Ctrl-C or the end of the file.
    pub(super) fn read(
        &mut self,
        prompt: &str,
        words: impl FnOnce() -> Words,
    ) -> Result<Option<String>, Failure> {
        output::styled("\n")?;
        let line = match self {
            Input::Terminal(editor) => {
                editor.set_helper(Some(words()));
                match editor.readline(prompt) {
                    Ok(line) => Some(line),
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => None,
                    Err(error) => return Err(trouble(error)),
                }
            }
            Input::Pipe(interrupt) => {
                output::styled(prompt)?;
                loop {
                    let line = interrupt.while_waiting(read_line)?;
                    let Some(Err(unreadable)) = line else {
                        let line = line.and_then(Result::ok);
                        output::styled(&format!("{}\n", line.as_deref().unwrap_or_default()))?;
                        break line;
                    };
                    output::styled(&format!("\n{}{prompt}", output::error_line(unreadable.reason)))?;
                }
            }
        };
        Ok(line.map(|line| line.trim().to_owned()))
    }
}

fn read_line() -> Result<Option<InputLine>, Failure> {
    lines::read(&mut io::stdin().lock()).map_err(Failure::io("cannot read the standard input"))
}

fn trouble(error: ReadlineError) -> Failure {
    Failure::io("cannot read from the terminal")(io::Error::other(error))
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = &line[..at];
        if let Some(asked) = typed.strip_prefix('?') {
            let asked = asked.trim_start();
            return Ok((at - asked.len(), beginning_with(&self.asked, asked)));
        }
        if let Some((command, _)) = typed.split_once(' ') {
            if self.before_files.iter().any(|name| name == command) {
                return FilenameCompleter::new().complete(line, at, context);
            }
            return Ok((at, Vec::new()));
        }
        Ok((0, beginning_with(&self.first, typed)))
    }
}

/// Returns the words that begin with a prefix, case ignored.
fn beginning_with(words: &[String], typed: &str) -> Vec<Pair> {
    let goes_on =
        |word: &&String| word.get(..typed.len()).is_some_and(|head| head.eq_ignore_ascii_case(typed));
    let pair = |word: &String| Pair { display: word.clone(), replacement: word.clone() };
    words.iter().filter(goes_on).map(pair).collect()
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Hinter for Words {
    type Hint = String;
}
impl Validator for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completes_turns_commands_and_pieces() {
        let texts = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        let words = Words {
            first: texts(&["P-e4", "P-f4", "resign"]),
            asked: texts(&["Pawn", "Priest"]),
            before_files: texts(&["save"]),
        };
        let history = DefaultHistory::new();
        let complete = |line: &str| {
            let (at, pairs) = words.complete(line, line.len(), &Context::new(&history)).unwrap();
            (at, pairs.into_iter().map(|pair| pair.replacement).collect::<Vec<_>>())
        };
        assert_eq!(complete("p-"), (0, texts(&["P-e4", "P-f4"])));
        assert_eq!(complete("re"), (0, texts(&["resign"])));
        assert_eq!(complete("? pr"), (2, texts(&["Priest"])));
        assert_eq!(complete("time "), (5, vec![]));
        assert_eq!(complete("é"), (0, vec![]));
    }
}
