//! Writing turns (K119, K120, K124).

use std::collections::HashMap;

use crate::position::Position;
use crate::turn::{Step, StepKind, Turn};

/// Returns the text of each turn; no two are the same.
pub(super) fn texts(position: &Position, turns: &[Turn]) -> Vec<String> {
    let plain: Vec<String> = turns.iter().map(|&turn| text(position, turns, turn, false)).collect();
    let mut count: HashMap<&str, u32> = HashMap::new();
    for text in &plain {
        *count.entry(text).or_default() += 1;
    }
    let unique = |(text_of, &turn): (&String, &Turn)| {
        if count[text_of.as_str()] == 1 { text_of.clone() } else { text(position, turns, turn, true) }
    };
    let mut texts: Vec<String> = plain.iter().zip(turns).map(unique).collect();
    number_the_rest(position, turns, &mut texts);
    texts
}

/// Adds `#n` to turns still written alike, in the order of the resulting positions (K124).
fn number_the_rest(position: &Position, turns: &[Turn], texts: &mut [String]) {
    let mut alike: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, text) in texts.iter().enumerate() {
        alike.entry(text).or_default().push(index);
    }
    let groups: Vec<Vec<usize>> = alike.into_values().filter(|group| group.len() > 1).collect();
    for mut group in groups {
        group.sort_by_cached_key(|&index| {
            let mut after = position.clone();
            after.play(turns[index]);
            after.to_string()
        });
        for (n, index) in group.into_iter().enumerate() {
            texts[index] += &format!("#{}", n + 1);
        }
    }
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
