//! A whole ability: terms joined by `+` or `;`.

use chumsky::prelude::*;

use super::Problem;
use super::ast::Ability;
use crate::grammar::{Rule, joiner, tokens};
use crate::powers::Power;
use crate::travel::{Term, any_terms};

/// The most bytes of an ability's text; the terms are compared with each other.
const MAX_BYTES: usize = 4000;

/// What stands between two joiners.
enum Part {
    Travels(Vec<Term>),
    Power(Power, SimpleSpan),
}

/// Reads the text of an ability.
///
/// # Errors
/// If the text is not in the language: every mistake found, in the order of the text.
pub fn parse(text: &str) -> Result<Ability, Vec<Problem>> {
    if text.len() > MAX_BYTES {
        let message = format!("the ability has {} bytes: at most {MAX_BYTES} fit", text.len());
        return Err(vec![Problem { span: 0..0, message, hint: None }]);
    }
    let tokens = tokens(text);
    let input = tokens.as_slice().split_token_span((text.len()..text.len()).into());
    let result = ability().parse(input).into_result();
    result.map_err(|reports| {
        let mut problems: Vec<Problem> = reports.iter().map(Problem::from_rich).collect();
        problems.sort_by_key(|problem| problem.span.start);
        problems
    })
}

fn ability<'t>() -> Rule<'t, Ability> {
    let power = Power::syntax().map_with(|power, e| Part::Power(power, e.span()));
    power
        .or(any_terms().map(Part::Travels))
        .separated_by(joiner())
        .at_least(1)
        .collect::<Vec<_>>()
        .then_ignore(end())
        .validate(|parts, _, emitter| {
            let mut ability = Ability::default();
            for part in parts {
                match part {
                    Part::Travels(terms) => {
                        for term in terms {
                            if ability.travels.iter().any(|travel| travel.path == term.path) {
                                emitter.emit(Rich::custom(term.span, "this travel is said twice"));
                            }
                            ability.travels.push(term.travel());
                        }
                    }
                    Part::Power(power, span) => {
                        if ability.powers.iter().any(|other| other.is_same(&power)) {
                            emitter.emit(Rich::custom(span, "this power is said twice"));
                        }
                        ability.powers.push(power);
                    }
                }
            }
            ability
        })
        .boxed()
}
