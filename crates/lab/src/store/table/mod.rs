//! The table of games of the engine against itself: a row for each game, in the columns of Apache Parquet.
//!
//! A [`StudyFolder`] is the table on a disk, as parts of [`PART_GAMES`] games. The bytes of a part depend on its games, the
//! settings and the engine alone, not on the machine that played them. The settings stand in the metadata of each part under
//! [`SETTINGS_KEY`], the version and the engine of the program that wrote it under [`VERSION_KEY`] and [`BENCH_KEY`], a checksum
//! under [`CHECKSUM_KEY`]. `docs/lab.md` describes the columns.

mod checksum;
mod folder;
mod part;
mod row_values;

use parquet::schema::parser::parse_message_type;
use parquet::schema::types::Type;

pub use folder::{StudyFolder, read_settings, read_study};
pub use row_values::by_name;

/// The games of a part: part n holds those from `n * PART_GAMES` on.
const PART_GAMES: u32 = 1000;
/// The key of the settings, which are a [`SelfPlayPlan`](crate::plan::SelfPlayPlan) in JSON.
const SETTINGS_KEY: &str = "beaufort.study";
/// The key of the version.
const VERSION_KEY: &str = "beaufort.version";
/// The key of the engine's signature, [`bench::SIGNATURE`](beaufort_engine::bench::SIGNATURE).
const BENCH_KEY: &str = "beaufort.bench";
/// The key of the checksum.
const CHECKSUM_KEY: &str = "beaufort.checksum";

/// The columns. Lists and their elements are never null. A [`GameRow`](crate::row::GameRow) and a [`Plan`](crate::Plan) have
/// fields of the same names, which `row_values.rs` writes, reads and names by this schema.
const SCHEMA: &str = "
message game {
    required binary game (STRING);
    required int64 nodes (INTEGER(64, false));
    required int64 seed (INTEGER(64, false));
    required int32 opening (INTEGER(32, false));
    required int32 max_plies (INTEGER(32, false));
    required binary player (STRING);
    required int32 number (INTEGER(32, false));
    required binary set_up (STRING);
    required int32 plies (INTEGER(32, false));
    required binary ending (STRING);
    optional int32 winner (INTEGER(32, false));
    required double score;
    required int32 captures_first (INTEGER(32, false));
    required int32 captures_second (INTEGER(32, false));
    required int32 lost_first (INTEGER(32, false));
    required int32 lost_second (INTEGER(32, false));
    required int64 choices (INTEGER(64, false));
    required int64 most_choices (INTEGER(64, false));
    required group course (LIST) {
        repeated group list {
            required int64 element (INTEGER(64, false));
        }
    }
    required group promotions (LIST) {
        repeated group list {
            required group element {
                required binary piece (STRING);
                required binary became (STRING);
                required int32 ply (INTEGER(32, false));
                optional int32 gone (INTEGER(32, false));
            }
        }
    }
    required group drops (LIST) {
        repeated group list {
            required group element {
                required binary piece (STRING);
                required int32 ply (INTEGER(32, false));
            }
        }
    }
    required group turns (LIST) {
        repeated group list {
            required group element {
                required binary turn (STRING);
                required int64 choices (INTEGER(64, false));
                optional int32 score;
            }
        }
    }
}
";

/// Returns the schema.
fn schema() -> Type {
    parse_message_type(SCHEMA).expect("the schema is well-formed")
}

#[cfg(test)]
mod tests;
