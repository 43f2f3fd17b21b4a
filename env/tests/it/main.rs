//! Integration tests: one binary, one module a subject.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[cfg(any())]
mod bytes;
#[cfg(any())]
mod cards;
#[cfg(any())]
mod components;
mod core;
#[cfg(any())]
mod data_errors;
#[cfg(any())]
mod dsr_board;
#[cfg(any())]
mod dsr_conforms;
#[cfg(any())]
mod dsr_effects;
#[cfg(any())]
mod dsr_model;
#[cfg(any())]
mod golden;
#[cfg(any())]
mod gt;
#[cfg(any())]
mod gt01;
#[cfg(any())]
mod json_states;
#[cfg(any())]
mod perft;
#[cfg(any())]
mod pictures;
#[cfg(any())]
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
#[cfg(any())]
mod replays;
#[cfg(any())]
mod rulings;
#[cfg(any())]
mod rulings_late;
mod toys;
#[cfg(any())]
mod verbs;
#[cfg(any())]
mod verbs_more;
