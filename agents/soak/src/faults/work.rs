//! [`Work`]: the commands that write, each with little to do.

/// A command that writes into the folder `out`.
#[derive(Debug)]
pub struct Work {
    /// How it is called here.
    pub name: &'static str,
    /// The command lines that make what it needs.
    pub before: &'static [&'static str],
    /// Its own, and the one that goes on.
    pub line: &'static str,
    /// Command lines that read what is there, each with how the paths of the files begin that it reads.
    pub readers: &'static [(&'static str, &'static str)],
}

/// The recipe of all training here; it saves after each update.
pub const RECIPE: &str = "total_steps = 1024\nnum_envs = 8\nrollout_steps = 32\nminibatch_size = 128\nhidden_sizes = [8]\n\
    checkpoint_every_updates = 1\neval_every_updates = 2\neval_games = 4\nthreads = 1\nkeep_checkpoints = 2\n\
    [game]\nname = \"dark_side_rising\"\n[game.options]\nimperials = 1\n";
/// The space of the sweep.
pub const SPACE: &str = "[grid]\nlearning_rate = [1e-3, 1e-4]\n";

const TRAIN: &str = "train recipe.toml --resume --out out";
const SWEEP: &str = "train recipe.toml --set total_steps=512 --sweep space.toml --out out";
const GENERATE: &str =
    "generate dark_side_rising -o imperials=1 --agents random --threads 1 --seed 5 --count 1300 --out out";
const DISTIL: &str = "distil start --threads 1 --search flat:2 --games 17 --epochs 2 --out out";
const RECORD: &str = "replay record dark_side_rising -o imperials=1 --seed 3 --out out/game.jsonl";
const PAGE: &str = "replay page game.jsonl --agent flat:1 --out out/game.html";

/// The commands that write.
pub const WORKS: &[Work] = &[
    Work {
        name: "train",
        before: &[],
        line: TRAIN,
        readers: &[
            (TRAIN, "out/latest/"),
            (TRAIN, "out/metrics.jsonl"),
            ("plot out --json", "out/"),
            (
                "tournament dark_side_rising -o imperials=1 --agents out/latest --games 4 --json",
                "out/latest/",
            ),
            ("tournament dark_side_rising -o imperials=1 --agents out/best --games 4 --json", "out/best/"),
            ("calibration dark_side_rising -o imperials=1 out --games 4 --json", "out/best/"),
        ],
    },
    Work {
        name: "sweep",
        before: &[],
        line: SWEEP,
        readers: &[
            (SWEEP, "out/recipe.toml"),
            (SWEEP, "out/space.toml"),
            (SWEEP, "out/sweep.json"),
            (SWEEP, "out/trial-001/result.json"),
            (SWEEP, "out/trial-002/result.json"),
            ("plot out --json", "out/trial-002/"),
        ],
    },
    Work { name: "generate", before: &[], line: GENERATE, readers: &[(GENERATE, "out/")] },
    Work {
        name: "tournament",
        before: &[
            "tournament dark_side_rising -o imperials=1 --agents random,greedy --games 200 --threads 1 \
                   --shard 1/2 --result first.json",
        ],
        line: "tournament dark_side_rising -o imperials=1 --agents random,greedy --games 200 --threads 1 --shard 2/2 \
               --result out/second.json",
        readers: &[
            ("merge first.json out/second.json --json", "out/"),
            ("merge out/second.json first.json --json", "first.json"),
        ],
    },
    Work {
        name: "compare",
        before: &[
            "compare dark_side_rising -o imperials=1 random greedy --games 300 --threads 1 --shard 1/2 --result first.json",
        ],
        line: "compare dark_side_rising -o imperials=1 random greedy --games 300 --threads 1 --shard 2/2 \
               --result out/second.json",
        readers: &[("merge first.json out/second.json --json", "out/")],
    },
    Work {
        name: "distil",
        before: &["train recipe.toml --out start"],
        line: DISTIL,
        readers: &[
            (DISTIL, "out/labels/"),
            (DISTIL, "start/best/"),
            ("tournament dark_side_rising -o imperials=1 --agents out --games 4 --json", "out/best/"),
        ],
    },
    Work {
        name: "plot",
        before: &["train recipe.toml --out run"],
        line: "plot run --out out/curves.svg",
        readers: &[("plot run --json", "run/")],
    },
    Work {
        name: "record",
        before: &[],
        line: RECORD,
        readers: &[
            ("replay check out/game.jsonl", "out/game.jsonl"),
            ("replay show out/game.jsonl", "out/game.jsonl"),
        ],
    },
    Work {
        name: "page",
        before: &["replay record dark_side_rising -o imperials=1 --seed 3 --out game.jsonl"],
        line: PAGE,
        readers: &[(PAGE, "game.jsonl")],
    },
];
