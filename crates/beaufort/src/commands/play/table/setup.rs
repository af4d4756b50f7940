//! The set-up phase: the choices of each side (K18 to K25).

use beaufort_draw::words;
use beaufort_rules::Game;
use beaufort_rules::game::definition::SetupChoice;
use beaufort_rules::vocabulary::quoted;
use beaufort_session::command::{Command, SetupHow};
use beaufort_session::{Seat, Session, Stage};

use super::{Arrangement, Flow, Table};
use crate::commands::play::input::Words;
use crate::commands::play::look;
use crate::commands::play::show::{self, BOLD, DIM};
use crate::failure::Failure;
use crate::output;

/// Commands of the set-up phase.
const ANSWERS: [&str; 5] = ["default", "random", "help", "done", "quit"];
const HELP: &str = "\
Type a number or a name to change the array, and again to change it back; `random`
changes at random, `default` keeps the array as the rules have it. Enter goes on.
`?` lists the pieces; `?Ch` or `?g1` shows what one does.
";

impl Table {
    /// Lets the person choose whose phase it is.
    pub(super) fn choose_setup(&mut self) -> Result<Flow, Failure> {
        let Some(changed) = self.choices()? else { return Ok(Flow::Quit) };
        self.send(Command::Setup { how: SetupHow::Choices { changed } })?;
        self.phases_told += 1;
        self.tell_choices()?;
        if let Stage::Turn(_) = self.session().stage() {
            self.show_first()?;
        }
        Ok(Flow::On)
    }

    /// Announces the choices of the engine.
    pub(super) fn tell_choices(&mut self) -> Result<(), Failure> {
        let session = self.client.session();
        let game = session.game();
        let phases = game.definition().setup.phases.iter().zip(session.choices_made());
        for (phase, changed) in phases.skip(self.phases_told) {
            if session.seat(phase.chooser) == Seat::Engine && matches!(self.arrangement, Arrangement::Ask) {
                self.tell(&format!(
                    "Beaufort chooses for {}: {}.\n",
                    game.side_name(phase.chooser),
                    in_words(game, &phase.choices, &changed)
                ))?;
            }
        }
        self.phases_told = session.phases_finished();
        Ok(())
    }

    /// Asks a person for the choices of the current phase; `None` if the person quits.
    fn choices(&mut self) -> Result<Option<Vec<u32>>, Failure> {
        let view = self.view();
        let session = self.client.session();
        let Some(phase) = session.setup_phase() else { return Ok(None) };
        let (game, choices) = (session.game(), &phase.choices);
        let chooser = game.side_name(phase.chooser);
        let mut changed = vec![0; choices.len()];
        let names: Vec<String> = choices.iter().map(|choice| game.choice_name(choice)).collect();
        let completions = || Words {
            first: names.iter().cloned().chain(ANSWERS.map(str::to_owned)).collect(),
            asked: game.types().map(|kind| game.piece(kind).name.clone()).collect(),
            ..Words::default()
        };
        let mut is_news = true;
        loop {
            if is_news {
                let preview = session.preview(&changed);
                let board = look::board(&view.picture(&preview), output::screen());
                let list = list(game, choices, &names, &changed);
                output::styled(&format!("\n{board}\n"))?;
                let words = format!("{BOLD}Set-up: {chooser} may change the array.{BOLD:#}\n{list}");
                output::styled(&show::folded(&words, output::screen()))?;
            }
            let prompt = format!("{chooser}: numbers to change, `random`, `default`; Enter goes on> ");
            let Some(line) = self.input.read(&prompt, completions)? else { return Ok(None) };
            is_news = true;
            match line.to_ascii_lowercase().as_str() {
                "" | "done" | "ok" | "go" => return Ok(Some(changed)),
                "quit" | "exit" | "q" => return Ok(None),
                "default" => changed.fill(0),
                "random" => {
                    let rng = &mut self.rng;
                    changed = session.random_options(|below| match below {
                        2 => rng.bool().into(),
                        _ => rng.u32(..below),
                    });
                }
                "help" | "h" => {
                    output::styled(&show::folded(HELP, output::screen()))?;
                    is_news = false;
                }
                asked if asked.starts_with('?') => {
                    let answer = look::explain(&session.preview(&changed), line[1..].trim(), view);
                    output::styled(&answer.unwrap_or_else(|mistake| mistake.explanation()))?;
                    is_news = false;
                }
                _ => {
                    if let Err(mistake) = choose(game, choices, &line, &mut changed) {
                        let early = early_turn(session, &changed, &line);
                        output::styled(&early.unwrap_or(mistake).explanation())?;
                        is_news = false;
                    }
                }
            }
        }
    }
}

/// Toggles the choices that a line names, or makes one that has arrangements, by the name of the arrangement; none if the line
/// names something else.
fn choose(game: &Game, choices: &[SetupChoice], line: &str, options: &mut Vec<u32>) -> Result<(), Failure> {
    if let Some((choice, option)) = arrangement(game, choices, line) {
        options[choice] = option;
        return Ok(());
    }
    let names: Vec<String> = choices.iter().map(|choice| game.choice_name(choice)).collect();
    let has_two = |choice: usize| game.options(&choices[choice]) == 2;
    let mut result = options.clone();
    for word in line.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()) {
        let number = word.parse::<usize>().ok().filter(|number| (1..=names.len()).contains(number));
        let named = || names.iter().position(|name| name.eq_ignore_ascii_case(word));
        let choice = number.map(|number| number - 1).or_else(named).filter(|&choice| has_two(choice));
        let Some(choice) = choice else {
            let last = names.len();
            let examples: Vec<String> = (0..names.len())
                .filter(|&choice| !has_two(choice))
                .map(|choice| format!("`{}`", game.option_name(&choices[choice], 1)))
                .collect();
            let hint = match examples.as_slice() {
                [] => format!(
                    "type one of the numbers 1 to {last}, several, or `help`; Enter goes on to the game and its turns"
                ),
                _ => format!(
                    "type one of the numbers 1 to {last}, an arrangement as {}, or `help`; Enter goes on to the game and \
                     its turns",
                    examples.join(" and ")
                ),
            };
            return Err(Failure::user(format_args!("there is no choice `{}`", quoted(word))).hint(hint));
        };
        result[choice] ^= 1;
    }
    *options = result;
    Ok(())
}

/// Returns the choice and the option with the name of an arrangement.
fn arrangement(game: &Game, choices: &[SetupChoice], line: &str) -> Option<(usize, u32)> {
    let mut choices = choices.iter().enumerate().filter(|(_, choice)| game.options(choice) > 2);
    choices.find_map(|(at, choice)| Some((at, game.option_by_name(choice, line.trim())?)))
}

/// Complains of a turn that is typed before the set-up is finished, if the line is one of the array with these choices. It is not
/// played: the next choice may change the array for which it was meant.
fn early_turn(session: &Session, changed: &[u32], line: &str) -> Option<Failure> {
    let (game, array) = (session.game(), session.preview(changed));
    array.read_turn(line).or_else(|_| array.read_coordinates(line)).ok()?;
    let later = game.definition().setup.phases.iter().skip(session.phases_finished() + 1);
    let next = later.map(|phase| format!(" {} chooses,", game.side_name(phase.chooser))).collect::<String>();
    let first = game.side_name(array.side());
    Some(Failure::user(format_args!("`{}` is a turn, and the game has not begun", quoted(line))).hint(
        format_args!("press Enter to keep the array as it is shown; then{next} {first} plays the first turn"),
    ))
}

/// Returns the choices, one a line, with their state.
fn list(game: &Game, choices: &[SetupChoice], names: &[String], changed: &[u32]) -> String {
    let width = names.iter().map(String::len).max().unwrap_or(0);
    let line = |(n, ((choice, name), &option)): (usize, ((&SetupChoice, &String), &u32))| {
        if game.options(choice) > 2 {
            let now = game.option_name(choice, option);
            let last = game.option_name(choice, game.options(choice) - 1);
            let first = game.option_name(choice, 1);
            return format!(
                "  {} {now}  {DIM}{}: `{first}` to `{last}`{DIM:#}\n",
                n + 1,
                words::setup_choice(game, choice)
            );
        }
        let mark = if option > 0 { 'x' } else { ' ' };
        format!("  {} [{mark}] {name:<width$}  {DIM}{}{DIM:#}\n", n + 1, words::setup_choice(game, choice))
    };
    choices.iter().zip(names).zip(changed).enumerate().map(line).collect()
}

fn in_words(game: &Game, choices: &[SetupChoice], options: &[u32]) -> String {
    let changes = choices.iter().zip(options).filter(|&(_, &option)| option > 0);
    let names: Vec<String> = changes.map(|(choice, &option)| game.option_name(choice, option)).collect();
    if names.is_empty() { "no change".to_owned() } else { names.join(", ") }
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn numbers_and_names_change_and_change_back() {
        let game = builtin::game("scirocco").unwrap();
        let choices = &game.definition().setup.phases[0].choices;
        let mut options = vec![0, 0];
        choose(&game, choices, "2, 1", &mut options).unwrap();
        assert_eq!(options, [1, 1]);
        choose(&game, choices, "MIRROR", &mut options).unwrap();
        assert_eq!(options, [1, 0]);
        for line in ["2 3", "0", "x"] {
            assert!(choose(&game, choices, line, &mut options).is_err(), "{line}");
            assert_eq!(options, [1, 0]);
        }
    }
}
