//! Sentences about games, and breaking text into lines.

use beaufort_rules::game::definition::{Dropped, SetupChoice, Symmetry};
use beaufort_rules::turn::{Outcome, Reason, Verdict};
use beaufort_rules::vocabulary::Phrase;
use beaufort_rules::{Game, PieceType, Position, Side, phrase};

/// Returns a sentence about how a game has ended, without a full stop.
pub fn verdict(game: &Game, verdict: Verdict) -> Phrase {
    let Outcome::Win(winner) = verdict.outcome else { return draw(verdict.reason) };
    let (winner, loser) = (game.side_name(winner), game.side_name(winner.other()));
    match verdict.reason {
        Reason::NoRoyal => {
            phrase!("{winner} has won: {loser} has no royal piece left", winner = winner, loser = loser)
        }
        Reason::BareRoyal => {
            phrase!("{winner} has won: {loser} has only one piece left", winner = winner, loser = loser)
        }
        Reason::NoTurn => phrase!("{winner} has won: {loser} has no turn", winner = winner, loser = loser),
        Reason::Repetition => {
            phrase!(
                "{winner} has won: every turn of {loser} repeats a position once too often",
                winner = winner,
                loser = loser
            )
        }
        Reason::Checkmate => {
            phrase!("{winner} has won: {loser} is checkmated", winner = winner, loser = loser)
        }
        Reason::Extinction => {
            phrase!(
                "{winner} has won: {loser} has lost pieces that it must not lose",
                winner = winner,
                loser = loser
            )
        }
        Reason::GivenAway => {
            phrase!("{winner} has won: it has lost all that it had to lose", winner = winner)
        }
        Reason::Goal => phrase!("{winner} has won: it has reached its goal", winner = winner),
        Reason::Checks => {
            phrase!("{winner} has won: it has given check often enough", winner = winner)
        }
        Reason::Stuck => phrase!("{winner} has won: it has no turn", winner = winner),
        Reason::Mated => phrase!("{winner} has won: it is checkmated, which wins here", winner = winner),
        Reason::Points => phrase!("{winner} has won: the pieces that are left decide", winner = winner),
        Reason::Repeated => phrase!("{winner} has won: a position has been repeated", winner = winner),
        Reason::PerpetualCheck => {
            phrase!("{winner} has won: {loser} has given perpetual check", winner = winner, loser = loser)
        }
        Reason::PerpetualChase => {
            phrase!("{winner} has won: {loser} has chased a piece for ever", winner = winner, loser = loser)
        }
        Reason::Resignation => {
            phrase!("{winner} has won: {loser} has resigned", winner = winner, loser = loser)
        }
        Reason::Time => {
            phrase!("{winner} has won: {loser} has run out of time", winner = winner, loser = loser)
        }
        Reason::Agreement => phrase!("{winner} has won by agreement", winner = winner),
        Reason::Abandonment => {
            phrase!("{winner} has won: {loser} has stayed away", winner = winner, loser = loser)
        }
        Reason::Stalemate
        | Reason::QuietTurns
        | Reason::DeadPosition
        | Reason::Passes
        | Reason::Facing
        | Reason::Counted
        | Reason::Unstated => {
            phrase!("{winner} has won", winner = winner)
        }
    }
}

/// Returns the sentence for a draw.
fn draw(reason: Reason) -> Phrase {
    match reason {
        Reason::Stalemate => phrase!("draw: the side to move has no turn and is not in check"),
        Reason::Repetition => phrase!("draw by repetition"),
        Reason::QuietTurns => {
            phrase!("draw: too many turns without a capture or a move that cannot be taken back")
        }
        Reason::DeadPosition => phrase!("draw: nobody has the pieces to win"),
        Reason::Extinction => phrase!("draw: a side has too few pieces left"),
        Reason::Goal => phrase!("draw: both sides have reached their goals"),
        Reason::Passes => phrase!("draw: both sides have passed"),
        Reason::Facing => phrase!("draw: the royal pieces faced each other"),
        Reason::Counted => phrase!("draw: the moves counted for the mate are used up"),
        Reason::Abandonment => phrase!("draw: a player has stayed away"),
        Reason::Unstated => phrase!("draw"),
        _ => phrase!("draw by agreement"),
    }
}

/// Returns a description of the change by a setup choice.
pub fn setup_choice(game: &Game, choice: &SetupChoice) -> Phrase {
    match choice {
        SetupChoice::Symmetry => match game.definition().symmetry {
            Symmetry::Mirror => phrase!("the armies face each other turned half round"),
            Symmetry::Rotational | Symmetry::None => {
                phrase!("the armies face each other like mirror images")
            }
        },
        SetupChoice::Exchange { squares: [a, b], one_sided: true, .. } => {
            let size = game.size();
            phrase!("exchange {square} and {square2}", square = size.name(*a), square2 = size.name(*b))
        }
        SetupChoice::Exchange { squares: [a, b], .. } => {
            let size = game.size();
            phrase!(
                "exchange {square} and {square2}, and likewise on the other side",
                square = size.name(*a),
                square2 = size.name(*b)
            )
        }
        SetupChoice::Arrange { arrangements, .. } => {
            let size = game.size();
            let squares: Vec<String> = arrangements.squares.iter().map(|&square| size.name(square)).collect();
            phrase!(
                "arrange the pieces on {squares}, and likewise on the other side",
                squares = squares.join(", ")
            )
        }
        SetupChoice::Reflect { side } => {
            phrase!("{side}'s army from left to right", side = game.side_name(*side))
        }
    }
}

/// Returns a line for each side with items in reserve.
pub fn reserves(position: &Position) -> Vec<String> {
    let game = position.game();
    let items = &game.definition().drops.items;
    let line = |side| {
        let reserve = position.state().reserve(side);
        let counted = items.iter().enumerate().map(|(index, item)| (reserve.count(index), &item.what));
        let counted = counted.filter(|(count, _)| *count > 0);
        let held: Vec<String> = counted.map(|(count, what)| held(game, count, what).to_string()).collect();
        (!held.is_empty()).then(|| format!("{} holds {}", game.side_name(side), held.join(", ")))
    };
    Side::BOTH.into_iter().filter_map(line).collect()
}

/// Returns a description of `count` items of the reserve, with the ids to type for dropping them.
fn held(game: &Game, count: u8, what: &Dropped) -> Phrase {
    each(game, what, &|pieces, kind| match (count * pieces, game.piece(kind).id.clone()) {
        (1, id) => Phrase::verbatim(id),
        (number, id) => Phrase::verbatim(format!("{number} {id}")),
    })
}

/// Returns a description of the pieces of an item of the reserve.
pub fn dropped(game: &Game, what: &Dropped) -> Phrase {
    each(game, what, &|pieces, kind| match (pieces, game.piece(kind).name.clone()) {
        (1, name) => Phrase::verbatim(name),
        (pieces, name) => phrase!("{number} {piece}s", number = pieces, piece = name),
    })
}

/// Applies `say` to the number and the type of the pieces of an item, or of each item of a choice, and joins the results.
fn each(game: &Game, what: &Dropped, say: &dyn Fn(u8, PieceType) -> Phrase) -> Phrase {
    match what {
        Dropped::Choice(among) => {
            let items = &game.definition().drops.items;
            let each = among.iter().rev().map(|&item| each(game, &items[item].what, say));
            let joined = each.reduce(|items, item| phrase!("{item} or {items}", item = item, items = items));
            joined.unwrap_or(Phrase::verbatim(""))
        }
        Dropped::Pair(kind, _) | Dropped::BesideRoyal(kind) => say(2, *kind),
        Dropped::Single(kind, _) => say(1, *kind),
        Dropped::Held(held) => say(1, held.piece),
    }
}

/// Breaks a text into lines of at most `width` characters; only a longer word exceeds it, as words are never split.
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
