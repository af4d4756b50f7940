//! The notation of chess players (L50): `Nbd2`, `exd6`, `O-O`, `e8=Q+`.

use std::collections::HashMap;

use crate::game::definition::{Promotion, PromotionWhen};
use crate::game::{Game, TypeId};
use crate::position::Position;
use crate::turn::{Step, StepKind, Turn};

use super::core::core;
use super::{Choice, Notation, NotationError, read::unique};

/// The parts of a turn's text around the square where its piece starts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Parts {
    /// The id of the piece; nothing for castling and for a piece that is not named.
    id: String,
    /// What the piece does.
    rest: String,
}

/// How much of the square where a piece starts is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Nothing,
    File,
    Rank,
    Square,
}

const ORIGINS: [Origin; 4] = [Origin::Nothing, Origin::File, Origin::Rank, Origin::Square];

/// Returns the choices of a position with their texts.
pub(super) fn choices(position: &Position, marks_check: bool) -> Vec<Choice> {
    let turns = position.choices();
    let parts: Vec<Parts> = turns.iter().map(|&turn| Parts::of(position, turn)).collect();
    let mut alike: HashMap<&Parts, Vec<Step>> = HashMap::new();
    for (parts, turn) in parts.iter().zip(&turns) {
        alike.entry(parts).or_default().push(turn.first);
    }
    let mut after = position.scratch();
    let choice = |(&turn, parts): (&Turn, &Parts)| {
        let origin = needed_origin(position, turn.first, &alike[parts]);
        let mut text = parts.with_origin(position.game(), turn.first, origin);
        after.play(turn);
        let result = after.key();
        if marks_check && after.is_check() {
            text.push(if after.count_turns() == 0 { '#' } else { '+' });
        }
        after.undo();
        Choice { turn, result, own_text: text.clone(), text, could_promote: [false; 2] }
    };
    turns.iter().zip(&parts).map(choice).collect()
}

impl Parts {
    fn of(position: &Position, turn: Turn) -> Parts {
        let step = turn.first;
        let game = position.game();
        if let Some(castling) = game.castlings().made_by(step) {
            return Parts { id: String::new(), rest: castling.definition.text.clone() };
        }
        let Some(kind) = moved(position, step) else {
            return Parts { id: String::new(), rest: core(position, step) };
        };
        let piece = game.piece(kind);
        let id = if piece.unnamed { String::new() } else { piece.id.clone() };
        let mut rest = core(position, step);
        // After an id of one letter no dash is needed to see where the square begins.
        if id.len() <= 1 && rest.starts_with('-') {
            rest.remove(0);
        }
        rest += &change(position, step, kind);
        Parts { id, rest }
    }

    fn with_origin(&self, game: &Game, step: Step, origin: Origin) -> String {
        format!("{}{}{}", self.id, origin_text(game, step, origin), self.rest)
    }
}

/// Returns the type of the piece that a step is about: the one that moves, or what is dropped.
fn moved(position: &Position, step: Step) -> Option<TypeId> {
    if step.kind == StepKind::Drop { step.promotion } else { position.board().at(step.from).kind() }
}

/// Writes what becomes of a piece: `=Q`, `=As@d7`, or `/V` for the setting in which it ends (L50).
fn change(position: &Position, step: Step, kind: TypeId) -> String {
    let game = position.game();
    let is_setting = |one: &Promotion| one.when == PromotionWhen::Anywhere;
    if step.kind == StepKind::Drop {
        return String::new();
    }
    if game.piece(kind).promotions.iter().any(is_setting) {
        let letter = game.piece(step.promotion.unwrap_or(kind)).id.chars().next();
        let slash = if step.kind == StepKind::Flip { "" } else { "/" };
        return letter.map_or_else(String::new, |letter| format!("{slash}{letter}"));
    }
    match step.promotion {
        Some(kind) if step.kind == StepKind::Place => {
            format!("={}@{}", game.piece(kind).id, game.size().name(step.via))
        }
        Some(kind) => format!("={}", game.piece(kind).id),
        None => String::new(),
    }
}

fn origin_text(game: &Game, step: Step, origin: Origin) -> String {
    let size = game.size();
    match origin {
        Origin::Nothing => String::new(),
        Origin::File => size.file_letter(size.file(step.from)).to_string(),
        Origin::Rank => (size.rank(step.from) + 1).to_string(),
        Origin::Square => size.name(step.from),
    }
}

/// Returns how much of the origin tells a step from the others of the same parts. A piece without a name that takes shows
/// its file in any case.
fn needed_origin(position: &Position, step: Step, alike: &[Step]) -> Origin {
    let size = position.game().size();
    let others = || alike.iter().map(|other| other.from).filter(|&from| from != step.from);
    let kind = position.board().at(step.from).kind();
    let unnamed = kind.is_some_and(|kind| position.game().piece(kind).unnamed);
    let takes = step.kind == StepKind::EnPassant || !position.board().at(step.to).is_none();
    if matches!(step.kind, StepKind::Castle | StepKind::Drop)
        || others().next().is_none() && !(unnamed && takes)
    {
        Origin::Nothing
    } else if others().all(|from| size.file(from) != size.file(step.from)) {
        Origin::File
    } else if others().all(|from| size.rank(from) != size.rank(step.from)) {
        Origin::Rank
    } else {
        Origin::Square
    }
}

/// Reads a turn. Signs for check and annotations, dashes, and `=` before a promotion may be missing or too many; the origin
/// may be written where it is not needed; failing all else, `x` may be missing and capitals do not count.
pub(super) fn read<'n>(notation: &'n Notation<'_>, text: &str) -> Result<&'n Choice, NotationError> {
    let text = text.trim();
    if let Some(choice) = notation.choices.iter().find(|choice| choice.text == text) {
        return Ok(choice);
    }
    let bare = bare(text);
    let loose = |text: &str| text.replace('x', "").to_ascii_lowercase();
    let loose_bare = loose(&bare);
    let strict = |choice: &Choice| spellings(notation.position, choice.turn).any(|spelling| spelling == bare);
    let any = |choice: &Choice| {
        spellings(notation.position, choice.turn).any(|spelling| loose(&spelling) == loose_bare)
    };
    if let Some(found) = unique(notation, text, strict) {
        return found;
    }
    unique(notation, text, any).unwrap_or_else(|| Err(NotationError::no_turn(notation, text)))
}

/// Returns a text without what adds no meaning: signs at its end, dashes, `=`, parentheses.
fn bare(text: &str) -> String {
    let text = text.trim_end_matches("e.p.").trim_end().trim_end_matches(['+', '#', '!', '?']);
    let zeros = text.starts_with("0-0") || text.starts_with("00");
    let text = if zeros { text.replace('0', "O") } else { text.to_owned() };
    text.replace(['-', '=', '(', ')'], "")
}

/// Returns every spelling of a turn, bare.
fn spellings(position: &Position, turn: Turn) -> impl Iterator<Item = String> {
    let parts = Parts::of(position, turn);
    let step = turn.first;
    let kind = moved(position, step);
    let id = kind.map_or_else(String::new, |kind| position.game().piece(kind).id.clone());
    let castles = step.kind == StepKind::Castle;
    let has_origin = !matches!(step.kind, StepKind::Castle | StepKind::Drop);
    let size = position.game().size();
    // A castling may be written as the way of its King, too.
    let way = format!("{}{}", size.name(step.from), size.name(step.to));
    let castlings = castles.then(|| vec![parts.rest.replace('-', ""), format!("{id}{way}"), way]);
    let named = [String::new(), id];
    let origins: &[Origin] = if has_origin { &ORIGINS } else { &[Origin::Nothing] };
    let origins = origins.iter().copied().filter(move |_| !castles);
    let rests = loose_rests(position, step, &parts.rest);
    let tails = move |origin| {
        let origin = origin_text(position.game(), step, origin);
        rests.clone().into_iter().map(move |rest| format!("{origin}{rest}"))
    };
    let others = origins.flat_map(move |origin| {
        let may_be_unnamed = parts.id.is_empty() || origin == Origin::Square;
        let ids = named.iter().filter(|id| may_be_unnamed || !id.is_empty());
        let with = |id: &String| tails(origin).map(|tail| bare(&format!("{id}{tail}"))).collect::<Vec<_>>();
        ids.flat_map(with).collect::<Vec<_>>()
    });
    castlings.into_iter().flatten().chain(others)
}

/// Returns what people may write for what a piece does: without the setting in which it stays (L8), with the two squares of
/// its parts in any order (L22), with the square on which a swapped piece promotes (L20), without what its arrival takes.
fn loose_rests(position: &Position, step: Step, rest: &str) -> Vec<String> {
    let name = |square| position.game().size().name(square);
    let mut rests = vec![rest.to_owned()];
    match step.kind {
        StepKind::Own | StepKind::Stagger => {
            if let Some((way, _)) = rest.split_once('/').filter(|_| step.promotion.is_none()) {
                rests.push(way.to_owned());
            }
            rests.extend(rest.strip_prefix(&format!("-{}x", name(step.to))).map(|_| name(step.to)));
        }
        StepKind::Twofold => {
            let mark = if rest.starts_with('x') { 'x' } else { '-' };
            rests.extend([
                format!("{mark}{},{}", name(step.to), name(step.via)),
                format!("{mark}{},{}", name(step.via), name(step.to)),
            ]);
        }
        StepKind::SwapEnemy if step.promotion.is_some() => {
            rests.push(rest.replace(&name(step.to), &name(step.from)));
        }
        _ => {}
    }
    rests
}
