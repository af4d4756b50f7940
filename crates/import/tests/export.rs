//! A game that is exported whole and imported again is the same game.

use std::collections::BTreeSet;
use std::sync::Arc;

use beaufort_import::{Coordinates, built_in_names, export_ini, import_built_in, read_ini};
use beaufort_rules::game::Definition;
use beaufort_rules::game::definition::{ArrangementList, Dropped, SetupChoice, Surroundings};
use beaufort_rules::{Game, Position, Scope, Side, SquareSet, builtin, load_game, perft};
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
        let rules = [definition, &loaded].map(chase_and_arrays);
        if rules[0] != rules[1] {
            return Err(format!("{rules:?}\n{}\n{}", exported.text, game.text));
        }
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

/// Returns what no turn from the array shows: the worth of pieces that chase, and the numbers of arrays.
fn chase_and_arrays(definition: &Definition) -> (BTreeSet<String>, Vec<Option<u32>>) {
    let mut chase = BTreeSet::new();
    if let Some(rule) = &definition.ending.perpetual_chase {
        chase.extend(
            rule.worth.iter().zip(&definition.pieces).map(|(worth, piece)| format!("{} {worth:?}", piece.id)),
        );
        let squares = |side: usize, at: &SquareSet| {
            at.iter().map(|at| format!("{side}{}", definition.size.name(at))).collect::<String>()
        };
        chase.extend(rule.spared.iter().map(|(kind, near)| {
            format!("{} {}{}", definition.pieces[kind.index()].id, squares(0, &near[0]), squares(1, &near[1]))
        }));
    }
    let choices = definition.setup.phases.iter().flat_map(|phase| &phase.choices);
    let numbers = choices.map(|choice| match choice {
        SetupChoice::Arrange { arrangements, .. } => arrangements.number(definition.size),
        _ => None,
    });
    (chase, numbers.collect())
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
    assert!(whole.len() >= 98, "{}: {}", whole.len(), whole.join(" "));
    for id in ["crazyhouse", "seirawan", "shogi", "makruk", "xiangqi"] {
        assert!(
            whole.iter().any(|known| known == id),
            "{id}: {:?}",
            export_ini(&builtin::definition(id).expect("it is built in")).unsaid
        );
    }
}

/// Set-ups and chases that have no key are reported.
#[test]
fn other_arrays_and_chases_are_told() {
    let imported = |name: &str| {
        let game = import_built_in(name).expect("it is built in");
        load_game("game.toml", &game.text, &builtin::source).expect("it is a game")
    };
    let is_told = |definition: &Definition, what: &str| {
        export_ini(definition).unsaid.iter().any(|why| why.starts_with(what))
    };
    let shuffled = imported("fischerandom");
    assert!(export_ini(&shuffled).text.contains("\nchess960 = true\n"));
    for (change, is_other) in
        [("colours", true), ("the castling pieces", true), ("the order of groups", false)]
    {
        let mut other = shuffled.clone();
        let SetupChoice::Arrange { arrangements, .. } = &mut other.setup.phases[0].choices[0] else {
            panic!("it is about arrays");
        };
        let ArrangementList::Numbered(groups) = &mut arrangements.all else { panic!("they are numbered") };
        match change {
            "colours" => groups.iter_mut().for_each(|group| group.both_colours = false),
            "the castling pieces" => groups.iter_mut().for_each(|group| group.pieces.sort_unstable()),
            _ => groups.reverse(),
        }
        assert_eq!(is_told(&other, "setup"), is_other, "{change}");
    }
    let mut other = shuffled.clone();
    other.setup.phases[0].chooser = Side::Second;
    assert!(is_told(&other, "setup"));
    assert!(
        ["janggi", "metamachy"]
            .iter()
            .all(|id| is_told(&builtin::definition(id).expect("it is built in"), "setup"))
    );

    let xiangqi = builtin::definition("xiangqi").expect("it is built in");
    assert!(export_ini(&xiangqi).text.contains("\nchasingRule = axf\n"));
    let mut other = xiangqi.clone();
    let rule = other.ending.perpetual_chase.as_mut().expect("it has one");
    rule.spared.clear();
    assert!(is_told(&other, "ending.perpetual-chase"));
    let mut other = xiangqi;
    let rule = other.ending.perpetual_chase.as_mut().expect("it has one");
    rule.worth.iter_mut().for_each(|worth| *worth = worth.map(|points| points + 1));
    assert!(is_told(&other, "ending.perpetual-chase"));
}

/// The surroundings that a drop needs come over and back, but for Reversi and where the board is turned.
#[test]
fn surroundings_of_drops_come_over_and_back() {
    let import = |enclosing: &str, side: &str| {
        let text = format!(
            "[stones]\nmaxRank = 4\nmaxFile = 4\nimmobile = s\nstartFen = 4/4/4/S2s[SSss] {side} - - 0 1\npieceDrops = true\n\
             castling = false\ndoubleStep = false\nconnectN = 3\nenclosingDrop = {enclosing}\n"
        );
        let [game] = &read_ini(&text).unwrap_or_else(|errors| panic!("{errors:?}"))[..] else {
            panic!("one")
        };
        let missing: Vec<String> = game.report.missing().map(|note| note.key.clone()).collect();
        let loaded = load_game("stones.toml", &game.text, &builtin::source);
        (loaded.unwrap_or_else(|errors| panic!("{errors}\n{}", game.text)), missing)
    };
    for (enclosing, turns) in [("top", 4), ("anyside", 10), ("snort", 12), ("ataxx", 3)] {
        let (definition, missing) = import(enclosing, "w");
        assert_eq!(missing, [""; 0], "{enclosing}");
        let exported = export_ini(&definition);
        assert!(exported.text.contains(&format!("\nenclosingDrop = {enclosing}\n")), "{}", exported.text);
        let game = Arc::new(Game::from(definition));
        assert_eq!(perft(&mut Position::initial(&game), 1), turns, "{enclosing}");
    }
    assert_eq!(import("reversi", "w").1, ["enclosingDrop"]);
    assert_eq!(import("top", "b").1, ["startFen"]);
    assert_eq!(import("snort", "b").1, [""; 0]);
    let (mut definition, _) = import("top", "w");
    let Dropped::Held(held) = &mut definition.drops.items[0].what else { panic!("it is held") };
    held.surroundings.push(Surroundings::BesideEnemy);
    assert!(export_ini(&definition).unsaid.iter().any(|why| why.starts_with("drop")));
}
