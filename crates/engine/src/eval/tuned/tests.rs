use beaufort_rules::builtin;

use super::*;

fn chess() -> (Arc<Game>, String) {
    let game = builtin::game("orthochess").expect("it is built in");
    let text = Evaluation::derived(&game).text(&game, "a test");
    (game, text)
}

#[test]
fn what_is_written_is_read() {
    for game in builtin::ids().filter_map(builtin::game) {
        let derived = Evaluation::derived(&game);
        let text = derived.text(&game, "one line\n\nand another");
        let read = Evaluation::tuned(&game, "x", &text).expect("it was written so");
        assert_eq!(read.text(&game, "one line\n\nand another"), text);
        for (read, written) in read.weights().values().iter().zip(derived.weights().values()) {
            assert!((read[0] - written[0]).abs() <= 0.5 && (read[1] - written[1]).abs() <= 0.5);
        }
    }
}

#[test]
fn a_type_without_a_row_keeps_its_proportion() {
    let (game, text) = chess();
    let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with("Q ")).collect();
    let doubled: Vec<String> = rows
        .iter()
        .map(|row| match row.split_once(" = [[") {
            Some((id, _)) => {
                let kind = game.type_by_id(id.trim()).expect("it is a piece");
                let worth = 2 * Evaluation::derived(&game).worth(kind);
                format!("{id} = [[{worth}, {}], [0, 0], [0, 0]]", worth * 3 / 2)
            }
            None => (*row).to_owned(),
        })
        .collect();
    let tuned = Evaluation::tuned(&game, "x", &doubled.join("\n")).expect("it is well formed");
    let queen = game.type_by_id("Q").expect("there is one");
    let share = f64::from(tuned.worth(queen)) / f64::from(Evaluation::derived(&game).worth(queen));
    assert!((1.8..2.6).contains(&share), "{share}");
}

#[test]
fn mistakes_are_told_with_their_line() {
    let (game, text) = chess();
    let line = |start: &str| 1 + text.lines().position(|line| line.starts_with(start)).expect("it is there");
    let knight = text.lines().find(|line| line.starts_with("N ")).expect("there is one");
    let end = 1 + text.matches('\n').count();
    for (wrong, at, message) in [
        (
            text.replace("\"orthochess\"", "\"chess\""),
            line("game"),
            "these are weights for `chess`, not for `orthochess`",
        ),
        (text.replace("\"orthochess\"", "8"), line("game"), "`game` must be the id of a game, in quotes"),
        (
            text.replace("game = ", "games = "),
            line("game"),
            "there is no key `games`: expected `game`, `measure`, `piece` or `shared`",
        ),
        (text.replace(knight, "Nx = 3"), line("N "), "Orthodox chess has no piece with the id `Nx`"),
        (text.replace(knight, "N = 3"), line("N "), "`N` must be 3 pairs: worth, advance, centre"),
        (
            text.replace(knight, "N = [[3, 1e9], [0, 0], [0, 0]]"),
            line("N "),
            "`N: worth` must be two numbers from -10000 to 10000, as in [100, 150]",
        ),
        (
            text.replace("tempo = [10, 10]", "tempo = [10, true]"),
            line("tempo"),
            "`tempo` must be two numbers from -10000 to 10000, as in [100, 150]",
        ),
        (text.replace("tempo = [10, 10]\n", ""), end - 1, "the shared weight `tempo` is missing"),
        (text.replace("tempo = ", "temp = "), line("tempo"), "there is no shared weight `temp`"),
        (
            text.replace("[shared]", "[shard]"),
            line("[shared]"),
            "there is no key `shard`: expected `game`, `measure`, `piece` or `shared`",
        ),
        ("game = \"orthochess\"\n".to_owned(), 2, "`piece` is missing"),
        (text.replace("measure = 2", "measure = 3"), line("measure"), "`measure` must be 1 or 2"),
        (text.replace("measure = 2", "measure = \"2\""), line("measure"), "`measure` must be 1 or 2"),
        ("piece = 1\n".to_owned(), 1, "`piece` must be a table"),
    ] {
        let error = Evaluation::tuned(&game, "mine.toml", &wrong).expect_err(message);
        assert_eq!(error.to_string(), format!("mine.toml:{at}: {message}"), "{wrong}");
    }
    let error = Evaluation::tuned(&game, "mine.toml", "game = \n").expect_err("it is no TOML");
    assert_eq!(error.line(), 1);
}
