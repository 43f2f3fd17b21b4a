//! How much is taken from files, which may come from strangers: more than any run needs, and little enough for any machine.
//! `TRUST.md` lists these numbers.

/// The bytes of a checkpoint's weights.
pub const MODEL_BYTES: u64 = 1 << 30;
/// The bytes of its `state.json`.
pub const STATE_BYTES: u64 = 1 << 28;
/// The values in it.
pub const STATE_VALUES: usize = 1 << 24;
/// The bytes of its `layout.json`.
pub const LAYOUT_BYTES: u64 = 1 << 24;
/// The bytes of its `config.toml`.
pub const CONFIG_BYTES: u64 = 1 << 20;
/// The bytes of its `SHA256SUMS`.
pub const SUMS_BYTES: u64 = 1 << 12;
/// The bytes of any other file that is read as text: a recipe, a space, a replay, a state.
pub const TEXT_BYTES: u64 = 1 << 26;
/// The values in a shard result or another checksummed file of JSON: those of any other are
/// [`MOST_VALUES`](holotable_env::json::MOST_VALUES).
pub const JSON_VALUES: usize = 1 << 22;
/// The bytes of a file with games.
pub const DATASET_BYTES: u64 = 1 << 30;
/// The games in such a file.
pub const DATASET_ROWS: usize = 1 << 20;
/// The past selves of a run.
pub const PAST_SELVES: usize = 1000;
/// The size of a weight: beyond it sums of a layer may overflow, and shares are no numbers.
pub const WEIGHT: f32 = 1e6;
/// The decisions of an update, of which all are in memory; a decision takes about a kilobyte.
pub const UPDATE_DECISIONS: usize = 1 << 22;
/// The layers that policy and value share.
pub const LAYERS: usize = 64;
/// The agents of a tournament that was played in parts.
pub const AGENTS: usize = 100;
/// The trials of a sweep.
pub const TRIALS: usize = 10_000;
/// The characters of an error: whatever was given is not shown at any length.
pub const ERROR_CHARS: usize = 1000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::thousands;

    #[test]
    fn the_page_on_trust_has_every_limit() {
        let page = include_str!("../../TRUST.md");
        let numbers = [
            MODEL_BYTES as f64,
            STATE_BYTES as f64,
            STATE_VALUES as f64,
            JSON_VALUES as f64,
            LAYOUT_BYTES as f64,
            CONFIG_BYTES as f64,
            SUMS_BYTES as f64,
            TEXT_BYTES as f64,
            DATASET_BYTES as f64,
            DATASET_ROWS as f64,
            PAST_SELVES as f64,
            f64::from(WEIGHT),
            UPDATE_DECISIONS as f64,
            LAYERS as f64,
            AGENTS as f64,
            TRIALS as f64,
            ERROR_CHARS as f64,
            holotable_env::data::MOST_BYTES as f64,
        ];
        for number in numbers.map(thousands) {
            assert!(page.contains(&format!(" {number} ")), "{number} is not on the page");
        }
    }
}
