//! Integration tests: one binary, one module a subject.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[cfg(any())]
mod bytes;
#[cfg(any())]
mod cards;
#[cfg(any())]
mod components;
#[cfg(any())]
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
mod replays;
#[cfg(any())]
mod rulings;
#[cfg(any())]
mod rulings_late;
#[cfg(any())]
mod toy;
#[cfg(any())]
mod verbs;
#[cfg(any())]
mod verbs_more;
