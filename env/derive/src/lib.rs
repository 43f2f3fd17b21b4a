//! Derive macros for the traits of `holotable-env`: a value is named once, where it is declared.
//!
//! Each is documented with its trait: `Row`, `Pack`, `Json`.

mod json;
mod pack;
mod row;

use proc_macro::TokenStream;
use syn::{Data, DeriveInput, Error, Field, Fields, Ident};

/// Declares a struct of named numbers as a row of an observation; see the trait `Row`.
///
/// A field is a flag, a share or an `f32`. `#[row(unit = "of the limit")]` and `#[row(from = -1.0)]` say what an `f32`
/// is if it is not a share, `#[row(flatten)]` puts the fields of another row in its place.
#[proc_macro_derive(Row, attributes(row))]
pub fn derive_row(input: TokenStream) -> TokenStream {
    expand(input, row::expand)
}

/// Writes a struct as the bytes of its fields in order, an enum as the number of its variant and its fields; see `Pack`.
#[proc_macro_derive(Pack)]
pub fn derive_pack(input: TokenStream) -> TokenStream {
    expand(input, pack::expand)
}

/// Writes a struct as a JSON object with a key for each field; see the trait `Json`.
///
/// `#[json(context = Names<'cx>)]` on the struct names what the fields need to be put in words. On a field
/// `#[json(name = "active_seat")]` gives it another key, `#[json(group = "this_turn")]` puts it into an object of that
/// name, `#[json(default)]` lets it be left out, and `#[json(skip)]` leaves it out always. `#[json(with = module)]` writes and
/// reads it by `module::to_json(&field, cx)` and `module::from_json(json, cx)`: a field whose own words need another context,
/// such as the state of a game inside the game.
#[proc_macro_derive(Json, attributes(json))]
pub fn derive_json(input: TokenStream) -> TokenStream {
    expand(input, json::expand)
}

type Expand = fn(&DeriveInput) -> Result<proc_macro2::TokenStream, Error>;

fn expand(input: TokenStream, with: Expand) -> TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    with(&input).unwrap_or_else(|e| e.to_compile_error()).into()
}

/// The fields of a struct with their names.
fn named_fields(input: &DeriveInput) -> Result<Vec<(&Ident, &Field)>, Error> {
    if let Data::Struct(data) = &input.data
        && let Fields::Named(fields) = &data.fields
    {
        return Ok(fields.named.iter().filter_map(|f| Some((f.ident.as_ref()?, f))).collect());
    }
    Err(Error::new_spanned(&input.ident, "this can be derived for structs with named fields only"))
}
