//! Sentences about objectives and obligations, for the rules in words of a game.

use beaufort_rules::game::definition::{
    CaptureDuty, Condition, Definition, Facing, Goal, GroupCheck, Judged, Lack, Objective, PassRight,
    Pattern, Repeated, Shape, Value,
};
use beaufort_rules::vocabulary::{SquareSet, Vector};
use beaufort_rules::{Game, PieceType, Side};

/// Returns what happens to a side, as the end of a sentence.
pub(super) fn result(value: Value) -> &'static str {
    match value {
        Value::Loses => "has lost",
        Value::Draws => "has drawn",
        Value::Wins => "has won",
        Value::FewerWins => "ends the game: the side with fewer pieces has won",
    }
}

/// Returns the sentence for a position that ends the game when it occurs `times`: `for the third time`.
pub(super) fn repetition(game: &Game, judged: Judged, times: &str) -> String {
    let perpetual = match judged.perpetual_check {
        true => {
            " A side that has given check with each of its turns since the first of them has lost instead."
        }
        false => "",
    };
    let chase = match game.definition().ending.perpetual_chase {
        Some(_) => " So has a side that has threatened one and the same piece anew with each of its turns.",
        None => "",
    };
    let judgement = match judged.result {
        Repeated::Mover(value) => format!("who brings about the same position {times} {}", result(value)),
        Repeated::Wins(side) => {
            format!("{} wins when the same position occurs {times}", game.side_name(side))
        }
    };
    let mut letters = judgement.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    format!("{}{}.{perpetual}{chase}", first.unwrap_or_default(), letters.as_str())
}

/// Returns the sentences about all objectives and obligations but those about repetition.
pub(super) fn sentences(game: &Game) -> Vec<String> {
    let definition = game.definition();
    let mut says: Vec<String> = definition
        .ending
        .objectives
        .iter()
        .flat_map(|objective| objective_sentences(game, objective))
        .collect();
    if let Some(counting) = &definition.ending.counting {
        let otherwise = match counting.otherwise {
            0 => String::new(),
            moves => format!(" against other pieces {moves},"),
        };
        let limits: Vec<String> = counting
            .pieces
            .iter()
            .map(|limit| {
                let number = if limit.number > 1 { format!("{} ", limit.number) } else { String::new() };
                format!("against {number}{} {}", definition.pieces[limit.kind.index()].name, limit.moves)
            })
            .collect();
        says.push(format!(
            "A side left with one piece must be mated within a number of moves, or the game is drawn: {},{otherwise} \
             counted from the number of pieces on the board.",
            limits.join(", "),
        ));
        if counting.from_zero {
            let counted =
                says.last_mut().map(|text| text.replace("from the number of pieces on the board", "from 1"));
            says.pop();
            says.extend(counted);
        }
        if counting.board > 0 {
            says.push(format!("While both sides have more, {} moves may be counted.", counting.board));
        }
    }
    if definition.ending.points.is_some() {
        says.push("What would be a draw is decided by the points of the pieces that are left.".to_owned());
    }
    let obligations = &definition.obligations;
    match obligations.capture {
        CaptureDuty::Free => {}
        CaptureDuty::Must => says.push("A side that can take must take.".to_owned()),
        CaptureDuty::MustMost => {
            says.push("A side that can take must take, and as many pieces as it can.".to_owned());
        }
    }
    match obligations.pass {
        PassRight::None => {}
        PassRight::May => {
            says.push("A side that is not in check may pass. Two passes in a row end the game.".to_owned());
        }
        PassRight::WithoutTurn => {
            says.push(
                "A side that has no turn and is not in check passes. Two passes in a row end the game."
                    .to_owned(),
            );
        }
    }
    let laws = [
        (obligations.no_checks, "No turn may give check."),
        (
            obligations.facing == Facing::Illegal,
            "Royal pieces may not face each other on a rank or file with nothing between them.",
        ),
        (
            obligations.facing == Facing::Offers,
            "Royal pieces that face each other on a rank or file with nothing between them offer a draw: the side to move \
             passes, which ends the game, or must end it.",
        ),
        (
            obligations.facing == Facing::IllegalDiagonally,
            "Royal pieces may not face each other on a rank, file or diagonal with nothing between them.",
        ),
        (obligations.no_dead_ends, "No piece may come to a square that it could never leave."),
        (
            obligations.no_flight,
            "A royal piece in check may not move, except to take the only piece that gives check.",
        ),
    ];
    says.extend(laws.iter().filter(|(holds, _)| *holds).map(|(_, text)| (*text).to_owned()));
    says
}

fn objective_sentences(game: &Game, objective: &Objective) -> Vec<String> {
    let definition = game.definition();
    let side = objective.only.map_or_else(|| "A side".to_owned(), |side| game.side_name(side).to_owned());
    let end = result(objective.result);
    match &objective.condition {
        Condition::Checks(1) => vec![format!("{side} that has given a check {end}.")],
        Condition::Checks(number) => vec![format!("{side} that has given {number} checks {end}.")],
        Condition::Forms(pattern) => vec![forming(game, &side, end, pattern)],
        Condition::Reaches(goal) => vec![reaching(game, &side, end, goal)],
        Condition::Lacks(lack) => {
            let mut says = vec![format!("{side} {} {end}.", lacking(definition, lack))];
            let pieces = || groups(definition, lack, " or ");
            match lack.check {
                GroupCheck::Free => {}
                GroupCheck::Binds | GroupCheck::BindsAll => {
                    says.push(format!("No turn may leave the last {} where it could be taken.", pieces()))
                }
            }
            if lack.check == GroupCheck::BindsAll {
                says.push("Nor may it leave all of them so at once.".to_owned());
            }
            says
        }
    }
}

/// Returns the names of some kinds, or `piece` if there are none: `Queen or Rook`.
fn pieces(game: &Game, kinds: &[PieceType]) -> String {
    let names: Vec<&str> = kinds.iter().map(|&kind| game.piece(kind).name.as_str()).collect();
    if names.is_empty() { "piece".to_owned() } else { names.join(" or ") }
}

/// Returns the names of the squares of a region, of both sides if they differ.
fn place(game: &Game, [first, second]: [SquareSet; 2]) -> String {
    let squares = |squares: SquareSet| {
        let names: Vec<String> = squares.iter().map(|square| game.size().name(square)).collect();
        names.join(", ")
    };
    match first == second {
        true => squares(first),
        false => format!("{} ({}: {})", squares(first), game.side_name(Side::Second), squares(second)),
    }
}

/// Returns the sentence about a pattern.
fn forming(game: &Game, side: &str, end: &str, pattern: &Pattern) -> String {
    let piece = pieces(game, &pattern.pieces);
    let has = |dx: i8, dy: i8| pattern.directions.contains(&Vector::new(dx, dy));
    let lines = [(has(1, 0), "rank"), (has(0, 1), "file"), (has(1, 1), "diagonal")];
    let lines: Vec<&str> = lines.into_iter().filter(|(counts, _)| *counts).map(|(_, name)| name).collect();
    let lines = lines.join(" or ");
    let what = match &pattern.shape {
        Shape::Row(number) => format!("has {number} times a {piece} side by side on a {lines}"),
        Shape::Line(number) => {
            format!("has {number} times a {piece} on one {lines}, whatever stands between them")
        }
        Shape::Block(number) => format!("has filled {number} times {number} squares with a {piece} on each"),
        Shape::Chain([[start, end], [start2, end2]]) => format!(
            "has connected {} with {} by a chain in which each {piece} stands next to another on a {lines}",
            place(game, [*start, *start2]),
            place(game, [*end, *end2])
        ),
    };
    format!("{side} that {what} {end}.")
}

/// Returns the sentence about a goal.
fn reaching(game: &Game, side: &str, end: &str, goal: &Goal) -> String {
    let pieces = pieces(game, &goal.pieces);
    let number =
        if goal.number > 1 { format!("{} times a {pieces}", goal.number) } else { format!("a {pieces}") };
    let place = place(game, goal.squares);
    let safe = if goal.safe { ", safe from capture," } else { "" };
    let last = match (goal.last_turn, goal.held, goal.safe) {
        (true, _, _) => " If the first player does, the second has one more turn to do the same and draw.",
        (false, true, true) => " It is enough that it is still there after the answer.",
        (false, true, false) => " It must still be there after the answer.",
        (false, false, _) => "",
    };
    format!("{side} that has {number} on {place}{safe} {end}.{last}")
}

/// Returns the condition that pieces are lost, as in `that has lost every Queen or every Pawn`.
fn lacking(definition: &Definition, lack: &Lack) -> String {
    let other = match lack.other_has {
        0 => String::new(),
        number => format!(" while the other has at least {number}"),
    };
    let what = match (lack.groups.is_empty(), lack.left) {
        (true, 0) => "that has lost all pieces".to_owned(),
        (true, 1) => "that has only one piece".to_owned(),
        (true, left) => format!("that has only {left} pieces"),
        (false, 0) => format!("that has no {}", groups(definition, lack, " or no ")),
        (false, left) => format!("that has only {left} of {}", groups(definition, lack, " or of ")),
    };
    what + &other
}

fn groups(definition: &Definition, lack: &Lack, or: &str) -> String {
    let name = |kind: &PieceType| definition.pieces[kind.index()].name.clone();
    let group = |group: &Vec<PieceType>| group.iter().map(name).collect::<Vec<_>>().join(" and ");
    lack.groups.iter().map(group).collect::<Vec<_>>().join(or)
}
