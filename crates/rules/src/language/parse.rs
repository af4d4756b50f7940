//! The parser of a whole ability: terms joined by `+` or `;`.

use std::ops::Range;

use chumsky::input::InputRef;
use chumsky::prelude::*;

use super::Problem;
use super::ast::Ability;
use crate::grammar::{Extra, Regions, Rule, Token, Tokens, joiner, tokens};
use crate::powers::Power;
use crate::travel::{Term, any_terms};
use crate::vocabulary::Region;

/// The greatest length of an ability's text in bytes; limited because the terms are compared with each other.
const MAX_BYTES: usize = 4000;

/// A term between two joiners.
enum Part {
    Travels(Vec<Term>),
    Power(Power, SimpleSpan),
    /// A part that could not be read.
    Mistake,
}

/// Parses the text of an ability outside a game, whose regions it may name as it likes: they have no squares.
///
/// # Errors
/// If the text is not in the language: all errors found, in the order of the text.
pub fn parse(text: &str) -> Result<Ability, Vec<Problem>> {
    parse_with(text, None)
}

/// Parses the text of an ability in a game with these regions.
///
/// # Errors
/// If the text is not in the language: all errors found, in the order of the text.
pub fn parse_in(text: &str, regions: &[Region]) -> Result<Ability, Vec<Problem>> {
    parse_with(text, Some(regions))
}

fn parse_with(text: &str, regions: Option<&[Region]>) -> Result<Ability, Vec<Problem>> {
    let split = Split::new(text);
    AbilityParser::new(regions).parse(&split)
}

/// The text of an ability, split into tokens.
pub(crate) struct Split<'t> {
    tokens: Vec<(Token<'t>, SimpleSpan)>,
    /// The length of the text in bytes.
    length: usize,
}

impl<'t> Split<'t> {
    /// Splits a text. One that is too long is not split: no ability is.
    pub(crate) fn new(text: &'t str) -> Split<'t> {
        let tokens = if text.len() > MAX_BYTES { Vec::new() } else { tokens(text) };
        Split { tokens, length: text.len() }
    }
}

/// The parser of abilities, for several of them: making it takes many times as long as parsing one.
pub(crate) struct AbilityParser<'t> {
    parts: Rule<'t, Vec<Part>>,
    regions: Option<&'t [Region]>,
}

impl<'t> AbilityParser<'t> {
    /// Creates a parser; without regions any name of one is taken.
    pub(crate) fn new(regions: Option<&'t [Region]>) -> AbilityParser<'t> {
        AbilityParser { parts: parts(), regions }
    }

    /// Parses the text of an ability; see [`parse_in`].
    pub(crate) fn parse(&self, text: &'t Split<'t>) -> Result<Ability, Vec<Problem>> {
        let Split { tokens, length } = text;
        if *length > MAX_BYTES {
            let message = format!("the ability has {length} bytes: at most {MAX_BYTES} fit");
            return Err(vec![Problem { span: 0..0, message, hint: None }]);
        }
        let input = tokens.as_slice().split_token_span((*length..*length).into());
        let mut regions = Regions::from(self.regions);
        let (parts, reports) = self.parts.parse_with_state(input, &mut regions).into_output_errors();
        let mut problems: Vec<Problem> = reports.iter().map(Problem::from_rich).collect();
        let ability = ability(parts.unwrap_or_default(), &mut problems);
        if problems.is_empty() {
            return Ok(ability);
        }
        problems.sort_by_key(|problem| problem.span.start);
        Err(problems)
    }
}

fn parts<'t>() -> Rule<'t, Vec<Part>> {
    let power = Power::syntax().map_with(|power, e| Part::Power(power, e.span()));
    // After an error the parser goes on behind the next joiner, so that each part reports its own errors.
    power
        .or(any_terms().map(Part::Travels))
        .then_ignore(joiner().or(end()).rewind())
        .recover_with(via_parser(to_joiner().map(|()| Part::Mistake)))
        .separated_by(joiner())
        .at_least(1)
        .collect::<Vec<_>>()
        .then_ignore(end())
        .boxed()
}

/// Everything up to the next joiner outside parentheses; an unclosed parenthesis extends to the end. The parentheses are counted, since
/// a recursive parser would overflow the stack on a text with thousands of them.
fn to_joiner<'t>() -> Rule<'t, ()> {
    custom(|input: &mut InputRef<'t, '_, Tokens<'t>, Extra<'t>>| {
        let start = input.cursor();
        let mut open = 0usize;
        let mut is_empty = true;
        while let Some(token) = input.peek() {
            match token {
                Token::Sign('(') => open += 1,
                Token::Sign(')') => open = open.saturating_sub(1),
                Token::Sign('+' | ';') if open == 0 => break,
                _ => {}
            }
            input.skip();
            is_empty = false;
        }
        if is_empty { Err(Rich::custom(input.span_since(&start), "nothing")) } else { Ok(()) }
    })
    .boxed()
}

/// Combines the terms to an ability; reports duplicates.
fn ability(parts: Vec<Part>, problems: &mut Vec<Problem>) -> Ability {
    // Terms with errors are not compared, as they may be misread.
    let mistakes: Vec<Range<usize>> = problems.iter().map(|problem| problem.span.clone()).collect();
    let is_right = |span: SimpleSpan| {
        !mistakes.iter().any(|mistake| span.start <= mistake.start && mistake.end <= span.end)
    };
    let mut twice = |span: SimpleSpan, message: &str| {
        problems.push(Problem { span: span.into_range(), message: message.to_owned(), hint: None });
    };
    let mut ability = Ability::default();
    for part in parts {
        match part {
            Part::Travels(terms) => {
                for term in terms.into_iter().filter(|term| is_right(term.span)) {
                    if ability.travels.iter().any(|travel| travel.path == term.path) {
                        twice(term.span, "this travel is said twice");
                    }
                    ability.travels.push(term.travel());
                }
            }
            Part::Power(power, span) if is_right(span) => {
                if ability.powers.iter().any(|other| other.is_same(&power)) {
                    twice(span, "this power is said twice");
                }
                ability.powers.push(power);
            }
            Part::Power(..) | Part::Mistake => {}
        }
    }
    ability
}
