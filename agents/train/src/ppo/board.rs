//! [`Board`]: `TensorBoard`'s event file of a run: charts, and the recipe to tell runs apart by.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use holotable_store::disk;
use holotable_store::error::Error;
use holotable_store::folder;
use protobuf::well_known_types;
use protobuf::{Message, RepeatedField};
use tensorboard_proto::event::Event;
use tensorboard_proto::plugin_hparams::{HParamsPluginData, SessionStartInfo};
use tensorboard_proto::summary::{Summary, Summary_Value, SummaryMetadata};
use tensorboard_proto::tensor::TensorProto;
use tensorboard_proto::tensor_shape::TensorShapeProto_Dim;
use tensorboard_proto::types::DataType;
use tensorboard_rs::record_writer::RecordWriter;
use toml::{Table, Value};

use super::Config;
use crate::runs::leaves;

/// An event file. Its frames are `tensorboard-rs`'s; its writer of events would date every event today and panic when the disk is full.
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
        let mut begin = Event::new();
        begin.set_wall_time(wall_time);
        begin.set_file_version("brain.Event:2".into());
        board.event(&begin)?;
        Ok(board)
    }

    /// Adds a point to the chart `tag`.
    ///
    /// # Errors
    /// One line with the path.
    pub fn scalar(&mut self, tag: &str, number: f64, step: u64, wall_time: f64) -> Result<(), Error> {
        let mut value = Summary_Value::new();
        value.set_tag(tag.into());
        value.set_simple_value(number as f32);
        self.summary(value, step, wall_time)
    }

    /// Adds the recipe: as hyper-parameters, in which runs of the same recipe with other seeds are one group, and as a text.
    ///
    /// # Errors
    /// One line with the path.
    pub fn recipe(&mut self, config: &Config, wall_time: f64) -> Result<(), Error> {
        let text = config.to_toml();
        let table: Table = text.parse().expect("a recipe is written as TOML");
        let without_seed = Config { seed: 0, threads: 0, ..config.clone() };
        let mut start = SessionStartInfo::new();
        start.set_group_name(folder::sum(without_seed.to_toml().as_bytes())[..12].into());
        start.set_start_time_secs(wall_time);
        let keys = leaves(&table).into_iter();
        start.set_hparams(keys.map(|(key, value)| (key, hyper_parameter(value))).collect());
        let mut session = HParamsPluginData::new();
        session.set_session_start_info(start);
        let session = session.write_to_bytes().expect("every field is set");
        self.summary(plugin_value("_hparams_/session_start_info", "hparams", session), 0, wall_time)?;

        let mut value = plugin_value("recipe", "text", Vec::new());
        value.set_tensor(text_tensor(&format!("```toml\n{text}```\n")));
        self.summary(value, 0, wall_time)
    }

    /// Lets readers see what was added.
    ///
    /// # Errors
    /// One line with the path.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.file.flush().map_err(|e| Error::io("write", &self.path, e))
    }

    fn summary(&mut self, value: Summary_Value, step: u64, wall_time: f64) -> Result<(), Error> {
        let mut summary = Summary::new();
        summary.set_value(RepeatedField::from_vec(vec![value]));
        let mut event = Event::new();
        event.set_wall_time(wall_time);
        event.set_step(step as i64);
        event.set_summary(summary);
        self.event(&event)
    }

    fn event(&mut self, event: &Event) -> Result<(), Error> {
        let bytes = event.write_to_bytes().expect("every field is set");
        self.file.write(&bytes).map_err(|e| Error::io("write", &self.path, e))
    }
}

/// A value that a plugin shows, with what the plugin knows about it.
fn plugin_value(tag: &str, plugin: &str, content: Vec<u8>) -> Summary_Value {
    let mut metadata = SummaryMetadata::new();
    metadata.mut_plugin_data().set_plugin_name(plugin.into());
    metadata.mut_plugin_data().set_content(content);
    let mut value = Summary_Value::new();
    value.set_tag(tag.into());
    value.set_metadata(metadata);
    value
}

/// A tensor of one text.
fn text_tensor(text: &str) -> TensorProto {
    let mut one = TensorShapeProto_Dim::new();
    one.set_size(1);
    let mut tensor = TensorProto::new();
    tensor.set_dtype(DataType::DT_STRING);
    tensor.mut_tensor_shape().mut_dim().push(one);
    tensor.mut_string_val().push(text.as_bytes().to_vec());
    tensor
}

fn hyper_parameter(value: &Value) -> well_known_types::Value {
    let mut written = well_known_types::Value::new();
    match value {
        Value::Integer(i) => written.set_number_value(*i as f64),
        Value::Float(x) => written.set_number_value(*x),
        Value::Boolean(b) => written.set_bool_value(*b),
        Value::String(text) => written.set_string_value(text.clone()),
        Value::Array(_) | Value::Datetime(_) | Value::Table(_) => written.set_string_value(value.to_string()),
    }
    written
}
