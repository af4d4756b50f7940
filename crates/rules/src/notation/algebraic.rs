//! The algebraic notation of chess (L50): `Nbd2`, `exd6`, `O-O`, `e8=Q+`.

use std::collections::HashMap;

use crate::game::Game;
use crate::game::definition::{Promotion, PromotionTerms, PromotionWhen};
use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::turn::{PlayStep, Scope, Turn};
use crate::vocabulary::PieceType;

use super::core::core;
use super::{Choice, Notation, NotationError, read::unique, write};

/// The parts of a turn's text before and after the origin.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Parts {
    /// The id of the piece; empty for castling and for a piece without a name.
    id: String,
    /// The rest: capture, target, promotion.
    rest: String,
}

/// The part of the origin square that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Nothing,
    File,
    Rank,
    Square,
}

const ORIGINS: [Origin; 4] = [Origin::Nothing, Origin::File, Origin::Rank, Origin::Square];

/// Returns the choices of a position with their texts. Different results have different texts, and each text can be used in a
/// record.
pub(super) fn choices(position: &Position, marks_check: bool) -> Vec<Choice> {
    let turns = position.turns(Scope::Choices);
    let parts: Vec<Parts> = turns.iter().map(|&turn| Parts::of(position, turn)).collect();
    let mut alike: HashMap<&Parts, Vec<Step>> = HashMap::new();
    for (parts, turn) in parts.iter().zip(&turns) {
        alike.entry(parts).or_default().push(turn.first);
    }
    let origins = parts.iter().zip(&turns);
    let origins = origins.map(|(parts, turn)| needed_origin(position, turn.first, parts, &alike[parts]));
    let mut texts: Vec<String> = parts
        .iter()
        .zip(&turns)
        .zip(origins)
        .map(|((parts, turn), origin)| parts.with_origin(position.game(), turn.first, origin))
        .collect();

    let mut after = position.without_history();
    let mut results = Vec::with_capacity(turns.len());
    let mut signs = Vec::with_capacity(turns.len());
    for &turn in &turns {
        after.play_unchecked(turn);
        results.push(after.key());
        let checks = marks_check && after.is_check();
        signs.push(checks.then(|| if !after.has_turn(Scope::Distinct) { '#' } else { '+' }));
        after.undo();
    }

    // The ids of a game may coincide with the names of its files: `bxc3` of a piece `b` and of a Pawn on the file b.
    for index in write::written_alike(&texts, &results).into_iter().flatten() {
        if has_origin(turns[index].first) {
            texts[index] = parts[index].with_origin(position.game(), turns[index].first, Origin::Square);
        }
    }
    write::number_alike(position, &turns, &results, &mut texts);

    let choice = |(((turn, result), mut text), sign): (((Turn, u64), String), Option<char>)| {
        text.extend(sign);
        Choice { turn, result, own_text: text.clone(), text, could_promote: [false; 2] }
    };
    turns.into_iter().zip(results).zip(texts).zip(signs).map(choice).collect()
}

impl Parts {
    fn of(position: &Position, turn: Turn) -> Parts {
        let step = turn.first;
        let game = position.game();
        let second = turn.second.map_or_else(String::new, |second| {
            let mut after = position.without_history();
            after.begin_turn();
            after.play_step(step, &mut ());
            second_move(&after, turn, second)
        });
        if let Some(castling) = game.castlings().made_by(step) {
            return Parts { id: String::new(), rest: castling.definition.text.clone() + &second };
        }
        let kind = moved(position, step);
        let piece = game.piece(kind);
        let id = if is_unnamed(position, step) { String::new() } else { piece.id_in_turns().to_owned() };
        let mut rest = core(position, step);
        // After an id of one letter no dash is needed to separate the square.
        if id.len() <= 1 && rest.starts_with('-') {
            rest.remove(0);
        }
        rest += &change(position, step, kind);
        rest += &second;
        Parts { id, rest }
    }

    fn with_origin(&self, game: &Game, step: Step, origin: Origin) -> String {
        format!("{}{}{}", self.id, origin_text(game, step, origin), self.rest)
    }
}

/// Writes the second move of a turn on the board between the two moves: `;Kd4`, and in full if another piece makes it (K122);
/// `*d4` is a wall (R98), `/H` comes to the square that has just been left, `/Hh1` after a castling to the one named (R107).
fn second_move(between: &Position, turn: Turn, second: Step) -> String {
    if second.kind == StepKind::Wall {
        return core(between, second);
    }
    if let Some(step) = turn.gated() {
        let id = dropped_id(between, step);
        let castles = turn.first.kind == StepKind::Castle;
        return if castles {
            format!("/{id}{}", between.game().size().name(step.to))
        } else {
            format!("/{id}")
        };
    }
    let (game, kind) = (between.game(), moved(between, second));
    let mover = if write::is_other_piece(turn) {
        format!("{}{}", game.piece(kind).id_in_turns(), game.size().name(second.from))
    } else {
        String::new()
    };
    format!(";{mover}{}{}", core(between, second), change(between, second, kind))
}

/// Returns the id of the piece that a step drops.
fn dropped_id(position: &Position, drop: Step) -> &str {
    position.game().piece(moved(position, drop)).id_in_turns()
}

/// Returns the type of the piece of a step: the one that moves, or that is dropped.
fn moved(position: &Position, step: Step) -> PieceType {
    let dropped = step.promotion.filter(|_| step.kind == StepKind::Drop);
    let kind = dropped.or_else(|| position.board().at(step.from).kind());
    kind.expect("a step starts with a piece, and a drop names one")
}

/// Returns whether the piece that makes a step is written without its id. A dropped piece always has one.
fn is_unnamed(position: &Position, step: Step) -> bool {
    step.kind != StepKind::Drop && position.game().piece(moved(position, step)).unnamed
}

/// Returns whether the origin of a step may be written.
fn has_origin(step: Step) -> bool {
    !matches!(step.kind, StepKind::Castle | StepKind::Drop)
}

/// Writes the change of a piece: `=Q`, `=As@d7`, or `/V` for the setting in which it ends (L50).
fn change(position: &Position, step: Step, kind: PieceType) -> String {
    let game = position.game();
    let is_setting =
        |one: &Promotion| one.when == PromotionWhen::Anywhere && one.terms == PromotionTerms::default();
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
            format!("={}@{}", game.piece(kind).id_in_turns(), game.size().name(step.via))
        }
        Some(kind) => format!("={}", game.piece(kind).id_in_turns()),
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

/// Returns the part of the origin that distinguishes a step from the others with the same parts. A piece without a name shows
/// its file when it takes, and whenever the text would not begin with a letter; for the same reason its rank never stands
/// alone.
fn needed_origin(position: &Position, step: Step, parts: &Parts, alike: &[Step]) -> Origin {
    let size = position.game().size();
    let others = || alike.iter().map(|other| other.from).filter(|&from| from != step.from);
    let unnamed = parts.id.is_empty();
    let goes_onto = step.to != step.from && !position.board().at(step.to).is_none();
    let takes = step.kind == StepKind::EnPassant || goes_onto;
    let shows_file = unnamed && (takes || !parts.rest.starts_with(|c: char| c.is_ascii_alphabetic()));
    if !has_origin(step) || others().next().is_none() && !shows_file {
        Origin::Nothing
    } else if others().all(|from| size.file(from) != size.file(step.from)) {
        Origin::File
    } else if !unnamed && others().all(|from| size.rank(from) != size.rank(step.from)) {
        Origin::Rank
    } else {
        Origin::Square
    }
}

/// Reads a turn. Check signs, annotations, dashes, and `=` before a promotion may be missing or superfluous, and the origin may
/// be written where it is not needed. If nothing fits, `x` may be missing and case is ignored.
pub(super) fn read<'n>(notation: &'n Notation<'_>, text: &str) -> Result<&'n Choice, NotationError> {
    let text = text.trim();
    if let Some(choice) = notation.choices.iter().find(|choice| choice.text == text) {
        return Ok(choice);
    }
    let bare = bare(&with_at(notation, text));
    let loose = |text: &str| text.replace('x', "").to_ascii_lowercase();
    let loose_bare = loose(&bare);
    // A star is not written in this notation, but is right where the piece of the turn dies (K121).
    let may_die = |choice: &Choice| !text.ends_with('*') || write::dies_in(notation.position, choice.turn);
    let strict = |choice: &Choice| {
        spellings(notation.position, choice.turn).any(|spelling| spelling == bare) && may_die(choice)
    };
    let any = |choice: &Choice| {
        spellings(notation.position, choice.turn).any(|spelling| loose(&spelling) == loose_bare)
            && may_die(choice)
    };
    if let Some(found) = unique(notation, text, strict) {
        return found;
    }
    unique(notation, text, any).unwrap_or_else(|| Err(NotationError::no_turn(notation, text)))
}

/// Returns a text with `@` for the `*` of a drop (R77), which after a piece may also be that of a wall (R98).
fn with_at(notation: &Notation<'_>, text: &str) -> String {
    let letters = text.trim_start_matches('+').trim_start_matches(|c: char| c.is_ascii_alphabetic());
    match letters.starts_with('*') && notation.position.game().hands().is_some() {
        true => text.replacen('*', "@", 1),
        false => text.to_owned(),
    }
}

/// Returns a text without redundant characters: signs at its end, dashes, `=`, parentheses.
fn bare(text: &str) -> String {
    let text = text.trim_end_matches("e.p.").trim_end().trim_end_matches(['+', '#', '!', '?', '*']);
    let zeros = text.starts_with("0-0") || text.starts_with("00");
    let text = if zeros { text.replace('0', "O") } else { text.to_owned() };
    text.replace(['-', '=', '(', ')'], "")
}

/// Returns every spelling of a turn, without redundant characters.
fn spellings(position: &Position, turn: Turn) -> impl Iterator<Item = String> {
    let parts = Parts::of(position, turn);
    let step = turn.first;
    let id = position.game().piece(moved(position, step)).id_in_turns().to_owned();
    let castles = step.kind == StepKind::Castle;
    let size = position.game().size();
    // Castling may also be written as the move of its King, unless that is a move of its own.
    let way = format!("{}{}", size.name(step.from), size.name(step.to));
    let castlings = castles.then(|| {
        let text = parts.rest.replace('-', "");
        if let Some(entering) = turn.gated() {
            // As in coordinates, from the gate.
            let (gate, id) = (size.name(entering.to), dropped_id(position, entering));
            let way = if entering.to == step.from { way } else { gate + &size.name(step.from) };
            return vec![text, way + id];
        }
        match moves_so(position, step) {
            true => vec![text],
            false => vec![text, format!("{id}{way}"), way],
        }
    });
    let named = [String::new(), id];
    let origins: &[Origin] = if has_origin(step) { &ORIGINS } else { &[Origin::Nothing] };
    let origins = origins.iter().copied().filter(move |_| !castles);
    let rests = loose_rests(position, turn, &parts.rest);
    let tails = move |origin| {
        let origin = origin_text(position.game(), step, origin);
        rests.clone().into_iter().map(move |rest| format!("{origin}{rest}"))
    };
    // Other programs drop a Pawn as `@e4`.
    let drops_unnamed = step.kind == StepKind::Drop && position.game().piece(moved(position, step)).unnamed;
    let others = origins.flat_map(move |origin| {
        let may_be_unnamed = parts.id.is_empty() || origin == Origin::Square || drops_unnamed;
        let ids = named.iter().filter(|id| may_be_unnamed || !id.is_empty());
        let with = |id: &String| tails(origin).map(|tail| bare(&format!("{id}{tail}"))).collect::<Vec<_>>();
        ids.flat_map(with).collect::<Vec<_>>()
    });
    castlings.into_iter().flatten().chain(others)
}

/// Returns whether the piece of a castling may go to its end without castling, too.
fn moves_so(position: &Position, castling: Step) -> bool {
    let mut choices = position.choices_of(castling.from).into_iter().map(|turn| turn.first);
    choices.any(|step| step.kind != StepKind::Castle && step.to == castling.to)
}

/// Returns alternative spellings of the rest of a turn: without the slash before what comes in by a gate (R107), without an unchanged setting (L8), with the two squares of its parts in
/// any order (L22), with the square on which a swapped piece promotes (L20), and without captures on arrival.
fn loose_rests(position: &Position, turn: Turn, rest: &str) -> Vec<String> {
    let name = |square| position.game().size().name(square);
    let mut rests = vec![rest.to_owned()];
    if turn.gated().is_some() {
        rests.push(rest.replace('/', ""));
    }
    if turn.second.is_some() {
        return rests;
    }
    let step = turn.first;
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
