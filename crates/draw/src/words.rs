//! Sentences about games, and their lines.

use beaufort_rules::game::definition::{Dropped, SetupChoice, Symmetry};
use beaufort_rules::turn::{Outcome, Reason, Verdict};
use beaufort_rules::{Game, PieceType, Position, Side};

/// Returns how a game has ended, in a sentence without a full stop.
pub fn verdict(game: &Game, verdict: Verdict) -> String {
    let Outcome::Win(winner) = verdict.outcome else { return draw(verdict.reason).to_owned() };
    let (winner, loser) = (game.side_name(winner), game.side_name(winner.other()));
    match verdict.reason {
        Reason::NoRoyal => format!("{winner} has won: {loser} has no royal piece left"),
        Reason::BareRoyal => format!("{winner} has won: {loser} has only one piece left"),
        Reason::NoTurn => format!("{winner} has won: {loser} has no turn"),
        Reason::Repetition => {
            format!("{winner} has won: every turn of {loser} repeats a position once too often")
        }
        Reason::Checkmate => format!("{winner} has won: {loser} is checkmated"),
        Reason::Resignation => format!("{winner} has won: {loser} has resigned"),
        Reason::Time => format!("{winner} has won: {loser} has run out of time"),
        Reason::Agreement => format!("{winner} has won by agreement"),
        Reason::Abandonment => format!("{winner} has won: {loser} has stayed away"),
        Reason::Stalemate | Reason::QuietTurns | Reason::DeadPosition | Reason::Unstated => {
            format!("{winner} has won")
        }
    }
}

/// Returns why nobody has won.
fn draw(reason: Reason) -> &'static str {
    match reason {
        Reason::Stalemate => "draw: the side to move has no turn and is not in check",
        Reason::Repetition => "draw by repetition",
        Reason::QuietTurns => "draw: too many turns without a capture or a move that cannot be taken back",
        Reason::DeadPosition => "draw: nobody has the pieces to win",
        Reason::Abandonment => "draw: a player has stayed away",
        Reason::Unstated => "draw",
        _ => "draw by agreement",
    }
}

/// Returns what a choice of the set-up changes.
pub fn setup_choice(game: &Game, choice: &SetupChoice) -> String {
    match choice {
        SetupChoice::Symmetry => match game.definition().symmetry {
            Symmetry::Mirror => "the armies face each other turned half round".to_owned(),
            Symmetry::Rotational | Symmetry::None => {
                "the armies face each other like mirror images".to_owned()
            }
        },
        SetupChoice::Exchange { squares: [a, b], .. } => {
            let size = game.size();
            format!("exchange {} and {}, and likewise on the other side", size.name(*a), size.name(*b))
        }
        SetupChoice::Reflect { side } => format!("{}'s army from left to right", game.side_name(*side)),
    }
}

/// Returns a line for each side that has something in reserve.
pub fn reserves(position: &Position) -> Vec<String> {
    let game = position.game();
    let items = &game.definition().drops.items;
    let line = |side| {
        let reserve = position.state().reserve(side);
        let counted = items.iter().enumerate().map(|(index, item)| (reserve.count(index), &item.what));
        let counted = counted.filter(|(count, _)| *count > 0);
        let held: Vec<String> = counted.map(|(count, what)| held(game, count, what)).collect();
        (!held.is_empty()).then(|| format!("{} holds {}", game.side_name(side), held.join(", ")))
    };
    Side::BOTH.into_iter().filter_map(line).collect()
}

/// Returns what `count` of an item of the reserve bring on the board, with the ids that are typed to drop them.
fn held(game: &Game, count: u8, what: &Dropped) -> String {
    each(game, what, &|pieces, kind| match (count * pieces, game.piece(kind).id.as_str()) {
        (1, id) => id.to_owned(),
        (number, id) => format!("{number} {id}"),
    })
}

/// Returns what an item of the reserve brings on the board.
pub fn dropped(game: &Game, what: &Dropped) -> String {
    each(game, what, &|pieces, kind| match (pieces, game.piece(kind).name.as_str()) {
        (1, name) => name.to_owned(),
        (pieces, name) => format!("{pieces} {name}s"),
    })
}

/// Says of each thing that an item of the reserve may be how many pieces of which type it is.
fn each(game: &Game, what: &Dropped, say: &dyn Fn(u8, PieceType) -> String) -> String {
    match what {
        Dropped::Choice(among) => {
            let items = &game.definition().drops.items;
            among.iter().map(|&item| each(game, &items[item].what, say)).collect::<Vec<_>>().join(" or ")
        }
        Dropped::Pair(kind, _) | Dropped::BesideRoyal(kind) => say(2, *kind),
        Dropped::Single(kind, _) => say(1, *kind),
    }
}

/// Breaks a text into lines of at most `width` characters, but never inside a word.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_between_words() {
        assert_eq!(wrap("one two  three verylongword x", 9), ["one two", "three", "verylongword", "x"]);
        assert!(wrap(" ", 9).is_empty());
    }
}
