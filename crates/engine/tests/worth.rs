//! The worths that the engine derives from the rules alone, against those that others have published.

use std::sync::Arc;

use beaufort_engine::Evaluation;
use beaufort_rules::game::PieceDef;
use beaufort_rules::{Game, PieceType, builtin, load_game};

/// The usual worths of a game's pieces, in hundredths of its commonest piece.
struct Usual {
    game: &'static str,
    /// Their sources.
    by: &'static str,
    /// By the ids of the pieces.
    worths: &'static [(&'static str, i32)],
    /// The pieces whose worth is not found within a quarter.
    missed: &'static [&'static str],
}

const USUAL: &[Usual] = &[
    Usual {
        game: "orthochess",
        by: "ChessV, opening",
        worths: &[("N", 325), ("B", 325), ("R", 500), ("Q", 950)],
        missed: &[],
    },
    Usual {
        game: "capablanca",
        by: "ChessV, opening",
        worths: &[("N", 310), ("B", 350), ("R", 475), ("A", 825), ("C", 875), ("Q", 950)],
        missed: &[],
    },
    Usual {
        game: "grand",
        by: "ChessV, opening",
        worths: &[("N", 275), ("B", 400), ("R", 550), ("A", 750), ("C", 925), ("Q", 1000)],
        missed: &["N", "A", "C"],
    },
    Usual {
        game: "shatranj",
        by: "ChessV",
        worths: &[("E", 125), ("F", 175), ("N", 425), ("R", 600)],
        missed: &[],
    },
    Usual {
        game: "makruk",
        by: "ChessV, opening",
        worths: &[("M", 150), ("S", 260), ("N", 325), ("R", 500)],
        missed: &[],
    },
    Usual {
        game: "xiangqi",
        by: "H. T. Lau, Chinese Chess, 1985",
        worths: &[("A", 200), ("E", 200), ("H", 400), ("C", 450), ("R", 900)],
        missed: &["A", "E", "H", "C", "R"],
    },
    Usual {
        game: "shako",
        by: "ChessV, opening",
        worths: &[("E", 225), ("N", 275), ("B", 400), ("C", 400), ("R", 550), ("Q", 1000)],
        missed: &[],
    },
    Usual {
        game: "omega",
        by: "ChessV, opening",
        worths: &[("N", 275), ("B", 350), ("W", 360), ("C", 375), ("R", 550), ("Q", 1000)],
        missed: &["C"],
    },
    Usual {
        game: "gross",
        by: "ChessV, opening",
        worths: &[
            ("N", 250),
            ("V", 350),
            ("B", 500),
            ("C", 500),
            ("W", 600),
            ("S", 600),
            ("R", 700),
            ("A", 850),
            ("M", 1000),
            ("Q", 1250),
        ],
        missed: &["V", "C", "W", "S"],
    },
    Usual {
        game: "metamachy",
        by: "Jocly",
        worths: &[
            ("M", 200),
            ("N", 250),
            ("E", 250),
            ("I", 300),
            ("B", 350),
            ("C", 350),
            ("R", 500),
            ("L", 750),
            ("G", 800),
            ("Q", 900),
        ],
        missed: &["M", "L"],
    },
    // HaChu counts in other units; its Pawn is worth 40.
    Usual {
        game: "chu",
        by: "HaChu 0.21, times 2.5",
        worths: &[
            ("GB", 125),
            ("C", 250),
            ("S", 250),
            ("L", 375),
            ("RC", 375),
            ("DE", 375),
            ("G", 377),
            ("BT", 380),
            ("Ph", 382),
            ("Kr", 385),
            ("VM", 500),
            ("SM", 500),
            ("B", 625),
            ("R", 750),
            ("DH", 875),
            ("DK", 1000),
            ("HF", 1250),
            ("SE", 1375),
            ("FK", 1500),
            ("Ln", 2500),
        ],
        missed: &["S", "L", "Ph", "Kr", "Ln"],
    },
];

/// The greatest distance from the usual worth, in percent.
const MARGIN: f64 = 25.0;

/// The worth of a piece is near the usual one, and so is the order: of two pieces of which one is usually worth a third more
/// than the other, that one is worth more. Both but for the pieces named as missed.
#[test]
fn derived_worths_are_near_the_usual_ones() {
    let mut wrong = Vec::new();
    for Usual { game: id, by, worths, missed } in USUAL {
        let game = builtin::game(id).expect("it is built in");
        let evaluation = Evaluation::derived(&game);
        let kind = |id: &str| game.type_by_id(id).expect("it is a piece of the game");
        let pawn = hundred(&evaluation);
        let found = |kind: PieceType| f64::from(100 * evaluation.worth(kind)) / pawn;
        for &(piece, usual) in *worths {
            let found = found(kind(piece));
            let off = 100.0 * (found / f64::from(usual) - 1.0);
            if (off.abs() > MARGIN) != missed.contains(&piece) {
                wrong.push(format!("{id}: {piece} {found:.0}, by {by} {usual}: {off:+.0}%"));
            }
        }
        for &(less, low) in *worths {
            for &(more, high) in *worths {
                let known = !missed.contains(&less) && !missed.contains(&more);
                if known && 4 * low <= 3 * high && found(kind(less)) >= found(kind(more)) {
                    wrong.push(format!("{id}: {less} is worth no less than {more}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns what the commonest piece is worth where it stands in the array, with its prospects of promotion.
fn hundred(evaluation: &Evaluation) -> f64 {
    let game = evaluation.game();
    let common = beaufort_engine::commonest(game).expect("the game has pieces");
    let [opening, _] = evaluation.heat_map(common);
    let places = game.definition().array.iter().filter(|placement| placement.piece == common);
    let own = places.filter(|placement| placement.side == beaufort_rules::Side::First);
    let values: Vec<i32> = own.map(|placement| opening[placement.square.index()]).collect();
    f64::from(values.iter().sum::<i32>()) / values.len() as f64
}

/// A piece that moves far more than the commonest one would be worth more than a game file can say.
#[test]
fn a_worth_is_one_that_a_game_file_can_give() {
    let text = r#"
        id = "snails"
        name = "Snails"
        author = "Nobody"
        year = 2026
        pieces = ["King", "Snail", "Storm"]

        [board]
        files = 16
        ranks = 16

        [array]
        symmetry = "mirror"
        ranks = """
          SN SN SN SN SN SN SN SN SN SN SN SN SN SN SN SN
          .  .  .  ST .  .  .  K  .  .  .  .  .  .  .  .
        """

        [ending]
        check = "does not bind"

        [piece.Snail]
        id = "SN"
        ability = "exactly (0,9) (moving)"
        description = "Leaps nine squares straight ahead, if it can."

        [piece.Storm]
        id = "ST"
        ability = "R + B + N rider + C rider + Z rider + D rider + A rider"
        description = "Rides everywhere."
    "#;
    let definition =
        load_game("own.toml", text, &builtin::source).unwrap_or_else(|errors| panic!("{errors}"));
    let evaluation = Evaluation::new(&Arc::new(Game::from(definition)));
    let worth = |kind: u8| evaluation.worth(PieceType::new(kind));
    assert_eq!((worth(1), worth(2)), (100, PieceDef::MAX_WORTH.into()));
}
