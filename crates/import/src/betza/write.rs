//! Moves of the language in Betza's notation, as far as it has them: the other direction of `say`.

use std::collections::BTreeSet;
use std::fmt;

use beaufort_rules::game::Definition;
use beaufort_rules::game::definition::Placement;
use beaufort_rules::language::ast::{Ability, Bearing, End, Mode, Path, Power, Reach, Ride, Travel};
use beaufort_rules::{PieceType, Side};

use super::direction::{directions, vectors};
use super::{Unit, Vector};

/// A piece in Betza's notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Betza {
    /// The moves, as `FfW`; empty if the notation has none of them.
    pub text: String,
    /// The words of the ability that the notation does not say.
    pub unsaid: Vec<Unsaid>,
}

/// The words that the notation does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsaid {
    /// The word of the language, or the text of a castling.
    pub word: String,
    /// Why, for who writes the game for another program.
    pub reason: &'static str,
}

impl fmt::Display for Unsaid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.word, self.reason)
    }
}

impl Unsaid {
    fn new(word: impl Into<String>, reason: &'static str) -> Unsaid {
        Unsaid { word: word.into(), reason }
    }

    /// A travel that has no notation.
    fn travel(path: &Path) -> Unsaid {
        let word = path.words().first().map_or("a travel", |word| word.name);
        Unsaid::new(word, "the notation has no such move")
    }

    fn numbers() -> Unsaid {
        Unsaid::new("numbers above 15", "the notation has none")
    }
}

impl Betza {
    /// Returns whether the text says everything but whether the piece is royal.
    pub fn is_whole(&self) -> bool {
        self.unsaid.is_empty()
    }

    /// Returns the words that the notation does not say, each once.
    pub fn unsaid_words(&self) -> Vec<&str> {
        let mut words = Vec::new();
        for Unsaid { word, .. } in &self.unsaid {
            if !words.contains(&word.as_str()) {
                words.push(word);
            }
        }
        words
    }
}

/// Writes a piece of a game in Betza's notation, with the extensions of XBetza: its moves, its captures in passing and its
/// castlings.
///
/// # Examples
/// ```
/// use beaufort_rules::builtin;
///
/// let chess = builtin::definition("orthochess").unwrap();
/// let [king, .., pawn] = &beaufort_rules::Game::from(chess.clone()).types().collect::<Vec<_>>()[..] else { panic!() };
/// assert_eq!(beaufort_import::betza(&chess, *king).text, "KisO2");
/// assert_eq!(beaufort_import::betza(&chess, *pawn).text, "fmWifmnDfceF");
/// ```
pub fn betza(definition: &Definition, kind: PieceType) -> Betza {
    let ability = &definition.pieces[kind.index()].ability;
    let mut writer = Writer::new(start_row(definition, kind, ability).into_iter().collect());
    for travel in &ability.travels {
        writer.add_travel(travel, &ability.travels);
    }
    writer.powers(&ability.powers);
    writer.castlings(definition, kind);
    Betza { text: writer.text(), unsaid: writer.unsaid }
}

/// Returns the word for a power.
pub(crate) fn word_of(power: &Power) -> &'static str {
    match power {
        Power::Arrival(arrival) => arrival.word().name,
        _ => power.words().first().map_or("", |word| word.name),
    }
}

/// Travels in Betza's notation, for the export.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    /// The moves, each atom for itself.
    pub(crate) parts: BTreeSet<String>,
    /// Those that only lead from a row, with it.
    pub(crate) initial: Vec<(String, Option<u8>)>,
    /// Whether one of them depends on whether the piece has moved.
    pub(crate) is_from_start: bool,
    /// The words that the notation does not say.
    pub(crate) unsaid: Vec<Unsaid>,
    writer: Writer,
}

impl Moves {
    /// Returns all moves.
    pub(crate) fn text(&self) -> String {
        self.writer.clone().text()
    }

    /// Returns all moves, of which the captures are also made in passing.
    pub(crate) fn text_in_passing(&self) -> String {
        let mut writer = self.writer.clone();
        writer.items.iter_mut().filter(|item| item.mode == "c").for_each(|item| item.mode = "ce");
        writer.text()
    }

    /// Returns the rows from which first steps lead.
    pub(crate) fn rows(&self) -> impl Iterator<Item = u8> {
        self.initial.iter().filter_map(|(_, row)| *row)
    }
}

/// Writes travels in Betza's notation; what is there only on a row is written as a first move.
pub(crate) fn moves_of(travels: &[Travel]) -> Moves {
    let mut writer = Writer::new((1..=u8::MAX).collect());
    for travel in travels {
        writer.add_travel(travel, travels);
    }
    let initial: Vec<(String, Option<u8>)> =
        writer.items.iter().filter(|item| item.initial).map(|item| (item.text(), item.row)).collect();
    Moves {
        parts: writer.items.iter().map(Item::text).chain(writer.bent.iter().cloned()).collect(),
        is_from_start: initial.iter().any(|(_, row)| row.is_none()),
        initial,
        unsaid: std::mem::take(&mut writer.unsaid),
        writer,
    }
}

/// One or two units with what is said of them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Item {
    initial: bool,
    /// The row from which alone it leads.
    row: Option<u8>,
    directions: String,
    mode: &'static str,
    /// The modifier of the way: `n`, `p`, `g`, `z`, `q`, `d` or none.
    way: &'static str,
    unit: Unit,
    /// The greatest number of steps, 0 for any number.
    range: u8,
    /// Whether the same is said of both straight and diagonal steps: `K`, `Q`.
    is_double: bool,
}

#[derive(Clone, Debug)]
struct Writer {
    items: Vec<Item>,
    /// A move with brackets or several legs.
    bent: Vec<String>,
    /// The rows from which travels count as first moves.
    start: BTreeSet<u8>,
    unsaid: Vec<Unsaid>,
}

impl Writer {
    fn new(start: BTreeSet<u8>) -> Writer {
        Writer { items: Vec::new(), bent: Vec::new(), start, unsaid: Vec::new() }
    }

    fn add_travel(&mut self, travel: &Travel, all: &[Travel]) {
        if let Err(why) = self.travel(travel, all) {
            self.unsaid.push(why);
        }
    }

    fn powers(&mut self, powers: &[Power]) {
        for power in powers {
            match power {
                Power::Royal(_) => {}
                Power::EnPassant(passing) if !passing.any_type && passing.rows.is_none() => {
                    let mut takes = self.items.iter_mut().filter(|item| item.mode == "c").peekable();
                    if takes.peek().is_none() {
                        let reason = "only captures that are no moves are made in passing";
                        self.unsaid.push(Unsaid::new("en-passant", reason));
                    }
                    takes.for_each(|item| item.mode = "ce");
                }
                Power::Igui(igui) => match &igui.reach {
                    Reach::At(vectors) => self.steps(&["cab"], vectors, vectors, power),
                    Reach::Seen(_) => self.no_notation(power),
                },
                Power::Strike(strike) => match strike.bearing {
                    Bearing::Any => self.steps(&["ca", "cab"], &strike.first, &strike.second, power),
                    Bearing::NotBack => self.steps(&["ca"], &strike.first, &strike.second, power),
                    _ => self.no_notation(power),
                },
                _ => self.no_notation(power),
            }
        }
    }

    fn no_notation(&mut self, power: &Power) {
        self.unsaid.push(Unsaid::new(word_of(power), "the notation has no such power"));
    }

    /// Writes legs of single steps along one atom.
    fn steps(&mut self, legs: &[&str], first: &[Ray], second: &[Ray], power: &Power) {
        let own: BTreeSet<Vector> = first.iter().map(|vector| (vector.dx, vector.dy)).collect();
        let atoms: [(&str, &[Unit]); 8] = [
            ("W", &[(1, 0)]),
            ("F", &[(1, 1)]),
            ("K", &[(1, 0), (1, 1)]),
            ("D", &[(2, 0)]),
            ("N", &[(2, 1)]),
            ("A", &[(2, 2)]),
            ("C", &[(3, 1)]),
            ("Z", &[(3, 2)]),
        ];
        let atom = atoms
            .iter()
            .find(|(_, units)| units.iter().flat_map(|&unit| vectors(unit)).collect::<BTreeSet<_>>() == own);
        match atom {
            Some((letter, _)) if first == second => {
                self.bent.extend(legs.iter().map(|leg| format!("{leg}{letter}")));
            }
            _ => self.no_notation(power),
        }
    }

    fn travel(&mut self, travel: &Travel, all: &[Travel]) -> Result<(), Unsaid> {
        let mode = letter(travel.mode);
        match &travel.path {
            Path::FromStart(start) if !start.until_aimed && !start.over_safe => {
                self.initial(&start.path, None, travel.mode, all)
            }
            Path::FromRow(from) if self.start.contains(&from.row) => {
                self.initial(&from.path, Some(from.row), travel.mode, all)
            }
            Path::OntoFriends(onto) if matches!(*onto.0, Path::Leap(_) | Path::Ride(_)) => {
                self.plain(&onto.0, "", "d", false)
            }
            Path::Bend(bend) => {
                let first = bend.first.clone();
                let stop = if bend.stop == Mode::Both && mode.is_empty() { '?' } else { '-' };
                let brackets = brackets(mode, &first, stop, &bend.second, bend.bearing)?;
                if stop == '-' {
                    self.plain(&Path::Ride(first), letter(bend.stop), "", false)?;
                }
                self.bent.extend(brackets);
                Ok(())
            }
            Path::Chain(chain) => match &chain.legs[..] {
                [first, second] if first.end == End::Through && second.turning.is_none() => {
                    self.bent.extend(brackets(mode, &first.ride, '-', &second.ride, second.bearing)?);
                    Ok(())
                }
                _ => Err(Unsaid::travel(&travel.path)),
            },
            path => self.plain(path, mode, "", false),
        }
    }

    /// Writes a move that is there until the piece has moved.
    fn initial(&mut self, path: &Path, row: Option<u8>, mode: Mode, all: &[Travel]) -> Result<(), Unsaid> {
        let before = self.items.len();
        self.initial_items(path, mode, all)?;
        self.items[before..].iter_mut().for_each(|item| item.row = row);
        Ok(())
    }

    fn initial_items(&mut self, path: &Path, mode: Mode, all: &[Travel]) -> Result<(), Unsaid> {
        let text = letter(mode);
        // A double step behind a single one is usually written as a lame leap.
        if let Path::Ride(ride) = path
            && (ride.min, ride.max) == (1, 2)
            && has_leaps(all, &ride.vectors, mode)
        {
            let doubled: Vec<Ray> =
                ride.vectors.iter().map(|vector| Ray::new(2 * vector.dx, 2 * vector.dy)).collect();
            return self.add(&doubled, 1, text, "n", true);
        }
        self.plain(path, text, "", true)
    }

    fn plain(
        &mut self,
        path: &Path,
        mode: &'static str,
        way: &'static str,
        initial: bool,
    ) -> Result<(), Unsaid> {
        let range = |max: u8| if max == u8::MAX { 0 } else { max };
        match path {
            Path::Leap(leap) => self.add(&leap.0, 1, mode, way, initial),
            Path::Ride(ride) if ride.min == 1 => self.add(&ride.vectors, range(ride.max), mode, way, initial),
            Path::Ride(ride) if ride.min == ride.max && ride.max <= 15 && way.is_empty() => {
                let far = i8::try_from(ride.max).unwrap_or(i8::MAX);
                if ride
                    .vectors
                    .iter()
                    .any(|vector| vector.dx.unsigned_abs().max(vector.dy.unsigned_abs()) != 1)
                {
                    return Err(Unsaid::travel(path));
                }
                let doubled: Vec<Ray> =
                    ride.vectors.iter().map(|vector| Ray::new(far * vector.dx, far * vector.dy)).collect();
                self.add(&doubled, 1, mode, "n", initial)
            }
            Path::Lame(lame) if lame.0.max == 1 => self.add(&lame.0.vectors, 1, mode, "n", initial),
            Path::Over(over) if over.most == 1 && !over.sparing => {
                self.add(&over.ride.vectors, range(over.ride.max), mode, "p", initial)
            }
            Path::Hop(hop) if hop.0.max == u8::MAX => self.add(&hop.0.vectors, 0, mode, "g", initial),
            Path::Zigzag(zigzag) if is_full(&zigzag.0) => self.add(&zigzag.0, 0, mode, "z", initial),
            Path::Wrapped(wrapped) if way.is_empty() => {
                self.add(&wrapped.0.vectors, range(wrapped.0.max), mode, "o", initial)
            }
            Path::Circular(circular) if is_full(&circular.first) => {
                self.add(&circular.first, range(circular.most), mode, "q", initial)
            }
            Path::Anywhere(_) if mode.is_empty() && !initial => {
                self.bent.push("U".to_owned());
                Ok(())
            }
            _ => Err(Unsaid::travel(path)),
        }
    }

    /// Adds vectors, parted by their units.
    fn add(
        &mut self,
        vectors: &[Ray],
        range: u8,
        mode: &'static str,
        way: &'static str,
        initial: bool,
    ) -> Result<(), Unsaid> {
        if range > 15
            || vectors.iter().any(|vector| vector.dx.unsigned_abs().max(vector.dy.unsigned_abs()) > 15)
        {
            return Err(Unsaid::numbers());
        }
        for unit in units(vectors) {
            let own =
                vectors.iter().map(|vector| (vector.dx, vector.dy)).filter(|&vector| unit_of(vector) == unit);
            let directions = directions(unit, &own.collect());
            let item = Item { initial, row: None, directions, mode, way, unit, range, is_double: false };
            if !self.items.contains(&item) {
                self.items.push(item);
            }
        }
        Ok(())
    }

    /// Writes the castlings of the first player.
    fn castlings(&mut self, definition: &Definition, kind: PieceType) {
        let mut hands: Vec<(u8, bool, bool)> = Vec::new();
        let size = definition.size;
        let (file, rank) = (|at| size.file(at), |at| size.rank(at));
        let own = definition
            .castlings
            .iter()
            .filter(|castling| castling.king.kind == kind && castling.side == Side::First);
        for castling in own {
            let (king, rook) = (castling.king, castling.rook);
            let (from, to) = (file(king.from), file(king.to));
            let is_right = file(rook.from) > from;
            let beside = if is_right { to.checked_sub(1) } else { Some(to + 1) };
            let edge = if is_right { size.files() - 1 } else { 0 };
            let stands = |at: u8| {
                let is_there = |placed: &Placement| {
                    placed.side == Side::First
                        && file(placed.square) == at
                        && rank(placed.square) == rank(king.from)
                };
                definition.array.iter().any(is_there)
            };
            // The other piece stands at the edge, or is the last one before it; by `j` it stands beside the edge.
            let mut outside = if is_right { file(rook.from) + 1..edge + 1 } else { 0..file(rook.from) };
            let is_last = !outside.any(stands);
            let is_inner = file(rook.from).abs_diff(edge) == 1;
            let range = from.abs_diff(to);
            if beside != Some(file(rook.to)) || !is_last && !is_inner || range < 2 {
                self.unsaid.push(Unsaid::new(&castling.text, "the notation has no such castling"));
            } else {
                hands.push((range, is_right, !is_last));
            }
        }
        while let Some(&(range, is_right, is_inner)) = hands.first() {
            let other = (range, !is_right, is_inner);
            let hand = if hands.contains(&other) {
                "s"
            } else if is_right {
                "r"
            } else {
                "l"
            };
            hands.retain(|each| *each != (range, is_right, is_inner) && *each != other);
            self.bent.push(format!("i{hand}{}O{range}", if is_inner { "j" } else { "" }));
        }
    }

    /// Returns all moves.
    fn text(&mut self) -> String {
        // Each item once, whatever the row from which it leads.
        self.items.iter_mut().for_each(|item| item.row = None);
        for at in (1..self.items.len()).rev() {
            if self.items[..at].contains(&self.items[at]) {
                self.items.remove(at);
            }
        }
        // The same of straight and of diagonal steps is one atom.
        for at in 0..self.items.len() {
            let Some(item) = self.items.get(at) else { break };
            let twin = match item.unit {
                (1, 0) => (1, 1),
                (1, 1) => (1, 0),
                _ => continue,
            };
            let twin = Item { unit: twin, ..item.clone() };
            if let Some(other) =
                self.items.iter().position(|other| *other == twin).filter(|&other| other > at)
                && !matches!(item.way, "z" | "q")
            {
                self.items.remove(other);
                self.items[at].is_double = true;
            }
        }
        let mut text: String = self.items.iter().map(Item::text).collect();
        self.bent.iter().for_each(|bent| text += bent);
        text
    }
}

/// A vector of the language.
type Ray = beaufort_rules::vocabulary::Vector;

impl Item {
    fn text(&self) -> String {
        let Item { directions, mode, way, .. } = self;
        let initial = if self.initial { "i" } else { "" };
        let atom = if self.is_double {
            match self.range {
                1 => "K".to_owned(),
                0 => "Q".to_owned(),
                range => format!("Q{range}"),
            }
        } else {
            atom(self.unit, self.range)
        };
        format!("{initial}{directions}{mode}{way}{atom}")
    }
}

/// Returns the atom of a unit with a range.
fn atom(unit: Unit, range: u8) -> String {
    let letter = match unit {
        (1, 0) => 'W',
        (1, 1) => 'F',
        (2, 0) => 'D',
        (2, 1) => 'N',
        (2, 2) => 'A',
        (3, 0) => 'H',
        (3, 1) => 'C',
        (3, 2) => 'Z',
        (3, 3) => 'G',
        (a, b) => return if range == 1 { format!("({a},{b})") } else { format!("({a},{b}){range}") },
    };
    match (letter, range) {
        (_, 1) => letter.to_string(),
        ('W', 0) => "R".to_owned(),
        ('F', 0) => "B".to_owned(),
        ('W', _) => format!("R{range}"),
        ('F', _) => format!("B{range}"),
        (_, 0) => format!("{letter}{letter}"),
        _ => format!("{letter}{range}"),
    }
}

/// Writes `[F-R]` for each pair of units.
fn brackets(
    mode: &str,
    first: &Ride,
    sign: char,
    second: &Ride,
    bearing: Bearing,
) -> Result<Vec<String>, Unsaid> {
    let is_plain =
        first.min == 1 && second.min == 1 && bearing == Bearing::Outwards && is_full(&second.vectors);
    if !is_plain {
        return Err(Unsaid::new("then", "the notation has no such bend"));
    }
    let range = |ride: &Ride| if ride.max == u8::MAX { 0 } else { ride.max };
    if range(first) > 15 || range(second) > 15 {
        return Err(Unsaid::numbers());
    }
    let mut all = Vec::new();
    for one in units(&first.vectors) {
        let own = first
            .vectors
            .iter()
            .map(|vector| (vector.dx, vector.dy))
            .filter(|&vector| unit_of(vector) == one);
        let directions = directions(one, &own.collect());
        for other in units(&second.vectors) {
            let (one, other) = (atom(one, range(first)), atom(other, range(second)));
            all.push(format!("{mode}[{directions}{one}{sign}{other}]"));
        }
    }
    Ok(all)
}

/// Returns the modifier of a mode.
fn letter(mode: Mode) -> &'static str {
    match mode {
        Mode::Both => "",
        Mode::Moving => "m",
        Mode::Capturing => "c",
    }
}

fn unit_of((x, y): Vector) -> Unit {
    let (x, y) = (x.unsigned_abs(), y.unsigned_abs());
    (x.max(y), x.min(y))
}

/// Returns the units of vectors, in the order of their lengths.
fn units(vectors: &[Ray]) -> BTreeSet<Unit> {
    vectors.iter().map(|vector| unit_of((vector.dx, vector.dy))).collect()
}

/// Returns whether vectors are all those of their units.
fn is_full(of: &[Ray]) -> bool {
    units(of).into_iter().map(|unit| vectors(unit).len()).sum::<usize>() == of.len()
}

/// Returns whether a piece may always leap by these vectors in a mode.
fn has_leaps(all: &[Travel], wanted: &[Ray], mode: Mode) -> bool {
    wanted.iter().all(|vector| {
        all.iter().any(|travel| {
            let vectors = match &travel.path {
                Path::Leap(leap) => &leap.0,
                Path::Ride(ride) if ride.min == 1 => &ride.vectors,
                _ => return false,
            };
            (travel.mode == mode || travel.mode == Mode::Both) && vectors.contains(vector)
        })
    })
}

/// Returns a travel without its condition for the beginning.
fn unbound(path: &Path) -> &Path {
    match path {
        Path::FromRow(from) => unbound(&from.path),
        Path::FromStart(from) => unbound(&from.path),
        path => path,
    }
}

/// Returns the row on which all pieces of a kind start and to which none ever comes: who stands there has not moved.
fn start_row(definition: &Definition, kind: PieceType, ability: &Ability) -> Option<u8> {
    let size = definition.size;
    let rows: BTreeSet<u8> = definition
        .array
        .iter()
        .filter(|placed| placed.piece == kind)
        .map(|placed| {
            let rank = size.rank(placed.square);
            if placed.side == Side::First { rank + 1 } else { size.ranks() - rank }
        })
        .collect();
    let is_made =
        definition.pieces.iter().flat_map(|piece| &piece.promotions).any(|promotion| promotion.to == kind);
    let is_dropped = definition.drops.items.iter().any(|item| item.what.piece() == Some(kind));
    let powers = ability.powers.iter().all(|power| matches!(power, Power::EnPassant(_)));
    let is_forward = ability.travels.iter().all(|travel| match unbound(&travel.path) {
        Path::Leap(leap) => leap.0.iter().all(|vector| vector.dy > 0),
        Path::Ride(ride) => ride.vectors.iter().all(|vector| vector.dy > 0),
        _ => false,
    });
    let row = rows.first().copied().filter(|_| rows.len() == 1)?;
    (!is_made && !is_dropped && powers && is_forward).then_some(row)
}
