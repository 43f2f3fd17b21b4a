//! [`Case`]: an input in a small file.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::options::Given;
use crate::scratch::Files;
use crate::target::{self, Verdict};

/// An input of a target with all that is needed to check it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The name of the [target](target::TARGETS).
    pub target: String,
    /// The game.
    pub game: String,
    /// Its options, as on the command line.
    pub options: Given,
    /// What is wrong, or was.
    pub why: String,
    /// The files that are text.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub text: BTreeMap<String, String>,
    /// The others, in hexadecimal.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hex: BTreeMap<String, String>,
}

impl Case {
    /// An input.
    pub fn new(target: &str, game: &str, options: &Given, why: String, files: &Files) -> Self {
        let (mut text, mut hex) = (BTreeMap::new(), BTreeMap::new());
        for (name, bytes) in files {
            match String::from_utf8(bytes.clone()) {
                Ok(words) => text.insert(name.clone(), words),
                Err(_) => hex.insert(name.clone(), to_hex(bytes)),
            };
        }
        Self { target: target.to_owned(), game: game.to_owned(), options: options.clone(), why, text, hex }
    }

    /// Its files.
    ///
    /// # Errors
    /// One line for what is not hexadecimal.
    pub fn files(&self) -> Result<Files, String> {
        let text = self.text.iter().map(|(name, words)| Ok((name.clone(), words.clone().into_bytes())));
        let hex = self.hex.iter().map(|(name, digits)| Ok((name.clone(), from_hex(digits)?)));
        text.chain(hex).collect()
    }

    /// Hands it in.
    ///
    /// # Errors
    /// What is wrong with how it was taken.
    pub fn check(&self) -> Result<Verdict, String> {
        let target = target::of(&self.target, &self.game, &self.options)?;
        target.check(&self.files()?)
    }
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn from_hex(digits: &str) -> Result<Vec<u8>, String> {
    let pairs = digits.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    pairs.map(|pair| byte(pair).ok_or_else(|| "not hexadecimal".to_owned())).collect()
}
