use std::fs;

use tempfile::tempdir;

use crate::{beaufort, stderr, stdout};

const GAME: &str = r#"
    id = "small"
    name = "Small"
    author = "Nobody"
    year = 2024
    [board]
    files = 4
    ranks = 4
    [array]
    ranks = "K . . P"
    [piece.King]
    id = "K"
    ability = "W + F; royal"
    [piece.Pawn]
    id = "P"
    ability = "forward W"
    [piece.Ghost]
    id = "G"
    ability = "N"
"#;

#[test]
fn a_game_is_summed_up_and_oddities_are_warnings() {
    let folder = tempdir().unwrap();
    let run = |game: &str| {
        fs::write(folder.path().join("small.toml"), game).unwrap();
        let mut command = beaufort("check small.toml");
        command.current_dir(folder.path());
        command
    };
    let told = stdout(run(GAME));
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "Small: 4 x 4 squares, 3 kinds of piece, 4 pieces in the array.");
    assert!(lines[1].starts_with("Loaded in "), "{told}");
    assert_eq!(lines[2], "First turns: Blue can choose from 4.");
    assert!(lines[3].starts_with("20 games of random turns: Blue won "), "{told}");
    assert_eq!(
        lines[4..],
        ["Warning: The Ghost never comes on the board: it is not in the array, and nothing promotes to it."]
    );
    let without = GAME.replace("ranks = \"K . . P\"", "ranks = \"K . G P\"");
    assert_eq!(stdout(run(&without)).lines().last(), Some("No warnings."));
    let (status, told) = stderr(run(&GAME.replace("\"forward W\"", "\"Knight\"")));
    assert_eq!(status, Some(2));
    assert!(told.contains("Knight is a piece, whose ability is `N`"), "{told}");
}
