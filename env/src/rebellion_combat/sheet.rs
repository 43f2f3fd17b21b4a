//! The blocks of the observation: names, units and ranges of everything that a side sees.

use super::action::Die;
use super::words::{CARDS, HITS, LEADERS, NEIGHBOURS, ROWS, Side};
use crate::finite::Finite;
use crate::observe::{Block, Field};

/// See its `doc`.
pub const COMBAT: Block = Block {
    name: "combat",
    doc: "where the combat stands",
    rows: 1,
    fields: &[
        Field::flag("my_decision"),
        Field::flag("i_am_the_empire"),
        Field::flag("i_am_current"),
        Field::flag("my_attack"),
        Field::flag("space"),
        Field::flag("ground"),
        Field::flag("leaders"),
        Field::flag("actions"),
        Field::flag("assign"),
        Field::flag("block"),
        Field::flag("plans"),
        Field::flag("retreat"),
        Field::flag("take"),
        Field::flag("asked_by_a_card"),
        Field::flag("next_die_black"),
        Field::flag("next_die_red"),
        Field::flag("next_die_direct"),
        Field::flag("no_block"),
        Field::flag("plans_held"),
        Field::share("round", "/10, at most 1"),
        Field::share("capacity_left", "/20, at most 1"),
        Field::share("my_points", "/40, at most 1"),
        Field::share("their_points", "/40, at most 1"),
        Field::share("points_for_holding", "/20"),
    ],
};

/// See its `doc`.
pub const SIDES: Block = Block {
    name: "sides",
    doc: "the sides, mine first",
    rows: Side::N,
    fields: &[
        Field::share("space_cards", "/8, at most 1"),
        Field::share("ground_cards", "/8, at most 1"),
        Field::share("black_dice_in_space", "/5"),
        Field::share("red_dice_in_space", "/5"),
        Field::share("black_dice_on_ground", "/5"),
        Field::share("red_dice_on_ground", "/5"),
        Field::flag("cannot_retreat_this_round"),
        Field::flag("needs_no_carriers_this_round"),
        Field::flag("has_retreated"),
    ],
};

/// See its `doc`.
pub const UNITS: Block = Block {
    name: "units",
    doc: "the units in the system by kind, mine in the order of units.toml, then theirs, and by damage markers",
    rows: 2 * ROWS,
    fields: &[
        Field::share("undamaged", "/8, at most 1"),
        Field::share("damage_1", "/8, at most 1"),
        Field::share("damage_2", "/8, at most 1"),
        Field::share("damage_3", "/8, at most 1"),
        Field::share("damage_4", "/8, at most 1"),
        Field::share("damage_5", "/8, at most 1"),
    ],
};

/// How many units of each kind there are somewhere, in the order of [`UNITS`].
const fn by_kind(name: &'static str, doc: &'static str) -> Block {
    const FIELDS: &[Field] = &[Field::share("units", "/8, at most 1")];
    Block { name, doc, rows: 2 * ROWS, fields: FIELDS }
}

/// See its `doc`.
pub const HURT: Block =
    by_kind("hurt", "the units that this attack has hurt by kind, in the order of 'units'");

/// See its `doc`.
pub const DESTROYED: Block =
    by_kind("destroyed", "the units destroyed in this battle step, which still attack in it, by kind");

/// See its `doc`.
pub const LOST: Block = by_kind("lost", "the units lost in this combat by kind");

/// See its `doc`.
pub const RETREATED: Block = by_kind("retreated", "the units that have retreated by kind");

/// See its `doc`.
pub const WOUNDED: Block = Block {
    name: "wounded",
    doc: "the units hurt in this attack, in the order in which actions name them",
    rows: HITS,
    fields: &[
        Field::flag("there"),
        Field::share("black_dice", "/5"),
        Field::share("red_dice", "/5"),
        Field::flag("red_health"),
        Field::share("health", "/6"),
        Field::share("markers", "/6"),
        Field::share("assigned", "/6, at most 1"),
        Field::flag("destroyed_unless_blocked"),
        Field::share("value", "/20"),
    ],
};

/// See its `doc`.
pub const DICE: Block = Block {
    name: "dice",
    doc: "the dice of the attack that can still be used, by colour × face",
    rows: Die::N,
    fields: &[Field::share("shown", "/5")],
};

/// See its `doc`.
pub const HAND: Block = Block {
    name: "hand",
    doc: "my tactic cards by kind, in the order of tactics.toml",
    rows: CARDS,
    fields: &[Field::share("cards", "/3")],
};

/// See its `doc`.
pub const DISCARDED: Block = Block {
    name: "discarded",
    doc: "the tactic cards played or discarded, in the same order",
    rows: CARDS,
    fields: &[Field::share("cards", "/3")],
};

/// See its `doc`.
pub const UNSEEN: Block = Block {
    name: "unseen",
    doc: "the tactic cards in the deck or in the other hand, in the same order",
    rows: CARDS,
    fields: &[Field::share("cards", "/3")],
};

/// See its `doc`.
pub const PLAYED: Block = Block {
    name: "played",
    doc: "the tactic card being played, in the same order",
    rows: CARDS,
    fields: &[Field::flag("this_one")],
};

/// See its `doc`.
pub const LEADER_ROWS: Block = Block {
    name: "leaders",
    doc: "the leaders, mine in the order of leaders.toml, then theirs",
    rows: 2 * LEADERS,
    fields: &[
        Field::flag("here"),
        Field::flag("in_the_pool"),
        Field::share("space", "/4, if here or in the pool"),
        Field::share("ground", "/4, if here or in the pool"),
    ],
};

/// See its `doc`.
pub const BESIDE: Block = Block {
    name: "neighbours",
    doc: "the neighbouring systems",
    rows: NEIGHBOURS,
    fields: &[
        Field::flag("there"),
        Field::flag("loyal_to_me"),
        Field::flag("loyal_to_them"),
        Field::flag("my_units"),
        Field::flag("their_units"),
        Field::flag("origin"),
        Field::flag("open_to_my_retreat"),
        Field::flag("chosen"),
    ],
};
