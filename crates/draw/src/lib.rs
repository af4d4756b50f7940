//! Pictures of boards and pieces, as text for the terminal and as SVG.
//!
//! Everything is derived from a game's definition, so a new piece gets its tile and its move diagram like any other. The texts
//! contain ANSI colour codes, which the caller removes if necessary. Nothing here reads or writes files.
//!
//! ```
//! use beaufort_draw::{BoardPicture, PiecePage};
//! use beaufort_rules::prelude::*;
//!
//! let game = builtin::game("scirocco").unwrap();
//! let mut position = Position::initial(&game);
//! let turn = position.legal_turns()[0];
//! position.play(turn)?;
//! print!("{}", BoardPicture::new(&position).after(turn).text());
//!
//! let dervish = game.type_by_any_name("dervish").unwrap();
//! print!("{}", PiecePage::new(&game, dervish).text());
//! # Ok::<(), beaufort_rules::IllegalTurn>(())
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod board;
mod canvas;
mod diagram;
mod figurine;
mod guide;
mod heat_map;
mod palette;
mod svg;
mod tile;
pub mod words;

pub use board::{Arrow, BoardPicture, Colour, Decoration};
pub use figurine::has_figurines;
pub use guide::{Fact, PieceList, PiecePage, promotion_condition, rules_chapters};
pub use heat_map::HeatMap;
pub use tile::{TileFace, tile_content, tile_svg};
