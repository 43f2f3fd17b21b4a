//! `#[derive(Pack)]`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DataEnum, DeriveInput, Error, Ident};

pub fn expand(input: &DeriveInput) -> Result<TokenStream, Error> {
    let name = &input.ident;
    let (pack, unpack) = match &input.data {
        Data::Enum(data) if data.variants.iter().all(|v| v.fields.is_empty()) => values(name, data)?,
        Data::Enum(data) => variants(name, data)?,
        Data::Struct(data) => {
            let fields: Vec<_> = data.fields.members().collect();
            (
                quote!(#(::holotable_env::Pack::pack(&self.#fields, out);)*),
                quote!(Some(Self { #(#fields: ::holotable_env::Pack::unpack(bytes)?),* })),
            )
        }
        Data::Union(_) => {
            return Err(Error::new_spanned(name, "which field of a union is there, nobody knows"));
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
    let values: Vec<_> = data.variants.iter().map(|v| &v.ident).collect();
    let numbers = numbers(name, data)?;
    Ok((
        quote!(out.push(match self { #(#name::#values => #numbers),* });),
        quote!(match <u8 as ::holotable_env::Pack>::unpack(bytes)? {
            #(#numbers => Some(#name::#values),)*
            _ => None,
        }),
    ))
}

/// One with fields is the number of the variant and then its fields.
fn variants(name: &Ident, data: &DataEnum) -> Result<(TokenStream, TokenStream), Error> {
    let (mut writes, mut reads) = (Vec::new(), Vec::new());
    for (variant, number) in data.variants.iter().zip(numbers(name, data)?) {
        let (value, fields) = (&variant.ident, variant.fields.members().collect::<Vec<_>>());
        let bound: Vec<_> = (0..fields.len()).map(|i| format_ident!("field_{i}")).collect();
        writes.push(quote!(#name::#value { #(#fields: #bound),* } => {
            out.push(#number);
            #(::holotable_env::Pack::pack(#bound, out);)*
        }));
        reads.push(quote!(#number => #name::#value { #(#fields: ::holotable_env::Pack::unpack(bytes)?),* }));
    }
    Ok((
        quote!(match self { #(#writes)* }),
        quote!(Some(match <u8 as ::holotable_env::Pack>::unpack(bytes)? {
            #(#reads,)*
            _ => return None,
        })),
    ))
}

/// The number of each variant, which is a byte.
fn numbers(name: &Ident, data: &DataEnum) -> Result<Vec<u8>, Error> {
    let numbers: Vec<u8> = (0..=u8::MAX).take(data.variants.len()).collect();
    if numbers.len() < data.variants.len() {
        return Err(Error::new_spanned(name, "a byte has room for 256 values"));
    }
    Ok(numbers)
}
