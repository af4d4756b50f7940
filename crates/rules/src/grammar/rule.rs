//! The smallest rules of the grammar: words of the registry and signs.

use chumsky::input::MappedInput;
use chumsky::prelude::*;

use super::token::Token;
use super::words::{self, Kind, Word};
use crate::vocabulary::Region;

/// The input of the parser.
pub(crate) type Tokens<'t> = MappedInput<'t, Token<'t>, SimpleSpan, &'t [(Token<'t>, SimpleSpan)]>;
/// The error of the parser.
pub(crate) type Report<'t> = Rich<'t, Token<'t>>;
/// The regions that an ability may name; `None` outside a game, where it may name any.
pub(crate) type Regions<'t> = extra::SimpleState<Option<&'t [Region]>>;
/// A rule of the grammar that yields an `O`.
pub(crate) type Rule<'t, O> = Boxed<'t, 't, Tokens<'t>, O, Extra<'t>>;
/// The state of the parser: what it knows, and the errors that it reports.
pub(crate) type Extra<'t> = extra::Full<Report<'t>, Regions<'t>, ()>;

/// A given word of the registry.
pub(crate) fn word<'t>(name: &'static str) -> Rule<'t, ()> {
    just(Token::Word(name)).ignored().boxed()
}

/// Several words of the registry in sequence: `at right angles`.
pub(crate) fn phrase<'t>(names: &'static str) -> Rule<'t, ()> {
    let mut names = names.split(' ').map(word);
    let first = names.next().expect("splitting yields a part");
    names.fold(first, |before, word| before.then_ignore(word).boxed())
}

/// A given sign.
pub(crate) fn sign<'t>(sign: char) -> Rule<'t, ()> {
    just(Token::Sign(sign)).ignored().boxed()
}

/// A sign that joins two terms.
pub(crate) fn joiner<'t>() -> Rule<'t, ()> {
    sign('+').or(sign(';')).boxed()
}

/// Any word of a kind that occurs in legs.
pub(crate) fn word_of<'t>(kind: Kind) -> Rule<'t, &'static Word> {
    one_of(kind, words::LEGS.iter())
}

/// Any of some words, if it is of a kind.
pub(crate) fn one_of<'t>(
    kind: Kind,
    words: impl Iterator<Item = &'static Word> + Clone + 't,
) -> Rule<'t, &'static Word> {
    let find = move |name: &str| words.clone().find(|word| word.name == name && word.kind() == kind);
    select! { Token::Word(name) => name }
        .filter({
            let find = find.clone();
            move |name| find(name).is_some()
        })
        .map(move |name| find(name).expect("the filter found it"))
        .labelled(kind.noun())
        .boxed()
}
