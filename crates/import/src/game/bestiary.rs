//! The pieces of the bestiary, by which pieces of the same ability are described.

use std::sync::OnceLock;

use beaufort_games::BESTIARY;

/// A piece of the bestiary.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) name: String,
    pub(super) id: String,
    /// The terms, sorted.
    terms: Vec<String>,
}

/// Returns the pieces of the bestiary with an ability, in the order of the file.
pub(super) fn find(ability: &str) -> impl Iterator<Item = &'static Known> {
    let terms = terms(ability);
    all().iter().filter(move |known| known.terms == terms)
}

fn all() -> &'static [Known] {
    static ALL: OnceLock<Vec<Known>> = OnceLock::new();
    ALL.get_or_init(|| {
        let table: toml::Table = BESTIARY.text.parse().expect("a test reads the bestiary");
        let pieces = table.get("piece").and_then(toml::Value::as_table);
        let piece = |(name, piece): (&String, &toml::Value)| {
            let text = |key| piece.get(key).and_then(toml::Value::as_str);
            // A piece with a worth of its own is more than its ability.
            let ability = text("ability").filter(|_| piece.get("worth").is_none())?;
            Some(Known { name: name.clone(), id: text("id")?.to_owned(), terms: terms(ability) })
        };
        pieces.into_iter().flatten().filter_map(piece).collect()
    })
}

/// Returns the terms of an ability, sorted, with a Queen's line as two.
fn terms(ability: &str) -> Vec<String> {
    let mut terms: Vec<String> = split(ability)
        .flat_map(|term| match term {
            "Q" => vec!["B".to_owned(), "R".to_owned()],
            "Q1" => vec!["F".to_owned(), "W".to_owned()],
            _ => vec![term.to_owned()],
        })
        .collect();
    terms.sort_unstable();
    terms
}

/// Splits an ability at `+` and `;` outside parentheses.
fn split(ability: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    let signs = ability.split(move |letter| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        depth == 0 && (letter == '+' || letter == ';')
    });
    signs.map(str::trim).filter(|term| !term.is_empty())
}
