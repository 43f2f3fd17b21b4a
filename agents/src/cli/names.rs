//! [`names`]: several agents in one argument.

/// The agents in a list with commas between; one in whose name there is a comma stands in double quotes, in which two stand for one.
pub fn names(text: &str) -> Result<Vec<String>, String> {
    let (mut names, mut rest) = (Vec::new(), text);
    loop {
        let Some(quoted) = rest.strip_prefix('"') else {
            let (name, more) = rest.split_once(',').map_or((rest, None), |(name, more)| (name, Some(more)));
            names.push(name.to_owned());
            let Some(more) = more else { return Ok(names) };
            rest = more;
            continue;
        };
        let (name, more) =
            unquoted(quoted).ok_or_else(|| "a name begins with '\"' and does not end so".to_owned())?;
        names.push(name);
        rest = match more.strip_prefix(',') {
            Some(more) => more,
            None if more.is_empty() => return Ok(names),
            None => return Err("after the '\"' at the end of a name there must be a comma".to_owned()),
        };
    }
}

/// What stands before the quote that ends a name, and what follows that quote.
fn unquoted(text: &str) -> Option<(String, &str)> {
    let (name, more) = text.split_once('"')?;
    match more.strip_prefix('"') {
        None => Some((name.to_owned(), more)),
        Some(more) => unquoted(more).map(|(rest, more)| (format!("{name}\"{rest}"), more)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_a_comma_stands_in_quotes() {
        let cases: [(&str, &[&str]); 6] = [
            ("random", &["random"]),
            ("random,greedy,", &["random", "greedy", ""]),
            ("\"runs/x,y\"", &["runs/x,y"]),
            ("random,\"runs/x,y\",flat:9@a+b", &["random", "runs/x,y", "flat:9@a+b"]),
            ("\"a \"\"b\"\", c\",d", &["a \"b\", c", "d"]),
            ("exec:sh -c \"x\"", &["exec:sh -c \"x\""]),
        ];
        for (text, expected) in cases {
            assert_eq!(names(text).unwrap(), expected, "{text}");
        }
        for text in ["\"x", "\"x\"y", "a,\"b"] {
            assert!(names(text).is_err(), "{text}");
        }
    }
}
