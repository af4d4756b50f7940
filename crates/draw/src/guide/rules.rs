//! Rules for players of games without help chapters, generated from the definition and the registry of the language.

use beaufort_rules::game::definition::{
    BareRoyal, CastlingPart, Definition, Dropped, DroppedFirst, Hand, PromotingMoves, Promotion,
    PromotionDuty, Repetition, Spot, Surroundings,
};
use beaufort_rules::help::{Chapter, Entry, promotion_zone};
use beaufort_rules::language::words::{self, Kind, Word};
use beaufort_rules::vocabulary::Phrase;
use beaufort_rules::{Game, PieceType, Side};

use super::{objectives, promotion_condition};
use crate::words::{dropped, setup_choice};

/// Returns chapters about the board, the setup, the end of the game, promotion, the reserve, castling, and every word by which
/// the game describes its pieces.
///
/// # Examples
/// ```
/// use beaufort_draw::rules_chapters;
/// use beaufort_rules::builtin;
///
/// let chapters = rules_chapters(&builtin::game("orthochess").unwrap());
/// assert_eq!(chapters[0].title, "The board");
/// assert!(chapters.iter().any(|chapter| chapter.title == "Promotion"));
/// ```
pub fn rules_chapters(game: &Game) -> Vec<Chapter> {
    [board, setup, end, promotion, reserve, castling, language]
        .iter()
        .filter_map(|chapter| chapter(game))
        .collect()
}

fn titled(title: &str, paragraphs: Vec<String>, entries: Vec<Entry>) -> Option<Chapter> {
    let is_empty = paragraphs.is_empty() && entries.is_empty();
    let paragraphs = paragraphs.into_iter().map(Phrase::verbatim).collect();
    (!is_empty).then(|| Chapter { title: title.to_owned(), paragraphs, entries, ..Chapter::default() })
}

fn entry(term: impl Into<String>, text: String) -> Entry {
    Entry { term: term.into(), text, also: Vec::new(), position: None }
}

fn board(game: &Game) -> Option<Chapter> {
    let definition = game.definition();
    let [first, second] = &definition.side_names;
    let count = |side| definition.array.iter().filter(|at| at.side == side).count();
    let (size, [own, other]) = (definition.size, Side::BOTH.map(count));
    let text = format!(
        "The board has {} files and {} ranks. {first} begins with {own} pieces and moves first, up the board; {second} has {other} \
         and moves down. Forward and left are seen from the side of a piece's owner.",
        size.files(),
        size.ranks()
    );
    titled("The board", vec![text], Vec::new())
}

fn setup(game: &Game) -> Option<Chapter> {
    let phases = game.definition().setup.phases.iter().map(|phase| {
        let choices: Vec<String> =
            phase.choices.iter().map(|choice| setup_choice(game, choice).to_string()).collect();
        format!(
            "{} may change, before the first turn: {}.",
            game.side_name(phase.chooser),
            choices.join("; ")
        )
    });
    titled("The set-up", phases.collect(), Vec::new())
}

/// Returns the text for an occurrence of a position: `for the third time`.
fn for_the_time(times: u8) -> String {
    let ordinal = match times {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        _ => format!("{times}th"),
    };
    format!("for the {ordinal} time")
}

fn end(game: &Game) -> Option<Chapter> {
    let ending = &game.definition().ending;
    let royals = names(game, game.types().filter(|&kind| game.is_royal(kind)));
    let mut says = Vec::new();
    let mut say = |text: String| says.push(text);
    if royals.is_empty() {
        // The objectives decide.
    } else if ending.check_binds {
        say(format!(
            "Royal pieces: {royals}. A turn that leaves one's own where it could be taken is not allowed."
        ));
        say(format!(
            "A side that has no turn and is in check is checkmated and {}.",
            objectives::result(ending.no_move.in_check)
        ));
    } else {
        say(format!(
            "Royal pieces: {royals}. A side that has no royal piece left has lost. There is no check."
        ));
    }
    match ending.bare_royal {
        BareRoyal::PlaysOn => {}
        BareRoyal::Loses => say("A side that has only one piece left has lost, too.".to_owned()),
        BareRoyal::LosesUnlessAnswered => say(
            "A side that has only one piece left has lost, too, unless its next turn leaves the other with one."
                .to_owned(),
        ),
    }
    let differs = ending.no_move.in_check != ending.no_move.otherwise;
    let calm = if ending.check_binds && differs { " but is not in check" } else { "" };
    say(format!("A side that has no turn{calm} {}.", objectives::result(ending.no_move.otherwise)));
    objectives::sentences(game).into_iter().for_each(&mut say);
    match ending.repetition {
        Repetition::Allowed => {}
        Repetition::Illegal(times) => say(format!(
            "A turn that would bring about the same position {} is not allowed; a side that has no other has lost.",
            for_the_time(times)
        )),
        Repetition::Judged(judged) => {
            say(objectives::repetition(game, judged, &for_the_time(judged.times)));
        }
        Repetition::Draws(times) => say(format!("The same position {} is a draw.", for_the_time(times))),
    }
    if let Some(quiet) = &ending.quiet {
        let but = names(game, quiet.but.iter().copied());
        let moves = quiet.moves;
        say(match but.as_str() {
            "" => format!("{moves} turns of each side without a capture are a draw."),
            but => {
                format!("{moves} turns of each side without a capture or a move of these are a draw: {but}.")
            }
        });
    }
    if ending.dead.is_some() {
        say("A position in which nobody has the pieces to win is a draw.".to_owned());
    }
    say("The players may agree on a draw.".to_owned());
    titled("How the game ends", says, Vec::new())
}

fn promotion(game: &Game) -> Option<Chapter> {
    let moves = usual_moves(game);
    let promoting = game.types().filter(|&kind| !game.piece(kind).promotions.is_empty());
    let entries: Vec<Entry> = promoting.map(|kind| promotions(game, kind, moves)).collect();
    let in_regions = |kind| game.piece(kind).promotions.iter().any(|one| one.terms.region.is_some());
    let Some(zone) = promotion_zone(game).filter(|_| !entries.is_empty()) else {
        game.types().find(|&kind| in_regions(kind))?;
        let text = "A piece may become another when it moves by its own power into a part of the board, within it or out of it.";
        return titled("Promotion", vec![text.to_owned()], entries);
    };
    let duty = game.definition().promotion_duty;
    let may = if duty == PromotionDuty::Must { "must" } else { "may" };
    let when = match moves {
        PromotingMoves::Touching => "When it moves by its own power into this zone, within it or out of it",
        PromotingMoves::Ending => "When a move by its own power ends in this zone",
        PromotingMoves::Entering => "When it enters this zone by its own power",
        PromotingMoves::EnteringOrCapturing => {
            "When it enters this zone by its own power, or captures with a move that starts or ends there"
        }
        PromotingMoves::Capturing => {
            "When it captures by its own power with a move that starts or ends there"
        }
    };
    let mut text = format!(
        "A piece promotes in {zone}. {when}, it {may} become another piece. There is no promotion after a borrowed move, \
         or when a piece has been moved by another one."
    );
    if duty == PromotionDuty::MustOnLastRank {
        text += " It goes to the last rank only by promoting.";
    }
    titled("Promotion", vec![text], entries)
}

/// Returns the moves after which the promotions in the zone are offered, if they all are after the same, else the default.
fn usual_moves(game: &Game) -> PromotingMoves {
    let promotions = game.types().flat_map(|kind| &game.piece(kind).promotions);
    let mut moves = promotions.filter(|one| one.terms.region.is_none()).map(|one| one.terms.moves);
    let first = moves.next().unwrap_or_default();
    if moves.all(|other| other == first) { first } else { PromotingMoves::default() }
}

/// Returns the promotions of a piece, without the moves that are usual.
fn promotions(game: &Game, kind: PieceType, usual: PromotingMoves) -> Entry {
    let piece = game.piece(kind);
    let one = |promotion: &Promotion| {
        let to = &game.piece(promotion.to).name;
        let mut promotion = *promotion;
        if promotion.terms.region.is_none() && promotion.terms.moves == usual {
            promotion.terms.moves = PromotingMoves::default();
        }
        promotion_condition(game, &promotion).map_or_else(|| to.clone(), |when| format!("{to} {when}"))
    };
    entry(&piece.name, piece.promotions.iter().map(one).collect::<Vec<_>>().join(", "))
}

fn reserve(game: &Game) -> Option<Chapter> {
    if let Some(hand) = &game.definition().drops.hand {
        return hands(game, hand);
    }
    let items = game.definition().drops.items.iter();
    let items = items.filter(|item| item.at_start != [0; 2] || item.recaptured);
    let entries: Vec<Entry> = items
        .map(|item| {
            let place = match &item.what {
                Dropped::Single(_, Spot::GivingCheck) => "where it gives check",
                Dropped::Single(_, Spot::RoyalsSeeing) => "anywhere, while the royal pieces see each other",
                Dropped::BesideRoyal(_) => "on both sides of the own royal piece",
                Dropped::Pair(..) | Dropped::Choice(_) => "on a pair of squares of their own",
                Dropped::Held(_) => "on an empty square",
            };
            let text =
                format!("{}, {place}; each side begins with {}", dropped(game, &item.what), item.at_start[0]);
            entry(&item.letters, text)
        })
        .collect();
    if entries.is_empty() {
        return None;
    }
    let text = "Instead of moving, a side may drop what it holds, once the royal pieces of both sides have moved and as long as \
                none has reached its promotion zone.";
    titled("Pieces in reserve", vec![text.to_owned()], entries)
}

/// Tells what comes to a hand and where it may be dropped.
fn hands(game: &Game, hand: &Hand) -> Option<Chapter> {
    let mut texts = Vec::new();
    if hand.captures {
        texts.push(
            "A captured piece changes sides: it goes to the hand of the side that has taken it.".to_owned(),
        );
    }
    if hand.losses {
        texts.push("What a side loses by its own turn goes to the hand of the other side.".to_owned());
    }
    if !hand.only_gates {
        let mut drops =
            "Instead of moving, a side may drop a piece from its hand on an empty square.".to_owned();
        if hand.no_dead_ends {
            drops += " No piece may be dropped where it could never move.";
        }
        texts.push(drops);
    }
    if !(hand.gates[0] | hand.gates[1]).is_empty() {
        texts.push(gates(game, hand));
    }
    match &hand.first {
        DroppedFirst::Nothing => {}
        DroppedFirst::All => texts.push("What is in hand must be dropped before anything moves.".to_owned()),
        DroppedFirst::Types(types) => {
            let names: Vec<&str> = types.iter().map(|&kind| game.piece(kind).name.as_str()).collect();
            texts.push(format!("These must be dropped before anything else is done: {}.", names.join(", ")));
        }
    }
    let all = game.size().iter().count() as u32 - game.definition().holes.len();
    let entries = game.definition().drops.items.iter().filter_map(|item| {
        let Dropped::Held(held) = &item.what else { return None };
        let mut parts = Vec::new();
        if held.forms.len() > 1 {
            let names: Vec<&str> = held.forms.iter().map(|&kind| game.piece(kind).name.as_str()).collect();
            parts.push(format!("dropped as {}", names.join(" or ")));
        }
        parts.push(match held.squares[0].len() {
            squares if squares == all => "on any square".to_owned(),
            squares => format!("on {squares} squares"),
        });
        if let Some(number) = held.full_file {
            parts.push(format!("on no file where its side has {number} already"));
        }
        parts.extend(held.surroundings.iter().map(|around| {
            match around {
                Surroundings::AboveEmpty => "not above an empty square",
                Surroundings::NoSlide => "only where it stops if it slides in from an edge",
                Surroundings::BesideEnemy => "not beside an opposing piece",
                Surroundings::AwayFromFriends => "only next to a friendly piece",
            }
            .to_owned()
        }));
        if held.no_check {
            parts.push("not with check".to_owned());
        }
        if held.no_mate {
            parts.push("not with checkmate".to_owned());
        }
        if item.endless {
            parts.push("as many as one likes".to_owned());
        } else if item.at_start != [0; 2] {
            let [first, second] = item.at_start;
            parts.push(format!("at the start {first} and {second}"));
        }
        held.forms.first().map(|&kind| entry(&game.piece(kind).name, parts.join(", ")))
    });
    titled("Pieces in hand", texts, entries.collect())
}

/// Tells where a piece from the hand comes in behind one that leaves.
fn gates(game: &Game, hand: &Hand) -> String {
    let names: Vec<String> = hand.gates[0].iter().map(|square| game.size().name(square)).collect();
    let castles = match game.definition().castlings.is_empty() {
        true => "",
        false => ", after a castling to the square of either of the two pieces",
    };
    format!(
        "When a piece that has not moved leaves its square, a piece from the hand may come there in the same turn{castles}. It cannot \
         parry a check so. These squares are, for {}: {}.",
        game.side_name(Side::First),
        names.join(", ")
    )
}

fn castling(game: &Game) -> Option<Chapter> {
    let size = game.size();
    let part = |part: &CastlingPart| {
        let (from, to) = (size.name(part.from), size.name(part.to));
        format!("{} {from} to {to}", game.piece(part.kind).name)
    };
    let castlings = game.definition().castlings.iter();
    let entries = castlings.map(|one| {
        entry(&one.text, format!("{}: {}, {}", game.side_name(one.side), part(&one.king), part(&one.rook)))
    });
    titled("Castling", Vec::new(), entries.collect())
}

/// Explains every word used in the abilities of the game's pieces, the powers first.
fn language(game: &Game) -> Option<Chapter> {
    let kinds = [Kind::Power, Kind::Leap, Kind::Line, Kind::Direction, Kind::Note, Kind::Shape];
    let words = kinds.into_iter().flat_map(words::of);
    let entries = words.filter_map(|word| {
        let users = users(game.definition(), word);
        let text = match word.kind() {
            Kind::Power => format!("{} {}.", word.help, users.join(", ")),
            _ => word.help.to_owned(),
        };
        (!users.is_empty()).then(|| entry(word.name, text))
    });
    let text = "The game describes its pieces in these words; the guide shows for each piece what it can do.";
    titled("What the pieces can do", vec![text.to_owned()], entries.collect())
}

/// Returns the names of the pieces whose ability contains a word.
fn users<'a>(definition: &'a Definition, word: &Word) -> Vec<&'a str> {
    let uses = |text: &str| words::used_in(text).any(|used| used.name == word.name);
    definition.pieces.iter().filter(|piece| uses(&piece.ability_text)).map(|piece| &*piece.name).collect()
}

fn names(game: &Game, kinds: impl Iterator<Item = PieceType>) -> String {
    kinds.map(|kind| game.piece(kind).name.as_str()).collect::<Vec<_>>().join(", ")
}
