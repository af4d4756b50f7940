//! Games into a file of Parquet.

use std::sync::Arc;

use beaufort_engine::bench;
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use serde::Serialize;

use super::{BENCH_KEY, CHECKSUM_KEY, SCHEMA, SETTINGS_KEY, VERSION_KEY, checksum};
use crate::selfplay::SelfPlayPlan;
use crate::study::row::GameRow;

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
    let mut file =
        SerializedFileWriter::new(Vec::new(), Arc::new(parse_message_type(SCHEMA)?), Arc::new(properties))?;
    ColumnsWriter(file.next_row_group()?).write(settings, rows)?;
    let mut bytes = file.into_inner()?;
    checksum::seal(&mut bytes);
    Ok(bytes)
}

/// Writes the columns in the order of the schema.
struct ColumnsWriter<'a>(SerializedRowGroupWriter<'a, Vec<u8>>);

impl ColumnsWriter<'_> {
    fn write(mut self, settings: &SelfPlayPlan, rows: &[&GameRow]) -> Result<(), ParquetError> {
        let plan = &settings.plan;
        self.texts(rows.iter().map(|_| plan.game.as_str()))?;
        self.longs(rows.iter().map(|_| plan.nodes))?;
        self.longs(rows.iter().map(|_| plan.seed))?;
        self.numbers(rows.iter().map(|_| plan.opening as u32))?;
        self.numbers(rows.iter().map(|_| plan.max_plies as u32))?;
        let players: Vec<String> = rows.iter().map(|row| word(row.number.player)).collect();
        self.texts(players.iter().map(String::as_str))?;
        self.numbers(rows.iter().map(|row| row.number.game))?;
        self.texts(rows.iter().map(|row| row.setup.as_str()))?;
        self.numbers(rows.iter().map(|row| row.plies))?;
        let ends: Vec<String> = rows.iter().map(|row| word(row.end)).collect();
        self.texts(ends.iter().map(String::as_str))?;
        let winners: Vec<i32> = rows.iter().filter_map(|row| row.won).map(|side| side as i32).collect();
        let is_won: Vec<i16> = rows.iter().map(|row| i16::from(row.won.is_some())).collect();
        self.column::<Int32Type>(&winners, Some((&is_won, &[])))?;
        let scores: Vec<f64> = rows.iter().map(|row| row.score()).collect();
        self.column::<DoubleType>(&scores, None)?;
        for side in [0, 1] {
            self.numbers(rows.iter().map(|row| row.captures[side]))?;
        }
        for side in [0, 1] {
            self.numbers(rows.iter().map(|row| row.lost[side]))?;
        }
        self.longs(rows.iter().map(|row| row.turns))?;
        self.longs(rows.iter().map(|row| row.most))?;
        let course = Lists::of(rows, |row| &row.course);
        self.list_of_longs(&course, |&choices| choices)?;
        let promotions = Lists::of(rows, |row| &row.promotions);
        self.list_of_texts(&promotions, |promoted| &promoted.from)?;
        self.list_of_texts(&promotions, |promoted| &promoted.to)?;
        self.list_of_numbers(&promotions, |promoted| promoted.ply)?;
        self.list_of_options(&promotions, |promoted| promoted.gone.map(|ply| ply as i32))?;
        let drops = Lists::of(rows, |row| &row.drops);
        self.list_of_texts(&drops, |dropped| &dropped.piece)?;
        self.list_of_numbers(&drops, |dropped| dropped.ply)?;
        let turns = Lists::of(rows, |row| &row.played);
        self.list_of_texts(&turns, |played| &played.turn)?;
        self.list_of_longs(&turns, |played| played.choices)?;
        self.list_of_options(&turns, |played| played.score)?;
        self.0.close().map(|_| ())
    }

    /// Writes the next column: the values that are there, and the definition and repetition levels of those that might be.
    fn column<T: DataType>(
        &mut self,
        values: &[T::T],
        levels: Option<(&[i16], &[i16])>,
    ) -> Result<(), ParquetError> {
        let (definition, repetition) = levels.unzip();
        let repetition = repetition.filter(|levels| !levels.is_empty());
        let mut column = self.0.next_column()?.expect("the schema has the columns that are written");
        column.typed::<T>().write_batch(values, definition, repetition)?;
        column.close()
    }

    fn texts<'t>(&mut self, texts: impl Iterator<Item = &'t str>) -> Result<(), ParquetError> {
        self.column::<ByteArrayType>(&texts.map(ByteArray::from).collect::<Vec<_>>(), None)
    }

    fn numbers(&mut self, numbers: impl Iterator<Item = u32>) -> Result<(), ParquetError> {
        self.column::<Int32Type>(&numbers.map(|number| number as i32).collect::<Vec<_>>(), None)
    }

    fn longs(&mut self, numbers: impl Iterator<Item = u64>) -> Result<(), ParquetError> {
        self.column::<Int64Type>(&numbers.map(|number| number as i64).collect::<Vec<_>>(), None)
    }

    fn list_of_texts<T>(
        &mut self,
        lists: &Lists<'_, T>,
        text: impl Fn(&T) -> &String,
    ) -> Result<(), ParquetError> {
        let texts: Vec<ByteArray> = lists.elements().map(|element| text(element).as_str().into()).collect();
        self.column::<ByteArrayType>(&texts, Some(lists.levels()))
    }

    fn list_of_numbers<T>(
        &mut self,
        lists: &Lists<'_, T>,
        number: impl Fn(&T) -> u32,
    ) -> Result<(), ParquetError> {
        let numbers: Vec<i32> = lists.elements().map(|element| number(element) as i32).collect();
        self.column::<Int32Type>(&numbers, Some(lists.levels()))
    }

    fn list_of_longs<T>(
        &mut self,
        lists: &Lists<'_, T>,
        number: impl Fn(&T) -> u64,
    ) -> Result<(), ParquetError> {
        let numbers: Vec<i64> = lists.elements().map(|element| number(element) as i64).collect();
        self.column::<Int64Type>(&numbers, Some(lists.levels()))
    }

    /// Writes numbers that may be null in elements that are there.
    fn list_of_options<T>(
        &mut self,
        lists: &Lists<'_, T>,
        number: impl Fn(&T) -> Option<i32>,
    ) -> Result<(), ParquetError> {
        let options: Vec<Option<i32>> = lists.elements().map(number).collect();
        let mut known = options.iter().map(|option| i16::from(option.is_some()));
        let (definition, repetition) = lists.levels();
        let deeper = |&level: &i16| if level == 0 { 0 } else { 1 + known.next().unwrap_or_default() };
        let definition: Vec<i16> = definition.iter().map(deeper).collect();
        let numbers: Vec<i32> = options.iter().flatten().copied().collect();
        self.column::<Int32Type>(&numbers, Some((&definition, repetition)))
    }
}

/// A list of each row, and the levels of its elements: 0 in `definition` is an empty list, 0 in `repetition` the first
/// entry of a row.
struct Lists<'a, T> {
    lists: Vec<&'a [T]>,
    definition: Vec<i16>,
    repetition: Vec<i16>,
}

impl<'a, T> Lists<'a, T> {
    fn of(rows: &[&'a GameRow], list: impl Fn(&'a GameRow) -> &'a Vec<T>) -> Lists<'a, T> {
        let lists: Vec<&[T]> = rows.iter().map(|row| list(row).as_slice()).collect();
        let entries =
            lists.iter().flat_map(|list| (0..list.len().max(1)).map(|index| (list.is_empty(), index)));
        let (definition, repetition) =
            entries.map(|(is_empty, index)| (i16::from(!is_empty), i16::from(index > 0))).unzip();
        Lists { lists, definition, repetition }
    }

    fn elements(&self) -> impl Iterator<Item = &'a T> {
        self.lists.iter().copied().flatten()
    }

    fn levels(&self) -> (&[i16], &[i16]) {
        (&self.definition, &self.repetition)
    }
}

/// Returns the word by which a unit variant is written in JSON, too.
fn word(variant: impl Serialize) -> String {
    let value = serde_json::to_value(variant).expect("words can be written");
    value.as_str().expect("it is a word").to_owned()
}
