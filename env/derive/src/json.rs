//! `#[derive(Json)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::{DeriveInput, Error, Field, LitStr, Path, Type};

use crate::named_fields;

/// What `#[json(...)]` says about a field.
struct Attributes {
    key: String,
    group: Option<LitStr>,
    default: bool,
    skip: bool,
    with: Option<Path>,
}

impl Attributes {
    fn of(key: String, field: &Field) -> Result<Self, Error> {
        let mut attributes = Self { key, group: None, default: false, skip: false, with: None };
        for attribute in field.attrs.iter().filter(|a| a.path().is_ident("json")) {
            attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("name") {
                    attributes.key = meta.value()?.parse::<LitStr>()?.value();
                } else if meta.path.is_ident("group") {
                    attributes.group = Some(meta.value()?.parse()?);
                } else if meta.path.is_ident("default") {
                    attributes.default = true;
                } else if meta.path.is_ident("skip") {
                    attributes.skip = true;
                } else if meta.path.is_ident("with") {
                    attributes.with = Some(meta.value()?.parse()?);
                } else {
                    return Err(meta.error("a field may have 'name', 'group', 'default', 'skip' and 'with'"));
                }
                Ok(())
            })?;
        }
        Ok(attributes)
    }
}

/// The type that `#[json(context = ...)]` names.
fn context(input: &DeriveInput) -> Result<Option<Type>, Error> {
    let mut context = None;
    for attribute in input.attrs.iter().filter(|a| a.path().is_ident("json")) {
        attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("context") {
                return Err(meta.error("a struct may have 'context'"));
            }
            context = Some(meta.value()?.parse()?);
            Ok(())
        })?;
    }
    Ok(context)
}

pub fn expand(input: &DeriveInput) -> Result<TokenStream, Error> {
    let (name, given) = (&input.ident, context(input)?);
    let cx = given.as_ref().map_or_else(|| quote!(Cx), |cx| quote!(#cx));
    let (mut writes, mut reads, mut types) = (Vec::new(), Vec::new(), Vec::new());
    for (field, declared) in named_fields(input)? {
        let attributes = Attributes::of(field.unraw().to_string(), declared)?;
        if attributes.skip {
            reads.push(quote!(#field: ::std::default::Default::default()));
            continue;
        }
        let (key, ty) = (&attributes.key, &declared.ty);
        let group = attributes.group.map_or_else(|| quote!(None), |group| quote!(Some(#group)));
        let (write, read) = match &attributes.with {
            Some(with) => (quote!(#with::to_json), quote!(|json| #with::from_json(json, cx))),
            None => (
                quote!(::holotable_env::Json::to_json),
                quote!(|json| <#ty as ::holotable_env::Json<#cx>>::from_json(json, cx)),
            ),
        };
        writes.push(quote!(object.put(#group, #key, #write(&self.#field, cx));));
        let missing = match &attributes.with {
            _ if attributes.default => quote!(|| Some(::std::default::Default::default())),
            Some(_) => quote!(|| None),
            None => quote!(<#ty as ::holotable_env::Json<#cx>>::missing),
        };
        reads.push(quote!(#field: object.take(#group, #key, #read, #missing)?));
        if attributes.with.is_none() {
            types.push(ty);
        }
    }
    let (generics, bounds) = match given {
        Some(_) if cx.to_string().contains("'cx") => (quote!(<'cx>), quote!()),
        Some(_) => (quote!(), quote!()),
        None => (quote!(<Cx>), quote!(where #(#types: ::holotable_env::Json<Cx>),*)),
    };
    Ok(quote! {
        impl #generics ::holotable_env::Json<#cx> for #name #bounds {
            fn to_json(&self, cx: &#cx) -> ::holotable_env::json::Value {
                let mut object = ::holotable_env::json::Writer::default();
                #(#writes)*
                object.end()
            }

            fn from_json(
                json: &::holotable_env::json::Value,
                cx: &#cx,
            ) -> ::std::result::Result<Self, ::holotable_env::json::Misfit> {
                let mut object = ::holotable_env::json::Reader::new(json)?;
                let value = Self { #(#reads),* };
                object.end()?;
                Ok(value)
            }
        }
    })
}
