//! [`Board`]: `TensorBoard`'s event file of a run: charts, and the recipe to tell runs apart by.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use holotable_store::disk;
use holotable_store::error::Error;
use holotable_store::folder;
use tensorboard_rs::record_writer::RecordWriter;
use toml::{Table, Value};

use super::Config;
use super::wire::Message;
use crate::runs::leaves;

/// `TensorFlow`'s number for texts as elements of a tensor.
const DT_STRING: u64 = 7;

/// An event file. Its frames are `tensorboard-rs`'s; the events are written here, because the writer of that crate knows no
/// hyper-parameters, dates every event today and panics when the disk is full.
pub struct Board {
    path: PathBuf,
    file: RecordWriter<BufWriter<File>>,
}

impl Board {
    /// A new event file in `folder`, which is created.
    ///
    /// # Errors
    /// One line with the path.
    pub fn create(folder: &Path, wall_time: f64) -> Result<Self, Error> {
        folder::create(folder)?;
        let path = folder.join(format!("events.out.tfevents.{wall_time:010.0}.holotable"));
        let file = disk::create(&path).map_err(|e| Error::io("create", &path, e))?.into_file();
        let mut board = Self { path, file: RecordWriter::new(BufWriter::new(file)) };
        board.event(&Message::new().double(1, wall_time).bytes(3, "brain.Event:2"))?;
        Ok(board)
    }

    /// Adds a point to the chart `tag`.
    ///
    /// # Errors
    /// One line with the path.
    pub fn scalar(&mut self, tag: &str, number: f64, step: u64, wall_time: f64) -> Result<(), Error> {
        let value = Message::new().bytes(1, tag).float(2, number as f32);
        self.summary(&value, step, wall_time)
    }

    /// Adds the recipe: as hyper-parameters, in which runs of the same recipe with other seeds are one group, and as a text.
    ///
    /// # Errors
    /// One line with the path.
    pub fn recipe(&mut self, config: &Config, wall_time: f64) -> Result<(), Error> {
        let text = config.to_toml();
        let table: Table = text.parse().unwrap_or_default();
        let mut start = leaves(&table).into_iter().fold(Message::new(), |message, (key, value)| {
            message.message(1, &Message::new().bytes(1, key).message(2, &hyper_parameter(value)))
        });
        let without_seed = Config { seed: 0, threads: 0, ..config.clone() };
        start = start.bytes(4, &folder::sum(without_seed.to_toml().as_bytes())[..12]).double(5, wall_time);
        let start = Message::new().message(3, &start);
        let value = Message::new().bytes(1, "_hparams_/session_start_info");
        self.summary(&value.message(9, &plugin("hparams", &start)), 0, wall_time)?;

        let shape = Message::new().message(2, &Message::new().whole(1, 1));
        let tensor = Message::new().whole(1, DT_STRING).message(2, &shape);
        let tensor = tensor.bytes(8, format!("```toml\n{text}```\n"));
        let value = Message::new().bytes(1, "recipe").message(8, &tensor);
        self.summary(&value.message(9, &plugin("text", &Message::new())), 0, wall_time)
    }

    /// Lets readers see what was added.
    ///
    /// # Errors
    /// One line with the path.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.file.flush().map_err(|e| Error::io("write", &self.path, e))
    }

    fn summary(&mut self, value: &Message, step: u64, wall_time: f64) -> Result<(), Error> {
        let summary = Message::new().message(1, value);
        self.event(&Message::new().double(1, wall_time).whole(2, step).message(5, &summary))
    }

    fn event(&mut self, event: &Message) -> Result<(), Error> {
        self.file.write(event.as_bytes()).map_err(|e| Error::io("write", &self.path, e))
    }
}

/// The metadata of a value that a plugin shows, with what the plugin knows about it.
fn plugin(name: &str, content: &Message) -> Message {
    Message::new().message(1, &Message::new().bytes(1, name).message(2, content))
}

/// A `google.protobuf.Value`.
fn hyper_parameter(value: &Value) -> Message {
    match value {
        Value::Integer(i) => Message::new().double(2, *i as f64),
        Value::Float(x) => Message::new().double(2, *x),
        Value::Boolean(b) => Message::new().whole(4, u64::from(*b)),
        Value::String(text) => Message::new().bytes(3, text),
        Value::Array(_) | Value::Datetime(_) | Value::Table(_) => Message::new().bytes(3, value.to_string()),
    }
}
