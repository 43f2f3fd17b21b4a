//! `config!`: the data sets that are compiled in. The build script says where they lie.

/// The text of a built-in data file, by its path in `configs/`.
macro_rules! config {
    ($path:literal) => {
        include_str!(concat!(env!("HOLOTABLE_CONFIGS"), "/", $path))
    };
}
pub(crate) use config;
