//! The end of the game in a file.

use super::error::LoadError;
use super::read::{GameReader, Value};
use super::source::{At, Place};
use crate::game::definition::{BareRoyal, Dead, Ending, Quiet, Repetition};
use crate::vocabulary::PieceType;

/// The content of the table `ending`; `None` for keys that are missing.
#[derive(Clone, Debug, Default)]
pub(super) struct EndingFile {
    bare_royal: Option<BareRoyal>,
    check_binds: Option<bool>,
    stalemate_draws: Option<bool>,
    repetition: Option<Repetition>,
    quiet: Option<QuietFile>,
    dead: Option<DeadFile>,
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
        EndingFile {
            bare_royal: self.bare_royal.or(parent.bare_royal),
            check_binds: self.check_binds.or(parent.check_binds),
            stalemate_draws: self.stalemate_draws.or(parent.stalemate_draws),
            repetition: self.repetition.or(parent.repetition),
            quiet: self.quiet.or(parent.quiet),
            dead: self.dead.or(parent.dead),
        }
    }

    /// Returns the ending with the names of pieces resolved; a name that `find` does not know is reported by `unknown`.
    pub(super) fn resolve(
        &self,
        find: impl Fn(&str) -> Option<PieceType>,
        unknown: impl Fn(Place, &str) -> LoadError,
        errors: &mut Vec<LoadError>,
    ) -> Ending {
        let mut known = |names: &[At<String>]| {
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
            check_binds: self.check_binds.unwrap_or(false),
            stalemate_draws: self.stalemate_draws.unwrap_or(false),
            repetition: self.repetition.unwrap_or(Repetition::Illegal(3)),
            quiet: self.quiet.as_ref().map(|quiet| Quiet { moves: quiet.moves, but: known(&quiet.but) }),
            dead: self
                .dead
                .as_ref()
                .map(|dead| Dead { one_of: known(&dead.one_of), one_colour: known(&dead.one_colour) }),
        }
    }
}

/// Reads the table `ending`.
pub(super) fn read(r: &mut GameReader<'_>, value: &Value<'_>) -> EndingFile {
    const REPETITION: &[(&str, Repetition)] = &[
        ("allowed", Repetition::Allowed),
        ("second time illegal", Repetition::Illegal(2)),
        ("third time illegal", Repetition::Illegal(3)),
        ("fourth time illegal", Repetition::Illegal(4)),
        ("third time draws", Repetition::Draws(3)),
    ];
    const BARE_ROYAL: &[(&str, BareRoyal)] = &[
        ("loses", BareRoyal::Loses),
        ("loses unless its next turn bares the other", BareRoyal::LosesUnlessAnswered),
        ("plays on", BareRoyal::PlaysOn),
    ];
    const NO_MOVE: &[(&str, bool)] = &[("loses", false), ("loses in check, else draws", true)];
    const KEYS: &[&str] = &["bare-royal", "check", "no-move", "repetition", "quiet-moves", "dead"];
    let mut file = EndingFile::default();
    let Some(table) = r.table("ending", value) else { return file };
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match name {
            "bare-royal" => file.bare_royal = r.one_of(name, value, BARE_ROYAL),
            "check" => file.check_binds = r.one_of(name, value, &[("binds", true), ("does not bind", false)]),
            "no-move" => file.stalemate_draws = r.one_of(name, value, NO_MOVE),
            "repetition" => file.repetition = r.one_of(name, value, REPETITION),
            "quiet-moves" => file.quiet = quiet(r, value),
            "dead" => file.dead = dead(r, value),
            _ => r.unknown_key(key, KEYS),
        }
    }
    file
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
