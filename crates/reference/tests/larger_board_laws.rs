//! Invariants of the turns of every position of Chess on a Larger Board, and the coverage of the random positions.

use std::collections::BTreeSet;

use beaufort_reference::larger_board::{is_in_check, random_positions, results};

const COUNT: usize = 200;

#[test]
fn black_has_the_turns_of_white_upside_down() {
    for position in random_positions(1, COUNT) {
        let turned: BTreeSet<_> = results(&position).unwrap().iter().map(|result| turned(result)).collect();
        assert_eq!(results(&self::turned(&position)).unwrap(), turned, "{position}");
    }
}

#[test]
fn left_and_right_are_alike_but_for_castling() {
    for position in random_positions(2, COUNT).into_iter().filter(|position| field(position, 2) == "-") {
        let mirrored: BTreeSet<_> =
            results(&position).unwrap().iter().map(|result| mirrored(result)).collect();
        assert_eq!(results(&self::mirrored(&position)).unwrap(), mirrored, "{position}");
    }
}

#[test]
fn every_result_is_a_position_in_which_the_mover_is_safe() {
    for position in random_positions(3, COUNT / 4) {
        for result in results(&position).unwrap() {
            let (from, to) = if field(&result, 1) == "w" { (" w ", " b ") } else { (" b ", " w ") };
            assert_eq!(is_in_check(&result.replacen(from, to, 1)), Ok(false), "{position} to {result}");
        }
    }
}

#[test]
fn a_seed_names_its_positions() {
    let positions = random_positions(4, 100);
    assert_eq!(positions, random_positions(4, 100));
    assert_ne!(positions, random_positions(5, 100));
    assert_eq!(positions.len(), 100);
}

#[test]
fn random_positions_show_everything() {
    let positions = random_positions(8, 1000);
    let with = |text: &str| positions.iter().filter(|position| position.contains(text)).count();
    for id in "K Q R B N P L Pa Va Le Pi Ad Wd Wz El As G1 G2 G3".split(' ') {
        assert!(with(&format!("[{id}]")) > 20 && with(&format!("({id})")) > 20, "{id}");
    }
    let with_field =
        |index: usize, text: &str| positions.iter().filter(|position| field(position, index) == text).count();
    for castling in ["KQkq", "KQ", "kq", "K", "q"] {
        assert!(with_field(2, castling) > 5, "{castling}");
    }
    assert!(with(":") > 60, "{}", with(":"));
    assert!(with(" x:") > 0, "{}", with(" x:"));
    for item in "H Le Pi Ad Wd W E A A2 T".split(' ') {
        let reserves = |position: &&String| field(position, 4).split([',', '/']).any(|other| other == item);
        assert!(positions.iter().filter(reserves).count() > 20, "{item}");
    }
    for kings in ["-", "w", "b", "wb", "wb8"] {
        assert!(with_field(5, kings) > 20, "{kings}");
    }
    let distinct: BTreeSet<_> = positions.iter().collect();
    assert!(distinct.len() > 950);
}

fn field(position: &str, index: usize) -> &str {
    fields(position)[index]
}

/// Returns the position from the other player's side: ranks reversed, sides exchanged.
fn turned(position: &str) -> String {
    let [ranks, side, castling, passed, reserves, kings] = fields(position);
    let ranks: Vec<_> = ranks.rsplit('/').map(|rank| exchanged(rank, &["[(", "])"])).collect();
    let side = exchanged(side, &["wb"]);
    let castling = in_order(&exchanged(castling, &["Kk", "Qq"]), "KQkq");
    let passed = exchanged(passed, &["18", "27", "36", "45"]);
    let (white, black) = reserves.split_once('/').expect("a / stands between the reserves");
    let kings = in_order(&exchanged(kings, &["wb"]), "wb8");
    renumbered(&format!("{} {side} {castling} {passed} {black}/{white} {kings}", ranks.join("/")))
}

/// Returns the mirror image of the position: files reversed.
fn mirrored(position: &str) -> String {
    let [ranks, side, castling, passed, reserves, kings] = fields(position);
    let ranks: Vec<_> = ranks.split('/').map(reversed).collect();
    let passed = exchanged(passed, &["yj", "zi", "ah", "bg", "cf", "de"]);
    renumbered(&format!("{} {side} {castling} {passed} {reserves} {kings}", ranks.join("/")))
}

fn reversed(rank: &str) -> String {
    let mut parts = Vec::new();
    for part in rank.split_inclusive([']', ')']) {
        let (run, piece) = part.split_at(part.find(['[', '(']).unwrap_or(part.len()));
        parts.extend([run, piece]);
    }
    parts.into_iter().rev().collect()
}

fn fields(position: &str) -> [&str; 6] {
    let fields: Vec<_> = position.split(' ').collect();
    fields.try_into().expect("a position string has six fields")
}

/// Exchanges the two letters of each pair.
fn exchanged(text: &str, pairs: &[&str]) -> String {
    let other = |letter| {
        let pair = pairs.iter().find(|pair| pair.contains(letter));
        pair.and_then(|pair| pair.chars().find(|&other| other != letter)).unwrap_or(letter)
    };
    text.chars().map(other).collect()
}

fn in_order(letters: &str, order: &str) -> String {
    if letters == "-" {
        letters.to_owned()
    } else {
        order.chars().filter(|&one| letters.contains(one)).collect()
    }
}

/// Numbers the Golems in the order of their first appearance.
fn renumbered(position: &str) -> String {
    let mut seen = Vec::new();
    let mut text = String::new();
    for (index, part) in position.split('G').enumerate() {
        if index == 0 {
            text += part;
            continue;
        }
        let end = part.find([']', ')']).expect("a bracket closes");
        let number = &part[..end];
        let position = seen.iter().position(|&other| other == number).unwrap_or_else(|| {
            seen.push(number);
            seen.len() - 1
        });
        text += &format!("G{}{}", position + 1, &part[end..]);
    }
    text
}
