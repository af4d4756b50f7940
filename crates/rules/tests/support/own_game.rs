//! Random game files, for invariants of every game that a user may write.

use beaufort_rules::builtin;
use fastrand::Rng;

/// Ids that are hard to distinguish in a turn: letters of files, the capture mark, one the beginning of another.
const IDS: [&str; 12] = ["P", "Px", "b", "bx", "a", "N", "Nx", "O", "Ba", "Bax", "Bae", "x"];

/// Abilities with words that do not occur in the built-in games.
const UNUSED: [&str; 38] = [
    "forward R3 (moving) + en-passant on enemies",
    "en-passant on row 3 to 5",
    "B reflecting",
    "B3 reflecting 1 (moving)",
    "N rider reflecting (capturing)",
    "B wrapped",
    "N wrapped (moving) + forward R2 wrapped",
    "area Q1 3",
    "area forward W 2 (moving)",
    "Q over pieces below rank 1 (capturing)",
    "R + rank 2",
    "pass by adjacent squares",
    "Q within camp",
    "(N + R over one piece) into ends",
    "B hopper (moving) out of camp",
    "R beyond 1 from ends",
    "F zigzag within camp",
    "mirror W (moving) within ends",
    "Q3 (capturing) into camp from row 4",
    "(W + F) (moving) within camp out of ends",
    "forward R3 (moving) from start",
    "N from start",
    "D (moving) from start until aimed at",
    "W (through) then F outwards (through) then F straight",
    "Q (hopping enemies) then Q1 (moving)",
    "R2 (moving) then W left (through anything) then F (capturing)",
    "lame N rider",
    "lame C (moving) + lame forward Z (capturing)",
    "N circular",
    "Q1 onto friends",
    "Q onto royals + Q1 (moving)",
    "W + D + drown in camp",
    "N + swap with friends anywhere + drown in ends",
    "leap anywhere (moving)",
    "Q1 + N + startle (Q2 + forward N)",
    "R over one piece sparing its like",
    "F (moving) + jump-capture F",
    "jump-capture (W + forward F) once",
];

/// Regions that look the same from left and right, as the directions of abilities are turned even where the array is mirrored.
const REGIONS: &str = "[regions]\ncamp = \"rows 1-3\"\nends = [\"row 1\", \"row 4\"]\n";

/// Returns a game file: a new game, or a built-in one with other pieces and another notation. Some are invalid.
pub(crate) fn own_game(seed: u64) -> String {
    let mut rng = Rng::with_seed(seed);
    if rng.u8(..3) == 0 { changed(&mut rng) } else { made_up(&mut rng) }
}

/// Returns every ability of the built-in games, and every part of one.
fn abilities() -> Vec<String> {
    let definitions = builtin::ids().filter_map(builtin::definition);
    let texts = definitions.flat_map(|game| game.pieces.into_iter().map(|piece| piece.ability_text));
    let mut all: Vec<String> = texts.collect();
    let parts: Vec<String> =
        all.iter().flat_map(|text| text.split(['+', ';'])).map(|part| part.trim().to_owned()).collect();
    all.extend(parts);
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns a combination of up to three abilities, some with a word that does not occur in the built-in games.
fn ability(rng: &mut Rng, pool: &[String]) -> String {
    let mut parts: Vec<&str> =
        (0..rng.usize(1..=3)).map(|_| pool[rng.usize(..pool.len())].as_str()).collect();
    if rng.u8(..3) == 0 {
        parts.push(UNUSED[rng.usize(..UNUSED.len())]);
    }
    parts.join(" + ")
}

fn notation(rng: &mut Rng) -> &'static str {
    ["King's", "algebraic", "algebraic with checks"][rng.usize(..3)]
}

/// Returns further keys of a piece.
fn manner(rng: &mut Rng) -> &'static str {
    if rng.u8(..3) == 0 { "unnamed = \"in turns\"\n" } else { "" }
}

/// Returns a built-in game with changed pieces and notation.
fn changed(rng: &mut Rng) -> String {
    let parents = ["orthochess", "larger-board", "scirocco", "typhoon"];
    let parent = parents[rng.usize(..parents.len())];
    let pieces = builtin::definition(parent).map_or_else(Vec::new, |game| game.pieces);
    let pool = abilities();
    let style = if rng.bool() { String::new() } else { format!("notation = \"{}\"\n", notation(rng)) };
    let mut text = format!("extends = \"{parent}\"\nid = \"own\"\n{style}{REGIONS}");
    let mut changed: Vec<usize> = (0..pieces.len()).collect();
    rng.shuffle(&mut changed);
    for index in changed.into_iter().take(4) {
        let royal = pieces[index].ability_text.contains("royal");
        let ability = ability(rng, &pool) + if royal { " + royal" } else { "" };
        text += &format!("[piece.\"{}\"]\nability = '''{ability}'''\n{}", pieces[index].name, manner(rng));
    }
    text
}

/// Returns terms of a promotion.
fn terms(rng: &mut Rng, sides: [&str; 2]) -> String {
    let side = format!(", side = \"{}\"", sides[rng.usize(..2)]);
    let all = [
        ", in = \"ends\"",
        ", in = \"camp\", when = \"entering or capturing\"",
        ", when = \"ending there\"",
        ", when = \"entering\"",
        ", when = \"capturing\"",
        ", must = true",
        ", must = false",
        ", must = \"ends\"",
        &side,
    ];
    (0..rng.usize(1..=2)).fold(String::new(), |terms, _| {
        let new = all[rng.usize(..all.len())];
        let key = new.split('=').next().unwrap_or(new);
        if terms.contains(key) || new.contains("when") && terms.contains("when") {
            terms
        } else {
            terms + new
        }
    })
}

/// Returns further keys of `ending`, and obligations.
fn objectives(rng: &mut Rng, ids: &[&str]) -> String {
    let mut text = String::new();
    if rng.u8(..3) == 0 {
        let results = ["loses", "draws", "wins", "fewer pieces win"];
        let [one, other] = [(); 2].map(|()| results[rng.usize(..4)]);
        text += &format!("no-move = \"{one} in check, else {other}\"\n");
    }
    if rng.u8(..4) == 0 {
        let rule =
            ["fourth time loses", "second time draws", "third time the first player wins"][rng.usize(..3)];
        text += &format!("repetition = \"{rule}\"\nperpetual-check = \"loses\"\n");
    }
    if rng.u8(..4) == 0 {
        let kind = ids[rng.usize(1..ids.len())];
        let (result, check) =
            [("loses", "check = \"binds\"\n"), ("wins", ""), ("draws", ""), ("loses", "other-has = 1\n")]
                [rng.usize(..4)];
        text += &format!("[[ending.{result}]]\nany-of = [\"p{kind}\"]\n{check}");
    }
    if rng.u8(..4) == 0 {
        let laws = [
            "capture = \"must\"",
            "capture = \"must take most\"",
            "check = \"illegal\"",
            "pass = \"may\"",
            "pass = \"only without another turn\"",
            "facing = \"illegal\"",
            "dead-ends = \"illegal\"",
            "royal-flight = \"illegal\"",
        ];
        text += &format!("[turns]\n{}\n", laws[rng.usize(..laws.len())]);
    }
    text
}

/// Returns a new game.
fn made_up(rng: &mut Rng) -> String {
    let (files, ranks) = if rng.u8(..8) == 0 { (26, 5) } else { (rng.usize(3..=8), rng.usize(5..=8)) };
    let pool = abilities();
    let mut ids = IDS;
    rng.shuffle(&mut ids);
    let ids = &ids[..rng.usize(3..=6)];
    let sides = [["Blue", "Tan"], ["White", "Black"], ["x", "a1"]][rng.usize(..3)];
    let style = notation(rng);
    let once = if rng.u8(..4) == 0 { "promotes = \"once\"\n" } else { "" };
    let mut text = format!(
        "id = \"own\"\nname = \"Own\"\nauthor = \"Chance\"\nyear = 2024\nnotation = \"{}\"\n\
         sides = [\"{}\", \"{}\"]\n\
         [board]\nfiles = {files}\nranks = {ranks}\npromotion-zone = {}\npromotion = \"{}\"\n{once}",
        style,
        sides[0],
        sides[1],
        rng.u8(1..=2),
        ["may", "must", "may, on the last rank must"][rng.usize(..3)],
    );
    let royal = rng.usize(..files);
    let mut square = |file| match rng.u8(..4) {
        _ if file == royal => ids[0],
        0 => ".",
        _ => ids[rng.usize(1..ids.len())],
    };
    let [back, front] =
        [0, files].map(|offset| (0..files).map(|file| square(file + offset)).collect::<Vec<_>>().join(" "));
    let symmetry = ["rotational", "mirror"][rng.usize(..2)];
    text += &format!("[array]\nsymmetry = \"{symmetry}\"\nranks = \"\"\"\n{front}\n{back}\n\"\"\"\n");
    let bare = ["plays on", "loses", "loses unless its next turn bares the other"][rng.usize(..3)];
    text += &format!("[ending]\nbare-royal = \"{bare}\"\n");
    if rng.bool() {
        text += "check = \"binds\"\n";
    }
    text += &objectives(rng, ids);
    if style != "King's" && rng.bool() {
        text += &format!("[trade]\nguarded = [\"p{}\"]\ntrifles = [\"p{}\"]\n", ids[1], ids[2]);
    }
    text += REGIONS;
    text += "[promotions]\n";
    for id in &ids[1..] {
        if rng.bool() {
            let most = if rng.bool() { String::new() } else { format!(", at-most = {}", rng.u8(1..=2)) };
            let terms = if rng.bool() { String::new() } else { terms(rng, sides) };
            text += &format!("p{id} = [{{ to = \"p{}\"{most}{terms} }}]\n", ids[rng.usize(1..ids.len())]);
        }
    }
    for (index, id) in ids.iter().enumerate() {
        let ability = if index == 0 { "W + F + royal".to_owned() } else { ability(rng, &pool) };
        text += &format!("[piece.p{id}]\nid = \"{id}\"\nability = '''{ability}'''\n{}", manner(rng));
    }
    text
}
