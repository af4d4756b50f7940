use std::fs;

use crate::{beaufort, stderr, stdout};

#[test]
fn a_piece_is_explained() {
    let text = stdout(beaufort("show scirocco der"));
    assert!(text.starts_with("Dervish (Der)  Scirocco\n"), "{text}");
    assert!(text.contains("\nPromotes to: Harpy (Ha)\n"));
}

#[test]
fn a_piece_is_told_in_betzas_notation() {
    let pawn = stdout(beaufort("show orthochess Pawn"));
    assert!(pawn.ends_with("\n\nBetza: fmWifmnDfceF\n"), "{pawn}");
    let chameleon = stdout(beaufort("show ultima Chameleon"));
    assert!(chameleon.ends_with("\n\nBetza: mQ\n  not said there: imitate\n"), "{chameleon}");
    // It has two of them.
    let dervish = stdout(beaufort("show scirocco Dervish"));
    assert!(dervish.ends_with("\n  not said there: relay\n"), "{dervish}");
}

#[test]
fn a_heat_map_has_a_worth_for_each_square() {
    let text = stdout(beaufort("show orthochess pawn --heat-map"));
    let rows: Vec<Vec<i32>> = text
        .lines()
        .filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()))
        .map(|line| line.split_whitespace().skip(1).map(|word| word.parse().unwrap()).collect())
        .collect();
    assert!(text.starts_with("Pawn, opening\n 8 ") && text.contains("\nPawn, ending\n 8 "), "{text}");
    assert!(rows.len() == 16 && rows.iter().all(|row| row.len() == 8), "{text}");
    // In the ending a Pawn that is about to promote is worth more than one at home.
    let mean = |row: &Vec<i32>| row.iter().sum::<i32>() / 8;
    assert!(mean(&rows[8 + 1]) > mean(&rows[8 + 6]) + 50, "{text}");
    assert_ne!(stdout(beaufort("show orthochess pawn --heat-map --eval derived")), text);
    let (status, message) = stderr(beaufort("show orthochess --heat-map"));
    assert_eq!(status, Some(2));
    assert!(message.starts_with("error: a heat map is that of a piece"), "{message}");
}

#[test]
fn the_board_can_be_turned() {
    let [blue, tan] =
        ["", "--flip"].map(|flip| stdout(beaufort(&format!("show scirocco --position initial {flip}"))));
    assert!(blue.contains("\n 1 │[Ch] │") && blue.ends_with("\n\nBlue to move\n"), "{blue}");
    assert!(tan.contains("\n 1 │[Wa] │"), "{tan}");
}

#[test]
fn a_board_of_text_has_chess_symbols_where_they_fit() {
    let board = |game: &str| stdout(beaufort(&format!("show {game} --position initial --tiles figurines")));
    let orthodox = board("orthochess");
    assert!(orthodox.contains("\n 1 │ [♖] │ [♘] │ [♗] │ [♕] │ [♔] │"), "{orthodox}");
    let scirocco = board("scirocco");
    assert!(scirocco.contains("[♙]") && scirocco.contains("(♔)") && scirocco.contains("[Der]"), "{scirocco}");
    let columns = |text: &str| text.lines().map(|line| line.trim_end().chars().count()).collect::<Vec<_>>();
    let letters = stdout(beaufort("show scirocco --position initial"));
    assert_eq!(columns(&scirocco), columns(&letters), "symbols are one column wide");
}

#[test]
fn a_board_of_text_has_characters_where_pieces_have_some() {
    let board = |game: &str| stdout(beaufort(&format!("show {game} --position initial --tiles signs")));
    let shogi = board("shogi");
    assert!(shogi.contains("\n 1 │[香] │[桂] │[銀] │[金] │[玉] │"), "{shogi}");
    // Without any, a game has its symbols.
    assert!(board("orthochess").contains("\n 1 │ [♖] │ [♘] │ [♗] │ [♕] │ [♔] │"));
}

#[cfg(feature = "png")]
#[test]
fn a_picture_of_pixels_has_letters_instead_of_characters() {
    let folder = tempfile::tempdir().unwrap();
    let picture = |arguments: &str, name: &str| {
        let path = folder.path().join(name);
        let mut command = beaufort(&format!("show {arguments} --scale 0.5 --output"));
        let output = command.arg(&path).output().unwrap();
        assert!(output.status.success());
        (std::fs::read(&path).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (letters, silence) = picture("shogi --position initial --tiles letters", "letters.png");
    assert_eq!(silence, "");
    let (signs, warning) = picture("shogi --position initial --tiles signs", "signs.png");
    assert!(signs == letters, "the pictures differ");
    assert_eq!(
        warning,
        "warning: the font of PNG pictures has no characters: letters stand for them; SVG pictures have them\n"
    );
    // Without characters there is nothing to replace.
    assert_eq!(picture("orthochess --position initial --tiles signs", "chess.png").1, "");
}

#[test]
fn a_board_has_the_tiles_that_are_asked_for() {
    let board =
        |tiles: &str| stdout(beaufort(&format!("show orthochess --position initial --format svg {tiles}")));
    let [diagrams, letters, figurines] = ["", "--tiles letters", "--tiles figurines"].map(board);
    let ids = |svg: &str| svg.matches(">K</text>").count();
    assert_eq!([&diagrams, &letters, &figurines].map(|svg| ids(svg)), [2, 2, 0]);
    assert!(letters.len() < diagrams.len() && figurines.contains("<path"));
    let (status, message) = stderr(beaufort("show orthochess --tiles figurines"));
    assert_eq!(status, Some(2), "{message}");
}

#[test]
fn a_decided_position_says_who_has_won() {
    let mut command = beaufort("show scirocco --position");
    command.arg("[K]9/10/10/10/10/10/10/10/[P]9/9(K) b");
    assert!(stdout(command).ends_with("\nBlue has won: Tan has only one piece left\n"));
}

#[test]
fn colours_are_for_those_who_want_them() {
    let escape = '\u{1b}';
    assert!(!stdout(beaufort("show scirocco")).contains(escape));
    assert!(stdout(beaufort("show scirocco --color always")).contains(escape));
    assert!(!stdout(beaufort("show scirocco --color never")).contains(escape));
    let mut forced = beaufort("show scirocco");
    forced.env("CLICOLOR_FORCE", "1");
    assert!(stdout(forced).contains(escape));
    let mut refused = beaufort("show scirocco");
    refused.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1");
    assert!(!stdout(refused).contains(escape));
}

#[test]
fn pictures_are_written_whole() {
    let folder = tempfile::tempdir().unwrap();
    for (name, arguments) in [
        #[cfg(feature = "png")]
        ("board.png", "show scirocco --position initial --scale 0.5"),
        ("harpy.svg", "show scirocco Harpy"),
        ("list.txt", "show scirocco --color always"),
        #[cfg(feature = "png")]
        ("pawn.png", "show scirocco Pawn"),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, "old").unwrap();
        let mut command = beaufort(arguments);
        command.arg("--output").arg(&path);
        assert_eq!(stdout(command), "");
        let bytes = fs::read(&path).unwrap();
        match path.extension().and_then(|extension| extension.to_str()) {
            #[cfg(feature = "png")]
            Some("png") => {
                let picture = resvg::tiny_skia::Pixmap::decode_png(&bytes).unwrap();
                assert!(picture.width() > 100 && picture.pixels().iter().any(|pixel| pixel.red() < 40));
            }
            Some("svg") => assert!(bytes.starts_with(b"<svg ")),
            _ => assert!(!bytes.contains(&0x1b) && bytes.ends_with("promotes to\n".as_bytes())),
        }
    }
    let mut entries = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(entries.all(|name| !name.to_string_lossy().starts_with('.')), "a draft is left behind");
}

#[cfg(feature = "png")]
#[test]
fn letters_need_no_fonts() {
    let png = |arguments: &str| {
        let mut command = beaufort(arguments);
        command.arg("--format").arg("png");
        // Where no fonts are installed or found, the result is the same.
        let bytes = command.env("HOME", "nowhere").output().unwrap().stdout;
        resvg::tiny_skia::Pixmap::decode_png(&bytes).unwrap()
    };
    let (wazir, commoner) = (png("show scirocco W"), png("show scirocco F"));
    // The names stand in the upper left corner: if they were not drawn, it would be the same.
    let corner = |picture: &resvg::tiny_skia::Pixmap| -> Vec<u8> {
        (40..110)
            .flat_map(|y| (50..400).map(move |x| (x, y)))
            .map(|(x, y)| picture.pixel(x, y).unwrap().red())
            .collect()
    };
    assert_ne!(corner(&wazir), corner(&commoner));
}

#[test]
fn a_game_of_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let mini = r#"
        id = "mini"
        name = "Mini"
        author = "Nobody"
        year = 2024
        [board]
        files = 2
        ranks = 3
        [array]
        ranks = "K ."
        [piece.King]
        id = "K"
        ability = "W + F; royal"
    "#;
    fs::write(folder.path().join("mini.toml"), mini).unwrap();
    let child = "extends = \"mini\"\nid = \"maxi\"\nname = \"Maxi\"\nyear = 2025\n[piece.King]\nability = \"W; royal\"\n";
    fs::write(folder.path().join("maxi.toml"), child).unwrap();
    let run = |arguments: &str, file: &str| {
        let mut command = beaufort(arguments);
        command.arg("--game-file").arg(folder.path().join(file));
        stdout(command)
    };
    assert_eq!(run("perft 1", "mini.toml"), "3\n");
    assert_eq!(run("moves", "maxi.toml").lines().count(), 2);
    assert!(run("show King", "maxi.toml").starts_with("King (K)  Maxi\n    W; royal\n"));
}
