//! The bytes of a part: the games with their settings, in a file of Parquet.

use std::sync::Arc;

use beaufort_engine::bench;
use beaufort_rules::Side;
use bytes::Bytes;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use serde_json::Value;

use super::{BENCH_KEY, CHECKSUM_KEY, PART_GAMES, SETTINGS_KEY, VERSION_KEY, checksum, row_values, schema};
use crate::plan::SelfPlayPlan;
use crate::row::{GameNumber, GameRow};

/// The columns of [`GameNumber`].
const NUMBER_COLUMNS: &str =
    "message game { required binary player (STRING); required int32 number (INTEGER(32, false)); }";

/// Returns the bytes of a part with these games.
pub(super) fn encode(settings: &SelfPlayPlan, rows: &[&GameRow]) -> Result<Vec<u8>, ParquetError> {
    let text = serde_json::to_string(settings).expect("settings have texts as keys");
    let metadata = [
        (SETTINGS_KEY, text),
        (VERSION_KEY, env!("CARGO_PKG_VERSION").to_owned()),
        (BENCH_KEY, bench::SIGNATURE.to_string()),
        (CHECKSUM_KEY, checksum::unsealed()),
    ];
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_key_value_metadata(Some(
            metadata.map(|(key, value)| KeyValue::new(key.to_owned(), value)).to_vec(),
        ))
        .build();
    let schema = Arc::new(schema());
    let rows: Vec<Value> = rows.iter().map(|row| row_values::fields(&schema, &settings.plan, row)).collect();
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::clone(&schema), Arc::new(properties))?;
    row_values::write(&schema, &rows, file.next_row_group()?)?;
    let mut bytes = file.into_inner()?;
    checksum::seal(&mut bytes);
    Ok(bytes)
}

/// Reads the settings and the games of a part.
pub(super) fn decode(bytes: Bytes) -> Result<(SelfPlayPlan, Vec<GameRow>), ParquetError> {
    let (reader, settings) = open(bytes)?;
    let rows = reader.get_row_iter(None)?.map(|row| row_values::read(&row?).and_then(expect_sense));
    Ok((settings, rows.collect::<Result<_, _>>()?))
}

/// Reads the settings and the numbers of the games of a part, which is much less.
pub(super) fn decode_numbers(bytes: Bytes) -> Result<(SelfPlayPlan, Vec<GameNumber>), ParquetError> {
    let (reader, settings) = open(bytes)?;
    let rows = reader.get_row_iter(Some(parse_message_type(NUMBER_COLUMNS)?))?;
    Ok((settings, rows.map(|row| row_values::read(&row?)).collect::<Result<_, _>>()?))
}

/// Opens a part and reads its settings.
fn open(bytes: Bytes) -> Result<(SerializedFileReader<Bytes>, SelfPlayPlan), ParquetError> {
    let reader = SerializedFileReader::new(bytes)?;
    let metadata = reader.metadata().file_metadata();
    let pairs = metadata.key_value_metadata().into_iter().flatten();
    let settings = pairs.filter(|pair| pair.key == SETTINGS_KEY).find_map(|pair| pair.value.as_deref());
    let settings = settings.ok_or_else(|| general("it has no settings of a study"))?;
    let settings =
        serde_json::from_str(settings).map_err(|error| general(format!("its settings: {error}")))?;
    if *metadata.schema() != schema() {
        return Err(general("it has other columns"));
    }
    if !(0..=i64::from(PART_GAMES)).contains(&metadata.num_rows()) {
        return Err(general(format!("it has more than {PART_GAMES} games")));
    }
    Ok((reader, settings))
}

/// Rejects a game that cannot have been played: the report relies on the number of its turns.
fn expect_sense(row: GameRow) -> Result<GameRow, ParquetError> {
    let plies = row.plies as usize;
    let is_won_by_a_side = row.winner.is_none_or(|side| side < Side::BOTH.len());
    if is_won_by_a_side && row.turns.len() <= plies && row.course.len() <= plies / GameRow::STRIDE + 1 {
        return Ok(row);
    }
    Err(general(format!("game {} cannot have been played so", row.number.game)))
}

fn general(message: impl Into<String>) -> ParquetError {
    ParquetError::General(message.into())
}
