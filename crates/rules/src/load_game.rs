//! Loading a game file: its definition, and whether the game can be played at all.

use std::sync::Arc;

use crate::game::definition::{Definition, Ending, Obligations};
use crate::game::{Game, LoadErrors, Source, read_definition};
use crate::position::Position;
use crate::powers::StepKind;
use crate::turn::{Outcome, Reason, Scope, Turn};
use crate::vocabulary::Side;

/// The greatest number of first turns that are tried to find a legal one; with more of them the game is accepted untested.
const MAX_TRIED: usize = 200;
/// The most turns of a side in the first position: with more, a position takes seconds and gigabytes to list, write or search.
const MAX_FIRST_TURNS: usize = 50_000;

/// Loads a game from the text of its file.
///
/// `library` supplies the games that others extend, by their ids, and the [`BESTIARY`](crate::game::BESTIARY); a game that
/// needs neither is read with `&|_| None`. The name of the file is only used in messages.
///
/// # Errors
/// If the file, or one it builds on, is no valid game: every error found, each with its place.
///
/// # Examples
/// ```
/// use beaufort_rules::load_game;
///
/// let mini = r#"
///     id = "mini"
///     name = "The smallest game"
///     author = "Nobody"
///     year = 2024
///     [board]
///     files = 2
///     ranks = 3
///     [array]
///     ranks = "K ."
///     [piece.King]
///     id = "K"
///     ability = "W + F; royal"
/// "#;
/// let definition = load_game("mini.toml", mini, &|_| None).unwrap();
/// assert_eq!(definition.array.len(), 2);
///
/// let errors = load_game("mini.toml", &mini.replace("F; royal", "forwrd F; royal"), &|_| None).unwrap_err();
/// let error = errors.iter().next().unwrap();
/// assert_eq!((error.line(), error.word()), (13, "forwrd"));
/// assert_eq!(error.hint().unwrap().to_string(), "did you mean `forward`?");
/// assert_eq!(error.fix().as_deref(), Some("forward"));
/// ```
pub fn load_game(
    file_name: &str,
    text: &str,
    library: &dyn Fn(&str) -> Option<Source>,
) -> Result<Definition, LoadErrors> {
    read_definition(file_name, text, library, |definition| {
        // Without the rule of check, no turn has to be tested for it.
        let ending = Ending { check_binds: false, ..definition.ending.clone() };
        let free = Arc::new(Game::from(Definition { ending, ..definition.clone() }));
        with_too_many_turns(&free).or_else(|| without_first_turn(definition, &free))
    })
}

/// Returns why the positions of a game without check are too large, if they are: which side has more than [`MAX_FIRST_TURNS`] at
/// first.
fn with_too_many_turns(free: &Arc<Game>) -> Option<String> {
    // With obligations all turns are listed before any is passed on, so that the list cannot be broken off.
    let unbound = match free.has_obligations() {
        false => Arc::clone(free),
        true => {
            let obligations = Obligations::default();
            Arc::new(Game::from(Definition { obligations, ..free.definition().clone() }))
        }
    };
    let mut position = Position::initial(&unbound);
    for _ in Side::BOTH {
        let (mut turns, mut work) = (Vec::new(), 0);
        // A piece with two moves may have a hundred ways to the same result, so results are counted. The work is that of the turns
        // and of their first moves, which take several turns' work.
        position.generate_while(Scope::Distinct, &mut turns, &mut |more| {
            work += more;
            work <= 8 * MAX_FIRST_TURNS
        });
        if turns.len() > MAX_FIRST_TURNS || work > 8 * MAX_FIRST_TURNS {
            let side = free.side_name(position.side());
            return Some(format!("{side} has more than {MAX_FIRST_TURNS} turns in the first position"));
        }
        position.null_turn();
    }
    None
}

/// Returns why a game is over before its first turn, if it is; `free` is the game without check.
fn without_first_turn(definition: &Definition, free: &Arc<Game>) -> Option<String> {
    let position = Position::initial(free);
    let why = if position.royal_verdict().is_some_and(|verdict| verdict.reason == Reason::BareRoyal) {
        "a side has a single piece, and `bare-royal` lets it lose".to_owned()
    } else if !definition.setup.phases.is_empty() {
        // A setup may change the array.
        return None;
    } else if let Some(verdict) = position.royal_verdict() {
        match verdict.outcome {
            Outcome::Draw => "an objective of the game is fulfilled".to_owned(),
            Outcome::Win(side) => format!(
                "an objective of the game is fulfilled, and {} has won",
                definition.side_names[side.index()]
            ),
        }
    } else if position.draw_verdict().is_some() {
        "nobody has the pieces to win".to_owned()
    } else {
        let first = definition.side_names[Side::First.index()].as_str();
        let turns = first_turns(&position);
        if turns.is_empty() {
            format!("{first} cannot move")
        } else if definition.ending.check_binds && all_expose_royal(&position, &turns) {
            format!("every turn of {first} leaves a royal piece to be taken")
        } else if can_only_pass(&position, &turns) {
            return Some(
                "no piece of the array can ever move: all that the players can do is pass".to_owned(),
            );
        } else {
            return None;
        }
    };
    Some(format!("the game is over before its first turn: {why}"))
}

/// Returns the turns of the side to move, or some of them if there are very many.
fn first_turns(position: &Position) -> Vec<Turn> {
    let mut turns = Vec::new();
    position.generate_while(Scope::Choices, &mut turns, &mut |_| false);
    turns
}

/// Returns whether each of some turns leaves no royal piece, or one that could be taken.
fn all_expose_royal(position: &Position, turns: &[Turn]) -> bool {
    let mut after = position.clone();
    let mut exposes = |&turn: &Turn| {
        after.play_unchecked(turn);
        let needs_royal = position.game().needs_royal(position.side());
        let exposes =
            needs_royal && after.board().royals(position.side()).is_empty() || after.attacks_royal();
        after.undo();
        exposes
    };
    turns.len() <= MAX_TRIED && turns.iter().all(&mut exposes)
}

/// Returns whether neither side can do anything but pass; `turns` are those of the side to move.
fn can_only_pass(position: &Position, turns: &[Turn]) -> bool {
    let passes = |turn: &Turn| turn.steps().all(|step| step.kind == StepKind::Pass);
    let game = position.game();
    // A piece that passes may burn others, and drops may become possible later.
    let stays = || !game.has_latent_states() && !game.has_drops();
    let mut other = position.without_history();
    other.null_turn();
    turns.iter().all(passes) && stays() && first_turns(&other).iter().all(passes)
}
