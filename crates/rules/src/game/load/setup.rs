//! The choices of the setup phase (K21 to K25).

use toml::de::DeValue;

use super::arrange::{self, ArrangeFile, Scope};
use super::error::LoadError;
use super::file::GameFile;
use super::read::{GameReader, Value, quoted};
use super::side;
use super::source::{At, Place};
use crate::game::definition::{Placement, SetupChoice, SetupDef, SetupPhase, Symmetry};
use crate::vocabulary::{Geometry, PieceType, Side, Square};

/// Reserved names of setups and choices, which no file may use.
const RESERVED_NAMES: [&str; 6] = ["ask", "default", "mirror", "random", "rotational", "symmetry"];

/// A phase of the setup.
#[derive(Clone, Debug)]
pub(super) struct PhaseFile {
    pub(super) chooser: At<String>,
    pub(super) choices: Vec<ChoiceFile>,
}

/// A choice of the setup.
#[derive(Clone, Debug)]
pub(super) enum ChoiceFile {
    Symmetry(Place),
    /// All exchanges of the game that this one extends.
    InheritedPairs(Place),
    Exchange {
        name: At<String>,
        squares: [At<String>; 2],
        /// The only side whose army changes.
        side: Option<At<String>>,
    },
    Reflect {
        side: At<String>,
    },
    Arrange(ArrangeFile),
}

/// Reads the phases of the setup.
pub(super) fn read(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<Vec<PhaseFile>> {
    let list = r.list("setup", value)?;
    Some(list.iter().filter_map(|phase| self::phase(r, phase)).collect())
}

fn phase(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<PhaseFile> {
    let table = r.table("setup", value)?;
    let (mut chooser, mut choices) = (None, None);
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "chooser" => chooser = Some(r.text("chooser", value)),
            "choices" => choices = Some(r.list("choices", value)),
            _ => r.unknown_key(key, &["chooser", "choices"]),
        }
    }
    if chooser.is_none() || choices.is_none() {
        r.error(value.span(), "a phase of the set-up needs `chooser` and `choices`");
    }
    let choices = choices??.iter().filter_map(|value| choice(r, value)).collect();
    Some(PhaseFile { chooser: chooser??, choices })
}

/// A choice without arguments, constructed from its place.
type Named = fn(Place) -> ChoiceFile;

const NAMED: &[(&str, Named)] =
    &[("symmetry", ChoiceFile::Symmetry), ("inherited pairs", ChoiceFile::InheritedPairs)];

fn choice(r: &mut GameReader<'_>, value: &Value<'_>) -> Option<ChoiceFile> {
    let table = match value.get_ref() {
        DeValue::Table(table) => table,
        _ => {
            let place = r.place(value.span());
            return Some(r.one_of("choices", value, NAMED)?(place));
        }
    };
    if arrange::KEYS.iter().any(|known| table.iter().any(|(key, _)| key.get_ref() == known)) {
        return arrange::read(r, value).map(ChoiceFile::Arrange);
    }
    let (mut name, mut squares, mut reflected, mut side) = (None, None, None, None);
    for (key, value) in table {
        match key.get_ref().as_ref() {
            "exchange" => name = Some(r.text("exchange", value)?),
            "squares" => squares = Some(r.texts("squares", value)?),
            "reflect" => reflected = Some(r.text("reflect", value)?),
            "side" => side = Some(r.text("side", value)?),
            _ => r.unknown_key(key, &["exchange", "squares", "side", "reflect", "arrange"]),
        }
    }
    match (name, squares.map(<[At<String>; 2]>::try_from), reflected, side) {
        (Some(name), Some(Ok(squares)), None, side) => Some(ChoiceFile::Exchange { name, squares, side }),
        (None, None, Some(side), None) => Some(ChoiceFile::Reflect { side }),
        _ => {
            r.error(
                value.span(),
                "a choice is \"symmetry\", \"inherited pairs\", { exchange = NAME, squares = [SQUARE, SQUARE] }, perhaps with \
                 side = SIDE, { reflect = SIDE } or { arrange = NAME, ... }",
            );
            None
        }
    }
}

/// Renames the sides of an inherited setup to the names in the game that inherits it.
pub(super) fn rename_sides(phases: &mut Option<Vec<PhaseFile>>, former: &[String; 2], names: &[String; 2]) {
    for phase in phases.iter_mut().flatten() {
        let reflected = phase.choices.iter_mut().filter_map(|choice| match choice {
            ChoiceFile::Reflect { side } => Some(side),
            ChoiceFile::Exchange { side, .. } => side.as_mut(),
            ChoiceFile::Symmetry(_) | ChoiceFile::InheritedPairs(_) | ChoiceFile::Arrange(_) => None,
        });
        for side in [&mut phase.chooser].into_iter().chain(reflected) {
            side::rename(side, former, names);
        }
    }
}

/// Returns the setup of a game that extends another: its own, with the inherited pairs filled in.
pub(super) fn lay_over(
    child: Option<Vec<PhaseFile>>,
    parent: Option<Vec<PhaseFile>>,
) -> Option<Vec<PhaseFile>> {
    let Some(mut phases) = child else { return parent };
    let inherited: Vec<ChoiceFile> = parent.into_iter().flatten().flat_map(|phase| phase.choices).collect();
    let pairs = inherited.into_iter().filter(|choice| matches!(choice, ChoiceFile::Exchange { .. }));
    for phase in &mut phases {
        let filled = phase.choices.drain(..).flat_map(|choice| match choice {
            ChoiceFile::InheritedPairs(_) => pairs.clone().collect(),
            other => vec![other],
        });
        phase.choices = filled.collect();
    }
    Some(phases)
}

/// Reports inherited pairs in a game that extends no other.
pub(super) fn check_root(phases: Option<&[PhaseFile]>, errors: &mut Vec<LoadError>) {
    for choice in phases.into_iter().flatten().flat_map(|phase| &phase.choices) {
        if let ChoiceFile::InheritedPairs(place) = choice {
            errors.push(LoadError::new(place.clone(), "this game extends no other: it inherits no pairs"));
        }
    }
}

/// Resolves the names of sides and squares.
pub(super) fn resolve(
    game: &GameFile,
    size: Geometry,
    array: &[Placement],
    sides: &[String; 2],
    kind: &impl Fn(&At<String>) -> Result<PieceType, LoadError>,
    errors: &mut Vec<LoadError>,
) -> SetupDef {
    let symmetry = game.symmetry.unwrap_or_default();
    let mut context =
        Context { size, array, symmetry, sides, exchanged: Vec::new(), names: Vec::new(), errors };
    let mut phases = Vec::new();
    for phase in game.setup.iter().flatten() {
        let chooser = context.side(&phase.chooser);
        let choices: Vec<SetupChoice> =
            phase.choices.iter().filter_map(|choice| context.choice(choice, kind)).collect();
        context.check_names(&phase.choices);
        phases.extend(chooser.map(|chooser| SetupPhase { chooser, choices }));
    }
    // A wrong array or exchange would only cause misleading errors about armies that overlap.
    if context.errors.is_empty() {
        for choice in game.setup.iter().flatten().flat_map(|phase| &phase.choices) {
            context.check_reflection(choice);
        }
    }
    SetupDef { phases }
}

struct Context<'g> {
    size: Geometry,
    array: &'g [Placement],
    symmetry: Symmetry,
    sides: &'g [String; 2],
    /// The squares of the exchanges so far, in both armies, each with its partner.
    exchanged: Vec<Exchanged>,
    /// The names of the choices so far, in lower case.
    names: Vec<String>,
    errors: &'g mut Vec<LoadError>,
}

/// Returns whether an exchange may have this name: one that can be distinguished in records, commands and by readers.
fn can_name_exchange(name: &str) -> bool {
    // `escape_debug` escapes invisible characters, such as those that change the direction of the text.
    let is_seen = |c: char| c == '\'' || c == ' ' || c.escape_debug().count() == 1 || is_mark(c);
    let is_free = RESERVED_NAMES.iter().all(|reserved| !name.eq_ignore_ascii_case(reserved));
    let is_number = name.chars().all(|c| c.is_ascii_digit());
    name == name.trim() && !is_number && is_free && name.chars().all(|c| c != ',' && is_seen(c))
}

/// Returns whether a character is a combining mark, such as an accent.
fn is_mark(c: char) -> bool {
    let on_letter = ['a', c].iter().collect::<String>();
    on_letter.escape_debug().count() == 2
}

/// A square of an exchange.
struct Exchanged {
    square: Square,
    /// The square with which it is exchanged.
    with: Square,
    /// The name of the exchange.
    name: String,
}

impl Context<'_> {
    fn side(&mut self, name: &At<String>) -> Option<Side> {
        side::find(name, self.sides).map_err(|error| self.errors.push(error)).ok()
    }

    fn choice(
        &mut self,
        choice: &ChoiceFile,
        kind: &impl Fn(&At<String>) -> Result<PieceType, LoadError>,
    ) -> Option<SetupChoice> {
        match choice {
            ChoiceFile::Arrange(file) => {
                let scope = Scope { size: self.size, symmetry: self.symmetry, array: self.array };
                let arranged = file.resolve(&scope, kind).map_err(|error| self.errors.push(error)).ok()?;
                if let SetupChoice::Arrange { arrangements, .. } = &arranged {
                    self.arrange(file, &arrangements.squares);
                }
                Some(arranged)
            }
            ChoiceFile::Symmetry(place) | ChoiceFile::Exchange { name: At { place, .. }, side: None, .. }
                if self.symmetry == Symmetry::None =>
            {
                self.error(place, "this choice needs an array with a symmetry");
                None
            }
            ChoiceFile::InheritedPairs(_) => unreachable!("inheritance has replaced them by the pairs"),
            ChoiceFile::Symmetry(_) => Some(SetupChoice::Symmetry),
            ChoiceFile::Reflect { side } => Some(SetupChoice::Reflect { side: self.side(side)? }),
            ChoiceFile::Exchange { name, squares: [a, b], side } => {
                let owner = match side {
                    Some(side) => self.side(side)?,
                    None => Side::First,
                };
                let squares = [self.square(a, owner), self.square(b, owner)];
                let squares = [squares[0]?, squares[1]?];
                if squares.iter().all(|&square| self.owner(square).is_none()) {
                    self.error(&name.place, "both squares of this exchange are empty");
                    return None;
                }
                self.exchange(&name.value, [a, b], squares, side.is_some());
                Some(SetupChoice::Exchange { name: name.value.clone(), squares, one_sided: side.is_some() })
            }
        }
    }

    /// Records an arrangement; reports one of squares on which another choice places pieces.
    fn arrange(&mut self, file: &ArrangeFile, squares: &[Square]) {
        for &square in squares {
            if self.exchanged.iter().any(|other| other.square == square) {
                let message = format!("{} is in two choices", self.size.name(square));
                self.error(&file.name.place, message);
            }
            // The piece of one side that stands there is always followed by one of the same.
            for square in [Some(square), self.symmetry.twin(self.size, square)].into_iter().flatten() {
                self.exchanged.push(Exchanged { square, with: square, name: file.name.value.clone() });
            }
        }
    }

    /// Records an exchange; reports one whose squares and their counterparts are not four squares outside all other exchanges.
    fn exchange(&mut self, exchange: &str, names: [&At<String>; 2], [a, b]: [Square; 2], one_sided: bool) {
        if a == b {
            self.error(&names[1].place, format!("this exchange names {} twice", names[1].value));
        }
        for (name, square) in names.into_iter().zip([a, b]) {
            if self.exchanged.iter().any(|other| other.square == square) {
                self.error(&name.place, format!("{} is in two exchanges", name.value));
            }
            if !one_sided && self.symmetry.twin(self.size, square) == Some(square) {
                let message =
                    format!("{} lies opposite itself: a piece of each side would come there", name.value);
                self.error(&name.place, message);
            }
        }
        let twin = |square| self.symmetry.twin(self.size, square);
        let twins = twin(a).zip(twin(b)).map(|(a, b)| [a, b]).filter(|_| !one_sided);
        for [a, b] in [[a, b]].into_iter().chain(twins) {
            for (square, with) in [(a, b), (b, a)] {
                self.exchanged.push(Exchanged { square, with, name: exchange.to_owned() });
            }
        }
    }

    /// Reports a reflection that may put pieces of both sides on one square, whatever else is chosen.
    fn check_reflection(&mut self, choice: &ChoiceFile) {
        let (side, place) = match choice {
            ChoiceFile::Symmetry(place) => (Side::Second, place),
            ChoiceFile::Reflect { side } => match self.side(side) {
                Some(reflected) => (reflected, &side.place),
                None => return,
            },
            ChoiceFile::InheritedPairs(_) | ChoiceFile::Exchange { .. } | ChoiceFile::Arrange(_) => return,
        };
        let Some((square, exchanges)) = self.meeting(side) else { return };
        let after: Vec<String> = exchanges.iter().map(|name| format!("`{name}`")).collect();
        let after = if after.is_empty() { String::new() } else { format!(" after {}", after.join(" and ")) };
        let message = format!("two pieces would stand on {}{after}", self.size.name(square));
        self.error(place, message);
    }

    /// Returns a square on which pieces of both sides would stand after this reflection, with the exchanges required for it.
    fn meeting(&self, reflected: Side) -> Option<(Square, Vec<&str>)> {
        for from in self.size.iter() {
            let to = self.size.reflect(from);
            let about = self.exchanged.iter().filter(|exchanged| [from, to].contains(&exchanged.square));
            let mut exchanges: Vec<&str> = about.map(|exchanged| exchanged.name.as_str()).collect();
            exchanges.dedup();
            for bits in 0..1 << exchanges.len() {
                let numbered = exchanges.iter().enumerate();
                let made: Vec<&str> =
                    numbered.filter(|(number, _)| (bits >> number) & 1 == 1).map(|(_, &name)| name).collect();
                let owner = |square| self.owner_after(square, &made);
                if owner(from) == Some(reflected) && owner(to) == Some(reflected.other()) {
                    return Some((to, made));
                }
            }
        }
        None
    }

    /// Returns the owner of the piece on a square after some exchanges.
    fn owner_after(&self, square: Square, exchanges: &[&str]) -> Option<Side> {
        let made = |exchanged: &&Exchanged| {
            exchanged.square == square && exchanges.contains(&exchanged.name.as_str())
        };
        self.owner(self.exchanged.iter().find(made).map_or(square, |exchanged| exchanged.with))
    }

    /// Reports names that would be ambiguous in a text with the names of several choices.
    fn check_names(&mut self, choices: &[ChoiceFile]) {
        for choice in choices {
            let names: Vec<(&Place, String)> = match choice {
                ChoiceFile::Symmetry(place) => vec![(place, "symmetry".to_owned())],
                ChoiceFile::Reflect { side } => vec![(&side.place, format!("reflect {}", side.value))],
                ChoiceFile::Exchange { name, .. } => self.good_names("an exchange", &[name]),
                ChoiceFile::Arrange(file) => self.good_names("an arrangement", &file.names()),
                ChoiceFile::InheritedPairs(_) => continue,
            };
            for (place, name) in names {
                let folded = name.to_lowercase();
                if self.names.contains(&folded) {
                    self.error(place, format!("the choice `{name}` is there twice"));
                }
                self.names.push(folded);
            }
        }
    }

    /// Returns the names that `what` may have; reports the others.
    fn good_names<'n>(&mut self, what: &str, names: &[&'n At<String>]) -> Vec<(&'n Place, String)> {
        let mut good = Vec::new();
        for name in names {
            if can_name_exchange(&name.value) {
                good.push((&name.place, name.value.clone()));
                continue;
            }
            let message = format!(
                "`{}` cannot be the name of {what}: expected a text without commas, quotes, special characters and \
                 blanks at its ends that is no number and none of {}",
                crate::vocabulary::quoted(&name.value),
                quoted(&RESERVED_NAMES)
            );
            self.error(&name.place, message);
        }
        good
    }

    /// Returns a square of an exchange, on which no piece of the other side may stand.
    fn square(&mut self, name: &At<String>, side: Side) -> Option<Square> {
        let square = match self.size.parse(&name.value) {
            Ok(square) => square,
            Err(error) => {
                self.error(&name.place, error.to_string());
                return None;
            }
        };
        if self.owner(square) == Some(side.other()) {
            let message = format!("on {} stands a piece of {}", name.value, self.sides[side.other().index()]);
            self.error(&name.place, message);
            return None;
        }
        Some(square)
    }

    fn owner(&self, square: Square) -> Option<Side> {
        self.array.iter().find(|placement| placement.square == square).map(|placement| placement.side)
    }

    fn error(&mut self, place: &Place, message: impl Into<String>) {
        self.errors.push(LoadError::new(place.clone(), message));
    }
}
