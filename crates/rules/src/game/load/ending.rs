//! The end of the game in a file.

use super::chase::{self, ChaseFile};
use super::counting::{self, CountingFile, PointsFile};
use super::error::LoadError;
use super::objectives::{self, ObjectiveFile};
use super::read::{GameReader, Value};
use super::source::{At, Place};
use crate::game::definition::{
    BareRoyal, Dead, Ending, Judged, NoMove, Quiet, Repeated, Repetition, Value as Result,
};
use crate::vocabulary::{PieceType, Region};

/// The content of the table `ending`; `None` for keys that are missing.
#[derive(Clone, Debug, Default)]
pub(super) struct EndingFile {
    bare_royal: Option<BareRoyal>,
    without_royals: Option<bool>,
    check_binds: Option<bool>,
    no_move: Option<NoMove>,
    repetition: Option<Repetition>,
    perpetual_check: Option<At<bool>>,
    perpetual_chase: Option<Option<ChaseFile>>,
    /// The objectives of a loss, a win and a draw.
    objectives: [Option<Vec<ObjectiveFile>>; 3],
    counting: Option<CountingFile>,
    points: Option<PointsFile>,
    quiet: Option<Option<QuietFile>>,
    dead: Option<Option<DeadFile>>,
}

#[derive(Clone, Debug)]
struct QuietFile {
    moves: u16,
    but: Vec<At<String>>,
}

#[derive(Clone, Debug, Default)]
struct DeadFile {
    one_of: Vec<At<String>>,
    one_colour: Vec<At<String>>,
}

impl EndingFile {
    /// Returns this table with missing keys filled in from the parent's.
    pub(super) fn over(self, parent: EndingFile) -> EndingFile {
        let [loses, wins, draws] = self.objectives;
        let [parent_loses, parent_wins, parent_draws] = parent.objectives;
        EndingFile {
            bare_royal: self.bare_royal.or(parent.bare_royal),
            without_royals: self.without_royals.or(parent.without_royals),
            check_binds: self.check_binds.or(parent.check_binds),
            no_move: self.no_move.or(parent.no_move),
            repetition: self.repetition.or(parent.repetition),
            perpetual_check: self.perpetual_check.or(parent.perpetual_check),
            perpetual_chase: self.perpetual_chase.or(parent.perpetual_chase),
            objectives: [loses.or(parent_loses), wins.or(parent_wins), draws.or(parent_draws)],
            counting: self.counting.or(parent.counting),
            points: self.points.or(parent.points),
            quiet: self.quiet.or(parent.quiet),
            dead: self.dead.or(parent.dead),
        }
    }

    /// Replaces the names of the sides.
    pub(super) fn rename_sides(&mut self, former: &[String; 2], names: &[String; 2]) {
        let objectives = self.objectives.iter_mut().flatten().flatten();
        objectives.for_each(|objective| objective.rename_sides(former, names));
    }

    /// Returns the ending with the names of pieces resolved; a name that `find` does not know is reported by `unknown`.
    pub(super) fn resolve(
        &self,
        sides: &[String; 2],
        regions: &[Region],
        types: usize,
        find: impl Fn(&str) -> Option<PieceType>,
        unknown: impl Fn(Place, &str) -> LoadError,
        errors: &mut Vec<LoadError>,
    ) -> Ending {
        let mut known = |names: &[At<String>], errors: &mut Vec<LoadError>| {
            let mut types = Vec::new();
            for name in names {
                match find(&name.value) {
                    Some(kind) => types.push(kind),
                    None => errors.push(unknown(name.place.clone(), &name.value)),
                }
            }
            types
        };
        Ending {
            bare_royal: self.bare_royal.unwrap_or_default(),
            without_royals: self.without_royals.unwrap_or(false),
            check_binds: self.check_binds.unwrap_or(false),
            no_move: self.no_move.unwrap_or_default(),
            repetition: self.resolve_repetition(errors),
            objectives: self
                .objectives
                .iter()
                .zip([Result::Loses, Result::Wins, Result::Draws])
                .flat_map(|(files, result)| files.iter().flatten().map(move |file| (file, result)))
                .filter_map(|(file, result)| file.resolve(result, sides, regions, &mut known, errors))
                .collect(),
            counting: self.counting.as_ref().map(|file| {
                file.resolve(self.quiet.iter().flatten().next().map(|quiet| quiet.moves), &mut known, errors)
            }),
            perpetual_chase: self.chase().map(|file| file.resolve(types, regions, &mut known, errors)),
            points: self.points.as_ref().map(|file| file.resolve(types, &mut known, errors)),
            quiet: self
                .quiet
                .iter()
                .flatten()
                .next()
                .map(|quiet| Quiet { moves: quiet.moves, but: known(&quiet.but, errors) }),
            dead: self.dead.iter().flatten().next().map(|dead| Dead {
                one_of: known(&dead.one_of, errors),
                one_colour: known(&dead.one_colour, errors),
            }),
        }
    }
}

impl EndingFile {
    fn chase(&self) -> Option<&ChaseFile> {
        self.perpetual_chase.as_ref()?.as_ref()
    }

    /// Returns the rule of repetition with that of perpetual check.
    fn resolve_repetition(&self, errors: &mut Vec<LoadError>) -> Repetition {
        let rule = self.repetition.unwrap_or(Repetition::Illegal(3));
        let check = self.perpetual_check.as_ref().filter(|perpetual| perpetual.value);
        let check_place = check.map(|check| ("perpetual-check", &check.place));
        let chase_place = self.chase().map(|chase| ("perpetual-chase", &chase.place));
        let Some((word, place)) = check_place.or(chase_place) else { return rule };
        let (times, result) = match rule {
            Repetition::Draws(times) => (times, Repeated::Mover(Result::Draws)),
            Repetition::Judged(judged) => (judged.times, judged.result),
            Repetition::Allowed | Repetition::Illegal(_) => {
                let message =
                    format!("`{word}` needs a `repetition` that ends the game, as in `third time draws`");
                errors.push(LoadError::new(place.clone(), message));
                return rule;
            }
        };
        Repetition::Judged(Judged { times, result, perpetual_check: check.is_some() })
    }
}

/// Reads the table `ending`.
pub(super) fn read(r: &mut GameReader<'_>, value: &Value<'_>) -> EndingFile {
    const BARE_ROYAL: &[(&str, BareRoyal)] = &[
        ("loses", BareRoyal::Loses),
        ("loses unless its next turn bares the other", BareRoyal::LosesUnlessAnswered),
        ("plays on", BareRoyal::PlaysOn),
    ];
    const ROYAL: &[(&str, bool)] = &[("needed", false), ("not needed", true)];
    const PERPETUAL: &[(&str, bool)] = &[("loses", true), ("is a repetition", false)];
    const KEYS: &[&str] = &[
        "bare-royal",
        "royal",
        "check",
        "no-move",
        "repetition",
        "perpetual-check",
        "perpetual-chase",
        "loses",
        "wins",
        "draws",
        "quiet-moves",
        "counting",
        "points",
        "dead",
    ];
    let mut file = EndingFile::default();
    let Some(table) = r.table("ending", value) else { return file };
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match name {
            "bare-royal" => file.bare_royal = r.one_of(name, value, BARE_ROYAL),
            "royal" => file.without_royals = r.one_of(name, value, ROYAL),
            "check" => file.check_binds = r.one_of(name, value, &[("binds", true), ("does not bind", false)]),
            "no-move" => file.no_move = objectives::no_move(r, name, value),
            "repetition" => file.repetition = objectives::repetition(r, name, value),
            "perpetual-check" => {
                let place = r.place(value.span());
                file.perpetual_check =
                    r.one_of(name, value, PERPETUAL).map(|loses| At { value: loses, place });
            }
            "perpetual-chase" if is_never(value) => file.perpetual_chase = Some(None),
            "perpetual-chase" => file.perpetual_chase = chase::read(r, value).map(Some),
            "loses" => file.objectives[0] = objectives::read(r, key, value),
            "wins" => file.objectives[1] = objectives::read(r, key, value),
            "draws" => file.objectives[2] = objectives::read(r, key, value),
            "counting" => file.counting = counting::read(r, value),
            "points" => file.points = counting::points(r, value),
            "quiet-moves" if is_never(value) => file.quiet = Some(None),
            "quiet-moves" => file.quiet = quiet(r, value).map(Some),
            "dead" if is_never(value) => file.dead = Some(None),
            "dead" => file.dead = dead(r, value).map(Some),
            _ => r.unknown_key(key, KEYS),
        }
    }
    file
}

/// Returns whether a value removes a rule that the game would inherit.
fn is_never(value: &Value<'_>) -> bool {
    value.get_ref().as_str() == Some("never")
}

fn quiet(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<QuietFile> {
    let (mut moves, mut but) = (None, Vec::new());
    for (key, value) in r.table("quiet-moves", value)? {
        let name = key.get_ref().as_ref();
        match name {
            "draw" => moves = Some(r.number(name, value, 1..=1000)),
            "but" => but = r.texts(name, value).unwrap_or_default(),
            _ => r.unknown_key(key, &["draw", "but"]),
        }
    }
    if moves.is_none() {
        r.error(value.span(), "`quiet-moves` has no `draw`: the number of moves by each side");
    }
    Some(QuietFile { moves: moves??, but })
}

fn dead(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<DeadFile> {
    let mut file = DeadFile::default();
    for (key, value) in r.table("dead", value)? {
        let name = key.get_ref().as_ref();
        match name {
            "one-of" => file.one_of = r.texts(name, value).unwrap_or_default(),
            "one-colour" => file.one_colour = r.texts(name, value).unwrap_or_default(),
            _ => r.unknown_key(key, &["one-of", "one-colour"]),
        }
    }
    Some(file)
}
