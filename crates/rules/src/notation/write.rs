//! Writing turns (K119 to K122, K124, K125).

use std::collections::{HashMap, HashSet};

use crate::position::Position;
use crate::turn::{PlayStep, Step, StepKind, Turn};

use super::Choice;
use super::core::core;

/// How much of a turn is written, for it to be told from others (K124).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    /// No more than is usual.
    Usual,
    /// The square where the piece starts.
    Origin,
    /// That, and a `;` between the two moves of a doubled piece.
    Separated,
}

/// Returns the choices of a position with their texts; different results have different texts.
pub(super) fn choices(position: &Position) -> Vec<Choice> {
    let turns = position.choices();
    let mut after = position.scratch();
    let results: Vec<u64> = turns
        .iter()
        .map(|&turn| {
            after.play(turn);
            let key = after.key();
            after.undo();
            key
        })
        .collect();

    let writer = Writer::new(position, &turns);
    let mut texts: Vec<String> = turns.iter().map(|&turn| writer.turn(turn, Detail::Usual)).collect();
    for detail in [Detail::Origin, Detail::Separated] {
        for index in written_alike(&texts, &results).into_iter().flatten() {
            texts[index] = writer.turn(turns[index], detail);
        }
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
    let choice = |(index, (&turn, &result)): (usize, (&Turn, &u64))| Choice {
        turn,
        result,
        text: best[&result].to_owned(),
        own_text: texts[index].clone(),
        could_promote: writer.could_promote(turn),
    };
    turns.iter().zip(&results).enumerate().map(choice).collect()
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

/// Writes the turns of one position.
struct Writer<'a> {
    position: &'a Position,
    /// The first steps after which a promotion is possible, without it.
    first_promotions: HashSet<Step>,
    /// The same for second steps, with the first ones.
    second_promotions: HashSet<(Step, Step)>,
}

impl<'a> Writer<'a> {
    fn new(position: &'a Position, turns: &[Turn]) -> Writer<'a> {
        let bare = |step: Step| Step { promotion: None, ..step };
        let promoting = |step: &Step| step.promotion.is_some();
        let firsts = turns.iter().map(|turn| turn.first).filter(promoting).map(bare);
        let seconds = turns.iter().filter_map(|turn| Some((turn.first, turn.second.filter(promoting)?)));
        Writer {
            position,
            first_promotions: firsts.collect(),
            second_promotions: seconds.map(|(first, second)| (first, bare(second))).collect(),
        }
    }

    /// Returns for each step whether it declines a promotion.
    fn could_promote(&self, turn: Turn) -> [bool; 2] {
        let second = turn.second.is_some_and(|second| self.second_promotions.contains(&(turn.first, second)));
        [self.first_promotions.contains(&turn.first), second]
    }

    fn turn(&self, turn: Turn, detail: Detail) -> String {
        let declines = self.could_promote(turn);
        let mut text = self.step(self.position, turn.first, declines[0], detail);
        let mut after = self.position.scratch();
        if let Some(second) = turn.second {
            after.begin_turn();
            after.play_step(turn.first, &mut ());
            if needs_separator(turn) {
                text = text + ";" + &self.step(&after, second, declines[1], detail);
            } else {
                let separator = if detail == Detail::Separated { ";" } else { "" };
                text = text + separator + &core(&after, second) + &promotion(&after, second, declines[1]);
            }
            after.revert(&mut ());
        }
        after.play(turn);
        let is_gone = |step: Step| step.kind != StepKind::Suicide && after.board().at(step.to).is_none();
        let last = turn.second.unwrap_or(turn.first);
        let first_is_gone = is_other_piece(turn) && is_gone(turn.first);
        if is_gone(last) || first_is_gone { text + "*" } else { text }
    }

    /// Writes a step with the piece that makes it.
    fn step(&self, position: &Position, step: Step, declines: bool, detail: Detail) -> String {
        let core = core(position, step);
        if step.kind == StepKind::Birth {
            return core;
        }
        let kind = position.board().at(step.from).kind().expect("a step starts with a piece");
        let mut text = position.game().piece(kind).id.clone();
        if detail >= Detail::Origin && step.kind != StepKind::Suicide {
            text += &position.game().size().name(step.from);
        }
        text + &core + &promotion(position, step, declines)
    }
}

/// Returns whether the second step is made by another piece than the first (K95).
pub(super) fn is_other_piece(turn: Turn) -> bool {
    turn.second.is_some_and(|second| second.from != turn.first.to)
}

/// Returns whether the two moves of a turn are always separated and both written in full: those of two pieces (K122), and
/// births, which are written without the piece that moves.
pub(super) fn needs_separator(turn: Turn) -> bool {
    is_other_piece(turn) || turn.second.is_some() && turn.steps().any(|step| step.kind == StepKind::Birth)
}

/// Returns what a step says of promotion (K120).
fn promotion(position: &Position, step: Step, declines: bool) -> String {
    match step.promotion {
        Some(kind) => format!("={}", position.game().piece(kind).id),
        None if declines => "=".to_owned(),
        None => String::new(),
    }
}
