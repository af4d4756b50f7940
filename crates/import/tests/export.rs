//! A game that is exported whole and imported again is the same game.

use std::sync::Arc;

use beaufort_import::{Coordinates, built_in_names, export_ini, import_built_in, read_ini};
use beaufort_rules::game::Definition;
use beaufort_rules::{Game, Position, Scope, builtin, load_game, perft};
use fastrand::Rng;

/// The most leaves of a depth below which the next depth is counted.
const MAX_LEAVES: u64 = 2_000;
/// The plies of a random game.
const PLIES: usize = 60;

fn exported_and_imported(definition: &Definition) -> Option<Result<(), String>> {
    let exported = export_ini(definition);
    // A draw that comes at once for want of pieces changes no turns; there the game goes on.
    if !exported.unsaid.iter().all(|why| why.starts_with("ending.dead")) {
        return None;
    }
    Some((|| {
        let games = read_ini(&exported.text).map_err(|errors| format!("{}\n{}", errors[0], exported.text))?;
        let [game] = &games[..] else { return Err(format!("{} games", games.len())) };
        if !game.report.is_whole() {
            return Err(format!("{}\n{}", game.report, exported.text));
        }
        let loaded = load_game("again.toml", &game.text, &builtin::source);
        let loaded = loaded.map_err(|errors| format!("{errors}\n{}", game.text))?;
        let (own, again) = (Arc::new(Game::from(definition.clone())), Arc::new(Game::from(loaded)));
        for depth in 1..=3 {
            let leaves = [&own, &again].map(|game| perft(&mut Position::initial(game), depth));
            if leaves[0] != leaves[1] {
                return Err(format!("leaves {leaves:?} at depth {depth}\n{}\n{}", exported.text, game.text));
            }
            if leaves[0] > MAX_LEAVES {
                break;
            }
        }
        random_game([&own, &again], [&exported.coordinates, &game.coordinates])
            .map_err(|why| format!("{why}\n{}\n{}", exported.text, game.text))
    })())
}

/// Plays the same random turns of two games; they are those with the same texts.
fn random_game(games: [&Arc<Game>; 2], coordinates: [&Coordinates; 2]) -> Result<(), String> {
    let mut rng = Rng::with_seed(3);
    let mut positions = games.map(Position::initial);
    let mut played = Vec::new();
    for _ in 0..PLIES {
        let turns = [0, 1].map(|index| {
            let legal = positions[index].legal(Scope::Choices);
            let mut texts: Vec<_> = legal
                .into_iter()
                .map(|turn| (coordinates[index].text(&positions[index], turn), turn))
                .collect();
            texts.sort_by(|a, b| a.0.cmp(&b.0));
            texts
        });
        let texts =
            turns.each_ref().map(|turns| turns.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>());
        if texts[0] != texts[1] {
            let only = |a: &[&str], b: &[&str]| {
                a.iter().filter(|text| !b.contains(text)).map(|text| (*text).to_owned()).collect::<Vec<_>>()
            };
            return Err(format!(
                "after {played:?} only here {:?}, only there {:?}",
                only(&texts[0], &texts[1]),
                only(&texts[1], &texts[0])
            ));
        }
        let outcomes = positions.each_ref().map(|position| position.verdict().map(|verdict| verdict.outcome));
        if outcomes[0].is_some() || turns[0].is_empty() {
            break;
        }
        let choice = rng.usize(..turns[0].len());
        played.push(turns[0][choice].0.clone());
        for (position, turns) in positions.iter_mut().zip(&turns) {
            position.play_unchecked(turns[choice].1);
        }
    }
    Ok(())
}

#[test]
fn whole_exports_come_back_as_the_same_game() {
    let built_in = builtin::ids().filter_map(builtin::definition);
    let imported = built_in_names().filter_map(import_built_in).filter(|game| game.report.is_whole());
    let imported = imported.filter_map(|game| load_game(&game.variant, &game.text, &builtin::source).ok());
    let (mut whole, mut wrong) = (Vec::new(), String::new());
    for definition in built_in.chain(imported) {
        match exported_and_imported(&definition) {
            None => {}
            Some(Ok(())) => whole.push(definition.id),
            Some(Err(why)) => wrong += &format!("{}: {why}\n\n", definition.id),
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    println!("{}: {}", whole.len(), whole.join(" "));
    assert!(whole.len() >= 83, "{}: {}", whole.len(), whole.join(" "));
    for id in ["crazyhouse", "seirawan", "shogi", "makruk"] {
        assert!(
            whole.iter().any(|known| known == id),
            "{id}: {:?}",
            export_ini(&builtin::definition(id).expect("it is built in")).unsaid
        );
    }
}
