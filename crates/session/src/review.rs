//! A review of a game that can be played, for its author: what is probably not meant, and how games of random turns go.

use std::sync::Arc;

use beaufort_rules::game::definition::Definition;
use beaufort_rules::language::ast::Power;
use beaufort_rules::phrase;
use beaufort_rules::turn::Outcome;
use beaufort_rules::vocabulary::Phrase;
use beaufort_rules::{Game, Piece, PieceType, Position, Scope, Side, StepKind};
use fastrand::Rng;

/// The number of games of random turns.
const GAMES: u32 = 20;
/// The number of turns, of both sides together, after which such a game is given up.
const MAX_TURNS: u32 = 1000;
/// The number of turns to choose from, in the positions of all such games together, after which no more are played.
const MAX_REVIEWED_TURNS: usize = 1_500_000;
/// The number of boards with random pieces on which a piece is tried on every square.
const BOARDS: u64 = 3;

/// A review of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// Properties that its author has probably not meant, a sentence each.
    pub warnings: Vec<Phrase>,
    /// The number of turns from which the first player can choose.
    pub first_turns: usize,
    /// How games of random turns went.
    pub random_games: RandomGames,
}

/// How games of random turns went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomGames {
    /// The number of games: fewer where there are very many turns to choose from.
    pub games: u32,
    /// The games that each side has won, the first player's first.
    pub wins: [u32; 2],
    /// The drawn games.
    pub draws: u32,
    /// The games that were not over after a thousand turns of both sides together.
    pub unfinished: u32,
    /// The turns of all games together.
    pub turns: u32,
    /// The greatest number of turns from which a player could choose.
    pub most_choices: usize,
}

impl Review {
    /// Reviews a game. It takes about a second for a large one.
    pub fn new(game: &Arc<Game>) -> Review {
        let random_games = RandomGames::play(game);
        let warnings = warnings_at_once(game).into_iter().chain(endless(random_games)).collect();
        let first_turns = Position::initial(game).turns(Scope::Distinct).len();
        Review { warnings, first_turns, random_games }
    }
}

/// Returns what the author of a game has probably not meant, as far as no games are needed to tell it.
pub(crate) fn warnings_at_once(game: &Game) -> Vec<Phrase> {
    absent(game).chain(motionless(game)).chain(ineffective(game)).collect()
}

impl RandomGames {
    /// Plays games of random turns, the same for the same game.
    fn play(game: &Arc<Game>) -> RandomGames {
        let mut rng = Rng::with_seed(1);
        let mut all = RandomGames::default();
        let mut left = MAX_REVIEWED_TURNS;
        while all.games < GAMES && all.play_one(&mut Position::initial(game), &mut rng, &mut left) {
            all.games += 1;
        }
        all
    }

    /// Plays one of them, and takes the turns to choose from off those that are left. Returns `false` if these do not suffice.
    fn play_one(&mut self, position: &mut Position, rng: &mut Rng, left: &mut usize) -> bool {
        for _ in 0..MAX_TURNS {
            if let Some(verdict) = position.verdict() {
                match verdict.outcome {
                    Outcome::Win(side) => self.wins[side.index()] += 1,
                    Outcome::Draw => self.draws += 1,
                }
                return true;
            }
            let turns = position.legal_turns();
            self.most_choices = self.most_choices.max(turns.len());
            *left = left.saturating_sub(turns.len());
            if *left == 0 {
                return false;
            }
            let Some(&turn) = turns.get(rng.u64(..turns.len().max(1) as u64) as usize) else { break };
            position.play_unchecked(turn);
            self.turns += 1;
        }
        self.unfinished += 1;
        true
    }
}

/// Tells which pieces never come on the board.
fn absent(game: &Game) -> impl Iterator<Item = Phrase> {
    let present = present(game.definition());
    let absent = game.types().filter(move |kind| !present[kind.index()]);
    absent.map(|kind| {
        let piece = game.piece(kind).name.clone();
        phrase!(
            "The {piece} never comes on the board: it is not in the array, and nothing promotes to it.",
            piece = piece
        )
    })
}

/// Returns for each type whether it could come on the board: by the array, a drop or a promotion.
fn present(definition: &Definition) -> Vec<bool> {
    let mut present = vec![false; definition.pieces.len()];
    let dropped = definition.drops.items.iter().filter_map(|item| item.what.piece());
    let mut new: Vec<PieceType> = definition.array.iter().map(|placed| placed.piece).chain(dropped).collect();
    while let Some(kind) = new.pop() {
        if !std::mem::replace(&mut present[kind.index()], true) {
            new.extend(definition.pieces[kind.index()].promotions.iter().map(|promotion| promotion.to));
        }
    }
    present
}

/// Tells which pieces can never do anything but pass.
fn motionless(game: &Game) -> impl Iterator<Item = Phrase> {
    let mut definition = game.definition().clone();
    definition.ending.check_binds = false;
    let present = present(&definition);
    // A piece that explodes where it is set down never stands on the board, and one on two squares cannot be set down.
    let stays = |kind: PieceType| {
        let powers = &definition.pieces[kind.index()].ability.powers;
        !powers.iter().any(|power| matches!(power, Power::Explode(_) | Power::Twofold(_)))
    };
    let kinds: Vec<PieceType> = game.types().filter(|&kind| present[kind.index()] && stays(kind)).collect();
    let free = Arc::new(Game::from(definition));
    let still = kinds.into_iter().filter(move |&kind| !moves(&free, kind));
    still.map(|kind| phrase!("The {piece} can never move.", piece = game.piece(kind).name.clone()))
}

/// Tells which powers have no effect, since the game lacks the pieces or the rule with which they have one.
fn ineffective(game: &Game) -> Vec<Phrase> {
    let definition = game.definition();
    let present = present(definition);
    let of = |kind: PieceType| {
        definition.pieces[kind.index()].ability.powers.iter().map(move |power| (kind, power))
    };
    let powers: Vec<_> = game.types().filter(|kind| present[kind.index()]).flat_map(of).collect();
    let is_there = |word| powers.iter().any(|(_, power)| word_of(power) == word);
    let warning = |&(kind, power): &(PieceType, &Power)| {
        let piece = game.piece(kind).name.clone();
        if matches!(power, Power::Startle(_)) && !definition.ending.check_binds {
            return Some(phrase!(
                "The {piece} says `startle`, but check does not bind in this game.",
                piece = piece
            ));
        }
        let needed = counterpart(power).filter(|&word| !is_there(word))?;
        Some(phrase!(
            "The {piece} says `{word}`, but no piece of the game says `{needed}`.",
            piece = piece,
            word = word_of(power),
            needed = needed
        ))
    };
    powers.iter().filter_map(warning).collect()
}

/// Returns the word of the power without which, on some piece of the game, a power has no effect.
fn counterpart(power: &Power) -> Option<&'static str> {
    match power {
        Power::Piercing(_) => Some("armoured"),
        Power::BlastProof(_) => Some("explosive-capture"),
        Power::Helpless(_) => Some("bewitch"),
        Power::RoyalRelay(_) => Some("royal"),
        _ => None,
    }
}

fn word_of(power: &Power) -> &'static str {
    power.words()[0].name
}

/// Returns whether a piece has a turn other than passing on some square of some random board.
fn moves(game: &Arc<Game>, kind: PieceType) -> bool {
    (0..BOARDS).any(|seed| {
        let mut position = random_board(game, seed);
        game.size().iter().any(|square| {
            let former = position.board().at(square);
            position.place(square, Piece::new(kind, Side::First));
            let turns = position.choices_of(square);
            position.place(square, former);
            turns.iter().any(|turn| turn.first.kind != StepKind::Pass)
        })
    })
}

/// Returns a board with pieces of the array on a share of its squares: none, about a third, about two thirds.
fn random_board(game: &Arc<Game>, seed: u64) -> Position {
    let mut rng = Rng::with_seed(seed);
    let mut position = Position::empty(game, Side::First);
    let array = &game.definition().array;
    for square in game.size().iter() {
        if rng.u64(..BOARDS) >= seed {
            continue;
        }
        if let Some(placed) = array.get(rng.u64(..array.len().max(1) as u64) as usize) {
            position.place(square, Piece::new(placed.piece, placed.side));
        }
    }
    position
}

/// Tells that games of random turns hardly ever end.
fn endless(random: RandomGames) -> Option<Phrase> {
    (2 * random.unfinished > random.games).then(|| {
        phrase!(
            "Of {games} games of random turns {unfinished} were not over after {turns} turns: perhaps a rule that ends them is missing.",
            games = random.games,
            unfinished = random.unfinished,
            turns = MAX_TURNS
        )
    })
}

#[cfg(test)]
mod tests {
    use beaufort_rules::{builtin, load_game};

    use super::*;

    fn review(text: &str) -> Review {
        let definition = load_game("own.toml", text, &builtin::source).expect("the game is valid");
        Review::new(&Arc::new(Game::from(definition)))
    }

    const SMALL: &str = r#"
        id = "small"
        name = "Small"
        author = "Nobody"
        year = 2024
        [board]
        files = 4
        ranks = 4
        [array]
        ranks = "K S . P"
        [piece.King]
        id = "K"
        ability = "W + F; royal"
        [piece.Stone]
        id = "S"
        ability = "(15,15) leaper + pass"
        [piece.Pawn]
        id = "P"
        ability = "forward W"
        [piece.Ghost]
        id = "G"
        ability = "N"
    "#;

    #[test]
    fn pieces_that_never_appear_or_move_are_told() {
        let warnings: Vec<String> = review(SMALL).warnings.iter().map(Phrase::to_string).collect();
        assert_eq!(
            warnings,
            [
                "The Ghost never comes on the board: it is not in the array, and nothing promotes to it.",
                "The Stone can never move."
            ]
        );
    }

    #[test]
    fn powers_without_effect_are_told() {
        let told = |game: &str| {
            let warnings = review(game).warnings;
            warnings.iter().map(Phrase::to_string).filter(|text| text.contains(" says ")).collect::<Vec<_>>()
        };
        let with = |ability: &str| SMALL.replace("\"forward W\"", &format!("\"forward W + {ability}\""));
        assert_eq!(told(SMALL), [""; 0]);
        for (ability, needed) in
            [("piercing", "armoured"), ("blast-proof", "explosive-capture"), ("helpless", "bewitch")]
        {
            let game = with(ability);
            let warning = format!("The Pawn says `{ability}`, but no piece of the game says `{needed}`.");
            assert_eq!(told(&game), [warning], "{ability}");
            let game = game.replace("(15,15) leaper + pass", &format!("W + {needed}"));
            assert_eq!(told(&game), [""; 0], "{ability}");
        }
        let royal = with("royal-relay").replace("; royal", "");
        let royal = royal.replace("[board]", "[[ending.loses]]\nany-of = [\"King\"]\n[board]");
        assert_eq!(told(&with("royal-relay")), [""; 0]);
        assert_eq!(told(&royal), ["The Pawn says `royal-relay`, but no piece of the game says `royal`."]);
        let startle = with("startle Q2");
        assert_eq!(told(&startle), ["The Pawn says `startle`, but check does not bind in this game."]);
        let binds = startle.replace("[board]", "[ending]\ncheck = \"binds\"\n[board]");
        assert_eq!(told(&binds), [""; 0]);
    }

    #[test]
    fn games_with_very_many_turns_are_fewer() {
        let game = builtin::game("jupiter").expect("it is there");
        let random = Review::new(&game).random_games;
        assert!((1..GAMES).contains(&random.games), "{random:?}");
        assert_eq!(random.wins.iter().sum::<u32>() + random.draws + random.unfinished, random.games);
    }

    #[test]
    fn a_game_without_an_end_is_told() {
        let endless = SMALL
            .replace("[board]", "[ending]\nrepetition = \"allowed\"\n[board]")
            .replace("\"W + F; royal\"", "\"W + armoured; royal\"");
        let warnings = review(&endless).warnings;
        assert!(warnings.last().unwrap().to_string().starts_with("Of 20 games"), "{warnings:?}");
    }

    #[test]
    fn the_built_in_games_have_no_warnings() {
        for id in ["orthochess", "courier", "grand", "larger-board", "scirocco"] {
            let review = Review::new(&builtin::game(id).unwrap());
            assert!(review.warnings.is_empty(), "{id}: {:?}", review.warnings);
            let random = review.random_games;
            assert_eq!(
                random.wins.iter().sum::<u32>() + random.draws + random.unfinished,
                random.games,
                "{id}"
            );
        }
    }
}
