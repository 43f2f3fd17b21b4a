//! Rows as the columns of a Parquet file, and back.

use std::any::Any;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, LazyLock};

use holotable_store::error::Error;
use holotable_store::limits::{DATASET_BYTES, DATASET_ROWS};
use parquet::basic::Compression;
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::Type;

use super::manifest::sum_of;
use super::row::Row;

/// The fields of a [`Row`], in their order.
const SCHEMA: &str = "message game {
    required binary game (STRING);
    required int32 rules_version (INTEGER(32, false));
    required binary data (STRING);
    required binary options (STRING);
    required int64 seed (INTEGER(64, false));
    required group agents (LIST) { repeated group list { required binary element (STRING); } }
    required group start (LIST) { repeated group list { required int32 element (INTEGER(32, false)); } }
    required group players (LIST) { repeated group list { required int32 element (INTEGER(32, false)); } }
    required group actions (LIST) { repeated group list { required int32 element (INTEGER(32, false)); } }
    required group answers (LIST) { repeated group list { required int32 element (INTEGER(32, false)); } }
    required group picks (LIST) { repeated group list { required int32 element (INTEGER(32, false)); } }
    required int32 decisions (INTEGER(32, false));
    required group scores (LIST) { repeated group list { required double element; } }
    required binary reason (STRING);
    required binary counts (STRING);
}";

static TYPE: LazyLock<Arc<Type>> =
    LazyLock::new(|| Arc::new(parse_message_type(SCHEMA).expect("the schema is well formed")));

/// What is written so that no clock, version or machine shows in the bytes.
const MADE_BY: &str = "holotable";

/// The rows as a file.
pub fn bytes(rows: &[Row]) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(rows, &mut bytes).expect("rows fit their schema, and memory can be written");
    bytes
}

fn write(rows: &[Row], bytes: &mut Vec<u8>) -> Result<()> {
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(MADE_BY.to_owned())
        .build();
    let mut file = SerializedFileWriter::new(bytes, Arc::clone(&TYPE), Arc::new(properties))?;
    let mut group = file.next_row_group()?;
    let text = |of: fn(&Row) -> &String| {
        rows.iter().map(|row| ByteArray::from(of(row).as_str())).collect::<Vec<_>>()
    };
    let numbers = |of: fn(&Row) -> &Vec<u32>| -> Vec<Vec<i32>> {
        rows.iter().map(|row| of(row).iter().map(|n| n.cast_signed()).collect()).collect()
    };
    let number = |of: fn(&Row) -> u32| rows.iter().map(|row| of(row).cast_signed()).collect::<Vec<_>>();
    put::<ByteArrayType>(&mut group, &text(|row| &row.game))?;
    put::<Int32Type>(&mut group, &number(|row| row.rules_version))?;
    put::<ByteArrayType>(&mut group, &text(|row| &row.data))?;
    put::<ByteArrayType>(&mut group, &text(|row| &row.options))?;
    put::<Int64Type>(&mut group, &rows.iter().map(|row| row.seed.cast_signed()).collect::<Vec<_>>())?;
    let agents =
        rows.iter().map(|row| row.agents.iter().map(|name| ByteArray::from(name.as_str())).collect());
    put_lists::<ByteArrayType>(&mut group, &agents.collect::<Vec<_>>())?;
    put_lists::<Int32Type>(&mut group, &numbers(|row| &row.start))?;
    put_lists::<Int32Type>(&mut group, &numbers(|row| &row.players))?;
    put_lists::<Int32Type>(&mut group, &numbers(|row| &row.actions))?;
    put_lists::<Int32Type>(&mut group, &numbers(|row| &row.answers))?;
    put_lists::<Int32Type>(&mut group, &numbers(|row| &row.picks))?;
    put::<Int32Type>(&mut group, &number(|row| row.decisions))?;
    put_lists::<DoubleType>(&mut group, &rows.iter().map(|row| row.scores.clone()).collect::<Vec<_>>())?;
    put::<ByteArrayType>(&mut group, &text(|row| &row.reason))?;
    put::<ByteArrayType>(&mut group, &text(|row| &row.counts))?;
    group.close()?;
    file.close()?;
    Ok(())
}

type Group<'a, 'b> = SerializedRowGroupWriter<'a, &'b mut Vec<u8>>;

/// Writes the next column: a value a row.
fn put<T: DataType>(group: &mut Group<'_, '_>, values: &[T::T]) -> Result<()> {
    let mut column = group.next_column()?.expect("the schema has it");
    column.typed::<T>().write_batch(values, None, None)?;
    column.close()
}

/// Writes the next column: a list a row. Where lists begin is told by levels, as Dremel has them: a value that begins a list repeats
/// at level 0, and an empty list is a place without a value.
fn put_lists<T: DataType>(group: &mut Group<'_, '_>, lists: &[Vec<T::T>]) -> Result<()> {
    let places = || lists.iter().flat_map(|list| (0..list.len().max(1)).map(|i| (i, list.is_empty())));
    let defined: Vec<i16> = places().map(|(_, empty)| i16::from(!empty)).collect();
    let repeated: Vec<i16> = places().map(|(i, _)| i16::from(i > 0)).collect();
    let mut column = group.next_column()?.expect("the schema has it");
    column.typed::<T>().write_batch(&lists.concat(), Some(&defined), Some(&repeated))?;
    column.close()
}

/// The games in a file, if it has one of these checksums; without any, whatever it holds.
///
/// # Errors
/// One line that names the file: it cannot be read, is not the one that was written, or holds no such rows.
pub fn read(path: &Path, sums: Option<&[String]>) -> std::result::Result<Vec<Row>, Error> {
    let file = open(path)?;
    if let Some(sums) = sums {
        let found = sum_of(&file).map_err(|e| Error::io("read", path, e))?;
        if !sums.contains(&found) {
            let why = "it was damaged or edited: its checksum is another; the call that made the folder makes it anew";
            return Err(Error::io("read", path, why));
        }
    }
    caught(path, || rows(file))
}

/// How many games a file says that it holds.
///
/// # Errors
/// As [`read`].
pub fn count(path: &Path) -> std::result::Result<u64, Error> {
    let file = open(path)?;
    caught(path, || {
        Ok(SerializedFileReader::new(file)?.metadata().file_metadata().num_rows().max(0).cast_unsigned())
    })
}

fn open(path: &Path) -> std::result::Result<fs::File, Error> {
    let io = |why: String| Error::io("read", path, why);
    let file = fs::File::open(path).map_err(|e| io(e.to_string()))?;
    let found = file.metadata().map_err(|e| io(e.to_string()))?;
    if !found.is_file() {
        return Err(io("it is not a regular file".into()));
    }
    if found.len() > DATASET_BYTES {
        return Err(io(format!("it holds more than {DATASET_BYTES} bytes")));
    }
    Ok(file)
}

/// The library gives errors for most files that are none, but not for all.
fn caught<T>(path: &Path, read: impl FnOnce() -> Result<T>) -> std::result::Result<T, Error> {
    let io = |why: String| Error::io("read", path, why);
    let found = catch_unwind(AssertUnwindSafe(read));
    let found = found.map_err(|panic| io(format!("it is damaged: {}", message(panic.as_ref()))))?;
    found.map_err(|e| io(format!("it holds no games: {e}")))
}

/// What a panic has to say.
fn message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref().copied())
        .unwrap_or("no rows")
}

fn rows(file: fs::File) -> Result<Vec<Row>> {
    let file = SerializedFileReader::new(file)?;
    if file.metadata().file_metadata().schema() != TYPE.as_ref() {
        return Err(ParquetError::General("its columns are not those of games".into()));
    }
    let wrong = |why: String| Err(ParquetError::General(why));
    let mut rows = Vec::new();
    for group in 0..file.num_row_groups() {
        let group = file.get_row_group(group)?;
        let declared = usize::try_from(group.metadata().num_rows()).unwrap_or(usize::MAX);
        if declared.saturating_add(rows.len()) > DATASET_ROWS {
            return wrong(format!("a file has at most {DATASET_ROWS} games, but it says {declared}"));
        }
        rows.extend(rows_of(group.as_ref())?);
    }
    // So much memory is asked for as there are decisions.
    match rows.iter().enumerate().find(|(_, row)| row.decisions as usize > row.actions.len()) {
        Some((i, Row { decisions, actions, .. })) => wrong(format!(
            "row {i} says that the game has {decisions} decisions, but it has {} moves",
            actions.len()
        )),
        None => Ok(rows),
    }
}

fn rows_of(group: &dyn RowGroupReader) -> Result<Vec<Row>> {
    let mut c = Columns { group, next: 0 };
    let texts = c.texts()?;
    let mut rows = vec![Row::default(); texts.len()];
    fill(&mut rows, texts, |row, text| row.game = text);
    fill(&mut rows, c.numbers()?, |row, n| row.rules_version = n);
    fill(&mut rows, c.texts()?, |row, text| row.data = text);
    fill(&mut rows, c.texts()?, |row, text| row.options = text);
    fill(&mut rows, c.one_each::<Int64Type>()?, |row, n| row.seed = n.cast_unsigned());
    let names = c.lists::<ByteArrayType>()?;
    for (row, names) in rows.iter_mut().zip(names) {
        row.agents = names.iter().map(text_of).collect::<Result<_>>()?;
    }
    fill(&mut rows, c.number_lists()?, |row, list| row.start = list);
    fill(&mut rows, c.number_lists()?, |row, list| row.players = list);
    fill(&mut rows, c.number_lists()?, |row, list| row.actions = list);
    fill(&mut rows, c.number_lists()?, |row, list| row.answers = list);
    fill(&mut rows, c.number_lists()?, |row, list| row.picks = list);
    fill(&mut rows, c.numbers()?, |row, n| row.decisions = n);
    fill(&mut rows, c.lists::<DoubleType>()?, |row, list| row.scores = list);
    fill(&mut rows, c.texts()?, |row, text| row.reason = text);
    fill(&mut rows, c.texts()?, |row, text| row.counts = text);
    Ok(rows)
}

fn fill<T>(rows: &mut [Row], values: Vec<T>, set: impl Fn(&mut Row, T)) {
    rows.iter_mut().zip(values).for_each(|(row, value)| set(row, value));
}

fn text_of(bytes: &ByteArray) -> Result<String> {
    Ok(bytes.as_utf8()?.to_owned())
}

/// The columns of a group of rows, one after the other.
struct Columns<'a> {
    group: &'a dyn RowGroupReader,
    next: usize,
}

impl Columns<'_> {
    fn rows(&self) -> usize {
        self.group.metadata().num_rows().max(0) as usize
    }

    /// The next column: a list a row.
    fn lists<T: DataType>(&mut self) -> Result<Vec<Vec<T::T>>> {
        let (mut values, mut defined, mut repeated) = (Vec::new(), Vec::new(), Vec::new());
        let mut column = get_typed_column_reader::<T>(self.group.get_column_reader(self.next)?);
        self.next += 1;
        let rows = self.rows();
        while column.read_records(rows, Some(&mut defined), Some(&mut repeated), &mut values)?.0 > 0 {}
        let mut lists: Vec<Vec<T::T>> = Vec::new();
        let mut values = values.into_iter();
        for (defined, repeated) in defined.into_iter().zip(repeated) {
            if repeated == 0 {
                lists.push(Vec::new());
            }
            if defined > 0 {
                let place = lists.last_mut().zip(values.next());
                let (list, value) =
                    place.ok_or_else(|| ParquetError::General("a list lacks its start".into()))?;
                list.push(value);
            }
        }
        complete(lists, rows)
    }

    /// The next column: a value a row.
    fn one_each<T: DataType>(&mut self) -> Result<Vec<T::T>> {
        let mut values = Vec::new();
        let mut column = get_typed_column_reader::<T>(self.group.get_column_reader(self.next)?);
        self.next += 1;
        let rows = self.rows();
        while column.read_records(rows, None, None, &mut values)?.0 > 0 {}
        complete(values, rows)
    }

    fn texts(&mut self) -> Result<Vec<String>> {
        self.one_each::<ByteArrayType>()?.iter().map(text_of).collect()
    }

    fn numbers(&mut self) -> Result<Vec<u32>> {
        Ok(self.one_each::<Int32Type>()?.into_iter().map(i32::cast_unsigned).collect())
    }

    fn number_lists(&mut self) -> Result<Vec<Vec<u32>>> {
        let lists = self.lists::<Int32Type>()?;
        Ok(lists.into_iter().map(|list| list.into_iter().map(i32::cast_unsigned).collect()).collect())
    }
}

/// A column, if it has a value for each row.
fn complete<T>(values: Vec<T>, rows: usize) -> Result<Vec<T>> {
    let found = values.len();
    if found == rows {
        return Ok(values);
    }
    Err(ParquetError::General(format!("a column has {found} values for {rows} rows")))
}
