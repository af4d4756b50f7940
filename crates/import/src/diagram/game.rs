//! From a diagram to a game file.

use std::collections::BTreeSet;

use super::{Diagram, Twin};
use crate::betza::{Castling, Initial, Said, say};
use crate::error::Place;
use crate::game::{At, GameFile, PieceEntry, list, quoted, square};
use crate::names;
use crate::report::{Note, Report, Treatment};

/// The settings for displays.
const DISPLAY: &[&str] = &[
    "borders",
    "coordColor",
    "coords",
    "darkShade",
    "graphicsDir",
    "graphicsType",
    "hoverCol",
    "lightShade",
    "oddShade",
    "rimColor",
    "satellite",
    "squareSize",
    "startShade",
    "theme",
    "useMarkers",
    "whitePrefix",
    "blackPrefix",
];
/// The settings about pieces in hand.
const HANDS: &[&str] = &["holdingsType"];
/// The settings that a game file says.
const SAID: &[&str] = &[
    "files",
    "ranks",
    "firstRank",
    "symmetry",
    "royal",
    "promoZone",
    "maxPromote",
    "promoOffset",
    "promoChoice",
];

/// Translates a diagram. Mistakes that show only now are added to its errors.
pub(super) fn translate(diagram: &mut Diagram<'_>, name: &str) -> (GameFile, Report) {
    let mut file = GameFile {
        comments: vec![
            "Imported from an Interactive Diagram. What that leaves open, such as repetition, is as in chess.".to_owned(),
        ],
        id: names::id("diagram", name),
        name: names::title(name),
        summary: "Imported from an Interactive Diagram.".to_owned(),
        sides: ["White".to_owned(), "Black".to_owned()],
        files: diagram.files,
        ranks: diagram.ranks,
        holes: diagram.holes.clone(),
        ..GameFile::default()
    };
    let mut translator = Translator { diagram, notes: Vec::new() };
    translator.settings();
    let royals = translator.royals();
    let said = translator.pieces(&mut file, &royals);
    translator.promotions(&mut file, &royals);
    translator.castlings(&mut file, &said);
    file.ending = vec![
        ("check".to_owned(), quoted("binds")),
        ("no-move".to_owned(), quoted("loses in check, else draws")),
        ("repetition".to_owned(), quoted("third time draws")),
    ];
    let mut notes = translator.notes;
    // A key that is not said as it is there is not said besides.
    let is_worse = |note: &Note| note.treatment >= Treatment::Approximated(String::new());
    let worse: BTreeSet<String> =
        notes.iter().filter(|note| is_worse(note)).map(|note| note.key.clone()).collect();
    notes.retain(|note| note.treatment != Treatment::Said || !worse.contains(&note.key));
    notes.sort_by_key(|note| !matches!(note.treatment, Treatment::Said));
    let report = Report { notes };
    file.comments.extend(report.comments());
    (file, report)
}

struct Translator<'a, 'b> {
    diagram: &'a mut Diagram<'b>,
    notes: Vec<Note>,
}

impl Translator<'_, '_> {
    fn note(&mut self, key: &str, value: &str, treatment: Treatment) {
        self.notes.push(Note { key: key.to_owned(), value: value.to_owned(), treatment });
    }

    fn settings(&mut self) {
        if self.diagram.number > 1 {
            let why = "only the first diagram of the page is imported".to_owned();
            self.note("idiagram", &self.diagram.number.to_string(), Treatment::WithoutEffect(why));
        }
        let settings = self.diagram.settings.clone();
        for (at, setting) in settings.iter().enumerate() {
            let is_one_of = |keys: &[&str]| keys.iter().any(|key| key.eq_ignore_ascii_case(setting.key));
            let is_replaced = || settings[at + 1..].iter().any(|later| is_same_key(later.key, setting.key));
            let treatment = if is_one_of(SAID) && !is_one_of(&["royal"]) && is_replaced() {
                Treatment::WithoutEffect("a later line says it again".to_owned())
            } else if let Some(why) = self.idle_promotion(setting.key) {
                Treatment::WithoutEffect(why.to_owned())
            } else if is_one_of(SAID) {
                Treatment::Said
            } else if is_one_of(HANDS) {
                Treatment::NotSaid("pieces in hand are not imported".to_owned())
            } else if is_one_of(DISPLAY) {
                Treatment::DisplayOnly
            } else {
                Treatment::NotSaid("the import does not know this setting".to_owned())
            };
            self.note(setting.key, setting.value, treatment);
        }
    }

    /// Returns why a setting about promotions has no effect, if it has none.
    fn idle_promotion(&self, key: &str) -> Option<&'static str> {
        let is_zero = |key: &str| self.diagram.setting(key).is_some_and(|setting| setting.value == "0");
        let has_offset = self.diagram.setting("promoOffset").is_some() && !is_zero("promoOffset");
        let is_about =
            ["promoZone", "promoOffset", "promoChoice"].iter().any(|known| is_same_key(known, key));
        if is_about && is_zero("maxPromote") {
            Some("nothing promotes")
        } else if has_offset && is_same_key(key, "promoChoice") {
            Some("each piece promotes to the one that `promoOffset` says")
        } else {
            None
        }
    }

    /// Returns the kinds that are royal: those that the setting names by numbers or IDs, else the King, by his name or his ID.
    fn royals(&mut self) -> BTreeSet<usize> {
        let settings: Vec<_> = self
            .diagram
            .settings
            .iter()
            .filter(|setting| setting.key.eq_ignore_ascii_case("royal"))
            .copied()
            .collect();
        let mut royals = BTreeSet::new();
        let kinds = self.diagram.kinds.len();
        for setting in &settings {
            for part in setting.value.split(',').map(str::trim) {
                let number = part.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                let kind = number.or_else(|| self.diagram.kinds.iter().position(|kind| kind.id == part));
                match kind.filter(|&kind| kind < kinds) {
                    Some(kind) => _ = royals.insert(kind),
                    None => {
                        let message =
                            format!("`{part}` is neither a number from 1 to {kinds} nor the ID of a piece");
                        self.diagram.fault(setting.place, message);
                    }
                }
            }
        }
        if settings.is_empty() {
            let kinds = &self.diagram.kinds;
            let king = kinds.iter().position(|kind| kind.name.eq_ignore_ascii_case("king"));
            let king = king.or_else(|| kinds.iter().position(|kind| kind.id == "K"));
            match king {
                Some(king) => _ = royals.insert(king),
                None => self.diagram.fault(
                    Place { line: 1, column: 1 },
                    "no piece is royal: name one `king`, or give its number in the list as `royal=1`",
                ),
            }
        }
        royals
    }

    /// Writes the pieces and the array; returns what was said of each.
    fn pieces(&mut self, file: &mut GameFile, royals: &BTreeSet<usize>) -> Vec<Said> {
        let kinds = self.diagram.kinds.clone();
        let mut all = Vec::new();
        for kind in &kinds {
            all.push(say(kind.moves, &Initial::FromStart).unwrap_or_else(|error| {
                let Place { line, column } = kind.moves_place;
                self.diagram.fault(Place { line, column: column + error.column - 1 }, error.message);
                Said::default()
            }));
        }
        let steps_far = |said: &Said| said.terms.iter().any(|term| term.condition == "from start");
        let far = all.iter().filter(|said| steps_far(said)).count();
        for (index, (kind, said)) in kinds.iter().zip(&all).enumerate() {
            let title = names::title(&kind.name);
            let name = unlike(&title, |name| file.pieces.iter().all(|piece| piece.name != name));
            let id = id(kind.id, &title, |id| file.pieces.iter().all(|piece| piece.id != id));
            let mut powers = Vec::new();
            if said.in_passing {
                let is_alone = far == 1 && steps_far(said);
                powers.push(if is_alone { "en-passant" } else { "en-passant on enemies" }.to_owned());
            }
            if royals.contains(&index) {
                powers.push("royal".to_owned());
            }
            if said.terms.is_empty() {
                powers.push("immovable".to_owned());
            }
            let reason = |texts: &[String]| texts.join("; ");
            let treatment = if !said.unsaid.is_empty() {
                Treatment::NotSaid(reason(&said.unsaid))
            } else if !said.approximated.is_empty() {
                Treatment::Approximated(reason(&said.approximated))
            } else if !kind.rest.is_empty() {
                Treatment::NotSaid(format!("pieces in hand are not imported: `{}`", kind.rest))
            } else {
                Treatment::Said
            };
            self.note(&kind.name, kind.moves, treatment);
            for (side, squares) in kind.squares.iter().enumerate() {
                for &at in squares {
                    if file.array.insert(at, (side, index)).is_some() || file.holes.contains(&at) {
                        let message = format!("{} has a piece or a hole already", square(at));
                        self.diagram.fault(kind.moves_place, message);
                    }
                }
            }
            let unnamed = name == "Pawn";
            let (terms, betza) = (said.terms.clone(), kind.moves.to_owned());
            file.pieces.push(PieceEntry { name, id, terms, powers, betza, unnamed, lines: Vec::new() });
        }
        all
    }

    /// Writes the promotions: of the first pieces of the list, to those that stand this number of places behind them, or to a choice.
    fn promotions(&mut self, file: &mut GameFile, royals: &BTreeSet<usize>) {
        let kinds = self.diagram.kinds.len();
        let most = u8::try_from(kinds).unwrap_or(u8::MAX);
        let promoting = usize::from(self.diagram.number("maxPromote", 1, 0, most));
        let behind = usize::from(self.diagram.number("promoOffset", 0, 0, most));
        let depth = self.diagram.number("promoZone", 1, 0, self.diagram.ranks);
        let name = |file: &GameFile, kind: usize| quoted(&file.pieces[kind].name);
        if behind > 0 {
            for kind in 0..promoting.min(kinds.saturating_sub(behind)) {
                file.promotions.insert(kind, vec![name(file, kind + behind)]);
            }
            if promoting + behind > kinds {
                let why =
                    format!("the list has no piece {behind} places behind each of the first {promoting}");
                self.note("promoOffset", &behind.to_string(), Treatment::NotSaid(why));
            }
            file.zone = Some((depth, "may"));
            return;
        }
        let choice: Vec<usize> = match self.diagram.setting("promoChoice") {
            Some(setting) => self.choice(file, setting.value),
            None => {
                let all: Vec<usize> = (promoting..kinds).filter(|kind| !royals.contains(kind)).collect();
                if promoting > 0 && !all.is_empty() {
                    let how = "without this setting every piece but royal and promoting ones may be chosen";
                    self.note("promoChoice", "", Treatment::Approximated(how.to_owned()));
                }
                all
            }
        };
        if choice.is_empty() {
            return;
        }
        for kind in (0..promoting).filter(|kind| !royals.contains(kind)) {
            let others = choice.iter().filter(|&&to| to != kind);
            file.promotions.insert(kind, others.map(|&to| name(file, to)).collect());
        }
        file.zone = Some((depth, if depth < 2 { "must" } else { "may, on the last rank must" }));
    }

    /// Reads the choice: IDs, one after the other, the longest first where several fit.
    fn choice(&mut self, file: &GameFile, text: &str) -> Vec<usize> {
        let ids: Vec<&str> = self
            .diagram
            .kinds
            .iter()
            .zip(&file.pieces)
            .map(|(kind, piece)| if kind.id.is_empty() { piece.id.as_str() } else { kind.id })
            .collect();
        let mut found = Vec::new();
        let mut unknown = String::new();
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let fits = ids.iter().enumerate().filter(|(_, id)| !id.is_empty() && rest.starts_with(**id));
            match fits.max_by_key(|(index, id)| (id.len(), std::cmp::Reverse(*index))) {
                Some((kind, id)) => {
                    found.push(kind);
                    rest = &rest[id.len()..];
                }
                None => {
                    if letter != ',' && letter != ' ' {
                        unknown.push(letter);
                    }
                    rest = &rest[letter.len_utf8()..];
                }
            }
        }
        if !unknown.is_empty() {
            let why = format!("`{unknown}` is no ID of a piece");
            self.note("promoChoice", text, Treatment::NotSaid(why));
        }
        let mut seen = BTreeSet::new();
        found.retain(|&kind| seen.insert(kind));
        found
    }

    /// Writes the castlings of pieces with the atom `O`, with the pieces in the corners of their ranks.
    fn castlings(&mut self, file: &mut GameFile, all: &[Said]) {
        for (kind, said) in all.iter().enumerate().filter(|(_, said)| !said.castlings.is_empty()) {
            let sides = if self.diagram.twin == Twin::Mirror { 1 } else { 2 };
            for side in 0..sides {
                for &castling in &said.castlings {
                    if let Err(treatment) = self.castling(file, kind, side, castling) {
                        let (name, moves) =
                            (self.diagram.kinds[kind].name.clone(), self.diagram.kinds[kind].moves);
                        self.note(&name, moves, treatment);
                    }
                }
            }
        }
    }

    fn castling(
        &self,
        file: &mut GameFile,
        kind: usize,
        side: usize,
        Castling { files, right }: Castling,
    ) -> Result<(), Treatment> {
        let stands: Vec<At> = self.diagram.kinds[kind].squares[side].iter().copied().collect();
        let [(from, rank)] = stands[..] else {
            let why = "only a piece that is alone of its kind at the start castles";
            return Err(Treatment::NotSaid(why.to_owned()));
        };
        let corner = if right { self.diagram.files - 1 } else { 0 };
        let to = if right { from.checked_add(files) } else { from.checked_sub(files) };
        let beside = |to: u8| if right { to.checked_sub(1) } else { Some(to + 1) };
        let goes = to.filter(|&to| to < self.diagram.files).and_then(|to| Some((to, beside(to)?)));
        let stands =
            file.array.get(&(corner, rank)).is_some_and(|&(owner, _)| owner == side) && corner != from;
        let Some((to, beside)) = goes.filter(|_| stands) else {
            let why = "there is no piece in the corner to castle with, or no room";
            return Err(Treatment::WithoutEffect(why.to_owned()));
        };
        let (letter, text) = if right { ("K", "O-O") } else { ("Q", "O-O-O") };
        let squares = |files: [u8; 2]| list(files.map(|file_of| square((file_of, rank))));
        let mut lines = vec![
            ("letter".to_owned(), quoted(letter)),
            ("text".to_owned(), quoted(text)),
            ("king".to_owned(), squares([from, to])),
            ("rook".to_owned(), squares([corner, beside])),
        ];
        if self.diagram.twin != Twin::Mirror {
            lines.push(("side".to_owned(), quoted(&file.sides[side])));
        }
        file.sections.push(("[[castling]]".to_owned(), lines));
        Ok(())
    }
}

fn is_same_key(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}

/// Returns a name with a number behind it where it is taken.
fn unlike(name: &str, is_free: impl Fn(&str) -> bool) -> String {
    let numbered = (2..).map(|number: usize| format!("{name} {number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|name| is_free(name)).unwrap_or_default()
}

/// Returns an id for a piece, of letters alone: the given one, else the first letters of its name, as few as no other piece
/// has; `+R`, a promoted piece, is `pR`.
fn id(given: &str, name: &str, is_free: impl Fn(&str) -> bool) -> String {
    let letters = |text: &str| -> String { text.chars().filter(char::is_ascii_alphabetic).collect() };
    let own = match given.strip_prefix('+') {
        Some(rest) => format!("p{}", letters(rest)),
        None => letters(given),
    };
    let name = letters(name);
    let begins = (1..=name.len().min(8)).map(|length| name[..length].to_owned());
    let more = ('a'..='z').flat_map(|first| ('a'..='z').map(move |second| format!("X{first}{second}")));
    std::iter::once(own)
        .filter(|id| !id.is_empty() && id.len() <= 8)
        .chain(begins)
        .chain(more)
        .find(|id| is_free(id))
        .unwrap_or_default()
}
