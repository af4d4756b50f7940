//! The menu of games, if none is named.

use std::fmt::Write as _;
use std::sync::Arc;

use beaufort_rules::{Game, builtin};

use super::input::{Input, Words};
use super::show::{BOLD, DIM};
use crate::failure::Failure;
use crate::game_args::builtin_game;
use crate::output;

/// Lets the player choose a game; `None` at the end of the input.
pub(super) fn choose(input: &mut Input) -> Result<Option<Arc<Game>>, Failure> {
    let ids: Vec<&str> = builtin::ids().collect();
    output::styled(&menu(&ids))?;
    let words = || Words { first: ids.iter().map(|&id| id.to_owned()).collect(), ..Words::default() };
    loop {
        let Some(line) = input.read("Which game? A number or a name; Enter takes the first> ", words)? else {
            return Ok(None);
        };
        let numbered = line.parse::<usize>().ok().and_then(|number| ids.get(number.checked_sub(1)?));
        let name = match line.as_str() {
            "" => ids[0],
            "quit" | "exit" | "q" => return Ok(None),
            name => numbered.copied().unwrap_or(name),
        };
        match builtin_game(&name.to_lowercase()) {
            Ok(game) => return Ok(Some(game)),
            Err(mistake) => output::styled(&mistake.explanation())?,
        }
    }
}

fn menu(ids: &[&str]) -> String {
    let width = ids.iter().map(|id| id.len()).max().unwrap_or(0);
    let mut menu = String::new();
    for (number, id) in (1..).zip(ids) {
        let game = builtin::definition(id).expect("every listed id is that of a game");
        let (files, ranks) = (game.size.files(), game.size.ranks());
        writeln!(
            menu,
            "{number:>3}  {BOLD}{id:<width$}{BOLD:#}  {DIM}{} by {}, {files} x {ranks}{DIM:#}",
            game.name, game.author
        )
        .expect("writing to a string succeeds");
    }
    menu
}
