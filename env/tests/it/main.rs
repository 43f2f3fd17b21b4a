//! Integration tests: one binary, one module a subject.

mod core;
mod dsr_conforms;
mod toy;
