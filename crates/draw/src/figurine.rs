//! Figurines: silhouettes of the orthodox pieces and similar ones, chosen by how a piece moves and not by its name.
//!
//! A figurine is drawn in a square of 100 units.

use beaufort_rules::language::ast::{Leap, Mode, Path, Power, Ride, Travel};
use beaufort_rules::vocabulary::Vector;
use beaufort_rules::{Game, PieceType};

use crate::palette::TileColours;
use crate::svg::Svg;

/// A part of a figurine: a filled area, or a line cut out of it.
enum Part {
    Ink(&'static str),
    Cut(&'static str),
}

use Part::{Cut, Ink};

/// A group of parts, with its horizontal and vertical offset and its scale.
struct Placed(f64, f64, f64, &'static [Part]);

const BASE: Part = Ink("M22 92V85Q22 81 26 81H74Q78 81 78 85V92Z");
const CROSS: Part = Ink("M46 4H54V11H61V18H54V27H46V18H39V11H46Z");
const KING: &[Part] = &[
    CROSS,
    Ink("M50 40C43 25 19 26 18 45C17 58 27 66 32 77H68C73 66 83 58 82 45C81 26 57 25 50 40Z"),
    Cut("M50 45V68M34 72Q50 66 66 72"),
    BASE,
];
const MAN: &[Part] = &[
    Ink("M50 12A8 8 0 1 1 49.9 12Z"),
    Ink("M50 42C43 29 23 30 22 47C21 59 29 67 33 77H67C71 67 79 59 78 47C77 30 57 29 50 42Z"),
    Cut("M35 72Q50 66 65 72"),
    BASE,
];
const QUEEN: &[Part] = &[
    Ink(
        "M15 25A6 6 0 1 1 14.9 25ZM32 15A6 6 0 1 1 31.9 15ZM50 11A6 6 0 1 1 49.9 11ZM68 15A6 6 0 1 1 67.9 15ZM85 25A6 6 0 1 1 84.9 25Z",
    ),
    Ink("M15 34L31 60L33 24L43 57L50 20L57 57L67 24L69 60L85 34L72 77H28Z"),
    Cut("M30 70Q50 64 70 70"),
    BASE,
];
const ROOK: &[Part] = &[
    Ink("M25 18H37V27H44V18H56V27H63V18H75V40L66 47L69 77H31L34 47L25 40Z"),
    Cut("M35 47H65M32 72H68"),
    BASE,
];
const CROWNED_ROOK: &[Part] = &[
    CROSS,
    Ink("M25 30H37V37H44V30H56V37H63V30H75V48L66 54L68 77H32L34 54L25 48Z"),
    Cut("M35 54H65M33 72H67"),
    BASE,
];
const WAZIR: &[Part] =
    &[Ink("M32 42H41V48H46V42H54V48H59V42H68V56L62 61V77H38V61L32 56Z"), Cut("M39 61H61"), BASE];
const MITRE: Part = Ink("M50 19C65 29 74 41 72 52C71 60 65 64 61 67H39C35 64 29 60 28 52C26 41 35 29 50 19Z");
const BISHOP_FOOT: Part = Ink("M36 70H64Q65 76 74 81H26Q35 76 36 70Z");
const BISHOP: &[Part] =
    &[Ink("M50 6A6.5 6.5 0 1 1 49.9 6Z"), MITRE, Cut("M50 35V57M40 45H60"), BISHOP_FOOT, BASE];
const CROWNED_BISHOP: &[Part] =
    &[Ink("M46.5 1H53.5V7H60V13H53.5V21H46.5V13H40V7H46.5Z"), MITRE, Cut("M37 53L63 42"), BISHOP_FOOT, BASE];
const FERZ: &[Part] = &[
    Ink("M28 34A5 5 0 1 1 27.9 34ZM50 28A5 5 0 1 1 49.9 28ZM72 34A5 5 0 1 1 71.9 34Z"),
    Ink("M28 42L41 62L50 36L59 62L72 42L66 77H34Z"),
    BASE,
];
const PAWN: &[Part] =
    &[Ink("M50 20A15 15 0 0 1 60 46H65V53H58Q59 69 70 77H30Q41 69 42 53H35V46H40A15 15 0 0 1 50 20Z"), BASE];
const HORSE: &[Part] = &[
    Ink(
        "M34 78C33 64 45 60 50 49C44 54 39 55 33 53L29 61C25 66 17 62 18 54C20 43 29 33 35 26L33 11L45 19C66 18 79 38 78 78Z",
    ),
    Cut("M41 31L43 33M55 26Q68 36 69 66"),
];
const BATTLEMENT: &[Part] = &[Ink("M20 61H32V68H43V61H57V68H68V61H80V75L75 81H25L20 75Z"), BASE];
const BAND: &[Part] = &[Ink("M24 61H76L70 81H30Z"), Cut("M50 64V78M41 70H59"), BASE];
const CORONET: &[Part] = &[Ink("M16 58L32 71L36 58L44 71L50 57L56 71L64 58L68 71L84 58L75 81H25Z"), BASE];
/// The placement of a horse's head over the figurine for the other moves of its piece.
const RISING: (f64, f64, f64) = (14.0, -4.0, 0.78);

/// The distance that a piece moves in the directions of one kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    Nowhere,
    Step,
    Line,
}

/// Draws the figurine of a piece with its upper left corner at a point; returns `false` if it has none.
pub(crate) fn draw(
    svg: &mut Svg,
    game: &Game,
    kind: PieceType,
    at: (f64, f64),
    scale: f64,
    colours: TileColours,
) -> bool {
    let Some(figure) = Figure::of(game, kind) else { return false };
    svg.placed(at.0, at.1, scale, |svg| {
        for Placed(x, y, scale, parts) in figure.parts() {
            svg.placed(x, y, scale, |svg| {
                for part in parts {
                    match part {
                        Ink(path) => svg.filled(path, colours.ink),
                        Cut(path) => svg.stroked(path, colours.fill, 4.0),
                    }
                }
            });
        }
    });
    true
}

/// Returns whether most types of the pieces on the board at the start have a figurine; the others show their ids.
///
/// # Examples
/// ```
/// use beaufort_draw::has_figurines;
/// use beaufort_rules::builtin;
///
/// let figurines = |id| has_figurines(&builtin::game(id).expect("it is built in"));
/// assert!(figurines("orthochess") && !figurines("scirocco"));
/// ```
pub fn has_figurines(game: &Game) -> bool {
    let array = &game.definition().array;
    let at_start = |kind: &PieceType| array.iter().any(|placement| placement.piece == *kind);
    let kinds: Vec<PieceType> = game.types().filter(at_start).collect();
    2 * kinds.iter().filter(|&&kind| Figure::of(game, kind).is_some()).count() > kinds.len()
}

/// Returns the Unicode chess symbol for a piece that moves like an orthodox one: the outlined symbol for both sides, which is
/// one column wide in every terminal.
pub(crate) fn symbol(game: &Game, kind: PieceType) -> Option<char> {
    match Figure::of(game, kind)? {
        Figure::King => Some('♔'),
        Figure::Queen => Some('♕'),
        Figure::Rook => Some('♖'),
        Figure::Bishop => Some('♗'),
        Figure::Knight => Some('♘'),
        Figure::Pawn => Some('♙'),
        _ => None,
    }
}

/// The kind of a piece that moves like an orthodox one or a similar one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Figure {
    Pawn,
    King,
    Man,
    Queen,
    Rook,
    Bishop,
    CrownedRook,
    CrownedBishop,
    Wazir,
    Ferz,
    Knight,
    Chancellor,
    Archbishop,
    Amazon,
}

impl Figure {
    fn of(game: &Game, kind: PieceType) -> Option<Figure> {
        use Reach::{Line, Nowhere, Step};
        let ability = &game.piece(kind).ability;
        if is_pawn(&ability.travels) {
            return Some(Figure::Pawn);
        }
        let (is_royal, reaches) = (game.is_royal(kind), reaches(&ability.travels)?);
        if is_royal && reaches == [Step, Step, Nowhere] {
            return Some(Figure::King);
        }
        // A figurine does not show other powers.
        if !ability.powers.iter().all(|power| matches!(power, Power::Royal(_))) {
            return None;
        }
        Some(match reaches {
            [Step, Step, Nowhere] => Figure::Man,
            [Line, Line, Nowhere] => Figure::Queen,
            [Line, Nowhere, Nowhere] => Figure::Rook,
            [Nowhere, Line, Nowhere] => Figure::Bishop,
            [Line, Step, Nowhere] => Figure::CrownedRook,
            [Step, Line, Nowhere] => Figure::CrownedBishop,
            [Step, Nowhere, Nowhere] => Figure::Wazir,
            [Nowhere, Step, Nowhere] => Figure::Ferz,
            [Nowhere, Nowhere, Step] => Figure::Knight,
            [Line, Nowhere, Step] => Figure::Chancellor,
            [Nowhere, Line, Step] => Figure::Archbishop,
            [Line, Line, Step] => Figure::Amazon,
            _ => return None,
        })
    }

    /// Returns the parts of the figurine, drawn on top of each other.
    fn parts(self) -> Vec<Placed> {
        let alone = |parts| vec![Placed(0.0, 0.0, 1.0, parts)];
        let horse_over = |parts| {
            let (x, y, scale) = RISING;
            vec![Placed(x, y, scale, HORSE), Placed(0.0, 0.0, 1.0, parts)]
        };
        match self {
            Figure::Pawn => alone(PAWN),
            Figure::King => alone(KING),
            Figure::Man => alone(MAN),
            Figure::Queen => alone(QUEEN),
            Figure::Rook => alone(ROOK),
            Figure::Bishop => alone(BISHOP),
            Figure::CrownedRook => alone(CROWNED_ROOK),
            Figure::CrownedBishop => alone(CROWNED_BISHOP),
            Figure::Wazir => alone(WAZIR),
            Figure::Ferz => alone(FERZ),
            Figure::Knight => vec![Placed(0.0, 3.0, 1.0, HORSE), Placed(0.0, 0.0, 1.0, &[BASE])],
            Figure::Chancellor => horse_over(BATTLEMENT),
            Figure::Archbishop => horse_over(BAND),
            Figure::Amazon => horse_over(CORONET),
        }
    }
}

/// Returns whether a piece moves straight ahead and captures diagonally ahead.
fn is_pawn(travels: &[Travel]) -> bool {
    let steps: Vec<(&Vector, Mode)> = travels
        .iter()
        .filter_map(|travel| Some((travel, vectors(&travel.path)?.0)))
        .flat_map(|(travel, vectors)| vectors.iter().map(|vector| (vector, travel.mode)))
        .collect();
    let goes = |mode: Mode, aslant: bool| {
        steps.iter().any(|(vector, how)| *how == mode && (vector.dx != 0) == aslant)
    };
    goes(Mode::Moving, false)
        && goes(Mode::Capturing, true)
        && steps.iter().all(|(vector, mode)| {
            vector.dy == 1 && *mode == if vector.dx == 0 { Mode::Moving } else { Mode::Capturing }
        })
}

/// Returns how far a piece moves orthogonally, diagonally and like a Knight; `None` if it moves in other ways, or differently
/// in different directions.
fn reaches(travels: &[Travel]) -> Option<[Reach; 3]> {
    let mut all = Vec::new();
    for travel in travels {
        let (vectors, reach) = vectors(&travel.path)?;
        if travel.mode != Mode::Both {
            return None;
        }
        all.extend(vectors.iter().map(|vector| ((vector.dx, vector.dy), reach)));
    }
    let kinds: [&[(i8, i8)]; 3] = [
        &[(1, 0), (0, 1), (-1, 0), (0, -1)],
        &[(1, 1), (-1, 1), (-1, -1), (1, -1)],
        &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)],
    ];
    if !all.iter().all(|(vector, _)| kinds.iter().any(|kind| kind.contains(vector))) {
        return None;
    }
    let mut reaches = [Reach::Nowhere; 3];
    for (reach, kind) in reaches.iter_mut().zip(kinds) {
        let farthest = |wanted: &(i8, i8)| {
            let found = all.iter().filter(|(vector, _)| vector == wanted).map(|&(_, reach)| reach);
            found.max().unwrap_or(Reach::Nowhere)
        };
        *reach = farthest(&kind[0]);
        if !kind.iter().all(|vector| farthest(vector) == *reach) {
            return None;
        }
    }
    Some(reaches)
}

/// Returns the directions of a plain leap or ride, and its distance.
fn vectors(path: &Path) -> Option<(&[Vector], Reach)> {
    match path {
        Path::Leap(Leap(vectors)) => Some((vectors, Reach::Step)),
        Path::Ride(Ride { vectors, min: 1, max: 1 }) => Some((vectors, Reach::Step)),
        Path::Ride(Ride { vectors, min: 1, max: u8::MAX }) => Some((vectors, Reach::Line)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::{Figure, symbol};

    /// Returns the names of the pieces of a game that have figurines.
    fn drawn(id: &str) -> Vec<String> {
        let game = builtin::game(id).expect("the game comes with the library");
        let names = game.types().filter(|&kind| Figure::of(&game, kind).is_some());
        names.map(|kind| game.piece(kind).name.clone()).collect()
    }

    #[test]
    fn the_orthodox_pieces_have_figurines() {
        assert_eq!(drawn("orthochess").len(), 6);
        assert_eq!(drawn("capablanca").len(), 8);
    }

    #[test]
    fn the_kin_has_figurines_and_what_does_more_has_none() {
        let scirocco = drawn("scirocco");
        for name in ["King", "Pawn", "Commoner", "Knight", "Scirocco", "Wazir", "Firzan"] {
            assert!(scirocco.iter().any(|drawn| drawn == name), "{name} of {scirocco:?}");
        }
        for name in ["Dervish", "Camel", "Guard", "Zebra"] {
            assert!(!scirocco.iter().any(|drawn| drawn == name), "{name}");
        }
        let larger = drawn("larger-board");
        assert!(larger.iter().any(|name| name == "Pawn") && !larger.iter().any(|name| name == "Pao"));
    }

    #[test]
    fn a_symbol_stands_for_what_moves_like_it_whatever_its_name() {
        let symbols = |id: &str| -> String {
            let game = builtin::game(id).expect("the game comes with the library");
            game.types().filter_map(|kind| symbol(&game, kind)).collect()
        };
        assert_eq!(symbols("orthochess").len(), 6 * '♔'.len_utf8());
        assert!("♔♕♖♗♘♙".chars().all(|sign| symbols("orthochess").contains(sign)));
        let scirocco = builtin::game("scirocco").expect("the game comes with the library");
        let of = |id: &str| symbol(&scirocco, scirocco.type_by_any_name(id).expect("there is one"));
        assert_eq!(
            [of("P"), of("K"), of("N"), of("W"), of("Der")],
            [Some('♙'), Some('♔'), Some('♘'), None, None]
        );
    }
}
