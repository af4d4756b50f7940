//! Games told to clients.

use std::sync::Arc;

use beaufort_draw::{TileFace, has_figurines, promotion_condition, rules_chapters, tile_content, words};
use beaufort_import::betza;
use beaufort_rules::game::definition::{
    ArrangementList, Castling, Drawing, DrawnRegion, DropItem, Dropped, Judged, Repeated, Repetition,
    SetupChoice, Value,
};
use beaufort_rules::language::ast::Power;
use beaufort_rules::{Game, Piece, PieceType, Position, Side, Square, Turn, builtin, help};

use crate::command::TileSet;
use crate::companions::companions;
use crate::library::Library;
use crate::session::Session;
use crate::view::{
    ArrangementsView, BesideView, BetzaView, BoardView, CastlingView, ChapterView, ChoiceView, DiagramView,
    DrawingView, DrawnRegionView, EntryView, GameSummary, GameView, ItemView, PhaseView, Placed,
    PromotionView, Standing, TileView, TurnView, TypeView, Viewer, item_types, remembers_royals, side_index,
    squares,
};

/// Returns the list of games.
pub(crate) fn games(library: &Library) -> Vec<GameSummary> {
    library.ids().filter_map(|id| library.game(id)).map(|game| game_summary(library, &game)).collect()
}

/// Returns the start and the turns of the showcase game. There are no turns if the game has no showcase, or one of other rules.
pub(crate) fn showcase(game: &Arc<Game>) -> (BoardView, Vec<TurnView>) {
    let text = builtin::showcase(&game.definition().id);
    let session = text.and_then(|text| Session::load(game, text).ok()).unwrap_or_else(|| Session::new(game));
    let mut position = session.start().clone();
    let board = (&position).into();
    let view = |turn: Turn| {
        let text = position.turn_text(turn).unwrap_or_default();
        let view = Viewer::new(&position).view(turn, &text);
        position.play_unchecked(turn);
        view
    };
    (board, session.turns_to(session.main_end()).into_iter().map(view).collect())
}

/// Returns the entry of a game in the list of games.
pub(crate) fn game_summary(library: &Library, game: &Arc<Game>) -> GameSummary {
    let definition = game.definition();
    let pieces = definition.array.len();
    // Older rules have the id of the newest with their year.
    let newest = definition.id.strip_suffix(&format!("-{}", definition.year));
    GameSummary {
        id: definition.id.clone(),
        name: definition.name.clone(),
        author: definition.author.clone(),
        year: definition.year,
        summary: definition.summary.clone(),
        files: definition.size.files(),
        ranks: definition.size.ranks(),
        types: definition.pieces.len() as u8,
        pieces: pieces as u16,
        sides: definition.side_names.clone(),
        revision_of: newest.filter(|id| library.ids().any(|known| known == *id)).map(str::to_owned),
        older: builtin::is_older(&definition.id),
        typical_turns: definition.moves.unwrap_or_else(|| (pieces as u16).next_multiple_of(10)),
        setup_phases: definition.setup.phases.len() as u8,
        start: (&Position::initial(game)).into(),
    }
}

/// Returns everything about a game.
pub(crate) fn game(library: &Library, game: &Arc<Game>) -> GameView {
    let size = game.size();
    let phases = game.definition().setup.phases.iter();
    let repetition = game.definition().ending.repetition;
    GameView {
        summary: game_summary(library, game),
        file_names: (0..size.files()).map(|file| size.file_letter(file).to_string()).collect(),
        rank_names: (1..=size.ranks()).map(|rank| rank.to_string()).collect(),
        zones: Side::BOTH.map(|side| squares(*game.zone(side))),
        drawn: drawn_regions(game),
        reserve: game.definition().drops.items.iter().map(|item| item_view(game, item)).collect(),
        remembers_royals: remembers_royals(game),
        has_figurines: has_figurines(game),
        castlings: game.definition().castlings.iter().map(castling_view).collect(),
        beside: BesideView::of(&Position::initial(game)),
        types: game.types().map(|kind| type_view(game, kind)).collect(),
        setup: phases
            .map(|phase| PhaseView {
                chooser: side_index(phase.chooser),
                choices: phase.choices.iter().map(|choice| choice_view(game, choice)).collect(),
            })
            .collect(),
        illegal_repetition: match repetition {
            Repetition::Illegal(times) => times,
            Repetition::Allowed | Repetition::Draws(_) | Repetition::Judged(_) => 0,
        },
        drawn_repetition: match repetition {
            Repetition::Draws(times) => times,
            Repetition::Judged(Judged { times, result: Repeated::Mover(Value::Draws), .. }) => times,
            Repetition::Allowed | Repetition::Illegal(_) | Repetition::Judged(_) => 0,
        },
        text: game.definition().text.as_deref().map(str::to_owned),
    }
}

fn drawn_regions(game: &Game) -> Vec<DrawnRegionView> {
    let definition = game.definition();
    let view = |drawn: &DrawnRegion| DrawnRegionView {
        drawing: match drawn.drawing {
            Drawing::Edged => DrawingView::Edged,
            Drawing::Crossed => DrawingView::Crossed,
            Drawing::Tinted => DrawingView::Tinted,
        },
        squares: definition.regions[drawn.region].squares.map(squares),
    };
    definition.drawn.iter().map(view).collect()
}

fn type_view(game: &Game, kind: PieceType) -> TypeView {
    let piece = game.piece(kind);
    let promotions = piece.promotions.iter();
    let promotes_from = game.types().filter(|&from| game.piece(from).promotions.iter().any(|p| p.to == kind));
    let starts = game.definition().array.iter().filter(|at| at.piece == kind && at.side == Side::First);
    TypeView {
        id: piece.id.clone(),
        name: piece.name.clone(),
        abbreviation: piece.abbreviation.clone(),
        sign: piece.sign.clone(),
        notation: piece.ability_text.clone(),
        betza: betza_view(game, kind),
        description: piece.description.clone(),
        standing: standing(game, kind),
        companions: companions(&piece.ability),
        royal: game.is_royal(kind),
        promoted: game.is_promoted(kind),
        promotes_to: promotions
            .map(|promotion| PromotionView {
                to: promotion.to.byte(),
                when: promotion_condition(game, promotion),
            })
            .collect(),
        promotes_from: promotes_from.map(|from| from.byte()).collect(),
        twin: twin(game, kind).map(|twin| twin.byte()),
        starts: starts.map(|at| at.square.byte()).collect(),
    }
}

fn betza_view(game: &Game, kind: PieceType) -> BetzaView {
    let betza = betza(game.definition(), kind);
    let unsaid = betza.unsaid_words().into_iter().map(str::to_owned).collect();
    BetzaView { text: betza.text, unsaid }
}

/// Returns how a type stands on the board, if not on one square.
fn standing(game: &Game, kind: PieceType) -> Option<Standing> {
    game.piece(kind).ability.powers.iter().find_map(|power| match power {
        Power::Twofold(_) => Some(Standing::TwoSquares),
        Power::Explode(_) => Some(Standing::Nowhere),
        _ => None,
    })
}

fn item_view(game: &Game, item: &DropItem) -> ItemView {
    let items = &game.definition().drops.items;
    let is_pair = |what: &Dropped| matches!(what, Dropped::Pair(..) | Dropped::BesideRoyal(_));
    let pieces = match &item.what {
        Dropped::Choice(among) => among.iter().map(|&item| 1 + u8::from(is_pair(&items[item].what))).max(),
        what => Some(1 + u8::from(is_pair(what))),
    };
    ItemView {
        letters: item.letters.clone(),
        name: words::dropped(game, &item.what),
        types: item_types(game, &item.what),
        pieces: pieces.unwrap_or(1),
        start: item.at_start,
    }
}

fn castling_view(castling: &Castling) -> CastlingView {
    CastlingView {
        letter: castling.letter.to_string(),
        text: castling.text.clone(),
        side: side_index(castling.side),
        squares: [castling.king.from.byte(), castling.rook.from.byte()],
    }
}

/// Returns the other piece of a pair that the set-up may exchange, or what the twin of the one piece that promotes to
/// this one promotes to.
fn twin(game: &Game, kind: PieceType) -> Option<PieceType> {
    paired(game, kind).or_else(|| {
        let only = |mut kinds: Box<dyn Iterator<Item = PieceType> + '_>| {
            kinds.next().filter(|_| kinds.next().is_none())
        };
        let promotes = |from: PieceType| game.piece(from).promotions.iter().map(|promotion| promotion.to);
        let from = only(Box::new(game.types().filter(|&from| promotes(from).any(|to| to == kind))))?;
        only(Box::new(promotes(paired(game, from)?)))
    })
}

fn paired(game: &Game, kind: PieceType) -> Option<PieceType> {
    let definition = game.definition();
    let at = |square| definition.array.iter().find(|at| at.square == square).map(|at| at.piece);
    definition.setup.phases.iter().flat_map(|phase| &phase.choices).find_map(|choice| match choice {
        SetupChoice::Exchange { squares: [a, b], .. } => match (at(*a)?, at(*b)?) {
            (this, other) | (other, this) if this == kind && other != kind => Some(other),
            _ => None,
        },
        SetupChoice::Symmetry | SetupChoice::Reflect { .. } | SetupChoice::Arrange { .. } => None,
    })
}

fn choice_view(game: &Game, choice: &SetupChoice) -> ChoiceView {
    let squares = match choice {
        SetupChoice::Exchange { squares, .. } => squares.iter().map(|square| square.byte()).collect(),
        SetupChoice::Symmetry | SetupChoice::Reflect { .. } | SetupChoice::Arrange { .. } => Vec::new(),
    };
    let arrangements = match choice {
        SetupChoice::Arrange { arrangements, .. } => Some(ArrangementsView {
            number: arrangements.number(game.size()).unwrap_or(0),
            default: arrangements.default,
            names: match &arrangements.all {
                ArrangementList::Named(named) => named.iter().map(|(name, _)| name.clone()).collect(),
                ArrangementList::Numbered(_) => Vec::new(),
            },
        }),
        SetupChoice::Symmetry | SetupChoice::Reflect { .. } | SetupChoice::Exchange { .. } => None,
    };
    ChoiceView {
        name: game.choice_name(choice),
        meaning: words::setup_choice(game, choice),
        squares,
        one_sided: matches!(choice, SetupChoice::Exchange { one_sided: true, .. }),
        arrangements,
    }
}

/// Returns the rules of a game: what was written for its players, else what its definition says.
pub(crate) fn rules(game: &Arc<Game>) -> Vec<ChapterView> {
    let chapters = help::chapters(game).unwrap_or_else(|| rules_chapters(game));
    chapters.into_iter().map(chapter_view).collect()
}

fn chapter_view(chapter: help::Chapter) -> ChapterView {
    let entry = |entry: help::Entry| EntryView { term: entry.term, text: entry.text, also: entry.also };
    ChapterView {
        title: chapter.title,
        paragraphs: chapter.paragraphs,
        diagrams: chapter.diagrams.into_iter().map(diagram_view).collect(),
        entries: chapter.entries.into_iter().map(entry).collect(),
    }
}

fn diagram_view(diagram: help::Diagram) -> DiagramView {
    DiagramView {
        title: diagram.title,
        text: diagram.text,
        pieces: placed(&diagram.position),
        square: diagram.square.byte(),
        reach: diagram.reach,
        turns: diagram.turns,
    }
}

/// Returns what stands where in a position.
pub(crate) fn placed(position: &Position) -> Vec<Placed> {
    let placed = |(square, piece): (Square, Piece)| Placed {
        square: square.byte(),
        piece: piece.code() as u16,
        other: position.other_part(square).map(Square::byte),
    };
    position.board().pieces().map(placed).collect()
}

/// Returns the pictures of a game's pieces.
pub(crate) fn tiles(game: &Game, set: TileSet) -> Vec<TileView> {
    let face = match set {
        TileSet::Diagram => TileFace::Diagram,
        TileSet::Letters => TileFace::Letters,
        TileSet::Figurines => TileFace::Figurines,
        TileSet::Signs => TileFace::Signs,
    };
    let tile = |kind| TileView {
        up: tile_content(game, kind, true, face),
        down: tile_content(game, kind, false, face),
    };
    game.types().map(tile).collect()
}
