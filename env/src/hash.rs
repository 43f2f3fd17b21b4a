//! [`short_hash`] and [`hexadecimal`]: what files and layouts are told apart by.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// The first sixteen hexadecimal digits of SHA-256 over these parts.
pub fn short_hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut sha = Sha256::new();
    for part in parts {
        sha.update((part.len() as u64).to_le_bytes());
        sha.update(part);
    }
    hexadecimal(&sha.finalize()[..8])
}

/// Bytes as lower-case hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
