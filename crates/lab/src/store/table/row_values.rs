//! Rows as columns: the schema alone says which columns there are, for the file, for a row out of it and for a row by name.
//!
//! In between a row is a [`Value`]: an array of its fields in the order of the schema, as are the elements of its lists.

use parquet::basic::{LogicalType, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedRowGroupWriter;
use parquet::record::{Field, Row};
use parquet::schema::types::Type;
use serde::de::DeserializeOwned;
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::{Map, Value};

use super::schema;
use crate::plan::Plan;
use crate::row::GameRow;

/// Returns a row by its columns as JSON: with the settings, and with names for the fields of list elements.
pub fn by_name(plan: &Plan, row: &GameRow) -> String {
    let schema = schema();
    let row = fields(&schema, plan, row);
    serde_json::to_string(&ByName(&schema, &row)).expect("columns have texts as names")
}

/// Returns the fields of a row in the order of the schema.
pub(super) fn fields(schema: &Type, plan: &Plan, row: &GameRow) -> Value {
    let mut columns = object(plan);
    columns.append(&mut object(row));
    columns.insert("score".to_owned(), row.score().into());
    let field = |field: &std::sync::Arc<Type>| columns.remove(field.name()).expect("a row has all columns");
    schema.get_fields().iter().map(field).collect()
}

fn object(value: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(object)) => object,
        _ => unreachable!("rows and plans are structs with texts as keys"),
    }
}

/// Returns the type of the elements of a list; `None` if it is none.
fn element(kind: &Type) -> Option<&Type> {
    let is_list = kind.get_basic_info().logical_type_ref() == Some(&LogicalType::List);
    is_list.then(|| &*kind.get_fields()[0].get_fields()[0])
}

/// A value with the names of its fields.
struct ByName<'a>(&'a Type, &'a Value);

impl Serialize for ByName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &ByName(kind, value) = self;
        match (value, element(kind)) {
            (Value::Array(values), Some(element)) => {
                serializer.collect_seq(values.iter().map(|value| ByName(element, value)))
            }
            (Value::Array(values), None) if kind.is_group() => {
                let mut map = serializer.serialize_map(Some(values.len()))?;
                for (field, value) in kind.get_fields().iter().zip(values) {
                    map.serialize_entry(field.name(), &ByName(field, value))?;
                }
                map.end()
            }
            (value, _) => value.serialize(serializer),
        }
    }
}

/// Reads a row of a file.
pub(super) fn read<T: DeserializeOwned>(row: &Row) -> Result<T, ParquetError> {
    let column = |(name, field): (&String, &Field)| Ok((name.clone(), value(field)?));
    let columns = row.get_column_iter().map(column).collect::<Result<Map<_, _>, ParquetError>>()?;
    serde_json::from_value(Value::Object(columns)).map_err(|error| ParquetError::General(error.to_string()))
}

fn value(field: &Field) -> Result<Value, ParquetError> {
    Ok(match field {
        Field::Null => Value::Null,
        Field::Int(number) => (*number).into(),
        Field::UInt(number) => (*number).into(),
        Field::ULong(number) => (*number).into(),
        Field::Double(number) => (*number).into(),
        Field::Str(text) => text.as_str().into(),
        Field::Group(row) => {
            row.get_column_iter().map(|(_, field)| value(field)).collect::<Result<_, _>>()?
        }
        Field::ListInternal(list) => list.elements().iter().map(value).collect::<Result<_, _>>()?,
        _ => return Err(ParquetError::General("it has a value of another type".to_owned())),
    })
}

/// Writes rows, each an array of its fields, column by column.
pub(super) fn write(
    schema: &Type,
    rows: &[Value],
    mut group: SerializedRowGroupWriter<'_, Vec<u8>>,
) -> Result<(), ParquetError> {
    for (place, kind) in schema.get_fields().iter().enumerate() {
        let values = rows.iter().map(|row| &row[place]);
        match element(kind) {
            None => write_column(
                &mut group,
                kind,
                false,
                &values.map(|value| (Some(value), 0)).collect::<Vec<_>>(),
            )?,
            Some(element) => {
                let elements: Vec<Entry<'_>> = values.flat_map(entries).collect();
                let leaves = if element.is_group() { element.get_fields() } else { &[] };
                for (place, leaf) in leaves.iter().enumerate() {
                    let of_leaf =
                        elements.iter().map(|&(value, level)| (value.map(|value| &value[place]), level));
                    write_column(&mut group, leaf, true, &of_leaf.collect::<Vec<_>>())?;
                }
                if leaves.is_empty() {
                    write_column(&mut group, element, true, &elements)?;
                }
            }
        }
    }
    group.close().map(|_| ())
}

/// A value of a column with its repetition level, 0 at the begin of a row; no value for an empty list.
type Entry<'a> = (Option<&'a Value>, i16);

/// Returns the entries of a list.
fn entries(list: &Value) -> impl Iterator<Item = Entry<'_>> {
    let elements = list.as_array().expect("the schema says that it is a list");
    let empty = elements.is_empty().then_some((None, 0));
    empty
        .into_iter()
        .chain(elements.iter().enumerate().map(|(index, value)| (Some(value), i16::from(index > 0))))
}

/// Writes the next column: the values that are there, and the levels where one may be missing.
fn write_column(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    kind: &Type,
    in_list: bool,
    entries: &[Entry<'_>],
) -> Result<(), ParquetError> {
    let whole =
        |value: &Value| value.as_i64().or(value.as_u64().map(|value| value as i64)).unwrap_or_default();
    match kind.get_physical_type() {
        PhysicalType::INT32 => {
            write_values::<Int32Type>(group, kind, in_list, entries, |value| whole(value) as i32)
        }
        PhysicalType::INT64 => write_values::<Int64Type>(group, kind, in_list, entries, whole),
        PhysicalType::DOUBLE => write_values::<DoubleType>(group, kind, in_list, entries, |value| {
            value.as_f64().unwrap_or_default()
        }),
        _ => write_values::<ByteArrayType>(group, kind, in_list, entries, |value| {
            ByteArray::from(value.as_str().unwrap_or_default())
        }),
    }
}

fn write_values<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    kind: &Type,
    in_list: bool,
    entries: &[Entry<'_>],
    read: impl Fn(&Value) -> T::T,
) -> Result<(), ParquetError> {
    // The definition level: one for an element of a list, one for a value that may be null and is not.
    let depth = |value: Option<&Value>| match value {
        None => 0,
        Some(value) => i16::from(in_list) + i16::from(kind.is_optional() && !value.is_null()),
    };
    let definition: Vec<i16> = entries.iter().map(|&(value, _)| depth(value)).collect();
    let repetition: Vec<i16> = entries.iter().map(|&(_, level)| level).collect();
    let there = entries.iter().filter_map(|&(value, _)| value).filter(|value| !value.is_null());
    let values: Vec<T::T> = there.map(read).collect();
    let mut column = group.next_column()?.expect("the schema has the columns that are written");
    let definition = (in_list || kind.is_optional()).then_some(&definition[..]);
    column.typed::<T>().write_batch(&values, definition, in_list.then_some(&repetition[..]))?;
    column.close()
}
