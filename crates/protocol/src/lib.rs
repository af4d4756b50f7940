//! The protocols of chess programs: UCI, the Universal Chess Interface, and CECP, the Chess Engine Communication Protocol of
//! XBoard.
//!
//! - [`engine`]: the engine answers another program over the standard input and output;
//! - [`client`]: this program starts other engines and asks them for turns.
//!
//! Both sides use the same commands (`uci`, `cecp`), notations of turns and positions (`notation`) and bounded [`lines`]. Files are
//! read by the caller: see [`engine::Host`].

mod cecp;
pub mod client;
pub mod engine;
pub mod lines;
mod notation;
mod numbers;
mod overhead;
mod search_info;
mod uci;
mod words;
