//! The table `hand`, and the drops of a game that has it (R70 to R76, R104).

use toml::de::DeValue;

use super::drops::{CountFile, DropFile};
use super::error::LoadError;
use super::read::{GameReader, Key, Value};
use super::region;
use super::side;
use super::source::{At, Place};
use crate::game::definition::{
    Castling, DropItem, Dropped, DroppedFirst, Drops, Hand, Held, PieceDef, Region, SetupDef, Surroundings,
    Symmetry,
};
use crate::language::ast::Power;
use crate::vocabulary::{Geometry, PieceType, Square, SquareSet};

/// The place that is the whole board.
const ANYWHERE: &str = "anywhere";
/// The place that is the gates alone.
const AT_GATES: &str = "at gates";

/// A restriction of drops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ban {
    Check,
    Mate,
    DeadEnd,
    FullFile(u8),
    Around(Surroundings),
}

const BANS: &[(&str, Ban)] = &[
    ("giving check", Ban::Check),
    ("giving mate", Ban::Mate),
    ("where it could never move", Ban::DeadEnd),
    ("on a file with another", Ban::FullFile(1)),
    ("on a file with two others", Ban::FullFile(2)),
    around(Surroundings::AboveEmpty),
    around(Surroundings::NoSlide),
    around(Surroundings::BesideEnemy),
    around(Surroundings::AwayFromFriends),
];

const fn around(surroundings: Surroundings) -> (&'static str, Ban) {
    (surroundings.words(), Ban::Around(surroundings))
}

const KEYS: &[&str] = &["captured", "place", "gates", "not", "drop-as", "first"];

/// The table `hand` in a file.
#[derive(Clone, Debug)]
pub(super) struct HandFile {
    place: Place,
    captures: bool,
    losses: bool,
    onto: Option<Vec<At<String>>>,
    gates: Option<Vec<At<String>>>,
    bans: Vec<Ban>,
    promoted: bool,
    first: FirstFile,
}

#[derive(Clone, Debug)]
enum FirstFile {
    Nothing,
    All,
    Names(Vec<At<String>>),
}

/// Reads the table.
pub(super) fn read(r: &mut GameReader<'_>, key: &Key<'_>, value: &Value<'_>) -> Option<HandFile> {
    let mut file = HandFile {
        place: r.place(key.span()),
        captures: false,
        losses: false,
        onto: None,
        gates: None,
        bans: Vec::new(),
        promoted: false,
        first: FirstFile::Nothing,
    };
    for (key, value) in r.table("hand", value)? {
        let name = key.get_ref().as_ref();
        match name {
            "captured" => {
                let kinds = [
                    ("goes to the captor", (true, false)),
                    ("goes to the other side", (true, true)),
                    ("is lost", (false, false)),
                ];
                (file.captures, file.losses) = r.one_of(name, value, &kinds).unwrap_or_default();
            }
            "place" => file.onto = squares(r, name, value),
            "gates" => file.gates = squares(r, name, value),
            "not" => file.bans = bans(r, value),
            "drop-as" => {
                let kinds = [("itself", false), ("itself or its promotion", true)];
                file.promoted = r.one_of(name, value, &kinds).unwrap_or_default();
            }
            "first" => {
                file.first = match value.get_ref() {
                    DeValue::Array(_) => FirstFile::Names(r.texts(name, value).unwrap_or_default()),
                    _ => match r.one_of(name, value, &[("all", ())]) {
                        Some(()) => FirstFile::All,
                        None => FirstFile::Nothing,
                    },
                };
            }
            _ => r.unknown_key(key, KEYS),
        }
    }
    Some(file)
}

/// Reads a place: a text or a list of texts.
pub(super) fn squares(r: &mut GameReader<'_>, name: &str, value: &Value<'_>) -> Option<Vec<At<String>>> {
    match value.get_ref() {
        DeValue::Array(_) => r.texts(name, value),
        _ => Some(vec![r.text(name, value)?]),
    }
}

/// Reads what forbids a drop: a text or a list of texts.
pub(super) fn bans(r: &mut GameReader<'_>, value: &Value<'_>) -> Vec<Ban> {
    match value.get_ref() {
        DeValue::Array(_) => {
            let items = r.list("not", value).unwrap_or_default();
            items.iter().filter_map(|item| r.one_of("not", item, BANS)).collect()
        }
        _ => r.one_of("not", value, BANS).into_iter().collect(),
    }
}

/// The parts of a game besides its hands.
pub(super) struct Known<'a> {
    pub(super) size: Geometry,
    pub(super) holes: SquareSet,
    pub(super) symmetry: Symmetry,
    pub(super) sides: &'a [String; 2],
    pub(super) regions: &'a [Region],
    pub(super) pieces: &'a [PieceDef],
    pub(super) castlings: &'a [Castling],
    pub(super) setup: &'a SetupDef,
}

/// Resolves the table and the drops of a game with hands.
pub(super) fn resolve(
    hand: &HandFile,
    files: &[DropFile],
    known: &Known<'_>,
    find: &dyn Fn(&str) -> Option<PieceType>,
    unknown: &dyn Fn(Place, &str) -> LoadError,
    errors: &mut Vec<LoadError>,
) -> Drops {
    let named = |name: &At<String>, errors: &mut Vec<LoadError>| {
        let kind = find(&name.value);
        if kind.is_none() {
            errors.push(unknown(name.place.clone(), &name.value));
        }
        kind
    };
    let mut own: Vec<(PieceType, &DropFile)> = Vec::new();
    for file in files {
        if let Some(key) = file.has_any(&["letters", "one-of", "pairs", "recaptured"]) {
            let message = format!("`{}` is for games without a `hand`", key.value);
            errors.push(LoadError::new(key.place.clone(), message));
        }
        let Some(piece) = &file.piece else {
            errors.push(LoadError::new(file.place.clone(), "this drop has no `piece`"));
            continue;
        };
        let Some(kind) = named(piece, errors) else { continue };
        if !can_be_held(&known.pieces[kind.index()]) {
            let message =
                format!("`{}` cannot be dropped: it is royal, or stands on two squares", piece.value);
            errors.push(LoadError::new(piece.place.clone(), message));
        } else if own.iter().any(|&(other, _)| other == kind) {
            let message = format!("another drop brings `{}`", piece.value);
            errors.push(LoadError::new(piece.place.clone(), message));
        } else {
            own.push((kind, file));
        }
    }
    let place = |texts: &[At<String>], errors: &mut Vec<LoadError>| {
        region::place(texts, ANYWHERE, known.regions, known.size, known.symmetry, errors)
    };
    let only_gates = matches!(hand.onto.as_deref(), Some([onto]) if onto.value == AT_GATES);
    let usual = match &hand.onto {
        Some(texts) if !only_gates => place(texts, errors),
        _ => [existing(known); 2],
    };
    let gates = match &hand.gates {
        Some(texts) => place(texts, errors).map(|squares| squares & existing(known)),
        None => [SquareSet::EMPTY; 2],
    };
    if let Some([onto]) = hand.onto.as_deref().filter(|_| only_gates && hand.gates.is_none()) {
        let message = format!("`{AT_GATES}` needs `gates`: the squares where pieces may come in");
        errors.push(LoadError::new(onto.place.clone(), message));
    }
    if let Some([at, ..]) = hand.gates.as_deref()
        && let Err(message) = gates_fault(known, &gates)
    {
        errors.push(LoadError::new(at.place.clone(), message));
    }
    let kinds = (0..known.pieces.len()).map(|index| PieceType::new(index as u8));
    let mut items: Vec<DropItem> = Vec::new();
    for kind in kinds {
        let file = own.iter().find(|&&(other, _)| other == kind).map(|&(_, file)| file);
        if file.is_none() && !(hand.captures && is_taken_as(known.pieces, kind)) {
            continue;
        }
        let squares = match file.and_then(|file| file.onto.as_ref()) {
            Some(texts) => place(texts, errors),
            None => usual,
        };
        let bans: Vec<Ban> =
            hand.bans.iter().chain(file.iter().flat_map(|file| &file.bans)).copied().collect();
        let around = |ban: &Ban| if let Ban::Around(around) = ban { Some(*around) } else { None };
        let full = |ban: &Ban| if let Ban::FullFile(number) = ban { Some(*number) } else { None };
        let held = Held {
            piece: kind,
            forms: forms(known.pieces, kind, hand.promoted),
            squares: squares.map(|squares| squares & existing(known)),
            full_file: bans.iter().filter_map(full).min(),
            no_check: bans.contains(&Ban::Check),
            no_mate: bans.contains(&Ban::Mate),
            surroundings: bans.iter().filter_map(around).collect(),
        };
        if let Some(form) = held.forms.iter().find(|&&form| items.iter().any(|item| item.what.brings(form))) {
            // A turn names what comes on the board, not from what it was made.
            let message = format!("two drops bring `{}`", known.pieces[form.index()].name);
            errors.push(LoadError::new(hand.place.clone(), message));
        }
        let count = file.map_or(CountFile::Both(0), |file| file.count.clone());
        items.push(DropItem {
            letters: known.pieces[kind.index()].id.clone(),
            what: Dropped::Held(held),
            at_start: at_start(&count, known.sides, errors),
            recaptured: false,
            endless: matches!(count, CountFile::Endless),
        });
    }
    if items.len() > Drops::MAX_ITEMS {
        let message =
            format!("{} kinds of pieces come to a hand: at most {} fit", items.len(), Drops::MAX_ITEMS);
        errors.push(LoadError::new(hand.place.clone(), message));
        items.truncate(Drops::MAX_ITEMS);
    }
    let first = match &hand.first {
        FirstFile::Nothing => DroppedFirst::Nothing,
        FirstFile::All => DroppedFirst::All,
        FirstFile::Names(names) => {
            let mut types = Vec::new();
            for name in names {
                let Some(kind) = named(name, errors) else { continue };
                if !items.iter().any(|item| item.what.piece() == Some(kind)) {
                    let message = format!("`{}` is never in a hand", name.value);
                    errors.push(LoadError::new(name.place.clone(), message));
                }
                types.push(kind);
            }
            DroppedFirst::Types(types)
        }
    };
    let no_dead_ends = hand.bans.contains(&Ban::DeadEnd);
    Drops {
        items,
        hand: Some(Hand {
            captures: hand.captures,
            losses: hand.losses,
            no_dead_ends,
            first,
            gates,
            only_gates,
        }),
    }
}

/// Checks that positions can name each side's gates by their files, besides the letters of castlings (R107).
fn gates_fault(known: &Known<'_>, gates: &[SquareSet; 2]) -> Result<(), String> {
    let size = known.size;
    for squares in gates {
        let rank = |square: Option<Square>| square.map(|square| size.rank(square));
        if rank(squares.first()) != rank(squares.last()) {
            return Err("the gates of a side are on one row".to_owned());
        }
    }
    let is_file = |castling: &&Castling| {
        let letter = castling.letter.to_ascii_lowercase();
        gates.iter().flatten().any(|square| size.file_letter(size.file(square)) == letter)
    };
    if let Some(castling) = known.castlings.iter().find(is_file) {
        return Err(format!("the letter `{}` of a castling is that of a gate's file", castling.letter));
    }
    if !known.castlings.is_empty() && known.setup.arrangements().next().is_some() {
        return Err("a game with castlings whose array can be arranged has no gates".to_owned());
    }
    Ok(())
}

/// Returns the squares that exist.
fn existing(known: &Known<'_>) -> SquareSet {
    known.size.iter().collect::<SquareSet>() - known.holes
}

/// Returns whether a piece may lie beside the board.
fn can_be_held(piece: &PieceDef) -> bool {
    let whole = |power: &Power| !matches!(power, Power::Royal(_) | Power::Twofold(_));
    piece.ability.powers.iter().all(whole)
}

/// Returns whether some captured piece becomes a type in the hand.
fn is_taken_as(pieces: &[PieceDef], kind: PieceType) -> bool {
    let becomes = |(index, piece): (usize, &PieceDef)| {
        can_be_held(piece) && piece.in_hand.map_or(index, PieceType::index) == kind.index()
    };
    pieces.iter().enumerate().any(becomes)
}

/// Returns what a piece from a hand may come on the board as.
fn forms(pieces: &[PieceDef], kind: PieceType, promoted: bool) -> Vec<PieceType> {
    let mut forms = vec![kind];
    let promotions = pieces[kind.index()].promotions.iter().filter(|_| promoted);
    for to in promotions.map(|promotion| promotion.to) {
        if !forms.contains(&to) && can_be_held(&pieces[to.index()]) {
            forms.push(to);
        }
    }
    forms
}

/// Returns the numbers that both sides have at the start.
fn at_start(count: &CountFile, sides: &[String; 2], errors: &mut Vec<LoadError>) -> [u8; 2] {
    match count {
        CountFile::Both(number) => [*number; 2],
        CountFile::Endless => [1; 2],
        CountFile::BySide(counts) => {
            let mut numbers = [0; 2];
            for (name, number) in counts {
                match side::find(name, sides) {
                    Ok(side) => numbers[side.index()] = *number,
                    Err(error) => errors.push(error),
                }
            }
            numbers
        }
    }
}

/// Changes the names of sides in inherited drops to those in the game that inherits them.
pub(super) fn rename_sides(drops: &mut [DropFile], former: &[String; 2], names: &[String; 2]) {
    for file in drops {
        if let CountFile::BySide(counts) = &mut file.count {
            counts.iter_mut().for_each(|(side, _)| side::rename(side, former, names));
        }
    }
}

/// The keys `in-hand` and `fen` of a piece.
pub(super) type HandKeys = (Option<At<String>>, Option<At<String>>);

/// Resolves what pieces become in a hand, and checks how FEN writes them.
pub(super) fn keys_of_pieces(
    pieces: &mut [PieceDef],
    files: &[Option<HandKeys>],
    find: &dyn Fn(&str) -> Option<PieceType>,
    unknown: &dyn Fn(Place, &str) -> LoadError,
    errors: &mut Vec<LoadError>,
) {
    let mut signs: Vec<String> = Vec::new();
    for (piece, keys) in pieces.iter_mut().zip(files) {
        let (in_hand, fen) = match keys {
            Some((in_hand, fen)) => (in_hand.as_ref(), fen.as_ref()),
            None => (None, None),
        };
        if let Some(name) = in_hand {
            piece.in_hand = find(&name.value);
            if piece.in_hand.is_none() {
                errors.push(unknown(name.place.clone(), &name.value));
            }
        }
        if let Some(sign) = fen {
            let letter = sign.value.strip_prefix('+').unwrap_or(&sign.value);
            let letter = letter.strip_suffix('~').unwrap_or(letter);
            if letter.len() != 1 || !letter.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                let message = format!(
                    "`{}` is no sign of FEN: expected a letter, perhaps with `+` before or `~` behind it",
                    crate::vocabulary::quoted(&sign.value)
                );
                errors.push(LoadError::new(sign.place.clone(), message));
            }
            piece.fen = Some(sign.value.clone());
        }
        signs.push(piece.fen.as_ref().unwrap_or(&piece.id).to_ascii_uppercase());
    }
    for (keys, sign) in files.iter().zip(&signs) {
        let Some((_, Some(fen))) = keys else { continue };
        if signs.iter().filter(|other| *other == sign).count() > 1 {
            let message = format!("FEN writes another piece as `{}`", crate::vocabulary::quoted(&fen.value));
            errors.push(LoadError::new(fen.place.clone(), message));
        }
    }
    for index in 0..pieces.len() {
        let Some(other) = pieces[index].in_hand else { continue };
        let fits = can_be_held(&pieces[index]) && can_be_held(&pieces[other.index()]);
        if let Some(Some((Some(at), _))) = files.get(index).filter(|_| !fits) {
            let message = "neither a royal piece nor one on two squares comes to a hand";
            errors.push(LoadError::new(at.place.clone(), message));
            pieces[index].in_hand = None;
        }
    }
}
