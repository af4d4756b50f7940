//! The meaning of abilities, and the robustness of the parser.

use beaufort_rules::game::builtin;
use beaufort_rules::language::ast::{
    Ability, Area, Bearing, Bend, HopCapture, Igui, Leap, Mode, Path, Power, Reach, Relay, Ride, Royal,
    Travel,
};
use beaufort_rules::language::{parse, words::WORDS};
use beaufort_rules::vocabulary::Vector;

fn ability(text: &str) -> Ability {
    parse(text).unwrap_or_else(|problems| panic!("{text}: {}", problems[0]))
}

fn queen_lines() -> Vec<Vector> {
    [Vector::leaper(1, 0), Vector::leaper(1, 1)].concat()
}

#[test]
fn travels_have_the_vectors_of_the_table() {
    let table = include_str!("language/vectors.txt");
    let mut lines = table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let jupiter = builtin::definition("jupiter").unwrap();
    let mut cases = 0;
    while let Some(head) = lines.next() {
        let (name, text) = head.split_once(": ").expect("a piece and its ability");
        let mut expected: Vec<&str> = lines.next().expect("vectors follow").split_whitespace().collect();
        let mut found: Vec<String> = ability(text).travels.iter().flat_map(vectors).collect();
        found.sort();
        // Terms may overlap, as in `W + forward W`; the table lists each vector once.
        found.dedup();
        expected.sort();
        assert_eq!(found, expected, "{head}");
        if name != "-" {
            let piece = jupiter.pieces.iter().find(|piece| piece.name == name).expect(name);
            assert_eq!(piece.ability.travels, ability(text).travels, "the row of the game, {head}");
        }
        cases += 1;
    }
    assert!(cases > 50);
}

/// Formats the vectors of a travel like the table.
fn vectors(travel: &Travel) -> Vec<String> {
    let (vectors, suffix) = match &travel.path {
        Path::Leap(Leap(vectors)) => (vectors, String::new()),
        Path::Ride(ride) if ride.max == u8::MAX => (&ride.vectors, "x".to_owned()),
        Path::Ride(ride) => (&ride.vectors, format!("x{}", ride.max)),
        other => panic!("the table has leaps and rides alone: {other:?}"),
    };
    vectors.iter().map(|vector| format!("({},{}){suffix}", vector.dx, vector.dy)).collect()
}

#[test]
fn a_note_belongs_to_its_own_term() {
    let modes = |text| ability(text).travels.iter().map(|travel| travel.mode).collect::<Vec<_>>();
    assert_eq!(modes("F + W (moving)"), [Mode::Both, Mode::Moving]);
    assert_eq!(modes("(F + W) (moving); N (capturing)"), [Mode::Moving, Mode::Moving, Mode::Capturing]);
    assert_eq!(modes("(F (moving) + W)"), [Mode::Moving, Mode::Both]);
}

#[test]
fn plus_and_semicolon_mean_the_same() {
    assert_eq!(parse("W + F; royal"), parse("W;F + royal"));
}

#[test]
fn beyond_leaves_out_the_nearer_squares() {
    let rook = Vector::leaper(1, 0);
    let wagon = Path::Ride(Ride { vectors: rook.clone(), min: 2, max: u8::MAX });
    assert_eq!(ability("R beyond 1").travels[0].path, wagon, "K32");
    let narrow = Path::Ride(Ride { vectors: rook, min: 3, max: 5 });
    assert_eq!(ability("R5 beyond 2").travels[0].path, narrow);
}

#[test]
fn a_bent_path_has_two_legs_and_two_notes() {
    let step = |vectors| Ride { vectors, min: 1, max: 1 };
    let slide = |vectors| Ride { vectors, min: 1, max: u8::MAX };
    let octopus = Path::Bend(Bend {
        first: step(Vector::leaper(1, 1)),
        stop: Mode::Moving,
        second: slide(Vector::leaper(1, 0)),
        bearing: Bearing::Outwards,
    });
    assert_eq!(
        ability("F (moving) then R outwards").travels,
        [Travel { path: octopus, mode: Mode::Both }],
        "K33"
    );
    let other = Path::Bend(Bend {
        first: step(Vector::leaper(1, 0)),
        stop: Mode::Both,
        second: step(Vector::leaper(1, 1)),
        bearing: Bearing::Outwards,
    });
    assert_eq!(
        ability("W then F outwards (capturing)").travels,
        [Travel { path: other, mode: Mode::Capturing }]
    );
}

#[test]
fn powers_have_their_arguments() {
    let leap = |x, y, mode| Travel { path: Path::Leap(Leap(Vector::leaper(x, y))), mode };
    let ride = |vectors, max, mode| Travel { path: Path::Ride(Ride { vectors, min: 1, max }), mode };
    let seen = |max| Reach::Seen(Ride { vectors: queen_lines(), min: 1, max });
    let near = |area: Area| Reach::At(area.vectors());
    let cases = [
        ("royal", Power::Royal(Royal)),
        ("hop-capture over adjacent pieces", Power::HopCapture(HopCapture { over: Area::Adjacent })),
        (
            "hop-capture over orthogonally adjacent pieces",
            Power::HopCapture(HopCapture { over: Area::Orthogonal }),
        ),
        (
            "hop-capture over diagonally adjacent pieces",
            Power::HopCapture(HopCapture { over: Area::Diagonal }),
        ),
        ("igui on diagonally adjacent squares", Power::Igui(Igui { reach: near(Area::Diagonal) })),
        ("igui along Q lines", Power::Igui(Igui { reach: seen(u8::MAX) })),
        (
            "relay (F + D (moving)) to adjacent pieces landing orthogonally adjacent",
            Power::Relay(Relay {
                lends: vec![leap(1, 1, Mode::Both), leap(2, 0, Mode::Moving)],
                reach: near(Area::Adjacent),
                landing: Some(Area::Orthogonal),
            }),
        ),
        (
            "relay Q (moving) to pieces along Q lines",
            Power::Relay(Relay {
                lends: vec![ride(queen_lines(), u8::MAX, Mode::Moving)],
                reach: seen(u8::MAX),
                landing: None,
            }),
        ),
        (
            "relay N to pieces N away",
            Power::Relay(Relay {
                lends: vec![leap(2, 1, Mode::Both)],
                reach: Reach::At(Vector::leaper(2, 1)),
                landing: None,
            }),
        ),
    ];
    for (text, power) in cases {
        assert_eq!(ability(text), Ability { travels: vec![], powers: vec![power] }, "{text}");
    }
}

#[test]
fn problems_have_places() {
    let problems = parse("R0 + side F + N + N").unwrap_err();
    let places: Vec<_> = problems.iter().map(|problem| problem.span.clone()).collect();
    assert_eq!(places, [1..2, 5..11, 18..19]);
    assert_eq!(parse("W + né").unwrap_err()[0].span, 4..7);
}

/// A small deterministic generator of pseudorandom numbers (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % bound as u64).expect("below a usize")
    }
}

#[test]
fn no_text_is_too_strange() {
    let mut pieces: Vec<&str> = WORDS.iter().map(|word| word.name).collect();
    pieces.extend([
        "(",
        ")",
        "+",
        ";",
        ",",
        "-",
        " ",
        "0",
        "4",
        "255",
        "99999999999999999999",
        "(3,0)",
        "é",
        "\u{0}",
        "🐫",
        "\n",
        "(moving)",
        "W +",
        "--",
        "a-",
    ]);
    let mut dice = Dice(0x5C12_0CC0);
    let mut understood = 0;
    for _ in 0..20_000 {
        let length = dice.below(12);
        let words: Vec<&str> = (0..length).map(|_| pieces[dice.below(pieces.len())]).collect();
        let text = words.join(if dice.below(2) == 0 { " " } else { "" });
        match parse(&text) {
            Ok(ability) => {
                assert!(!ability.travels.is_empty() || !ability.powers.is_empty(), "{text}");
                understood += 1;
            }
            Err(problems) => {
                assert!(!problems.is_empty(), "{text}");
                for problem in problems {
                    assert!(text.get(problem.span.clone()).is_some(), "{text}: {:?}", problem.span);
                }
            }
        }
    }
    assert!(understood > 50, "the texts are not all nonsense: {understood}");
}

#[test]
fn long_texts_are_read() {
    let alike = |count: usize| parse(&vec!["exactly (1,2) (moving)"; count].join(" + ")).unwrap_err().len();
    assert_eq!(alike(150), 149, "all but the first are repetitions");
    assert_eq!(alike(2_000), 1, "a longer text than an ability may have is not even read");
    assert!(parse(&"(".repeat(100_000)).is_err());
    assert!(parse(&"forward ".repeat(10_000)).is_err());
}

/// An ability, however deep, does not overflow the stack of the parser.
#[test]
fn parentheses_take_no_stack() {
    let many = 1990;
    let [open, close] = ["(", ")"].map(|sign| sign.repeat(many));
    for text in [
        format!("zz {open}{open}"),
        format!("zz {open}N{close}"),
        format!("{open}N{close}"),
        format!("W {close}{open}"),
    ] {
        let read = std::thread::Builder::new().stack_size(1 << 19).spawn(move || parse(&text).is_err());
        assert!(read.expect("a thread").join().expect("no overflow"));
    }
}
