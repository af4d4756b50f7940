//! Objectives and obligations in a file: `ending.loses`, `wins` and `draws`, `ending.no-move`, `ending.repetition`, and the table
//! `turns`.

use super::error::LoadError;
use super::read::{GameReader, Key, Value, quoted};
use super::region;
use super::side;
use super::source::{At, Place};
use super::wall::{self, WallingFile};
use crate::game::definition::{
    CaptureDuty, Condition, Facing, Goal, GroupCheck, Judged, Lack, NoMove, Objective, Obligations,
    PassRight, Pattern, Repeated, Repetition, Shape, Value as Result,
};
use crate::language::Hint;
use crate::vocabulary::{PieceType, Region, Side, Vector};

/// The names of the results of a side.
const RESULTS: &[(&str, Result)] = &[
    ("loses", Result::Loses),
    ("draws", Result::Draws),
    ("wins", Result::Wins),
    ("fewer pieces win", Result::FewerWins),
];

/// The greatest number of objectives of one result.
const MAX_OBJECTIVES: usize = 24;

/// The greatest size of a pattern: of the longest diagonal of a square board.
const MAX_PATTERN: u8 = 16;

/// The names of the directions of a pattern, with one vector of each line.
const DIRECTIONS: &[(&str, &[Vector])] = &[
    ("ranks", &[Vector::new(1, 0)]),
    ("files", &[Vector::new(0, 1)]),
    ("diagonals", &[Vector::new(1, 1), Vector::new(1, -1)]),
];

/// A pattern of pieces.
#[derive(Clone, Debug)]
enum PatternFile {
    /// A row, a line or a block.
    Sized(Shape),
    /// A chain between two regions.
    Connects([At<String>; 2]),
}

/// An objective.
#[derive(Clone, Debug)]
pub(super) struct ObjectiveFile {
    place: Place,
    any_of: Option<Vec<At<String>>>,
    all_of: Option<Vec<At<String>>>,
    left: Option<u16>,
    other_has: Option<u16>,
    may_answer: Option<bool>,
    check: Option<GroupCheck>,
    checks: Option<u8>,
    pattern: Option<PatternFile>,
    directions: Option<Vec<Vector>>,
    /// The kinds for a goal or a pattern; empty for all.
    piece: Option<Vec<At<String>>>,
    region: Option<At<String>>,
    number: Option<u16>,
    safe: Option<bool>,
    last_turn: Option<bool>,
    held: Option<bool>,
    full: Option<bool>,
    only: Option<At<String>>,
}

/// The content of the table `turns`; `None` for keys that are missing.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnsFile {
    capture: Option<CaptureDuty>,
    check: Option<bool>,
    pass: Option<PassRight>,
    facing: Option<Facing>,
    dead_ends: Option<bool>,
    flight: Option<bool>,
    /// The wall that belongs to a turn.
    pub(super) walling: Option<WallingFile>,
}

impl TurnsFile {
    /// Returns this table with missing keys filled in from the parent's.
    pub(super) fn over(self, parent: TurnsFile) -> TurnsFile {
        TurnsFile {
            capture: self.capture.or(parent.capture),
            check: self.check.or(parent.check),
            pass: self.pass.or(parent.pass),
            facing: self.facing.or(parent.facing),
            dead_ends: self.dead_ends.or(parent.dead_ends),
            flight: self.flight.or(parent.flight),
            walling: self.walling.or(parent.walling),
        }
    }

    /// Returns the obligations.
    pub(super) fn resolve(&self) -> Obligations {
        Obligations {
            capture: self.capture.unwrap_or_default(),
            no_checks: self.check.unwrap_or(false),
            pass: self.pass.unwrap_or_default(),
            facing: self.facing.unwrap_or_default(),
            no_dead_ends: self.dead_ends.unwrap_or(false),
            no_flight: self.flight.unwrap_or(false),
        }
    }
}

/// Reads the table `turns`.
pub(super) fn turns(r: &mut GameReader<'_>, value: &Value<'_>) -> TurnsFile {
    const CAPTURE: &[(&str, CaptureDuty)] =
        &[("may", CaptureDuty::Free), ("must", CaptureDuty::Must), ("must take most", CaptureDuty::MustMost)];
    const PASS: &[(&str, PassRight)] = &[
        ("never", PassRight::None),
        ("may", PassRight::May),
        ("only without another turn", PassRight::WithoutTurn),
    ];
    const FACING: &[(&str, Facing)] = &[
        ("legal", Facing::Legal),
        ("illegal", Facing::Illegal),
        ("illegal, on diagonals too", Facing::IllegalDiagonally),
        ("offers a draw", Facing::Offers),
    ];
    const LEGAL: &[(&str, bool)] = &[("legal", false), ("illegal", true)];
    const KEYS: &[&str] =
        &["capture", "check", "pass", "facing", "dead-ends", "royal-flight", "then", "instead"];
    let mut file = TurnsFile::default();
    let Some(table) = r.table("turns", value) else { return file };
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match name {
            "capture" => file.capture = r.one_of(name, value, CAPTURE),
            "check" => file.check = r.one_of(name, value, LEGAL),
            "pass" => file.pass = r.one_of(name, value, PASS),
            "facing" => file.facing = r.one_of(name, value, FACING),
            "dead-ends" => file.dead_ends = r.one_of(name, value, LEGAL),
            "royal-flight" => file.flight = r.one_of(name, value, LEGAL),
            "then" | "instead" => wall::read(r, key, value, &mut file.walling),
            _ => r.unknown_key(key, KEYS),
        }
    }
    file
}

/// Reads the result for a side that has no turn: `loses`, or `loses in check, else draws`.
pub(super) fn no_move(r: &mut GameReader<'_>, name: &str, value: &Value<'_>) -> Option<NoMove> {
    let text = r.text(name, value)?;
    let result = |name: &str| RESULTS.iter().find(|(known, _)| *known == name).map(|&(_, result)| result);
    let no_move = match text.value.split_once(" in check, else ") {
        Some((one, other)) => result(one).zip(result(other)),
        None => result(&text.value).map(|result| (result, result)),
    };
    if no_move.is_none() {
        let names: Vec<&str> = RESULTS.iter().map(|(name, _)| *name).collect();
        let message = format!(
            "`{name}` cannot be `{}`: expected {}, or two of them as in `loses in check, else draws`",
            text.value,
            quoted(&names)
        );
        let hint = Hint::nearest(&text.value, names);
        r.errors.push(LoadError::new(text.place, message).with_hint(hint));
    }
    no_move.map(|(in_check, otherwise)| NoMove { in_check, otherwise })
}

/// The occurrences of a position that a rule may be about.
const OCCURRENCES: [&str; 8] = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];

/// Reads the rule of repetition: `allowed`, or as `third time draws`.
pub(super) fn repetition(r: &mut GameReader<'_>, name: &str, value: &Value<'_>) -> Option<Repetition> {
    let text = r.text(name, value)?;
    if text.value == "allowed" {
        return Some(Repetition::Allowed);
    }
    let parsed = text.value.split_once(" time ").and_then(|(ordinal, result)| {
        let times = 2 + OCCURRENCES.iter().position(|known| *known == ordinal)? as u8;
        let judged = |result| Repetition::Judged(Judged { times, result, perpetual_check: false });
        Some(match result {
            "illegal" => Repetition::Illegal(times),
            "draws" => Repetition::Draws(times),
            "loses" => judged(Repeated::Mover(Result::Loses)),
            "wins" => judged(Repeated::Mover(Result::Wins)),
            "the first player wins" => judged(Repeated::Wins(Side::First)),
            "the second player wins" => judged(Repeated::Wins(Side::Second)),
            _ => return None,
        })
    });
    if parsed.is_none() {
        let message = format!(
            "`{name}` cannot be `{}`: expected `allowed`, or {} with `time` and `illegal`, `draws`, `loses`, `wins`, \
             `the first player wins` or `the second player wins`, as in `third time draws`",
            text.value,
            quoted(&OCCURRENCES)
        );
        let usual = ["third time draws", "third time illegal", "second time illegal", "fourth time illegal"];
        let hint = Hint::nearest(&text.value, usual);
        r.errors.push(LoadError::new(text.place, message).with_hint(hint));
    }
    parsed
}

/// Reads the objectives of one result.
pub(super) fn read(r: &mut GameReader<'_>, key: &Key<'_>, value: &Value<'_>) -> Option<Vec<ObjectiveFile>> {
    let name = key.get_ref().as_ref();
    let list = r.list(name, value)?;
    if list.len() > MAX_OBJECTIVES {
        r.error(value.span(), format!("`{name}` has {} entries: at most {MAX_OBJECTIVES} fit", list.len()));
        return None;
    }
    Some(list.iter().filter_map(|item| objective(r, name, item)).collect())
}

fn objective(r: &mut GameReader<'_>, what: &str, value: &Value<'_>) -> Option<ObjectiveFile> {
    const CHECK: &[(&str, GroupCheck)] = &[
        ("does not bind", GroupCheck::Free),
        ("binds", GroupCheck::Binds),
        ("binds and all together", GroupCheck::BindsAll),
    ];
    const KEYS: &[&str] = &[
        "any-of",
        "all-of",
        "left",
        "other-has",
        "may-answer",
        "check",
        "checks",
        "in-a-row",
        "on-a-line",
        "in-a-block",
        "connects",
        "directions",
        "piece",
        "in",
        "number",
        "safe",
        "last-turn",
        "held",
        "full",
        "only",
    ];
    let mut file = ObjectiveFile {
        place: r.place(value.span()),
        any_of: None,
        all_of: None,
        left: None,
        other_has: None,
        may_answer: None,
        check: None,
        checks: None,
        pattern: None,
        directions: None,
        piece: None,
        region: None,
        number: None,
        safe: None,
        last_turn: None,
        held: None,
        full: None,
        only: None,
    };
    for (key, value) in r.table(what, value)? {
        let name = key.get_ref().as_ref();
        match name {
            "any-of" => file.any_of = Some(r.texts(name, value)?),
            // An empty list stands for all pieces.
            "all-of" if value.get_ref().as_str() == Some("all pieces") => file.all_of = Some(Vec::new()),
            "all-of" => file.all_of = Some(r.texts(name, value)?),
            "left" => file.left = r.number(name, value, 0..=255),
            "other-has" => file.other_has = r.number(name, value, 0..=255),
            "may-answer" => file.may_answer = r.flag(name, value),
            "check" => file.check = r.one_of(name, value, CHECK),
            "checks" => file.checks = r.number(name, value, 1..=9),
            "in-a-row" | "on-a-line" | "in-a-block" | "connects" => {
                if file.pattern.is_some() {
                    let message =
                        "one condition has one of `in-a-row`, `on-a-line`, `in-a-block` and `connects`";
                    r.error(key.span(), message);
                }
                file.pattern = Some(pattern(r, name, value)?);
            }
            "directions" => file.directions = Some(directions(r, name, value)?),
            "piece" if value.get_ref().as_str() == Some("any piece") => file.piece = Some(Vec::new()),
            "piece" if value.get_ref().as_str().is_some() => file.piece = Some(vec![r.text(name, value)?]),
            "piece" => file.piece = Some(r.texts(name, value)?),
            "in" => file.region = r.text(name, value),
            "number" => file.number = r.number(name, value, 1..=256),
            "safe" => file.safe = r.flag(name, value),
            "last-turn" => file.last_turn = r.flag(name, value),
            "held" => file.held = r.flag(name, value),
            "full" => file.full = r.flag(name, value),
            "only" => file.only = r.text(name, value),
            _ => r.unknown_key(key, KEYS),
        }
    }
    Some(file)
}

/// Reads the size of a pattern, or the two regions that it connects.
fn pattern(r: &mut GameReader<'_>, name: &str, value: &Value<'_>) -> Option<PatternFile> {
    if name == "connects" {
        let regions = <[At<String>; 2]>::try_from(r.texts(name, value)?);
        if regions.is_err() {
            r.error(value.span(), "`connects` needs two regions");
        }
        return regions.ok().map(PatternFile::Connects);
    }
    let size = r.number(name, value, 2..=MAX_PATTERN)?;
    Some(PatternFile::Sized(match name {
        "in-a-row" => Shape::Row(size),
        "on-a-line" => Shape::Line(size),
        _ => Shape::Block(size),
    }))
}

/// Reads the directions of a pattern.
fn directions(r: &mut GameReader<'_>, name: &str, value: &Value<'_>) -> Option<Vec<Vector>> {
    let list = r.list(name, value)?;
    if list.is_empty() {
        r.error(value.span(), "`directions` is a list of `ranks`, `files` and `diagonals`");
    }
    let vectors: Vec<&[Vector]> =
        list.iter().map(|item| r.one_of(name, item, DIRECTIONS)).collect::<Option<_>>()?;
    Some(Vector::sorted(vectors.into_iter().flatten().copied()))
}

impl ObjectiveFile {
    /// Replaces the name of a side.
    pub(super) fn rename_sides(&mut self, former: &[String; 2], names: &[String; 2]) {
        self.only.iter_mut().for_each(|only| side::rename(only, former, names));
    }

    /// Returns the objective; `known` finds the pieces of a list and reports those that the game lacks.
    pub(super) fn resolve(
        &self,
        result: Result,
        sides: &[String; 2],
        regions: &[Region],
        known: &mut impl FnMut(&[At<String>], &mut Vec<LoadError>) -> Vec<PieceType>,
        errors: &mut Vec<LoadError>,
    ) -> Option<Objective> {
        let only = match &self.only {
            None => None,
            Some(name) => Some(side::find(name, sides).map_err(|error| errors.push(error)).ok()?),
        };
        let condition = self.condition(regions, known, errors)?;
        Some(Objective { result, condition, only })
    }

    fn condition(
        &self,
        regions: &[Region],
        known: &mut impl FnMut(&[At<String>], &mut Vec<LoadError>) -> Vec<PieceType>,
        errors: &mut Vec<LoadError>,
    ) -> Option<Condition> {
        let others = [self.checks.is_some(), self.region.is_some(), self.pattern.is_some()];
        let groups = match (&self.any_of, &self.all_of, others.iter().filter(|&&given| given).count()) {
            (Some(names), None, 0) if !names.is_empty() => {
                Some(known(names, errors).into_iter().map(|kind| vec![kind]).collect())
            }
            (None, Some(names), 0) if names.is_empty() => Some(Vec::new()),
            (None, Some(names), 0) => Some(vec![known(names, errors)]),
            (None, None, 1) => None,
            _ => {
                let message = "a condition needs exactly one of `any-of`, `all-of`, `checks`, `in`, `in-a-row`, \
                               `on-a-line`, `in-a-block` and `connects`";
                errors.push(LoadError::new(self.place.clone(), message));
                return None;
            }
        };
        let about_pieces = [
            (self.left.is_some(), "left"),
            (self.other_has.is_some(), "other-has"),
            (self.may_answer.is_some(), "may-answer"),
            (self.check.is_some(), "check"),
        ];
        if let (None, Some((_, key))) = (&groups, about_pieces.iter().find(|(given, _)| *given)) {
            let message = format!("`{key}` belongs to `any-of` or `all-of`");
            errors.push(LoadError::new(self.place.clone(), message));
        }
        if self.piece.is_some() && self.region.is_none() && self.pattern.is_none() {
            let message = "`piece` belongs to `in` or to a pattern like `in-a-row`";
            errors.push(LoadError::new(self.place.clone(), message));
        }
        if self.directions.is_some()
            && matches!(self.pattern, None | Some(PatternFile::Sized(Shape::Block(_))))
        {
            let message = "`directions` belongs to `in-a-row`, `on-a-line` or `connects`";
            errors.push(LoadError::new(self.place.clone(), message));
        }
        let about_goal = [
            (self.number.is_some(), "number"),
            (self.safe.is_some(), "safe"),
            (self.last_turn.is_some(), "last-turn"),
            (self.held.is_some(), "held"),
            (self.full.is_some(), "full"),
        ];
        if let (None, Some((_, key))) = (&self.region, about_goal.iter().find(|(given, _)| *given)) {
            let message = format!("`{key}` belongs to `in`");
            errors.push(LoadError::new(self.place.clone(), message));
        }
        if self.last_turn == Some(true) && self.held == Some(true) {
            let message = "`last-turn` and `held` do not go together: say which turn the other side has left";
            errors.push(LoadError::new(self.place.clone(), message));
        }
        if let Some(pattern) = &self.pattern {
            let every = || DIRECTIONS.iter().flat_map(|(_, vectors)| vectors.iter().copied()).collect();
            let mut squares =
                |name: &At<String>| region::find(regions, name, errors).map(|region| regions[region].squares);
            let shape = match pattern {
                PatternFile::Sized(shape) => shape.clone(),
                PatternFile::Connects([start, end]) => {
                    let [start, end] = [squares(start)?, squares(end)?];
                    Shape::Chain(Side::BOTH.map(|side| [start[side.index()], end[side.index()]]))
                }
            };
            return Some(Condition::Forms(Pattern {
                pieces: self.piece.as_ref().map_or_else(Vec::new, |names| known(names, errors)),
                shape,
                directions: self.directions.clone().unwrap_or_else(every),
            }));
        }
        if let Some(name) = &self.region {
            let region = region::find(regions, name, errors)?;
            return Some(Condition::Reaches(Goal {
                pieces: self.piece.as_ref().map_or_else(Vec::new, |names| known(names, errors)),
                squares: regions[region].squares,
                number: self.number.unwrap_or(1),
                safe: self.safe.unwrap_or(false),
                last_turn: self.last_turn.unwrap_or(false),
                held: self.held.unwrap_or(false),
                full: self.full.unwrap_or(false),
            }));
        }
        Some(match groups {
            None => Condition::Checks(self.checks?),
            Some(groups) => Condition::Lacks(Lack {
                groups,
                left: self.left.unwrap_or(0),
                other_has: self.other_has.unwrap_or(0),
                may_answer: self.may_answer.unwrap_or(false),
                check: self.check.unwrap_or_default(),
            }),
        })
    }
}
