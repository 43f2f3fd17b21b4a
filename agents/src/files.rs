//! Files at the edges: read with the name in the error, written beside and renamed.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use crate::disk;
use crate::error::Error;
use crate::limits::TEXT_BYTES;

/// The text of a file of no unheard-of length.
///
/// # Errors
/// One line that names the file.
pub fn read(path: &Path) -> Result<String, Error> {
    let mut text = String::new();
    let read = fs::File::open(path).and_then(|file| file.take(TEXT_BYTES + 1).read_to_string(&mut text));
    read.map_err(|e| Error::io("read", path, e))?;
    if text.len() as u64 > TEXT_BYTES {
        return Err(Error::io("read", path, format!("it holds more than {TEXT_BYTES} bytes")));
    }
    Ok(text)
}

/// The bytes of a file in a folder that may come from anywhere: a regular file of at most `most` bytes, and no link, so that it
/// leads nowhere else, never ends late and never waits.
///
/// # Errors
/// One line that says what it is instead; it does not name the file.
pub fn bytes(path: &Path, most: u64) -> Result<Vec<u8>, Error> {
    let io = |e: std::io::Error| Error::new(e.to_string());
    let found = fs::symlink_metadata(path).map_err(io)?;
    if !found.is_file() {
        return Err(Error::new("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    let file = fs::File::open(path).map_err(io)?;
    file.take(most + 1).read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() as u64 > most {
        return Err(Error::new(format!("it holds more than {most} bytes")));
    }
    Ok(bytes)
}

/// Writes a file beside its place and renames it, so that whoever looks sees all of it or the old one. What is there and is no
/// regular file (a link, a pipe, a device) is written to, for it would not be there any more.
///
/// # Errors
/// One line that names the file; the old one, if any, is left as it was.
pub fn write(path: &Path, text: &str) -> Result<(), Error> {
    if fs::symlink_metadata(path).is_ok_and(|found| !found.is_file()) {
        return fs::write(path, text).map_err(|e| Error::io("write", path, e));
    }
    let name = path.file_name().ok_or_else(|| Error::io("write", path, "not the name of a file"))?;
    let mut hidden = OsString::from(".");
    hidden.push(name);
    remove_leftovers(path, &hidden);
    hidden.push(format!(".{}{TMP}", std::process::id()));
    let beside = path.with_file_name(hidden);
    let written = disk::create(&beside)
        .and_then(|file| file.write_and_sync(text.as_bytes()))
        .and_then(|()| disk::rename(&beside, path));
    written.map_err(|e| {
        // What is left of a failed attempt is in nobody's way if it cannot be removed either.
        let _ = disk::remove_file(&beside);
        Error::io("write", path, e)
    })
}

/// How the names of files end that are being written.
const TMP: &str = ".tmp";
/// Nobody takes longer to write a file.
const LONGEST: Duration = Duration::from_mins(10);

/// Removes what processes that were killed have left beside a file, if it can be removed.
fn remove_leftovers(path: &Path, hidden: &OsStr) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (name, hidden) = (entry.file_name(), hidden.as_encoded_bytes());
        let number = name.as_encoded_bytes().strip_prefix(hidden).and_then(|end| end.strip_prefix(b"."));
        let number = number.and_then(|end| end.strip_suffix(TMP.as_bytes()));
        let ours = number.is_some_and(|digits| !digits.is_empty() && digits.iter().all(u8::is_ascii_digit));
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if ours && age().is_some_and(|age| age > LONGEST) {
            let _ = disk::remove_file(&entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn what_killed_processes_left_is_removed() {
        let folder = std::env::temp_dir().join(format!("holotable-leftovers-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let old = SystemTime::now() - 2 * LONGEST;
        let names = [".a.json.17.tmp", ".a.json.18.tmp", ".a.json.old.tmp", ".b.json.17.tmp", ".a.json.17"];
        for name in names {
            let file = File::create(folder.join(name)).unwrap();
            let age = if name == names[1] { SystemTime::now() } else { old };
            file.set_modified(age).unwrap();
        }
        write(&folder.join("a.json"), "{}").unwrap();
        let left: Vec<bool> = names.iter().map(|name| folder.join(name).exists()).collect();
        assert_eq!(left, [false, true, true, true, true], "another may still write the second");
        fs::remove_dir_all(folder).unwrap();
    }
}
