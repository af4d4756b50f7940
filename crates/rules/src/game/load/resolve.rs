//! From the files to a definition: names become types, texts become abilities.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::array;
use super::castling;
use super::drops;
use super::error::LoadError;
use super::file::GameFile;
use super::hand;
use super::once;
use super::piece::PieceFile;
use super::promotion;
use super::reachable;
use super::region;
use super::setup;
use super::source::{At, Place, Source};
use super::wall;
use crate::game::arrangement::{MAX_CASTLING_STARTS, castling_starts};
use crate::game::definition::{self, Definition, DrawnRegion, PieceDef, Promotion, SetupChoice, Style};
use crate::language::{
    self, AbilityParser, Hint, Problem, Split,
    ast::{Ability, Power, Royal},
    words,
};
use crate::vocabulary::{Geometry, Piece, PieceType, Region, Side, Square};

/// The greatest number of piece types of a game.
pub(super) const MAX_PIECES: usize = 200;
/// The greatest estimated size of the tables of all pieces, in MiB. The time to compute them grows with it.
const MAX_TABLE_MIB: u64 = 24;
/// The greatest length of an id, in letters.
pub(super) const MAX_ID: usize = 8;
/// The greatest length of an ability that a hint quotes, in bytes.
const MAX_HINT: usize = 60;

/// Builds the definition and reports everything that does not fit. Returns `None` only after it has reported why.
pub(super) fn resolve(
    source: &Arc<Source>,
    game: &GameFile,
    size: Option<Geometry>,
    bestiary: &BTreeMap<String, PieceFile>,
    errors: &mut Vec<LoadError>,
) -> Option<Definition> {
    let start = Place { source: source.clone(), span: 0..0 };
    let mut missing =
        |key: &str| errors.push(LoadError::new(start.clone(), format!("the game has no `{key}`")));
    let id = or_missing(&game.id, "id", &mut missing);
    let name = or_missing(&game.name, "name", &mut missing);
    let author = or_missing(&game.author, "author", &mut missing);
    let year = or_missing(&game.year, "year", &mut missing);
    let size = or_missing(&size, "board", &mut missing);
    let ranks = or_missing(&game.ranks, "array", &mut missing);
    if let Some(id) = id {
        check_game_id(id, errors);
    }

    let listed = game.pieces.as_deref().unwrap_or_default();
    if listed.is_empty() {
        errors.push(LoadError::new(start.clone(), "the game has no pieces"));
    }
    let names = check_names(listed, errors);
    check_described(source, game, &names, errors);
    let sides = game.side_names();
    let symmetry = game.symmetry.unwrap_or_default();
    let regions = size.map(|&size| region::resolve(&game.regions, size, symmetry, &sides, errors));
    let describe = |name: &At<String>| description(&name.value, game.described.get(&name.value), bestiary);
    let files: Vec<Option<PieceFile>> = names.iter().map(describe).collect();
    let mut pieces = pieces(&names, &files, game, bestiary, regions.as_deref(), errors);
    check_ids(&names, &files, errors);
    let key = |file: PieceFile| (file.in_hand, file.fen);
    let keys: Vec<_> = files.into_iter().map(|file| file.map(key)).collect();
    let unknown = |place, name: &str| unknown_piece(place, name, &names);
    hand::keys_of_pieces(&mut pieces, &keys, &|name| find(&names, name), &unknown, errors);
    promotions(source, game, &names, &mut pieces, regions.as_deref().unwrap_or_default(), errors);
    if let Some(once) = game.board.promotes_once.as_ref().filter(|once| once.value) {
        once::stop(&mut pieces, &once.place, errors);
    }

    let zone_ranks = game.board.zone_ranks.as_ref().map_or(0, |zone| zone.value);
    let size = *size?;
    if let Some(zone) = &game.board.zone_ranks
        && zone.value > size.ranks()
    {
        let message = format!("`promotion-zone` must be 0 to {}, the ranks of the board", size.ranks());
        errors.push(LoadError::new(zone.place.clone(), message));
    }
    let (array, holes) = array::read(ranks?, size, symmetry, &pieces, errors);
    let kind = |name: &At<String>| {
        find(&names, &name.value).ok_or_else(|| unknown_piece(name.place.clone(), &name.value, &names))
    };
    let setup = setup::resolve(game, size, &array, &sides, &kind, errors);
    let castlings = game.castling.as_deref().unwrap_or_default();
    let castlings = castling::resolve(castlings, size, symmetry, &array, &setup, &sides, errors);
    let known_regions = regions.as_deref().unwrap_or_default();
    let ending =
        game.ending.resolve(&sides, known_regions, names.len(), |name| find(&names, name), unknown, errors);
    let has_objectives =
        ending.objectives.iter().any(|objective| objective.result != definition::Value::Draws);
    if errors.is_empty() && !has_objectives && !ending.without_royals {
        check_royals(ranks?, &array, &pieces, &sides, errors);
    }
    let trade = game
        .trade
        .as_ref()
        .and_then(|trade| trade.resolve(&pieces, |name| find(&names, name), unknown, errors));
    let drops = game.drops.as_deref().unwrap_or_default();
    let drops = match &game.hand {
        None => drops::resolve(drops, size, &pieces, |name| find(&names, name), unknown, errors),
        Some(hand) => {
            let regions = known_regions;
            let known = hand::Known {
                size,
                holes,
                symmetry,
                sides: &sides,
                regions,
                pieces: &pieces,
                castlings: &castlings,
                setup: &setup,
            };
            hand::resolve(hand, drops, &known, &|name| find(&names, name), &unknown, errors)
        }
    };
    let walling = wall::resolve(game.turns.walling.as_ref(), known_regions, &pieces, errors);
    let drawn = game.board.drawn.iter().flatten().filter_map(|(name, drawing)| {
        Some(DrawnRegion { region: region::find(known_regions, name, errors)?, drawing: *drawing })
    });
    let drawn: Vec<DrawnRegion> = drawn.collect();
    let style = game.style.unwrap_or(Style::King);
    let counts_checks =
        ending.objectives.iter().any(|one| matches!(one.condition, definition::Condition::Checks(_)));
    let beside = [
        (!castlings.is_empty(), "castling"),
        (!drops.items.is_empty(), "drops"),
        (counts_checks, "checks"),
        (trade.is_some(), "`trade`"),
    ];
    check_style(style, ranks?, &pieces, &beside, errors);
    let definition = Definition {
        id: id?.value.clone(),
        name: name?.value.clone(),
        author: author?.value.clone(),
        year: *year?,
        summary: game.summary.as_ref().map_or_else(String::new, |summary| summary.value.trim().to_owned()),
        moves: game.moves,
        size,
        regions: regions?,
        drawn,
        holes,
        side_names: sides,
        pieces,
        array,
        symmetry,
        zone_ranks,
        promotion_duty: game.board.promotion_duty.unwrap_or_default(),
        style,
        sign_shape: game.sign_shape.unwrap_or_default(),
        drops,
        walling,
        castlings,
        ending,
        trade,
        obligations: game.turns.resolve(),
        setup,
        text: None,
    };
    if errors.is_empty() {
        check_array(&definition, ranks?, errors);
        check_holes(&definition, ranks?, errors);
        check_castling_starts(&definition, ranks?, errors);
        reachable::check_promotions(&definition, &game.promotions, errors);
        check_tables(game, &names, &definition, errors);
    }
    Some(definition)
}

fn or_missing<'g, T>(value: &'g Option<T>, key: &str, missing: &mut impl FnMut(&str)) -> Option<&'g T> {
    if value.is_none() {
        missing(key);
    }
    value.as_ref()
}

fn check_game_id(id: &At<String>, errors: &mut Vec<LoadError>) {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if id.value.is_empty() || !id.value.chars().all(fits) {
        let message = "the id of a game is made of small letters, digits and hyphens";
        errors.push(LoadError::new(id.place.clone(), message));
    }
}

/// Returns the names of the list without duplicates, up to the limit.
fn check_names(listed: &[At<String>], errors: &mut Vec<LoadError>) -> Vec<At<String>> {
    let mut names: Vec<At<String>> = Vec::with_capacity(listed.len());
    for name in listed {
        if names.iter().any(|known| known.value == name.value) {
            errors.push(LoadError::new(name.place.clone(), format!("`{}` is listed twice", name.value)));
        } else if names.len() == MAX_PIECES {
            let message = format!("the game has {} pieces: at most {MAX_PIECES} fit", listed.len());
            errors.push(LoadError::new(name.place.clone(), message));
            break;
        } else {
            names.push(name.clone());
        }
    }
    names
}

/// Reports descriptions in the game's own file that are not used.
fn check_described(source: &Arc<Source>, game: &GameFile, names: &[At<String>], errors: &mut Vec<LoadError>) {
    for (name, piece) in &game.described {
        let own = Arc::ptr_eq(&piece.place.source, source);
        if own && names.iter().all(|listed| listed.value != *name) {
            errors.push(unknown_piece(piece.place.clone(), name, names));
        }
    }
}

fn unknown_piece(place: Place, name: &str, names: &[At<String>]) -> LoadError {
    let hint = Hint::nearest(name, names.iter().map(|name| name.value.as_str()));
    LoadError::new(place, format!("`{name}` is not one of the game's pieces")).with_hint(hint)
}

/// Returns the description of a piece, merged from the game and the bestiary.
fn description(
    name: &str,
    own: Option<&PieceFile>,
    bestiary: &BTreeMap<String, PieceFile>,
) -> Option<PieceFile> {
    let file = [own, bestiary.get(name)].into_iter().flatten().cloned().reduce(PieceFile::over)?;
    let model = file.like.as_ref().and_then(|like| bestiary.get(&like.value)).cloned();
    Some(match model {
        Some(model) => file.moving_like(model),
        None => file,
    })
}

/// Reports the mistakes in the abilities of a file's own pieces.
pub(super) fn check_abilities(
    source: &Arc<Source>,
    game: &GameFile,
    bestiary: &BTreeMap<String, PieceFile>,
    errors: &mut Vec<LoadError>,
) {
    let abilities = game.described.values().filter_map(|piece| piece.ability.as_ref());
    let own = abilities.filter(|text| Arc::ptr_eq(&text.place.source, source));
    let texts: Vec<_> = own.map(|text| (text, Split::new(&text.value))).collect();
    let parser = AbilityParser::new(None);
    for (text, split) in &texts {
        ability(text, parser.parse(split), &game.described, bestiary, errors);
    }
}

/// Returns an ability that has been parsed from a text, or reports its problems. The pieces of the game and of the bestiary are for
/// hints.
fn ability(
    text: &At<String>,
    parsed: Result<Ability, Vec<Problem>>,
    described: &BTreeMap<String, PieceFile>,
    bestiary: &BTreeMap<String, PieceFile>,
    errors: &mut Vec<LoadError>,
) -> Ability {
    parsed.unwrap_or_else(|problems| {
        for problem in problems {
            let word = text.value.get(problem.span.clone()).unwrap_or_default();
            let hint = hint_at_piece(word, described, bestiary).or(problem.hint);
            errors.push(LoadError::new(text.part(problem.span), problem.message).with_hint(hint));
        }
        Ability::default()
    })
}

/// Returns the ability of the piece that a word of an ability names instead.
fn hint_at_piece(
    word: &str,
    described: &BTreeMap<String, PieceFile>,
    bestiary: &BTreeMap<String, PieceFile>,
) -> Option<Hint> {
    let mut pieces = described.iter().chain(bestiary).filter(|(name, _)| name.eq_ignore_ascii_case(word));
    let (name, piece) = pieces.next().filter(|_| words::find(word).is_none())?;
    let ability = &piece.ability.as_ref()?.value;
    let is_short = ability.len() <= MAX_HINT && language::parse(ability).is_ok();
    let moves = if is_short { format!("whose ability is `{ability}`") } else { "not a travel".to_owned() };
    let text = format!("{name} is a piece, {moves}");
    Some(Hint::Advice { text, instead: is_short.then(|| ability.clone()) })
}

/// Returns the pieces with these names and descriptions. Without regions any name of one is taken.
fn pieces(
    names: &[At<String>],
    files: &[Option<PieceFile>],
    game: &GameFile,
    bestiary: &BTreeMap<String, PieceFile>,
    regions: Option<&[Region]>,
    errors: &mut Vec<LoadError>,
) -> Vec<PieceDef> {
    // The texts live longer than the parser, as it demands.
    let texts: Vec<Option<Split<'_>>> =
        files.iter().map(|file| Some(Split::new(&file.as_ref()?.ability.as_ref()?.value))).collect();
    let parser = AbilityParser::new(regions);
    let all = names.iter().zip(files).zip(&texts);
    all.map(|((name, file), text)| {
        let parsed = text.as_ref().map(|text| parser.parse(text));
        piece(name, file.as_ref(), parsed, &game.described, bestiary, errors)
    })
    .collect()
}

fn piece(
    name: &At<String>,
    file: Option<&PieceFile>,
    parsed: Option<Result<Ability, Vec<Problem>>>,
    described: &BTreeMap<String, PieceFile>,
    bestiary: &BTreeMap<String, PieceFile>,
    errors: &mut Vec<LoadError>,
) -> PieceDef {
    let Some(file) = file.cloned() else {
        let message =
            format!("there is no piece `{}`: neither the bestiary nor this game describes it", name.value);
        let hint = Hint::nearest(&name.value, bestiary.keys().map(String::as_str));
        errors.push(LoadError::new(name.place.clone(), message).with_hint(hint));
        return PieceDef {
            name: name.value.clone(),
            id: name.value.clone(),
            abbreviation: None,
            ability_text: String::new(),
            ability: Default::default(),
            description: String::new(),
            promotions: Vec::new(),
            unnamed: false,
            worth: None,
            sign: None,
            picture: None,
            in_hand: None,
            fen: None,
            copy_of: None,
        };
    };
    let unknown_model = file.like.as_ref().filter(|like| !bestiary.contains_key(&like.value));
    if let Some(like) = unknown_model {
        let message = format!("the bestiary has no piece `{}`", like.value);
        let hint = Hint::nearest(&like.value, bestiary.keys().map(String::as_str));
        errors.push(LoadError::new(like.place.clone(), message).with_hint(hint));
    }
    let has_ability = file.ability.is_some() || unknown_model.is_some();
    for (key, present) in [("id", file.id.is_some()), ("ability", has_ability)] {
        if !present {
            errors.push(LoadError::new(file.place.clone(), format!("`{}` has no `{key}`", name.value)));
        }
    }
    for id in file.id.iter().chain(&file.abbreviation) {
        if id.value.is_empty()
            || id.value.len() > MAX_ID
            || !id.value.chars().all(|c| c.is_ascii_alphabetic())
        {
            let message =
                format!("`{}` cannot be an id: expected 1 to {MAX_ID} letters from A to Z", id.value);
            errors.push(LoadError::new(id.place.clone(), message));
        }
    }
    let ability = file.ability.as_ref().zip(parsed);
    let ability = ability.map(|(text, parsed)| self::ability(text, parsed, described, bestiary, errors));
    if let (Some(text), Some(ability)) = (&file.ability, &ability) {
        let has = |found: fn(&Power) -> bool| ability.powers.iter().any(found);
        if has(|power| matches!(power, Power::Birth(_))) && has(|power| matches!(power, Power::Twofold(_))) {
            let message = "`birth` and `twofold` do not go together: a new piece would stand on one square";
            errors.push(LoadError::new(text.place.clone(), message));
        }
    }
    let text = |value: Option<At<String>>| value.map_or_else(String::new, |text| text.value);
    PieceDef {
        name: name.value.clone(),
        id: text(file.id),
        abbreviation: file.abbreviation.map(|abbreviation| abbreviation.value),
        ability_text: text(file.ability),
        ability: ability.unwrap_or_default(),
        description: text(file.description),
        promotions: Vec::new(),
        unnamed: file.unnamed.unwrap_or(false),
        worth: file.worth,
        sign: file.sign,
        picture: file.picture,
        in_hand: None,
        fen: None,
        copy_of: None,
    }
}

/// Reports ids that differ only in case (K129), and abbreviations of two pieces (K119).
fn check_ids(names: &[At<String>], files: &[Option<PieceFile>], errors: &mut Vec<LoadError>) {
    let files = names.iter().zip(files);
    let files: Vec<(&str, &PieceFile)> =
        files.filter_map(|(name, file)| Some((&*name.value, file.as_ref()?))).collect();
    for (i, (name, file)) in files.iter().enumerate() {
        for (other_name, other) in &files[..i] {
            let (Some(id), Some(other_id)) = (&file.id, &other.id) else { continue };
            if id.value.eq_ignore_ascii_case(&other_id.value) {
                let message = format!("`{}` is an id for both {other_name} and {name}", id.value);
                let hint = (id.value != other_id.value)
                    .then(|| Hint::advice("capitals alone do not make ids different"));
                errors.push(LoadError::new(id.place.clone(), message).with_hint(hint));
            }
        }
        let Some(abbreviation) = &file.abbreviation else { continue };
        for (other_name, other) in files.iter().filter(|(other_name, _)| other_name != name) {
            if other.id.iter().chain(&other.abbreviation).any(|text| text.value == abbreviation.value) {
                let message = format!("`{}` stands for both {name} and {other_name}", abbreviation.value);
                errors.push(LoadError::new(abbreviation.place.clone(), message));
            }
        }
    }
}

fn promotions(
    source: &Arc<Source>,
    game: &GameFile,
    names: &[At<String>],
    pieces: &mut [PieceDef],
    regions: &[Region],
    errors: &mut Vec<LoadError>,
) {
    let sides = game.side_names();
    for (name, promotions) in &game.promotions {
        let Some(from) = find(names, name) else {
            // A piece removed by this revision leaves its promotion behind.
            if Arc::ptr_eq(&promotions.place.source, source) {
                errors.push(unknown_piece(promotions.place.clone(), name, names));
            }
            continue;
        };
        let unknown = |place, name: &str| unknown_piece(place, name, names);
        let find = |name: &str| find(names, name);
        let known = promotion::Known { pieces, regions, sides: &sides };
        let promotes_to = promotion::resolve(from, &promotions.value, &known, find, unknown, errors);
        pieces[from.index()].promotions = promotes_to;
        let zone = game.board.zone_ranks.as_ref().map_or(0, |zone| zone.value);
        let needs_zone = pieces[from.index()].promotions.iter().any(Promotion::needs_zone);
        if needs_zone && zone == 0 {
            let message = format!("`{name}` can never promote: the board has no `promotion-zone`");
            errors.push(LoadError::new(promotions.place.clone(), message));
        }
    }
}

/// Returns the type of a piece of the list.
fn find(names: &[At<String>], name: &str) -> Option<PieceType> {
    let index = names.iter().position(|listed| listed.value == name)?;
    Some(PieceType::new(u8::try_from(index).expect("a game has at most 200 pieces")))
}

/// Reports names that cannot be used in the positions of a style.
fn check_style(
    style: Style,
    array: &At<String>,
    pieces: &[PieceDef],
    beside: &[(bool, &str)],
    errors: &mut Vec<LoadError>,
) {
    let has = |found: fn(&Power) -> bool| pieces.iter().any(|piece| piece.ability.powers.iter().any(found));
    let powers = [
        (has(|power| matches!(power, Power::EnPassant(_))), "`en-passant`"),
        (has(|power| matches!(power, Power::IguiInPassing(_))), "`igui-in-passing`"),
        (pieces.iter().any(PieceDef::is_twofold), "`twofold`"),
        (pieces.iter().any(|piece| piece.ability.needs_start()), "`from start`"),
    ];
    if let Some((_, what)) = beside.iter().chain(&powers).find(|(needed, _)| *needed && style == Style::King)
    {
        let message = format!("King's positions have no place for {what}: the game needs another `notation`");
        errors.push(LoadError::new(array.place.clone(), message));
    }
}

/// Reports an array that is no valid position of the game: it could be written but not read again.
fn check_array(definition: &Definition, ranks: &At<String>, errors: &mut Vec<LoadError>) {
    let pieces: Vec<(Square, Piece)> = definition
        .array
        .iter()
        .map(|placed| (placed.square, Piece::new(placed.piece, placed.side)))
        .collect();
    // Positions in Adrian King's notation may have any pieces on any squares.
    if let Some(fault) = definition.fault_of(&pieces).filter(|_| definition.style != Style::King) {
        let message = format!("the array is no position of the game: {fault}");
        errors.push(LoadError::new(ranks.place.clone(), message));
    }
}

/// Reports holes of the board to which the set-up could bring a piece.
fn check_holes(definition: &Definition, ranks: &At<String>, errors: &mut Vec<LoadError>) {
    let (size, holes) = (definition.size, definition.holes);
    let mut choices = definition.setup.phases.iter().flat_map(|phase| &phase.choices);
    let lost = |choice: &SetupChoice| match choice {
        SetupChoice::Exchange { squares, .. } => {
            squares.iter().copied().find(|&square| holes.contains(square))
        }
        SetupChoice::Arrange { arrangements, .. } => {
            arrangements.squares.iter().copied().find(|&square| holes.contains(square))
        }
        SetupChoice::Symmetry | SetupChoice::Reflect { .. } => {
            holes.iter().find(|&hole| !holes.contains(size.reflect(hole)))
        }
    };
    if let Some(square) = choices.find_map(lost) {
        let message = format!("the set-up could put a piece on {}, which is a hole", size.name(square));
        errors.push(LoadError::new(ranks.place.clone(), message));
    }
}

/// Reports arrangements in which the pieces that castle may begin in too many ways.
fn check_castling_starts(definition: &Definition, ranks: &At<String>, errors: &mut Vec<LoadError>) {
    if castling_starts(definition).len() > MAX_CASTLING_STARTS {
        let message =
            format!("the pieces that castle may begin in more than {MAX_CASTLING_STARTS} ways in the set-up");
        errors.push(LoadError::new(ranks.place.clone(), message));
    }
}

/// Reports pieces whose tables would be too large.
fn check_tables(game: &GameFile, names: &[At<String>], definition: &Definition, errors: &mut Vec<LoadError>) {
    let total = definition.table_bytes();
    if total <= Definition::MAX_TABLE_BYTES {
        return;
    }
    let costs = definition.pieces.iter().map(|piece| table_bytes(definition.size, piece));
    let Some((most, cost)) = costs.enumerate().max_by_key(|&(index, cost)| (cost, std::cmp::Reverse(index)))
    else {
        return;
    };
    // A type that promotes no further has the tables of the piece that it is like.
    let (Some(name), piece) = (names.get(most).or(names.last()), &definition.pieces[most]) else { return };
    let described = game.described.get(&name.value).and_then(|piece| piece.ability.as_ref());
    let place = described.map_or(&name.place, |ability| &ability.place);
    let message = format!(
        "the pieces need tables of {} MiB, `{}` alone of {} KiB: a game has room for {MAX_TABLE_MIB} MiB",
        total.div_ceil(1 << 20),
        piece.name,
        cost.div_ceil(1 << 10),
    );
    let hint = "say their moves in fewer or shorter ways, or make the board smaller";
    errors.push(LoadError::new(place.clone(), message).with_hint(Some(Hint::advice(hint))));
}

impl Definition {
    /// The greatest size of a game's tables: see [`Definition::table_bytes`].
    pub const MAX_TABLE_BYTES: u64 = MAX_TABLE_MIB << 20;

    /// Returns the approximate size of the tables that the game's moves need, in bytes.
    pub fn table_bytes(&self) -> u64 {
        self.pieces.iter().map(|piece| table_bytes(self.size, piece)).sum()
    }
}

/// Returns the approximate size of a piece's tables, in bytes.
fn table_bytes(size: Geometry, piece: &PieceDef) -> u64 {
    let Ability { travels, powers } = &piece.ability;
    let travels: usize = travels.iter().map(|travel| travel.path.cost(size)).sum();
    let all = powers.iter().fold(travels, |sum, power| sum + power.cost(size, travels));
    Side::BOTH.len() as u64 * size.squares() as u64 * all as u64
}

/// Reports a side that has lost before the first turn (K113).
fn check_royals(
    ranks: &At<String>,
    array: &[definition::Placement],
    pieces: &[PieceDef],
    sides: &[String; 2],
    errors: &mut Vec<LoadError>,
) {
    let royal = |id: PieceType| pieces[id.index()].ability.powers.contains(&Power::Royal(Royal));
    for (side, name) in Side::BOTH.into_iter().zip(sides) {
        if !array.iter().any(|placement| placement.side == side && royal(placement.piece)) {
            let message = format!("the array gives {name} no royal piece: {name} would have lost at once");
            errors.push(LoadError::new(ranks.place.clone(), message));
        }
    }
}

#[cfg(all(test, feature = "builtin"))]
mod tests {
    use super::*;
    use crate::game::builtin;

    #[test]
    fn built_in_games_need_half_the_room_at_most() {
        for game in builtin::ids().filter_map(builtin::definition) {
            let total = game.table_bytes();
            assert!(2 * total <= Definition::MAX_TABLE_BYTES, "{}: {} KiB", game.id, total >> 10);
        }
    }
}
