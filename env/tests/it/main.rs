//! Integration tests: one binary, one module a subject.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod big_team;
mod bytes;
mod cards;
mod cf_rules;
mod components;
mod core;
mod data_errors;
mod data_versions;
mod dsr_board;
mod dsr_conforms;
mod dsr_effects;
mod dsr_model;
mod every_game;
mod extremes;
mod golden;
mod gt;
mod gt01;
mod json_states;
mod learner;
mod options;
mod perft;
mod pictures;
mod properties;
mod rc_board;
mod rc_campaign;
mod rc_cards;
mod rc_conforms;
mod rc_data;
mod rc_exact;
mod rc_golden;
mod rc_properties;
mod rc_retreat;
mod rc_rules;
mod relations;
mod replays;
mod rulings;
mod rulings_late;
mod story;
mod toys;
mod verbs;
mod verbs_more;
