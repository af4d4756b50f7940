//! Pictures compared with golden files, and invariants for every piece of every game.
//!
//! After an intended change, `UPDATE=1 cargo test -p beaufort-draw` rewrites the files.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use anstream::adapter::strip_str;
use beaufort_draw::{BoardPicture, PieceList, PiecePage, TileFace, tile_content, tile_svg};
use beaufort_rules::vocabulary::Vector;
use beaufort_rules::{Game, Notation, Piece, PieceType, Position, Side, builtin, load_game};
use beaufort_rules::{
    Scope,
    language::ast::{Mode, Path as Way, Power, Ride, Travel},
};
use unicode_width::UnicodeWidthStr as _;

/// Several pictures are shown on the same page, where a definition serves all references to its id.
#[test]
fn equal_ids_are_equal_drawings() {
    let definitions = |svg: &str| -> BTreeMap<String, String> {
        let definition = |part: &str| {
            let (drawing, _) = part.split_once("</g></defs>")?;
            let (id, drawing) = drawing.split_once("\">")?;
            Some((id.to_owned(), drawing.to_owned()))
        };
        svg.split("<defs><g id=\"").filter_map(definition).collect()
    };
    let mut all = BTreeMap::new();
    for id in builtin::ids() {
        let position = Position::initial(&builtin::game(id).unwrap());
        for seat in [Side::First, Side::Second] {
            for face in [TileFace::Diagram, TileFace::Letters, TileFace::Figurines, TileFace::Signs] {
                let svg = BoardPicture::new(&position).seen_by(seat).with_tiles(face).svg();
                let tiles = definitions(&svg);
                assert!(tiles.len() >= 12 && tiles.keys().all(|id| svg.contains(&format!("href=\"#{id}\""))));
                for (id, drawing) in tiles {
                    let known = all.entry(id).or_insert_with(|| drawing.clone());
                    assert_eq!(*known, drawing);
                }
            }
        }
    }
    assert!(all.len() > 500, "{}", all.len());
}

fn scirocco() -> Arc<Game> {
    builtin::game("scirocco").unwrap()
}

fn check(name: &str, picture: &str) {
    let text = strip_str(picture).to_string();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name).with_extension("txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(golden == text, "{name} has changed; it was\n{golden}\nand is now\n{text}");
}

#[test]
fn piece_pages() {
    let game = scirocco();
    // Moves and captures, relays of both kinds, hops, shots, bent paths, lines without the nearest squares.
    for name in ["Pawn", "Dervish", "Harpy", "Zag", "Genie", "Octopus", "Wagon"] {
        let kind = game.type_by_any_name(name).unwrap();
        check(&name.to_lowercase(), &PiecePage::new(&game, kind).text());
    }
}

#[test]
fn a_piece_that_imitates_has_a_sign() {
    let game = builtin::game("ultima").unwrap();
    check("ultima-chameleon", &PiecePage::new(&game, game.type_by_any_name("Chameleon").unwrap()).text());
}

#[test]
fn pages_of_jupiter() {
    let game = builtin::game("jupiter").unwrap();
    // Ways over pieces, crooked lines, strikes with a pass, and a power that cannot be shown on squares.
    for name in ["Bishop General", "Yew", "King Lion", "Missionary"] {
        let kind = game.type_by_any_name(name).unwrap();
        check(&name.to_lowercase().replace(' ', "-"), &PiecePage::new(&game, kind).text());
    }
}

#[test]
fn pages_of_the_larger_board() {
    let game = builtin::game("larger-board").unwrap();
    // Mirror squares, pieces on two squares, longer lines from some ranks, binding check, a ring, an explosion.
    for name in ["Wizard", "Golem", "Pawn", "King", "Assassin", "Elephant", "Thunder"] {
        let kind = game.type_by_any_name(name).unwrap();
        check(&format!("larger-{}", name.to_lowercase()), &PiecePage::new(&game, kind).text());
    }
    let mut position = Position::initial(&game);
    for turn in ["Nc3", "Nc6", "Nf3", "Nf6", "e4", "e5", "Ke2", "Ke7", "Le@b1,g1"] {
        let turn = Notation::new(&position).read(turn).unwrap();
        position.play_unchecked(turn);
    }
    check("larger-board", &format!("{}\n", BoardPicture::new(&position).caption()));
}

#[test]
fn pages_of_reflecting_lines() {
    let text = include_str!("../../rules/tests/games/billiards.toml");
    let game = Arc::new(Game::from(load_game("billiards.toml", text, &|_| None).unwrap()));
    for name in ["Reflecting Bishop", "Fan"] {
        let kind = game.type_by_any_name(name).unwrap();
        check(
            &format!("billiards-{}", name.to_lowercase().replace(' ', "-")),
            &PiecePage::new(&game, kind).text(),
        );
    }
}

#[test]
fn pages_of_travels_of_several_legs() {
    let text = |id| match id {
        "legs-chain" => include_str!("../../rules/tests/games/legs-chain.toml"),
        _ => include_str!("../../rules/tests/games/legs-janggi.toml"),
    };
    for (id, name) in [
        ("legs-chain", "Horse"),
        ("legs-chain", "Zebra"),
        ("legs-chain", "Grasshopper"),
        ("legs-janggi", "Horse"),
        ("legs-janggi", "Cannon"),
    ] {
        let game = Arc::new(Game::from(load_game("legs.toml", text(id), &|_| None).unwrap()));
        let kind = game.type_by_any_name(name).unwrap();
        check(&format!("{id}-{}", name.to_lowercase()), &PiecePage::new(&game, kind).text());
    }
    // A way round, and friends as targets.
    let text =
        text("legs-janggi").replace("R over one piece sparing its like", "N circular + Q1 onto friends");
    let game = Arc::new(Game::from(load_game("legs.toml", &text, &|_| None).unwrap()));
    check("legs-rose", &PiecePage::new(&game, game.type_by_id("C").unwrap()).text());
}

#[test]
fn a_board_after_a_turn() {
    let game = scirocco();
    let mut position = Position::initial(&game);
    let turn = Notation::new(&position).read("C-g4").unwrap();
    position.play_unchecked(turn);
    let marks = ["d3", "d4"].map(|name| game.size().parse(name).unwrap());
    check("board", &BoardPicture::new(&position).after(turn).with_marks(marks).text());
    check("board-flipped", &BoardPicture::new(&position).after(turn).seen_by(Side::Second).text());
    let taken = game.size().parse("g7").unwrap();
    check(
        "board-narrow",
        &BoardPicture::new(&position).after(turn).with_marks(marks.into_iter().chain([taken])).narrow_text(),
    );
}

#[test]
fn a_narrow_board_of_sixteen_files_fits_eighty_columns() {
    let position = Position::initial(&builtin::game("jupiter").unwrap());
    let text = strip_str(&BoardPicture::new(&position).narrow_text()).to_string();
    assert_eq!(text.lines().count(), 18);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}

/// A rider, leaps over a line and long ids on a large board.
#[test]
fn pieces_of_other_games() {
    let text = r#"
        id = "big"
        name = "A big board"
        author = "Nobody"
        year = 2024
        [board]
        files = 16
        ranks = 16
        [array]
        ranks = "Kng Rdr . . . . . . . . . . . . . ."
        [piece.King]
        id = "Kng"
        ability = "W + F; royal"
        [piece.Rider]
        id = "Rdr"
        ability = "R + D"
    "#;
    let mut definition = load_game("big.toml", text, &|_| None).unwrap();
    let knight_rider = Ride { vectors: Vector::leaper(2, 1), min: 1, max: u8::MAX };
    let travels = &mut definition.pieces[1].ability.travels;
    travels.push(Travel { path: Way::Ride(knight_rider), mode: Mode::Both });
    let game = Arc::new(Game::from(definition));
    check("rider", &PiecePage::new(&game, game.type_by_id("Rdr").unwrap()).text());
    let board = strip_str(&BoardPicture::new(&Position::initial(&game)).text()).to_string();
    let widest = board.lines().map(|line| line.chars().count()).max().unwrap();
    assert_eq!((widest, board.lines().count()), (103, 35));
}

#[test]
fn every_page_fits_the_terminal() {
    for id in builtin::ids() {
        let game = builtin::game(id).unwrap();
        let pages = game.types().map(|kind| PiecePage::new(&game, kind).text());
        for page in pages.chain([PieceList::new(&game).text()]) {
            for line in strip_str(&page).to_string().lines() {
                assert!(line.chars().count() <= 80, "{line}");
            }
        }
        let board = strip_str(&BoardPicture::new(&Position::initial(&game)).text()).to_string();
        assert!(board.lines().all(|line| line.chars().count() <= 110), "{board}");
    }
}

#[test]
fn a_page_keeps_to_a_narrower_terminal() {
    for id in builtin::ids() {
        let game = builtin::game(id).unwrap();
        let pages = game.types().map(|kind| PiecePage::new(&game, kind).text_within(60));
        for page in pages.chain([PieceList::new(&game).text_within(60)]) {
            for line in strip_str(&page).to_string().lines() {
                assert!(line.chars().count() <= 60, "{line}");
            }
        }
    }
}

/// Every part of an ability has a sign or a sentence, besides the sign of the piece itself.
#[test]
fn every_page_shows_a_move() {
    for id in builtin::ids() {
        let game = builtin::game(id).unwrap();
        for kind in game.types() {
            let page = strip_str(&PiecePage::new(&game, kind).text()).to_string();
            let piece = game.piece(kind);
            let legend = page.split("the piece, facing up").nth(1).unwrap();
            assert!(
                legend.contains('•') || legend.contains("here") || legend.contains("on the line"),
                "{page}"
            );
            for power in &piece.ability.powers {
                let mut without = piece.ability.clone();
                without.powers.retain(|other| other != power);
                let mut other = game.definition().clone();
                other.pieces[kind.index()].ability = without;
                assert_ne!(page, strip_str(&PiecePage::new(&Game::from(other), kind).text()).to_string());
            }
        }
    }
}

/// Returns the texts of a picture, each with its colour and whether it is upside down.
fn texts(svg: &str) -> Vec<(String, String, bool)> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts
        .map(|node| {
            let turned = node.ancestors().any(|part| {
                part.attribute("transform").is_some_and(|transform| transform.starts_with("rotate(180"))
            });
            (node.text().unwrap().to_owned(), node.attribute("fill").unwrap().to_owned(), turned)
        })
        .collect()
}

/// Returns what the tile of a piece says in characters.
fn sign(game: &Arc<Game>, name: &str, side: Side) -> Vec<(String, String, bool)> {
    let mut position = Position::empty(game, Side::First);
    let kind = game.type_by_any_name(name).unwrap();
    position.place(game.size().square(4, 4).unwrap(), Piece::new(kind, side));
    let svg = BoardPicture::new(&position).with_tiles(TileFace::Signs).svg();
    let coordinate = |text: &str| text.is_ascii();
    texts(&svg).into_iter().filter(|(text, ..)| !coordinate(text)).collect()
}

#[test]
fn characters_stand_on_tiles_that_point_ahead() {
    let tenjiku = builtin::game("tenjiku").unwrap();
    let texts = |name: &str, side| {
        let signs = sign(&tenjiku, name, side).into_iter();
        signs.map(|(text, _, turned)| (text, turned)).collect::<Vec<_>>()
    };
    let own = |text: &str| (text.to_owned(), false);
    let opposing = |text: &str| (text.to_owned(), true);
    assert_eq!(texts("Fire Demon", Side::First), [own("火")]);
    assert_eq!(texts("Great General", Side::Second), [opposing("大"), opposing("将")]);
    assert_eq!(texts("King", Side::First), [own("玉")]);
    assert_eq!(texts("King", Side::Second), [opposing("王")]);
}

#[test]
fn characters_of_promoted_pieces_are_red() {
    let chu = builtin::game("chu").unwrap();
    let colour = |name: &str| sign(&chu, name, Side::Second).remove(0).1;
    let plain = colour("Rook");
    assert_eq!([colour("Dragon King"), colour("Lion")], [plain.clone(), plain.clone()]);
    for promoted in ["Dragon King by promotion", "Soaring Eagle", "Crown Prince"] {
        assert_ne!(colour(promoted), plain, "{promoted}");
    }
}

#[test]
fn the_jewelled_king_is_that_of_the_first_player_in_every_shogi() {
    for id in ["shogi", "chu", "dai", "tenjiku"] {
        let game = builtin::game(id).unwrap();
        let kings = Side::BOTH.map(|side| sign(&game, "King", side).remove(0).0);
        assert_eq!(kings, ["玉", "王"], "{id}");
    }
}

#[test]
fn characters_of_janggi_are_upright_on_octagons() {
    let janggi = builtin::game("janggi").unwrap();
    let soldiers = Side::BOTH.map(|side| sign(&janggi, "Soldier", side).remove(0));
    assert_eq!(
        soldiers.map(|(text, _, turned)| (text, turned)),
        [("卒".into(), false), ("兵".into(), false)]
    );
    let corners = |name: &str| {
        let piece = tile_content(&janggi, janggi.type_by_any_name(name).unwrap(), false, TileFace::Signs);
        let outlines = piece.split("<path d=\"").skip(1);
        outlines.map(|path| path.split('"').next().unwrap().matches(['M', 'L']).count()).collect::<Vec<_>>()
    };
    assert_eq!([corners("Soldier"), corners("General")], [vec![8], vec![8, 8]]);
}

/// Returns the board of a position of a game in text, with characters.
fn text_in_characters(position: &Position) -> String {
    strip_str(&BoardPicture::new(position).with_tiles(TileFace::Signs).text()).to_string()
}

#[test]
fn characters_in_text_take_two_columns_each() {
    for (id, wanted) in [
        ("shogi", "│[香] │[桂] │[銀] │[金] │[玉] │"),
        ("xiangqi", "│(車) │(馬) │(象) │(士) │(將) │"),
        ("tenjiku", "│[横兵] │[竪兵] │ [角]  │ [馬]  │"),
    ] {
        let position = Position::initial(&builtin::game(id).unwrap());
        let wide = text_in_characters(&position);
        assert!(wide.contains(wanted), "{wide}");
        let narrow = BoardPicture::new(&position).with_tiles(TileFace::Signs).narrow_text();
        for board in [wide, strip_str(&narrow).to_string()] {
            // The numbers of the ranks are at both ends of their rows, below one another.
            let is_digit = |end: char| end.is_ascii_digit();
            let rows = board.lines().filter(|line| line.ends_with(is_digit));
            let ends: Vec<usize> = rows.map(|row| row.trim_end_matches(is_digit).width()).collect();
            assert_eq!(ends.len(), usize::from(position.game().size().ranks()), "{board}");
            assert!(ends.iter().all(|end| *end == ends[0]), "{board}");
        }
    }
}

#[test]
fn a_promoted_piece_has_a_plus_before_a_character_that_another_has() {
    let chu = builtin::game("chu").unwrap();
    let mut position = Position::empty(&chu, Side::First);
    for (file, name) in [(0, "Dragon King"), (1, "Dragon King by promotion"), (2, "Whale"), (3, "King")] {
        let kind = chu.type_by_any_name(name).unwrap();
        position.place(chu.size().square(file, 0).unwrap(), Piece::new(kind, Side::First));
    }
    let board = text_in_characters(&position);
    assert!(board.contains("│[龍] │[+龍]│[鯨] │[玉] │"), "{board}");
}

#[test]
fn characters_on_discs_are_upright() {
    let text = "extends = \"scirocco\"\nid = \"discs\"\nsigns = \"on discs\"\n[piece]\nPawn.sign = [\"兵\", \"卒\"]\n";
    let game = Arc::new(Game::from(load_game("discs.toml", text, &builtin::source).unwrap()));
    let signs = Side::BOTH.map(|side| sign(&game, "Pawn", side).remove(0));
    assert_eq!(signs.map(|(text, _, turned)| (text, turned)), [("兵".into(), false), ("卒".into(), false)]);
    // One picture serves both sides, whose characters differ in colour.
    let kind = game.type_by_any_name("Pawn").unwrap();
    let piece = tile_content(&game, kind, true, TileFace::Signs);
    assert!(piece.contains("var(--tile-first)") && piece.contains("var(--tile-second)"));
    assert!(piece.contains("<circle") && !piece.contains("<path"));
    assert_eq!(piece, tile_content(&game, kind, false, TileFace::Signs));
}

/// A tile shows more than the piece itself, for any ability but a leap to any square.
#[test]
fn every_tile_shows_a_move() {
    let is_anywhere = |path: &Way| match path {
        Way::InRegion(inside) => matches!(&*inside.path, Way::Anywhere(_)),
        other => matches!(other, Way::Anywhere(_)),
    };
    for id in builtin::ids() {
        let game = builtin::game(id).unwrap();
        let goes_by_lines = |kind: &PieceType| {
            !game.piece(*kind).ability.travels.iter().all(|travel| is_anywhere(&travel.path))
        };
        for kind in game.types().filter(goes_by_lines) {
            let mut other = game.definition().clone();
            other.pieces[kind.index()].ability.travels.clear();
            other.pieces[kind.index()].ability.powers.retain(|power| matches!(power, Power::Royal(_)));
            let bare = Game::from(other);
            for upwards in [true, false] {
                let tile = |game| tile_content(game, kind, upwards, TileFace::Diagram);
                assert_ne!(tile(&game), tile(&bare), "{} of {id}", game.piece(kind).name);
            }
        }
    }
}

#[test]
fn every_svg_is_well_formed() {
    for id in builtin::ids() {
        svgs_are_well_formed(&builtin::game(id).unwrap());
    }
}

fn svgs_are_well_formed(game: &Arc<Game>) {
    let position = Position::initial(game);
    let turn = position.turns(Scope::Distinct)[0];
    let board = BoardPicture::new(&position).after(turn).with_marks([turn.first.to, turn.first.from]);
    let figurines = board.clone().with_tiles(TileFace::Figurines).svg();
    let mut pictures =
        vec![board.svg(), figurines, board.seen_by(Side::Second).svg(), PieceList::new(game).svg()];
    for kind in game.types() {
        pictures.push(PiecePage::new(game, kind).svg());
        pictures.extend(Side::BOTH.map(|side| tile_svg(game, Piece::new(kind, side), side == Side::First)));
    }
    for picture in pictures {
        let document = roxmltree::Document::parse(&picture).unwrap();
        assert_eq!(document.root_element().tag_name().name(), "svg");
        assert!(document.descendants().any(|node| node.is_text() && !node.text().unwrap().trim().is_empty()));
    }
}

#[test]
fn sides_differ_without_colours() {
    let game = scirocco();
    let board = strip_str(&BoardPicture::new(&Position::initial(&game)).text()).to_string();
    assert_eq!((board.matches("[K]").count(), board.matches("(K)").count()), (1, 1));
}
