//! The page around a diagram: what is not its text becomes blank, so that lines and columns stay what they are.

use std::borrow::Cow;

/// Stands where a tag breaks a line.
pub(super) const BREAK: char = '\u{2028}';

/// The characters with names that occur in the names of pieces.
const ENTITIES: &[(&str, char)] = &[
    ("amp", '&'),
    ("apos", '\''),
    ("gt", '>'),
    ("lt", '<'),
    ("nbsp", ' '),
    ("quot", '"'),
    ("rsquo", '\u{2019}'),
    ("agrave", 'à'),
    ("aacute", 'á'),
    ("auml", 'ä'),
    ("ccedil", 'ç'),
    ("egrave", 'è'),
    ("eacute", 'é'),
    ("ecirc", 'ê'),
    ("iacute", 'í'),
    ("ntilde", 'ñ'),
    ("oacute", 'ó'),
    ("ocirc", 'ô'),
    ("ouml", 'ö'),
    ("uuml", 'ü'),
];

/// Returns the text of the first diagram of a page, and the number of diagrams there; without an element of the class `idiagram` all that
/// is no tag is the text.
pub(super) fn text(page: &str) -> (Cow<'_, str>, usize) {
    let diagrams = tags(page).filter(|tag| is_diagram(tag.text)).count();
    if tags(page).next().is_none() {
        return (Cow::Borrowed(page), diagrams);
    }
    let mut text = String::new();
    let mut end = 0;
    // The name of the element of the diagram, and how many of its name are open; before it and behind it nothing counts.
    let mut element: Option<(String, usize)> = None;
    let mut is_over = false;
    for tag in tags(page) {
        let is_inside = element.is_some() || diagrams == 0;
        add(&mut text, &page[end..tag.start], is_inside);
        end = tag.start + tag.text.len();
        let name = name(tag.text);
        if is_inside && name == "br" {
            text.push(BREAK);
            add(&mut text, &tag.text[1..], false);
        } else {
            add(&mut text, tag.text, false);
        }
        match &mut element {
            None if !is_over && is_diagram(tag.text) => element = Some((name, 1)),
            Some((own, open)) if *own == name => *open += 1,
            Some((own, open)) if name.strip_prefix('/') == Some(own.as_str()) => {
                *open -= 1;
                if *open == 0 {
                    (element, is_over) = (None, true);
                }
            }
            _ => {}
        }
    }
    add(&mut text, &page[end..], element.is_some() || diagrams == 0);
    (Cow::Owned(text), diagrams)
}

/// Adds a part of a page, or blanks in its place.
fn add(text: &mut String, part: &str, is_inside: bool) {
    text.extend(part.chars().map(|c| if is_inside || c == '\n' || c == '\r' { c } else { ' ' }));
}

/// A tag or a comment.
#[derive(Clone, Copy)]
struct Tag<'a> {
    start: usize,
    text: &'a str,
}

/// Returns the tags and comments of a page. One that does not end goes on to the end of the page.
fn tags(page: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = from + page[from..].find('<')?;
            let rest = &page[start..];
            let length = match rest[1..].chars().next() {
                Some('!') if rest.starts_with("<!--") => rest.find("-->").map(|at| at + 3),
                Some(c) if c.is_ascii_alphabetic() || c == '/' || c == '!' => rest.find('>').map(|at| at + 1),
                _ => {
                    from = start + 1;
                    continue;
                }
            };
            from = start + length.unwrap_or(rest.len());
            return Some(Tag { start, text: &page[start..from] });
        }
    })
}

/// Returns the name of a tag, with a `/` before it if it ends an element.
fn name(tag: &str) -> String {
    let name = tag.trim_start_matches('<').chars();
    name.enumerate()
        .take_while(|(at, c)| c.is_ascii_alphanumeric() || *at == 0 && *c == '/')
        .map(|(_, c)| c.to_ascii_lowercase())
        .collect()
}

/// Returns whether a tag begins an element of the class of diagrams.
fn is_diagram(tag: &str) -> bool {
    let tag = tag.to_ascii_lowercase();
    let Some((_, value)) = tag.split_once("class") else { return false };
    let value = value.trim_start().trim_start_matches('=').trim_start();
    let value = match value.chars().next() {
        Some(quote @ ('"' | '\'')) => value[1..].split(quote).next(),
        _ => value.split([' ', '>']).next(),
    };
    !tag.starts_with("<!")
        && value.is_some_and(|value| value.split_whitespace().any(|class| class == "idiagram"))
}

/// Returns a text with the characters for which it has names or numbers.
pub(super) fn decoded(text: &str) -> String {
    let mut decoded = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        decoded += before;
        match after.split_once(';').and_then(|(name, after)| Some((entity(name)?, after))) {
            Some((character, after)) => {
                decoded.push(character);
                rest = after;
            }
            None => {
                decoded.push('&');
                rest = after;
            }
        }
    }
    decoded + rest
}

fn entity(name: &str) -> Option<char> {
    let number = name.strip_prefix('#').map(|digits| match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse(),
    });
    match number {
        Some(number) => char::from_u32(number.ok()?).filter(|c| !c.is_control()),
        None => ENTITIES.iter().find(|(known, _)| *known == name).map(|&(_, character)| character),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_around_a_diagram_is_blank() {
        for (page, expected) in [
            ("a=1\nb=2", "a=1\nb=2"),
            ("<b>a=1</b>", "   a=1    "),
            ("x=1<p class=\"n idiagram\">a=1<br>b</p>", &format!("{}a=1{BREAK}   b    ", " ".repeat(25))),
            ("<div class=idiagram><div>a</div>b</div>c", &format!("{}a      b       ", " ".repeat(25))),
            ("<!-- class=\"idiagram\" -->a", &format!("{}a", " ".repeat(25))),
            ("a<!-- b\n c --> < d", "a      \n       < d"),
            ("a <b", "a   "),
        ] {
            assert_eq!(text(page).0, expected, "{page}");
        }
    }

    #[test]
    fn characters_have_names_and_numbers() {
        for (text, expected) in
            [("&#201;l&eacute;&#x61;", "Éléa"), ("a & b&c; &#0; &", "a & b&c; &#0; &"), ("&amp;lt;", "&lt;")]
        {
            assert_eq!(decoded(text), expected);
        }
    }
}
