//! The blocks of the observation: names, units and ranges of everything that a seat sees.

use super::action::DieType;
use super::words::{CARDS, Colour, Component, SEATS, Sector, TEAM_CAP, Token, Trait};
use crate::finite::Finite;
use crate::observe::{Block, Field};

/// See its `doc`.
pub const GAME: Block = Block {
    name: "game",
    doc: "the state of the whole",
    rows: 1,
    fields: &[
        Field::share("players", "/4"),
        Field::share("imperials_to_defeat", "/11"),
        Field::share("imperials_defeated", "/11"),
        Field::share("rebels_lost", "of the limit"),
        Field::share("components_operational", "of the limit"),
        Field::flag("deploy"),
        Field::flag("before_opening_roll"),
        Field::flag("rolled"),
        Field::flag("asked_heal"),
        Field::flag("asked_strike"),
        Field::flag("asked_component"),
        Field::flag("asked_die"),
        Field::flag("asked_face"),
        Field::flag("asked_colour"),
        Field::flag("die_assigned_in_this_roll"),
        Field::flag("healing_forbidden"),
        Field::share("strikes_this_turn", "/4"),
        Field::flag("my_turn"),
    ],
};

/// See its `doc`.
pub const SECTORS: Block = Block {
    name: "sectors",
    doc: "the sectors clockwise from Scarif; 'vader_from_deployed' counts from the deployed one instead",
    rows: Sector::N,
    fields: &[
        Field::flag("vader"),
        Field::flag("vader_from_deployed"),
        Field::flag("team_deployed"),
        Field::share("imperials", "/3"),
    ],
};

/// See its `doc`.
pub const COMPONENTS: Block = Block {
    name: "components",
    doc: "the components of the Death Star",
    rows: Component::N,
    fields: &[
        Field::share("counters", "of its spaces"),
        Field::flag("one_space_left"),
        Field::flag("operational"),
    ],
};

/// See its `doc`.
pub const TOKENS: Block = Block {
    name: "tokens",
    doc: "the Alliance tokens by kind",
    rows: Token::N,
    fields: &[
        Field::share("usable", "/4"),
        Field::share("locked", "/4"),
        Field::share("face_down", "of the kind"),
    ],
};

/// See its `doc`.
pub const DICE: Block = Block {
    name: "dice",
    doc: "rolled dice not yet assigned, by type: colour × face",
    rows: DieType::N,
    fields: &[Field::share("shown", "/4")],
};

/// See its `doc`.
pub const SYMBOLS: Block = Block {
    name: "symbols",
    doc: "symbols on the rolled dice not yet assigned, by trait",
    rows: Trait::N,
    fields: &[Field::share("shown", "/8, at most 1")],
};

/// See its `doc`.
pub const POOL: Block = Block {
    name: "pool",
    doc: "the Rebellion dice by colour",
    rows: Colour::N,
    fields: &[
        Field::share("waiting", "/4"),
        Field::share("in_the_box", "of the supply"),
        Field::share("spent", "/4"),
    ],
};

/// See its `doc`.
pub const SEAT_ROWS: Block = Block {
    name: "seats",
    doc: "the players, you first",
    rows: SEATS,
    fields: &[
        Field::flag("plays"),
        Field::flag("tatooine"),
        Field::flag("yavin_4"),
        Field::flag("lothal"),
        Field::flag("alderaan"),
        Field::share("rebels", "/12"),
        Field::share("room_for_damage", "/24, at most 1"),
    ],
};

/// The features that cards on the table and on teams share.
macro_rules! card_fields {
    ($($own:expr),* ; $($more:expr),*) => {
        &[
            $($own,)*
            Field::flag("tactical"),
            Field::flag("intelligence"),
            Field::flag("support"),
            Field::flag("leadership"),
            Field::flag("vehicle"),
            Field::flag("extra_die"),
            Field::flag("change_die"),
            Field::flag("reroll_die"),
            Field::flag("draw_token"),
            Field::flag("heal"),
            Field::flag("remove_counter"),
            Field::flag("strike"),
            Field::flag("deals_with_tactical"),
            Field::flag("deals_with_intelligence"),
            Field::flag("deals_with_support"),
            Field::flag("deals_with_leadership"),
            Field::share("price", "/3"),
            $($more),*
        ]
    };
}

/// See its `doc`.
pub const TABLE: Block = Block {
    name: "table",
    doc: "the nine places, sector by sector clockwise from the deployed one (from Scarif before deployment); the \
          symbols still to match are those left this turn; 'affects' are an Imperial's victims",
    rows: 9,
    fields: card_fields!(
        Field::flag("rebel"),
        Field::flag("imperial"),
        Field::share("capacity", "/7"),
        Field::share("damage", "/7"),
        Field::share("room", "/7"),
        Field::flag("reachable"),
        Field::flag("matched"),
        Field::share("need_tactical", "/8"),
        Field::share("need_intelligence", "/8"),
        Field::share("need_support", "/8"),
        Field::share("need_leadership", "/8");
        Field::flag("affects_here"),
        Field::flag("affects_clockwise"),
        Field::flag("affects_active_team"),
        Field::flag("affects_every_team"),
        Field::flag("heals_imperials"),
        Field::flag("rolls_death_star")
    ),
};

/// See its `doc`.
pub const TEAM: Block = Block {
    name: "team",
    doc: "your Rebels by place, the longest-serving first",
    rows: TEAM_CAP,
    fields: card_fields!(
        Field::flag("rebel"),
        Field::share("capacity", "/7"),
        Field::share("damage", "/7"),
        Field::share("room", "/7"),
        Field::flag("used_this_turn"),
        Field::share("paid", "/3"),
        Field::flag("condition_holds");
        Field::share("amount", "/3"),
        Field::flag("by_itself_before_rolling"),
        Field::flag("before_assigning"),
        Field::flag("free"),
        Field::flag("paid_with_dice"),
        Field::flag("paid_with_damage"),
        Field::flag("triggered")
    ),
};

/// See its `doc`.
pub const ALLIES: Block = Block {
    name: "allies",
    doc: "the Rebels of the other players: twelve places of the next seat, of the one after, of the third",
    rows: TEAM_CAP * (SEATS - 1),
    fields: &[Field::flag("rebel"), Field::share("damage", "/7"), Field::share("room", "/7")],
};

/// See its `doc`.
pub const DECK: Block = Block {
    name: "deck",
    doc: "the cards in the draw deck, by number: the 40 Rebels in the order of rebels.toml, then the 11 Imperials",
    rows: CARDS,
    fields: &[Field::flag("in_deck")],
};

/// See its `doc`.
pub const CARD_ROWS: Block = Block {
    name: "cards",
    doc: "where each asset card in play is, by number",
    rows: CARDS,
    fields: &[Field::flag("table"), Field::flag("my_team"), Field::flag("other_team")],
};

/// Fields of the table before the shared features.
pub const TABLE_OWN: usize = 11;
/// Fields of the own team before them.
pub const TEAM_OWN: usize = 7;
/// The shared features.
pub const SHARED: usize = 17;
/// Fields of the table after them.
pub const TABLE_MORE: usize = 6;
/// Fields of the own team after them.
pub const TEAM_MORE: usize = 7;
const _: () = assert!(TABLE.fields.len() == TABLE_OWN + SHARED + TABLE_MORE);
const _: () = assert!(TEAM.fields.len() == TEAM_OWN + SHARED + TEAM_MORE);
