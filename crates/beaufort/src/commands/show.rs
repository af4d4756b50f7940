//! `beaufort show`: pictures of pieces and positions, and the value of a piece on each square.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use beaufort_draw::{BoardPicture, HeatMap, PieceList, PiecePage, TileFace};
use beaufort_engine::Evaluation;
use beaufort_import::betza;
use beaufort_rules::language::nearest;
use beaufort_rules::vocabulary::quoted;
use beaufort_rules::{Game, PieceType, Side};
use beaufort_session::worth;
use clap::{Args, ValueEnum};

use crate::failure::Failure;
use crate::game_args::{GameArgs, PieceValues, position};
#[cfg(feature = "png")]
use crate::output;
use crate::output_file::CommandOutput;

/// The default of the pixels for each unit of a picture.
#[cfg(feature = "png")]
const USUAL_SCALE: f32 = 2.0;

/// Show the pieces of a game, a piece with its moves, or a position
#[derive(Debug, Args)]
#[command(
    override_usage = "beaufort show [OPTIONS] <GAME> [PIECE]\n       beaufort show [OPTIONS] --game-file <FILE> [PIECE]",
    after_help = "\
Examples:
  beaufort show scirocco                                   all pieces
  beaufort show scirocco Dervish                           a piece; ids will do: Der
  beaufort show scirocco Dervish --heat-map                what it is worth on each square
  beaufort show scirocco --position initial                the board at the start
  beaufort show scirocco --position initial --flip         the same from the other side
  beaufort show scirocco --position initial --output board.png
  beaufort show scirocco Harpy --format svg > harpy.svg"
)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    game: GameArgs,
    /// A piece: its name or its id
    piece: Option<String>,
    /// Show what the piece is worth to the engine on each square, in hundredths of the game's commonest piece: what its piece-square
    /// table says, without what other pieces make of it
    #[arg(long)]
    heat_map: bool,
    /// The values of the heat map: `derived` (from the rules alone) or a file of weights or a net; without it, those of the game
    #[arg(long, value_name = "FILE", requires = "heat_map")]
    eval: Option<PieceValues>,
    /// A position, or `initial`
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["piece", "heat_map"])]
    position: Option<String>,
    /// Show the board from the second player's side
    #[arg(long, requires = "position", conflicts_with = "piece")]
    flip: bool,
    /// The symbols on the tiles of the board; in text, diagrams are letters
    #[arg(long, value_name = "TILES", default_value = "diagrams", requires = "position")]
    tiles: Tiles,
    /// The kind of picture; without it, the name of the output file decides
    #[arg(long, value_name = "KIND")]
    format: Option<Format>,
    /// The pixels of a PNG picture for each of its units, 0.1 to 8, 2 without it; a square of the board has 56 units
    #[arg(long, value_name = "FACTOR", value_parser = scale)]
    scale: Option<f32>,
    /// Write to a file instead of the standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// The symbols on tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Tiles {
    /// Ids and small move diagrams
    Diagrams,
    /// Ids alone
    Letters,
    /// Figurines of the orthodox pieces and their kin, in text chess symbols of the orthodox ones; ids for all others
    Figurines,
    /// Characters, as those of shogi, in text two columns wide; figurines or ids for pieces without
    Signs,
}

impl From<Tiles> for TileFace {
    fn from(tiles: Tiles) -> TileFace {
        match tiles {
            Tiles::Diagrams => TileFace::Diagram,
            Tiles::Letters => TileFace::Letters,
            Tiles::Figurines => TileFace::Figurines,
            Tiles::Signs => TileFace::Signs,
        }
    }
}

/// The kinds of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text for the terminal
    Text,
    /// A vector picture
    Svg,
    /// A picture of pixels
    Png,
}

impl ShowArgs {
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        if let Some(word) = self.game.take_word() {
            self.piece = Some(word);
        }
        let format = match (self.format, &self.output) {
            (Some(format), _) => format,
            (None, Some(path)) => format_of(path)?,
            (None, None) => Format::Text,
        };
        if format == Format::Png && self.output.is_none() && std::io::stdout().is_terminal() {
            return Err(Failure::user("a PNG picture is not for the terminal")
                .hint("write it to a file: --output FILE"));
        }
        if format != Format::Png && self.scale.is_some() {
            return Err(Failure::user("--scale is for pictures of pixels")
                .hint("name a .png file, or tell the kind: --format png"));
        }
        let game = self.game.load()?;
        let (text, svg) = self.pictures(&game)?;
        let product = match format {
            Format::Text => CommandOutput::Text(text),
            Format::Svg => CommandOutput::Bytes(svg.into_bytes()),
            Format::Png => CommandOutput::Bytes(self.png(&game, &svg)?),
        };
        product.write(self.output.as_deref())
    }

    /// Returns the requested picture, drawn in SVG, as PNG. Letters replace characters that its font does not have.
    #[cfg(feature = "png")]
    fn png(&mut self, game: &std::sync::Arc<Game>, svg: &str) -> Result<Vec<u8>, Failure> {
        let scale = self.scale.unwrap_or(USUAL_SCALE);
        let mut picture = crate::picture::png(svg, scale);
        if self.tiles == Tiles::Signs && !picture.missing.is_empty() {
            output::warning(
                "the font of PNG pictures has no characters: letters stand for them; SVG pictures have them",
            );
            self.tiles = Tiles::Letters;
            picture = crate::picture::png(&self.pictures(game)?.1, scale);
        }
        if !picture.missing.is_empty() {
            let missing: String = picture.missing.iter().collect();
            output::warning(format_args!("the font of PNG pictures does not have `{}`", quoted(&missing)));
        }
        Ok(picture.png)
    }

    #[cfg(not(feature = "png"))]
    fn png(&mut self, _game: &std::sync::Arc<Game>, _svg: &str) -> Result<Vec<u8>, Failure> {
        Err(Failure::left_out("PNG pictures", "png"))
    }

    /// Returns the requested picture as text and as SVG.
    fn pictures(&self, game: &std::sync::Arc<Game>) -> Result<(String, String), Failure> {
        if let Some(text) = &self.position {
            let position = position(game, text)?;
            let seat = if self.flip { Side::Second } else { Side::First };
            let picture = BoardPicture::new(&position).seen_by(seat).with_tiles(self.tiles.into());
            return Ok((format!("{}\n{}\n", picture.text(), picture.caption()), picture.svg()));
        }
        if let Some(word) = &self.piece {
            let kind = piece(game, word)?;
            if self.heat_map {
                let map = heat_map(&self.game.evaluation_by(self.eval.as_ref(), game)?, kind);
                return Ok((map.text(), map.svg()));
            }
            let page = PiecePage::new(game, kind);
            return Ok((page.text() + &in_betza(game, kind), page.svg()));
        }
        if self.heat_map {
            let id = &game.definition().id;
            return Err(Failure::user("a heat map is that of a piece")
                .hint(format_args!("name it; `beaufort show {id}` lists the pieces")));
        }
        let list = PieceList::new(game);
        Ok((list.text(), list.svg()))
    }
}

/// Returns the value of a piece of the first player on each square, in the opening and in the ending.
fn heat_map(evaluation: &Evaluation, kind: PieceType) -> HeatMap {
    let game = evaluation.game();
    let name = &game.piece(kind).name;
    let [opening, ending] = worth::on_squares(evaluation, kind);
    let layers = vec![(format!("{name}, opening"), opening), (format!("{name}, ending"), ending)];
    HeatMap::new(game.size(), layers)
}

/// Returns a piece in Betza's notation as lines, with what that does not say.
fn in_betza(game: &Game, kind: PieceType) -> String {
    let betza = betza(game.definition(), kind);
    let words = betza.unsaid_words();
    let moves = match betza.text.is_empty() {
        true if words.is_empty() => "no moves",
        true => "none of its moves",
        false => &betza.text,
    };
    let mut lines = format!("\nBetza: {moves}\n");
    if !words.is_empty() {
        lines += &format!("  not said there: {}\n", words.join(", "));
    }
    lines
}

fn piece(game: &Game, word: &str) -> Result<PieceType, Failure> {
    game.type_by_any_name(word).ok_or_else(|| {
        let (name, id) = (&game.definition().name, &game.definition().id);
        let failure = Failure::user(format_args!("{name} has no piece `{}`", quoted(word)));
        match nearest(word, game.types().map(|kind| game.piece(kind).name.as_str())) {
            Some(near) => failure.hint(format_args!("did you mean `{near}`?")),
            None => failure.hint(format_args!("`beaufort show {id}` lists the pieces")),
        }
    })
}

/// Returns the format that the name of a file stands for.
fn format_of(path: &Path) -> Result<Format, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    match ending.as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        None | Some("txt") => Ok(Format::Text),
        Some(other) => Err(Failure::user(format_args!("`.{}` is no kind of picture", quoted(other)))
            .hint("name the file .svg, .png or .txt, or tell the kind: --format KIND")),
    }
}

fn scale(text: &str) -> Result<f32, String> {
    text.parse()
        .ok()
        .filter(|scale| (0.1..=8.0).contains(scale))
        .ok_or_else(|| "expected 0.1 to 8".to_owned())
}
