//! `#[derive(Row)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{DeriveInput, Error, Field, Lit, LitStr};

use crate::named_fields;

/// What `#[row(...)]` says about a field.
#[derive(Default)]
struct Attributes {
    flatten: bool,
    /// The names of the flattened columns begin with that of the field.
    named: bool,
    unit: Option<LitStr>,
    least: Option<Lit>,
    greatest: Option<Lit>,
}

impl Attributes {
    fn of(field: &Field) -> Result<Self, Error> {
        let mut attributes = Self::default();
        for attribute in field.attrs.iter().filter(|a| a.path().is_ident("row")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("flatten") {
                    attributes.flatten = true;
                } else if meta.path.is_ident("named") {
                    attributes.named = true;
                } else if meta.path.is_ident("unit") {
                    attributes.unit = Some(meta.value()?.parse()?);
                } else if meta.path.is_ident("from") {
                    attributes.least = Some(meta.value()?.parse()?);
                } else if meta.path.is_ident("to") {
                    attributes.greatest = Some(meta.value()?.parse()?);
                } else {
                    return Err(meta.error("a field may have 'flatten', 'named', 'unit', 'from' and 'to'"));
                }
                Ok(())
            })?;
        }
        Ok(attributes)
    }
}

pub fn expand(input: &DeriveInput) -> Result<TokenStream, Error> {
    let name = &input.ident;
    // For each field: its columns, and how it writes them from column `at` on.
    let (mut columns, mut writes) = (Vec::new(), Vec::new());
    let mut at = quote!(0);
    for (field, declared) in named_fields(input)? {
        let (ty, attributes) = (&declared.ty, Attributes::of(declared)?);
        if attributes.flatten {
            let own = quote!(<#ty as ::holotable_env::Row>::COLUMNS);
            let label = field.unraw().to_string();
            columns.push(match attributes.named {
                true => quote!(&::holotable_env::named_columns::<{ #own.len() }>(#label, #own)),
                false => own,
            });
            writes.push(quote!(::holotable_env::Row::put(
                self.#field,
                &mut out[#at..#at + <#ty as ::holotable_env::Row>::COLUMNS.len()],
            );));
            at = quote!(#at + <#ty as ::holotable_env::Row>::COLUMNS.len());
            continue;
        }
        let label = field.unraw().to_string();
        let mut column = quote!(::holotable_env::Column::of_cell::<#ty>(#label));
        if let Some(unit) = attributes.unit {
            column = quote!(#column.in_unit(#unit));
        }
        if let Some(least) = attributes.least {
            column = quote!(#column.from(#least));
        }
        if let Some(greatest) = attributes.greatest {
            column = quote!(#column.to(#greatest));
        }
        columns.push(quote!(&[#column]));
        writes.push(quote!(out[#at] = ::holotable_env::Cell::number(self.#field);));
        at = quote!(#at + 1);
    }
    Ok(quote! {
        impl ::holotable_env::Row for #name {
            const COLUMNS: &'static [::holotable_env::Column] = {
                const PARTS: &[&[::holotable_env::Column]] = &[#(#columns),*];
                const ALL: [::holotable_env::Column; ::holotable_env::columns_in(PARTS)] =
                    ::holotable_env::join_columns(PARTS);
                &ALL
            };

            #[inline]
            fn put(self, out: &mut [f32]) {
                const WIDTH: usize = #at;
                let out: &mut [f32; WIDTH] = out.first_chunk_mut().expect("a row fits its block");
                #(#writes)*
            }
        }
    })
}
