//! Writing turns (K119, K120, K124).

use std::collections::HashMap;

use crate::position::Position;
use crate::turn::{Step, StepKind, Turn};

use super::Choice;

/// Returns the choices of a position with their texts; different results have different texts.
pub(super) fn choices(position: &Position) -> Vec<Choice> {
    let turns = position.choices();
    let mut after = position.clone();
    let mut result = |turn| {
        after.play(turn);
        let key = after.key();
        after.undo();
        key
    };
    let results: Vec<u64> = turns.iter().map(|&turn| result(turn)).collect();

    let mut texts: Vec<String> = turns.iter().map(|&turn| text(position, &turns, turn, false)).collect();
    for index in written_alike(&texts, &results).into_iter().flatten() {
        texts[index] = text(position, &turns, turns[index], true);
    }
    for mut group in written_alike(&texts, &results) {
        group.sort_by_cached_key(|&index| {
            after.play(turns[index]);
            let text = after.to_string();
            after.undo();
            text
        });
        for (n, group) in group.chunk_by(|&a, &b| results[a] == results[b]).enumerate() {
            for &index in group {
                texts[index] += &format!("#{}", n + 1);
            }
        }
    }

    let mut best: HashMap<u64, &str> = HashMap::new();
    for (text, &result) in texts.iter().zip(&results) {
        let known = best.entry(result).or_insert(text);
        if (text.len(), text.as_str()) < (known.len(), *known) {
            *known = text;
        }
    }
    let choice = |(&turn, &result)| Choice { turn, result, text: best[&result].to_owned() };
    turns.iter().zip(&results).map(choice).collect()
}

/// Returns the groups of turns with one text but different results (K124).
fn written_alike(texts: &[String], results: &[u64]) -> Vec<Vec<usize>> {
    let mut alike: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, text) in texts.iter().enumerate() {
        alike.entry(text).or_default().push(index);
    }
    let differ = |group: &Vec<usize>| group.iter().any(|&index| results[index] != results[group[0]]);
    alike.into_values().filter(differ).collect()
}

fn text(position: &Position, turns: &[Turn], turn: Turn, with_origin: bool) -> String {
    let game = position.game();
    let size = game.size();
    let step = turn.first;
    let kind = position.board().at(step.from).kind().expect("a turn starts with a piece");
    let mut text = game.piece(kind).id.clone();
    if with_origin {
        text += &size.name(step.from);
    }
    text += &core(position, step);
    match step.promotion {
        Some(kind) => text + "=" + &game.piece(kind).id,
        None if turns.iter().any(|other| is_promotion_of(step, other.first)) => text + "=",
        None => text,
    }
}

/// Returns what a step does, without the piece and the promotion.
fn core(position: &Position, step: Step) -> String {
    let name = |square| position.game().size().name(square);
    match step.kind {
        StepKind::Own | StepKind::Relayed if position.board().at(step.to).is_none() => {
            format!("-{}", name(step.to))
        }
        StepKind::Own | StepKind::Relayed => format!("x{}", name(step.to)),
        StepKind::HopCapture => format!("x{}-{}", name(step.via), name(step.to)),
        StepKind::Igui => format!("x!{}", name(step.via)),
    }
}

/// Returns whether `other` is `step` with a promotion at its end.
pub(super) fn is_promotion_of(step: Step, other: Step) -> bool {
    other.promotion.is_some() && Step { promotion: None, ..other } == step
}
