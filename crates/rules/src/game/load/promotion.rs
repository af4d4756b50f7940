//! Promotions and their conditions in a file.

use std::collections::BTreeMap;

use toml::de::DeValue;

use super::drops::SPOTS;
use super::error::LoadError;
use super::read::{GameReader, Value, quoted};
use super::region;
use super::side;
use super::source::{At, Place};
use crate::game::definition::{
    PieceDef, PromotingMoves, Promotion, PromotionTerms, PromotionWhen, Region, TermsDuty,
};
use crate::language::ast::{Power, Royal};
use crate::vocabulary::PieceType;

/// A promotion in a file.
#[derive(Clone, Debug)]
pub(super) struct PromotionFile {
    to: At<String>,
    when: WhenFile,
    terms: TermsFile,
}

/// The terms of a promotion, with the names of regions and sides.
#[derive(Clone, Debug, Default)]
struct TermsFile {
    region: Option<At<String>>,
    moves: PromotingMoves,
    duty: Option<DutyFile>,
    side: Option<At<String>>,
}

/// Whether a promotion may be declined, with the name of a region.
#[derive(Clone, Debug)]
enum DutyFile {
    Plain(bool),
    In(At<String>),
}

/// The promotion of a piece to the type that it takes.
const WHAT_IT_TAKES: &str = "what it takes";
/// Any piece that is taken.
const ANY: &str = "any";

/// The condition of a promotion, with the names of pieces.
#[derive(Clone, Debug)]
enum WhenFile {
    After(PromotionWhen),
    /// While a piece of this type is on the board (K109).
    IfOnBoard(At<String>),
    /// While no piece of this type is on the board (K109).
    UnlessOnBoard(At<String>),
    /// After taking a piece of one of these types (L21, R163).
    Taking(Vec<At<String>>),
}

/// Reads the promotions of all pieces.
pub(super) fn read(r: &mut GameReader<'_>, value: &Value<'_>) -> BTreeMap<String, At<Vec<PromotionFile>>> {
    let Some(table) = r.table("promotions", value) else { return BTreeMap::new() };
    let mut all = BTreeMap::new();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        let promotions: Vec<PromotionFile> = match value.get_ref() {
            DeValue::Array(list) => list.iter().filter_map(|item| promotion(r, name, item)).collect(),
            _ => promotion(r, name, value).into_iter().collect(),
        };
        all.insert(name.to_owned(), At { value: promotions, place: r.place(key.span()) });
    }
    all
}

fn promotion(r: &mut GameReader<'_>, name: &str, value: &Value<'_>) -> Option<PromotionFile> {
    const AFTER: &[(&str, PromotionWhen)] = &[
        ("any move", PromotionWhen::Always),
        ("diagonal move", PromotionWhen::DiagonalMove),
        ("orthogonal move", PromotionWhen::OrthogonalMove),
    ];
    const ON: &[(&str, PromotionWhen)] = &[("any square", PromotionWhen::Anywhere)];
    const MOVES: &[(&str, PromotingMoves)] = &[
        ("starting or ending there", PromotingMoves::Touching),
        ("ending there", PromotingMoves::Ending),
        ("entering", PromotingMoves::Entering),
        ("entering or capturing", PromotingMoves::EnteringOrCapturing),
        ("capturing", PromotingMoves::Capturing),
    ];
    const KEYS: &[&str] = &[
        "to",
        "after",
        "if-on-board",
        "unless-on-board",
        "taking",
        "on",
        "set-down",
        "at-most",
        "in",
        "when",
        "must",
        "side",
    ];
    /// The number of keys for `to` and the conditions.
    const CONDITIONS: usize = 8;
    let table = match value.get_ref() {
        DeValue::String(_) => {
            let when = WhenFile::After(PromotionWhen::Always);
            return Some(PromotionFile { to: r.text(name, value)?, when, terms: TermsFile::default() });
        }
        DeValue::Table(table) => table,
        _ => {
            r.wrong_type(name, "the name of a piece, or a list of promotions", value);
            return None;
        }
    };
    let mut to = None;
    let mut terms = TermsFile::default();
    let mut conditions = Vec::new();
    for (key, value) in table {
        let name = key.get_ref().as_ref();
        match name {
            "to" => to = Some(r.text(name, value)),
            "after" => conditions.push(r.one_of(name, value, AFTER).map(WhenFile::After)),
            "if-on-board" => conditions.push(r.text(name, value).map(WhenFile::IfOnBoard)),
            "taking" => conditions.push(r.one_or_more(name, value).map(WhenFile::Taking)),
            "on" => conditions.push(r.one_of(name, value, ON).map(WhenFile::After)),
            "at-most" => {
                let number = r.number(name, value, 1..=u8::MAX);
                conditions.push(number.map(|number| WhenFile::After(PromotionWhen::AtMost(number))));
            }
            "set-down" => {
                let spot = r.one_of(name, value, SPOTS);
                conditions.push(spot.map(|spot| WhenFile::After(PromotionWhen::Placed(spot))));
            }
            "in" => terms.region = r.text(name, value),
            "when" => terms.moves = r.one_of(name, value, MOVES).unwrap_or_default(),
            "must" => terms.duty = duty(r, name, value),
            "side" => terms.side = r.text(name, value),
            "unless-on-board" => conditions.push(r.text(name, value).map(WhenFile::UnlessOnBoard)),
            _ => r.unknown_key(key, KEYS),
        }
    }
    if to.is_none() {
        r.error(value.span(), "this promotion has no `to`");
    }
    if conditions.len() > 1 {
        r.error(value.span(), format!("a promotion has one condition: {}", quoted(&KEYS[1..CONDITIONS])));
    }
    let when = conditions.pop().unwrap_or(Some(WhenFile::After(PromotionWhen::Always)));
    let (to, when) = (to??, when?);
    let own_zone = terms.region.is_some() || terms.moves != PromotingMoves::Touching;
    let wrong = match &when {
        WhenFile::After(PromotionWhen::Placed(_)) if own_zone || terms.duty.is_some() => {
            Some("`set-down` goes with none of `in`, `when` and `must`")
        }
        WhenFile::After(PromotionWhen::Anywhere) if own_zone => {
            Some("`on` goes with neither `in` nor `when`")
        }
        WhenFile::Taking(_) if terms.moves != PromotingMoves::Touching => {
            Some("`taking` does not go with `when`: the move is a capture")
        }
        WhenFile::Taking(_) => None,
        _ if to.value == WHAT_IT_TAKES => Some("to become what it takes, it needs `taking`"),
        _ => None,
    };
    if let Some(message) = wrong {
        r.error(value.span(), message);
    }
    Some(PromotionFile { to, when, terms })
}

/// Reads whether a promotion may be declined.
fn duty(r: &mut GameReader<'_>, name: &str, value: &Value<'_>) -> Option<DutyFile> {
    match value.get_ref() {
        DeValue::Boolean(must) => Some(DutyFile::Plain(*must)),
        DeValue::String(_) => Some(DutyFile::In(r.text(name, value)?)),
        _ => {
            r.wrong_type(name, "true, false or the name of a region", value);
            None
        }
    }
}

/// The names beside those of pieces that promotions may use.
pub(super) struct Known<'g> {
    pub(super) pieces: &'g [PieceDef],
    pub(super) regions: &'g [Region],
    pub(super) sides: &'g [String; 2],
}

/// Resolves the pieces of the promotions of `from`; a name that `find` does not know is reported by `unknown`. Reports
/// promotions that change nothing, are listed twice or cannot be made.
pub(super) fn resolve(
    from: PieceType,
    promotions: &[PromotionFile],
    known: &Known<'_>,
    find: impl Fn(&str) -> Option<PieceType>,
    unknown: impl Fn(Place, &str) -> LoadError,
    errors: &mut Vec<LoadError>,
) -> Vec<Promotion> {
    let pieces = known.pieces;
    let terms: Vec<Option<PromotionTerms>> =
        promotions.iter().map(|promotion| promotion.terms.resolve(known, errors)).collect();
    let mut piece = |name: &At<String>| {
        let found = find(&name.value);
        if found.is_none() {
            errors.push(unknown(name.place.clone(), &name.value));
        }
        found
    };
    let resolve_one = |(promotion, terms): (&PromotionFile, Option<PromotionTerms>)| {
        let when: Option<Vec<PromotionWhen>> = match &promotion.when {
            WhenFile::After(when) => Some(vec![*when]),
            WhenFile::IfOnBoard(name) => piece(name).map(|kind| vec![PromotionWhen::Present(kind)]),
            WhenFile::Taking(names) if matches!(&names[..], [name] if name.value == ANY) => {
                Some(vec![PromotionWhen::TakingAny])
            }
            WhenFile::Taking(names) => {
                let found: Vec<_> = names.iter().map(&mut piece).collect();
                found.into_iter().map(|kind| kind.map(PromotionWhen::Taking)).collect()
            }
            WhenFile::UnlessOnBoard(name) => piece(name).map(|kind| vec![PromotionWhen::Absent(kind)]),
        };
        if promotion.to.value != WHAT_IT_TAKES {
            let (to, when, terms) = (piece(&promotion.to), when?, terms?);
            let to = to?;
            return Some(when.into_iter().map(|when| Promotion { to, when, terms }).collect());
        }
        let terms = terms?;
        let by_taking = |kind| Promotion { to: kind, when: PromotionWhen::Taking(kind), terms };
        let taken = |when: PromotionWhen| -> Vec<PieceType> {
            if let PromotionWhen::Taking(kind) = when { vec![kind] } else { others(from, pieces).collect() }
        };
        Some(when?.into_iter().flat_map(taken).map(by_taking).collect())
    };
    let resolved: Vec<Option<Vec<Promotion>>> = promotions.iter().zip(terms).map(resolve_one).collect();
    // Each with whether it stands for one of the types that the piece may take.
    let mut promotions_so_far: Vec<(Promotion, bool)> = Vec::new();
    let one_by_one = promotions.iter().zip(resolved);
    let one_by_one =
        one_by_one.flat_map(|(file, all)| all.into_iter().flatten().map(move |promotion| (file, promotion)));
    for (file, promotion) in one_by_one {
        let is_any = file.to.value == WHAT_IT_TAKES;
        let is_same = |&(ref other, is_other_any): &(Promotion, bool)| {
            let always = [other.when, promotion.when].contains(&PromotionWhen::Always);
            other.to == promotion.to
                && other.terms == promotion.terms
                && (other.when == promotion.when || always && is_other_any == is_any)
        };
        let name = &file.to.value;
        if promotion.to == from {
            let message = format!("`{name}` promotes to itself: leave that out");
            errors.push(LoadError::new(file.to.place.clone(), message));
        } else if promotions_so_far.iter().any(is_same) {
            let message = format!("the promotion to `{name}` is there twice");
            errors.push(LoadError::new(file.to.place.clone(), message));
        }
        if let Some(message) = obstacle(&pieces[promotion.to.index()], promotion.when) {
            errors.push(LoadError::new(file.to.place.clone(), message));
        }
        promotions_so_far.push((promotion, is_any));
    }
    promotions_so_far.into_iter().map(|(promotion, _)| promotion).collect()
}

/// Returns the types that a piece of another may become by taking them: all that stand on one square and are not royal.
fn others(from: PieceType, pieces: &[PieceDef]) -> impl Iterator<Item = PieceType> {
    let is_royal = |piece: &PieceDef| piece.ability.powers.contains(&Power::Royal(Royal));
    (0..).map(PieceType::new).zip(pieces).filter_map(move |(kind, piece)| {
        let may_be = kind != from && !is_royal(piece) && !piece.is_twofold() && !piece.explodes();
        may_be.then_some(kind)
    })
}

impl TermsFile {
    /// Resolves the names; `None` if one is unknown, which is reported.
    fn resolve(&self, known: &Known<'_>, errors: &mut Vec<LoadError>) -> Option<PromotionTerms> {
        let mut region = |name| {
            let index = region::find(known.regions, name, errors)?;
            Some(u8::try_from(index).expect("a game has at most 64 regions"))
        };
        let own = self.region.as_ref().map(&mut region);
        let duty = self.duty.as_ref().map(|duty| match duty {
            DutyFile::Plain(false) => Some(TermsDuty::May),
            DutyFile::Plain(true) => Some(TermsDuty::Must),
            DutyFile::In(name) => region(name).map(TermsDuty::MustIn),
        });
        let side = self
            .side
            .as_ref()
            .map(|name| side::find(name, known.sides).map_err(|error| errors.push(error)).ok());
        let whole = |known: bool| known.then_some(());
        whole(own != Some(None) && duty != Some(None) && side != Some(None))?;
        Some(PromotionTerms {
            region: own.flatten(),
            moves: self.moves,
            duty: duty.flatten(),
            side: side.flatten(),
        })
    }
}

/// Renames the sides of inherited promotions to the names in the game that inherits them.
pub(super) fn rename_sides(
    promotions: &mut BTreeMap<String, At<Vec<PromotionFile>>>,
    former: &[String; 2],
    names: &[String; 2],
) {
    for side in
        promotions.values_mut().flat_map(|all| &mut all.value).filter_map(|one| one.terms.side.as_mut())
    {
        side::rename(side, former, names);
    }
}

/// Returns why a piece cannot be the result of such a promotion: a piece on two squares needs a capture (L21), and one that
/// explodes must be set down somewhere (L44).
fn obstacle(piece: &PieceDef, when: PromotionWhen) -> Option<String> {
    let name = &piece.name;
    match when {
        PromotionWhen::Taking(_) | PromotionWhen::Placed(_) if piece.is_twofold() && piece.explodes() => {
            Some(format!("`{name}` stands on two squares and explodes: it never comes on the board"))
        }
        PromotionWhen::Taking(_) if piece.is_twofold() => None,
        PromotionWhen::Placed(_) if piece.explodes() => None,
        _ if piece.is_twofold() => {
            Some(format!("`{name}` stands on two squares: it comes only by a promotion with `taking`"))
        }
        _ if piece.explodes() => Some(format!(
            "`{name}` explodes where it is set down: it comes only by a promotion with `set-down`"
        )),
        _ => None,
    }
}
