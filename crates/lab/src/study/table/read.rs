//! Games out of a file of Parquet.

use beaufort_rules::Side;
use bytes::Bytes;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::{Field, List, Row, RowAccessor as _};
use parquet::schema::parser::parse_message_type;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{PART_GAMES, SCHEMA, SETTINGS_KEY};
use crate::selfplay::SelfPlayPlan;
use crate::study::row::{Dropped, GameNumber, GameRow, Played, Promoted};

/// The place of the first column that is not the same in all rows of a study.
const FIRST_COLUMN: usize = 5;

/// The columns of [`GameNumber`].
const NUMBER_COLUMNS: &str =
    "message game { required binary player (STRING); required int32 number (INTEGER(32, false)); }";

/// Reads the settings and the games of a part.
pub(super) fn decode(bytes: Bytes) -> Result<(SelfPlayPlan, Vec<GameRow>), ParquetError> {
    let (reader, settings) = open(bytes)?;
    let rows = reader.get_row_iter(None)?;
    let rows = rows.map(|row| Cursor { row: &row?, column: FIRST_COLUMN }.game_row().and_then(expect_sense));
    Ok((settings, rows.collect::<Result<_, _>>()?))
}

/// Reads the settings and the numbers of the games of a part, which is much less.
pub(super) fn decode_numbers(bytes: Bytes) -> Result<(SelfPlayPlan, Vec<GameNumber>), ParquetError> {
    let (reader, settings) = open(bytes)?;
    let rows = reader.get_row_iter(Some(parse_message_type(NUMBER_COLUMNS)?))?;
    let rows = rows.map(|row| Cursor { row: &row?, column: 0 }.game_number());
    Ok((settings, rows.collect::<Result<_, _>>()?))
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
    if *metadata.schema() != parse_message_type(SCHEMA)? {
        return Err(general("it has other columns"));
    }
    if !(0..=i64::from(PART_GAMES)).contains(&metadata.num_rows()) {
        return Err(general(format!("it has more than {PART_GAMES} games")));
    }
    Ok((reader, settings))
}

/// Refuses a game that cannot have been played: what counts its turns relies on that.
fn expect_sense(row: GameRow) -> Result<GameRow, ParquetError> {
    let plies = row.plies as usize;
    let is_won_by_a_side = row.won.is_none_or(|side| side < Side::BOTH.len());
    if is_won_by_a_side && row.played.len() <= plies && row.course.len() <= plies / GameRow::STRIDE + 1 {
        return Ok(row);
    }
    Err(general(format!("game {} cannot have been played so", row.number.game)))
}

/// Reads the fields of a row, or of an element of a list, one after the other.
struct Cursor<'a> {
    row: &'a Row,
    column: usize,
}

impl<'a> Cursor<'a> {
    fn game_row(mut self) -> Result<GameRow, ParquetError> {
        Ok(GameRow {
            number: self.game_number()?,
            setup: self.text()?,
            plies: self.number()?,
            end: self.word()?,
            won: self.option(Row::get_uint)?.map(|side| side as usize),
            // The score follows from the winner.
            captures: self.skip().pair()?,
            lost: self.pair()?,
            turns: self.long()?,
            most: self.long()?,
            course: self.list()?.elements().iter().map(long).collect::<Result<_, _>>()?,
            promotions: self.structs(|element| {
                let (from, to, ply) = (element.text()?, element.text()?, element.number()?);
                Ok(Promoted { from, to, ply, gone: element.option(Row::get_uint)? })
            })?,
            drops: self.structs(|element| Ok(Dropped { piece: element.text()?, ply: element.number()? }))?,
            played: self.structs(|element| {
                let (turn, choices) = (element.text()?, element.long()?);
                Ok(Played { turn, choices, score: element.option(Row::get_int)? })
            })?,
        })
    }

    fn game_number(&mut self) -> Result<GameNumber, ParquetError> {
        Ok(GameNumber { player: self.word()?, game: self.number()? })
    }

    /// Returns the column of the next field.
    fn next(&mut self) -> usize {
        self.column += 1;
        self.column - 1
    }

    fn skip(&mut self) -> &mut Cursor<'a> {
        self.column += 1;
        self
    }

    fn number(&mut self) -> Result<u32, ParquetError> {
        self.row.get_uint(self.next())
    }

    fn pair(&mut self) -> Result<[u32; 2], ParquetError> {
        Ok([self.number()?, self.number()?])
    }

    fn long(&mut self) -> Result<u64, ParquetError> {
        self.row.get_ulong(self.next())
    }

    fn text(&mut self) -> Result<String, ParquetError> {
        self.row.get_string(self.next()).cloned()
    }

    fn word<T: DeserializeOwned>(&mut self) -> Result<T, ParquetError> {
        let word = self.text()?;
        serde_json::from_value(Value::String(word)).map_err(|error| general(error.to_string()))
    }

    fn option<T>(
        &mut self,
        get: impl Fn(&Row, usize) -> Result<T, ParquetError>,
    ) -> Result<Option<T>, ParquetError> {
        let column = self.next();
        if self.row.is_null(column)? { Ok(None) } else { get(self.row, column).map(Some) }
    }

    fn list(&mut self) -> Result<&'a List, ParquetError> {
        self.row.get_list(self.next())
    }

    fn structs<T>(
        &mut self,
        read: impl Fn(&mut Cursor<'_>) -> Result<T, ParquetError>,
    ) -> Result<Vec<T>, ParquetError> {
        let element = |field: &Field| match field {
            Field::Group(row) => read(&mut Cursor { row, column: 0 }),
            _ => Err(general("an element of a list has no fields")),
        };
        self.list()?.elements().iter().map(element).collect()
    }
}

fn long(field: &Field) -> Result<u64, ParquetError> {
    match field {
        Field::ULong(number) => Ok(*number),
        _ => Err(general("an element of a list is no number")),
    }
}

fn general(message: impl Into<String>) -> ParquetError {
    ParquetError::General(message.into())
}
