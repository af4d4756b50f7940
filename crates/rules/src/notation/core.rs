//! What a step does, in words of the notation: everything but who does it and what becomes of it (K119).

use crate::game::definition::{DropItem, Dropped};
use crate::language::ast::Arrival;
use crate::position::Position;
use crate::powers::{RowEnd, row_end};
use crate::powers::{Step, StepKind};
use crate::vocabulary::{Piece, Side, Square, SquareSet, walk};

/// Returns the core of a step on the board before it. Births and suicides are written otherwise.
pub(super) fn core(position: &Position, step: Step) -> String {
    let name = |square| position.game().size().name(square);
    let to = name(step.to);
    let via = name(step.via);
    match step.kind {
        StepKind::Own => plain(position, step) + &arrival(position, step),
        StepKind::Declining | StepKind::Relayed | StepKind::Stagger | StepKind::Place => {
            plain(position, step)
        }
        StepKind::Strike => format!("x{via}{}{to}", mark(position, step.to)),
        StepKind::Igui => format!("x!{via}"),
        StepKind::Sweep | StepKind::LongLeap => {
            let passed = along(position, step);
            let passed: String = passed.map(|square| format!("x{}", name(square))).collect();
            format!("{passed}{}{to}", mark(position, step.to))
        }
        StepKind::Convert => format!(":{via}={}", side_name(position, position.side())),
        StepKind::Swap | StepKind::SwapEnemy => format!("<>{to}"),
        StepKind::Flip => "!".to_owned(),
        StepKind::Twofold => {
            let squares = SquareSet::from_iter([step.to, step.via]);
            let takes = squares.intersects(position.board().side(position.side().other()));
            let names: Vec<String> = by_file(position, &squares).into_iter().map(name).collect();
            format!("{}{}", if takes { 'x' } else { '-' }, names.join(","))
        }
        StepKind::IguiInPassing if step.via == step.from => "x!ep".to_owned(),
        StepKind::IguiInPassing => format!("x!{via}ep"),
        StepKind::Drop => dropped(position, step),
        StepKind::Pull => tug(position, step, -1),
        StepKind::Push => tug(position, step, 1),
        StepKind::Shove => shove(position, step),
        StepKind::Pass => "!".to_owned(),
        StepKind::Birth => format!("{via}={}", id(position, position.board().at(step.from))),
        StepKind::Suicide => format!("{}*", name(step.from)),
        StepKind::Castle => format!("{}-{to}", name(step.from)),
        StepKind::EnPassant => format!("x{to}"),
    }
}

/// Writes where something is dropped, unless there is only one such place (L50).
fn dropped(position: &Position, step: Step) -> String {
    let size = position.game().size();
    let only_place = |item: &DropItem| match item.what {
        Dropped::BesideRoyal(kind) => Some(kind) == step.promotion,
        _ => false,
    };
    if position.game().definition().drops.items.iter().any(only_place) {
        "@".to_owned()
    } else if step.to == step.via {
        format!("@{}", size.name(step.to))
    } else {
        format!("@{},{}", size.name(step.to), size.name(step.via))
    }
}

/// Returns other cores that people may write for a step: without the pieces taken on the way or on arrival, and with any
/// mark before the destination.
pub(super) fn loose_cores(position: &Position, step: Step) -> Vec<String> {
    let to = position.game().size().name(step.to);
    match step.kind {
        StepKind::Own
        | StepKind::Declining
        | StepKind::Relayed
        | StepKind::Strike
        | StepKind::Sweep
        | StepKind::LongLeap => vec![format!("x{to}"), to],
        _ => Vec::new(),
    }
}

fn plain(position: &Position, step: Step) -> String {
    format!("{}{}", mark(position, step.to), position.game().size().name(step.to))
}

/// Returns what stands before the square where a piece ends.
fn mark(position: &Position, to: Square) -> char {
    let board = position.board();
    if board.at(to).is_none() { '-' } else { 'x' }
}

fn id(position: &Position, piece: Piece) -> &str {
    piece.kind().map_or("", |kind| &position.game().piece(kind).id)
}

fn side_name(position: &Position, side: Side) -> &str {
    position.game().side_name(side)
}

/// Returns the opposing pieces passed, in the order in which they are taken (K120).
fn along(position: &Position, step: Step) -> impl Iterator<Item = Square> {
    let size = position.game().size();
    let passed = position.passed(step.from, step.to);
    let v = size.vector(step.from, step.to).direction();
    walk(size, step.from, v, usize::MAX)
        .take_while(move |&square| square != step.to)
        .filter(move |square| passed.contains(*square))
}

/// Returns what a step by own power does on arrival (K53).
fn arrival(position: &Position, step: Step) -> String {
    let mover = position.board().at(step.from);
    let abilities = position.game().abilities(mover);
    if abilities.arrivals.is_empty() {
        return String::new();
    }
    let effects = position.arrival_effects(step);
    let around =
        abilities.arrivals.iter().any(|power| matches!(power.effect, Arrival::Blast | Arrival::Purge));
    let size = position.game().size();
    let in_order: Vec<Square> = by_file(position, &effects.taken);
    let mut text = if around {
        let names: Vec<String> = in_order.iter().map(|&square| size.name(square)).collect();
        if names.is_empty() { String::new() } else { format!("x!{}", names.join(",")) }
    } else {
        // A line is taken outwards; anything else by file and rank (K120).
        let line = abilities.arrivals.iter().any(|power| power.effect == Arrival::ApproachLine);
        let outward = walk(size, step.to, size.vector(step.from, step.to).direction(), usize::MAX);
        let order =
            if line { outward.filter(|&square| effects.taken.contains(square)).collect() } else { in_order };
        order.into_iter().map(|square| format!("x{}", size.name(square))).collect()
    };
    for square in by_file(position, &effects.converted) {
        text += &format!(":{}={}", size.name(square), side_name(position, mover.side()));
    }
    text
}

/// Returns squares by file, then by rank (K120).
fn by_file(position: &Position, squares: &SquareSet) -> Vec<Square> {
    let size = position.game().size();
    let mut squares: Vec<Square> = squares.iter().collect();
    squares.sort_by_key(|&square| (size.file(square), size.rank(square)));
    squares
}

/// Writes a pull or a push: `:Pd7-c6`.
fn tug(position: &Position, step: Step, steps: i8) -> String {
    let size = position.game().size();
    let v = size.vector(step.from, step.via).direction() * steps;
    let to = size.step(step.via, v).map(|to| size.name(to)).unwrap_or_default();
    format!(":{}{}-{to}", id(position, position.board().at(step.via)), size.name(step.via))
}

/// Writes a step onto a friend: `-k4:A-k5,Goxk6`, or `-a1:N*` where one leaves the board (K120).
fn shove(position: &Position, step: Step) -> String {
    let size = position.game().size();
    let (board, v) = (position.board(), size.vector(step.from, step.to));
    let own = board.side(position.side());
    let mut row = vec![step.to];
    row.extend(size.step(step.to, v).filter(|&second| own.contains(second)));
    let last = match row_end(size, step.to, v, own) {
        RowEnd::Square(end) => Some(end),
        RowEnd::Edge => None,
    };
    let mut ends: Vec<Option<Square>> = row.iter().skip(1).map(|&square| Some(square)).collect();
    ends.push(last);
    let one = |(from, end): (&Square, Option<Square>)| {
        let id = id(position, board.at(*from));
        match end {
            None => format!("{id}*"),
            Some(end) if board.side(position.side().other()).contains(end) => {
                format!("{id}x{}", size.name(end))
            }
            Some(end) => format!("{id}-{}", size.name(end)),
        }
    };
    let moved: Vec<String> = row.iter().zip(ends).map(one).collect();
    format!("-{}:{}", size.name(step.to), moved.join(","))
}
