//! Any text that is pasted is imported or refused with its places, soon, and never with a panic.

use std::time::{Duration, Instant};

use beaufort_import::{TextError, ability, built_in_names, import_built_in, read_diagram, read_ini};
use beaufort_rules::{builtin, load_game};
use fastrand::Rng;

/// How long a text may take. A second in a browser; without optimisation, beside other tests, it is more.
const PATIENCE: Duration = Duration::from_secs(10);

/// Reads a text as each of the formats, loads what comes of it, and returns the errors of a reader.
fn import(text: &str, what: &str) -> [usize; 3] {
    let start = Instant::now();
    let lines = text.lines().count().max(1);
    let check = |errors: Vec<TextError>| {
        assert!(!errors.is_empty(), "{what} is refused for a reason");
        for error in &errors {
            assert!((1..=lines).contains(&error.line) && error.column >= 1, "{what}: {error}");
        }
        errors.len()
    };
    let load = |text: &str| drop(load_game("hostile.toml", text, &builtin::source));
    let ini = match read_ini(text) {
        Ok(games) => {
            games.iter().take(3).for_each(|game| load(&game.text));
            0
        }
        Err(errors) => check(errors),
    };
    let diagram = match read_diagram(text, "hostile") {
        Ok(game) => {
            load(&game.text);
            0
        }
        Err(errors) => check(errors),
    };
    let betza = text.lines().filter(|line| ability(line).is_err()).count();
    assert!(start.elapsed() < PATIENCE, "{what} takes {:?}", start.elapsed());
    [ini, diagram, betza]
}

#[test]
fn great_numbers_are_refused() {
    for number in ["99", "256", "65536", "4294967296", "99999999999999999999999", "-1", "1e9"] {
        for key in ["maxRank", "maxFile", "nMoveRule", "connectN", "promotionLimit", "castlingRank"] {
            let value = if key == "promotionLimit" { format!("q:{number}") } else { number.to_owned() };
            import(&format!("[a:chess]\n{key} = {value}\n"), key);
        }
        let [ini, ..] = import(&format!("[a:chess]\nmaxRank = {number}\n"), number);
        assert_eq!(ini, 1, "a board of {number} ranks");
        let [_, diagram, _] = import(&format!("files={number}\nKing::::e1\n"), number);
        assert_eq!(diagram, 1, "a board of {number} files");
        import(&format!("firstRank={number}\nKing::::e1,e{number}\n"), number);
        import(
            &format!("maxPromote={number}\npromoOffset={number}\npromoZone={number}\nKing::::e1\n"),
            number,
        );
        import(&format!("R{number}\n({number},1)\n[R{number}-B]\nNN{number}"), number);
        import(
            &format!("[a:chess]\nstartFen = {number}/{number}k/K{number} b {number} {number}+{number}"),
            number,
        );
    }
}

#[test]
fn sections_cannot_inherit_without_end() {
    let deep: String = (0..400).map(|n| format!("[v{}:v{n}]\n", n + 1)).collect();
    let [ini, ..] = import(&format!("[v0:chess]\n{deep}"), "a chain of 400 sections");
    assert!(ini > 300);
    assert!(import("[a:b]\n[b:c]\n[c:a]\n", "a circle of sections")[0] > 0);
    assert_eq!(import("[a:a]\n", "a section of itself")[0], 1);
    let many =
        |base: &str, number: usize| -> String { (0..number).map(|n| format!("[v{n}:{base}]\n")).collect() };
    for base in ["chess", "janggi", "shogi", "crazyhouse", "grand"] {
        import(&many(base, 499), base);
    }
    assert!(import(&many("chess", 600), "600 sections")[0] > 0);
    // Long values that many inherit.
    let keys: String = ["flagRegion", "dropRegionWhite", "dropRegionBlack", "promotionRegionWhite"]
        .map(|key| format!("{key} = {}\n", "e4 ".repeat(1300)))
        .concat();
    let [ini, ..] = import(&format!("[long:chess]\n{keys}{}", many("long", 480)), "long values");
    assert_eq!(ini, 1, "they inherit too much");
}

#[test]
fn long_texts_are_refused_or_read_soon() {
    let long = |part: &str, length: usize| part.repeat(length / part.len());
    for part in [
        "K", "[", "]", "/", "p/", ":", "::", "=", "a1,", "cabK", "[F-R]", "((", "fmW", "é", "#\n", "[a]\n",
        "x=1\n",
    ] {
        for length in [400, 4000, 60_000, 1_000_000] {
            let text = long(part, length);
            import(&text, &format!("{length} bytes of {part:?}"));
            import(
                &format!("[a:chess]\nstartFen = {text}\ncustomPiece1 = a:{text}\n"),
                &format!("values of {part:?}"),
            );
            import(&format!("King::{text}::{text}\nfirstRank=0\n"), &format!("a piece of {part:?}"));
        }
    }
    let settings = long("a=1\n", 30_000) + &long("Pawn::::a1,b1\n", 30_000);
    import(&settings, "many settings and pieces");
    let kinds: String = (0..256).map(|n| format!("Piece {n}::fmWfcFKNADGHCZ::\n")).collect();
    import(&kinds, "256 kinds");
}

/// Texts that are right, of each format.
fn right() -> Vec<String> {
    let mut texts = vec![
        include_str!("../src/ini/built-in.ini").to_owned(),
        "files=10\nranks=10\npromoZone=3\nmaxPromote=1\npromoChoice=QRN\nroyal=K\nPawn:P:fmWfcFimfnD::a2-j2\nKnight:N:N::b1,i1\n\
         Queen:Q:Q::e1\nRook:R:R::a1,j1\nKing:K:KisO3::f1\nhole::::a5,j6\n"
            .to_owned(),
        "FfW\nmNcB\nKNAD\nfRffN\nmRcpR\ngQ\nNNQ3\nGH\nWnD\nzB\nqNN\n[F-R]\n[F?R]\ncaK\ncabK\nfmWimfnD\nKisO2\nudQ\n".to_owned(),
    ];
    texts.extend(built_in_names().take(30).map(|name| import_built_in(name).expect("it is built in").text));
    texts
}

#[test]
fn changed_texts_are_read_or_refused() {
    let mut rng = Rng::with_seed(1);
    for text in right() {
        let lines: Vec<&str> = text.lines().collect();
        for round in 0..40 {
            let first = rng.usize(..lines.len());
            let part = lines[first..(first + 60).min(lines.len())].join("\n");
            let mut letters: Vec<char> = part.chars().collect();
            for _ in 0..rng.usize(1..20) {
                let at = rng.usize(..letters.len().max(1)).min(letters.len());
                match rng.u8(..4) {
                    0 if at < letters.len() => _ = letters.remove(at),
                    1 => letters.insert(
                        at,
                        *rng.choice(&['[', ']', ':', '=', '/', '9', '-', '*', 'a', 'Z', '\n', 'é'])
                            .expect("a letter"),
                    ),
                    2 if at < letters.len() => letters[at] = rng.char('!'..='~'),
                    _ => {
                        let piece: Vec<char> =
                            letters.iter().skip(at).take(rng.usize(..30)).copied().collect();
                        let to = rng.usize(..=letters.len());
                        letters.splice(to..to, piece);
                    }
                }
            }
            let changed: String = letters.into_iter().collect();
            import(&changed, &format!("round {round}:\n{changed}"));
        }
    }
}
