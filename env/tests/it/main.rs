//! Integration tests: one binary, one module a subject.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod bytes;
mod cards;
mod components;
#[cfg(any())]
mod core;
mod data_errors;
mod dsr_board;
mod dsr_conforms;
mod dsr_effects;
mod dsr_model;
mod golden;
mod gt;
mod gt01;
mod json_states;
mod perft;
mod pictures;
mod properties;
#[cfg(any())]
mod rc_board;
#[cfg(any())]
mod rc_cards;
#[cfg(any())]
mod rc_conforms;
#[cfg(any())]
mod rc_data;
#[cfg(any())]
mod rc_exact;
#[cfg(any())]
mod rc_golden;
#[cfg(any())]
mod rc_properties;
#[cfg(any())]
mod rc_retreat;
#[cfg(any())]
mod rc_rules;
mod replays;
mod rulings;
mod rulings_late;
#[cfg(any())]
mod toy;
mod verbs;
mod verbs_more;
