//! `#[derive(Pack)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DataEnum, DeriveInput, Error, Ident};

use crate::named_fields;

pub fn expand(input: &DeriveInput) -> Result<TokenStream, Error> {
    let name = &input.ident;
    let (pack, unpack) = match &input.data {
        Data::Enum(data) => values(name, data)?,
        Data::Struct(_) | Data::Union(_) => {
            let fields: Vec<_> = named_fields(input)?.into_iter().map(|(field, _)| field).collect();
            (
                quote!(#(::holotable_env::Pack::pack(&self.#fields, out);)*),
                quote!(Some(Self { #(#fields: ::holotable_env::Pack::unpack(bytes)?),* })),
            )
        }
    };
    Ok(quote! {
        impl ::holotable_env::Pack for #name {
            #[inline]
            fn pack(&self, out: &mut ::std::vec::Vec<u8>) {
                #pack
            }

            #[inline]
            fn unpack(bytes: &mut &[u8]) -> ::std::option::Option<Self> {
                #unpack
            }
        }
    })
}

/// An enum without fields is one byte: the number of the value from 0 on.
fn values(name: &Ident, data: &DataEnum) -> Result<(TokenStream, TokenStream), Error> {
    if let Some(variant) = data.variants.iter().find(|v| !v.fields.is_empty()) {
        return Err(Error::new_spanned(variant, "only enums without fields are written as a byte"));
    }
    let values: Vec<_> = data.variants.iter().map(|v| &v.ident).collect();
    let numbers: Vec<u8> = (0..=u8::MAX).take(values.len()).collect();
    if numbers.len() < values.len() {
        return Err(Error::new_spanned(name, "a byte has room for 256 values"));
    }
    Ok((
        quote!(out.push(match self { #(#name::#values => #numbers),* });),
        quote!(match <u8 as ::holotable_env::Pack>::unpack(bytes)? {
            #(#numbers => Some(#name::#values),)*
            _ => None,
        }),
    ))
}
