//! Writing turns (K119 to K122, K124, K125).

use std::collections::{HashMap, HashSet};

use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::turn::{PlayStep, Scope, Turn};

use super::Choice;
use super::core::core;

/// The level of detail at which a turn is distinguished from others (K124).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    /// The usual text.
    Usual,
    /// With the origin square.
    Origin,
    /// With the origin square, and a `;` between the two moves of a doubled piece.
    Separated,
}

/// Returns choices of a position with their texts; different results have different texts. `turns` must contain all choices
/// that begin with a piece whose id has the same [`stem`] as one of them, as their texts could coincide.
pub(super) fn choices(position: &Position, turns: &[Turn]) -> Vec<Choice> {
    let mut after = position.without_history();
    let mut writer = Writer::new(position, turns);
    let mut results = Vec::with_capacity(turns.len());
    let mut texts = Vec::with_capacity(turns.len());
    for &turn in turns {
        after.play_unchecked(turn);
        results.push(after.key());
        writer.dies.push(dies(turn, &after));
        after.undo();
    }
    texts.extend((0..turns.len()).map(|index| writer.turn(index, Detail::Usual)));
    for detail in [Detail::Origin, Detail::Separated] {
        for index in written_alike(&texts, &results).into_iter().flatten() {
            texts[index] = writer.turn(index, detail);
        }
    }
    number_alike(position, turns, &results, &mut texts);

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

/// Appends numbers to turns whose texts still coincide although their results differ, in the order of the results (K124).
pub(super) fn number_alike(position: &Position, turns: &[Turn], results: &[u64], texts: &mut [String]) {
    let mut after = position.without_history();
    for mut group in written_alike(texts, results) {
        group.sort_by_cached_key(|&index| {
            after.play_unchecked(turns[index]);
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
}

/// Returns the groups of turns with the same text but different results (K124).
pub(super) fn written_alike(texts: &[String], results: &[u64]) -> Vec<Vec<usize>> {
    let mut alike: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, text) in texts.iter().enumerate() {
        alike.entry(text).or_default().push(index);
    }
    let differ = |group: &Vec<usize>| group.iter().any(|&index| results[index] != results[group[0]]);
    alike.into_values().filter(differ).collect()
}

/// Returns the id of the piece that begins a turn.
pub(super) fn beginner<'g>(position: &'g Position, turn: &Turn) -> &'g str {
    let kind = position.board().at(turn.first.from).kind();
    kind.map_or("", |kind| &position.game().piece(kind).id)
}

/// Returns the distinctive part of an id: an `x` at its end may be mistaken for a capture mark, as in `Phxd5` of a piece `Ph`
/// and of a piece `Phx`.
pub(super) fn stem(id: &str) -> &str {
    id.trim_end_matches('x')
}

/// Returns the texts of some choices of a position; `None` for a turn that is not one of its choices.
pub(super) fn some(position: &Position, wanted: &[Turn]) -> Vec<Option<String>> {
    let wanted_once: HashSet<Turn> = wanted.iter().copied().collect();
    let is_wanted = |turn: &Turn| wanted_once.contains(turn);
    let turns = position.turns(Scope::Choices);
    if !turns.iter().any(is_wanted) {
        return vec![None; wanted.len()];
    }
    let mut after = position.without_history();
    let result = |&turn: &Turn| {
        after.play_unchecked(turn);
        let key = after.key();
        after.undo();
        key
    };
    let results: Vec<u64> = turns.iter().map(result).collect();
    let with_results = || turns.iter().zip(&results);
    let sought: HashSet<u64> =
        with_results().filter(|(turn, _)| is_wanted(turn)).map(|(_, &result)| result).collect();
    let beginner = |turn: &Turn| stem(beginner(position, turn));
    let same: HashSet<&str> = with_results()
        .filter(|(_, result)| sought.contains(result))
        .map(|(turn, _)| beginner(turn))
        .collect();
    let related: Vec<Turn> = turns.iter().copied().filter(|turn| same.contains(beginner(turn))).collect();
    let related = choices(position, &related).into_iter();
    let texts: HashMap<Turn, String> =
        related.filter(|choice| is_wanted(&choice.turn)).map(|choice| (choice.turn, choice.text)).collect();
    wanted.iter().map(|turn| texts.get(turn).cloned()).collect()
}

/// Returns whether a piece of a turn of the position dies at its end.
pub(super) fn dies_in(position: &Position, turn: Turn) -> bool {
    let mut after = position.without_history();
    after.play_unchecked(turn);
    dies(turn, &after)
}

/// Returns whether a piece of a turn has died at its end, given the position after it.
fn dies(turn: Turn, after: &Position) -> bool {
    let is_gone = |step: Step| step.kind != StepKind::Suicide && after.board().at(step.to).is_none();
    is_gone(turn.last_move()) || is_other_piece(turn) && is_gone(turn.first)
}

/// The writer for the turns of one position.
struct Writer<'a> {
    position: &'a Position,
    turns: &'a [Turn],
    /// For every turn, whether a piece of it dies at its end.
    dies: Vec<bool>,
    /// The first steps with which a promotion is possible, without the promotion.
    first_promotions: HashSet<Step>,
    /// Likewise the second steps, each with the first one.
    second_promotions: HashSet<(Step, Step)>,
}

impl<'a> Writer<'a> {
    fn new(position: &'a Position, turns: &'a [Turn]) -> Writer<'a> {
        let bare = |step: Step| Step { promotion: None, ..step };
        let promoting = |step: &Step| step.promotion.is_some();
        let firsts = turns.iter().map(|turn| turn.first).filter(promoting).map(bare);
        let seconds = turns.iter().filter_map(|turn| Some((turn.first, turn.second.filter(promoting)?)));
        Writer {
            position,
            turns,
            dies: Vec::with_capacity(turns.len()),
            first_promotions: firsts.collect(),
            second_promotions: seconds.map(|(first, second)| (first, bare(second))).collect(),
        }
    }

    /// Returns for each step whether it declines a promotion.
    fn could_promote(&self, turn: Turn) -> [bool; 2] {
        let second = turn.second.is_some_and(|second| self.second_promotions.contains(&(turn.first, second)));
        [self.first_promotions.contains(&turn.first), second]
    }

    fn turn(&self, index: usize, detail: Detail) -> String {
        let turn = self.turns[index];
        let declines = self.could_promote(turn);
        let mut text = self.step(self.position, turn.first, declines[0], detail);
        if let Some(second) = turn.second {
            let mut after = self.position.without_history();
            after.begin_turn();
            after.play_step(turn.first, &mut ());
            if needs_separator(turn) {
                text = text + ";" + &self.step(&after, second, declines[1], detail);
            } else {
                let separator = if detail == Detail::Separated { ";" } else { "" };
                text = text + separator + &core(&after, second) + &promotion(&after, second, declines[1]);
            }
        }
        if self.dies[index] { text + "*" } else { text }
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

/// Returns whether the two moves of a turn are always separated and written in full: moves of two pieces (K122), and births,
/// which are written without the moving piece.
pub(super) fn needs_separator(turn: Turn) -> bool {
    is_other_piece(turn) || turn.second.is_some() && turn.steps().any(|step| step.kind == StepKind::Birth)
}

/// Writes the promotion of a step, or that it is declined (K120).
fn promotion(position: &Position, step: Step, declines: bool) -> String {
    match step.promotion {
        Some(kind) => format!("={}", position.game().piece(kind).id),
        None if declines => "=".to_owned(),
        None => String::new(),
    }
}
