//! [`excerpt`] and [`brief`]: what errors show of an input, which may be of any length.

/// The characters that are quoted of an input.
const SHOWN: usize = 80;
/// The characters of a message up to which nothing is left out, and how many stay at its beginning and at its end beyond that.
const MESSAGE: [usize; 3] = [400, 90, 60];

/// At most 80 characters of a text, around the byte `at`, with `...` where something is left out.
///
/// ```
/// use holotable_env::excerpt;
/// assert_eq!(excerpt("players = 9", 10), "players = 9");
/// assert_eq!(excerpt(&"é".repeat(100), 0), format!("{}...", "é".repeat(80)));
/// ```
pub fn excerpt(text: &str, at: usize) -> String {
    if text.char_indices().nth(SHOWN).is_none() {
        return text.to_owned();
    }
    let at = (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let start = text[..at].char_indices().rev().take(SHOWN / 2).last().map_or(at, |(start, _)| start);
    let end = text[start..].char_indices().nth(SHOWN).map_or(text.len(), |(length, _)| start + length);
    let dots = |cut: bool| if cut { "..." } else { "" };
    format!("{}{}{}", dots(start > 0), &text[start..end], dots(end < text.len()))
}

/// The message of a parser, which may quote all of its input, with both of its ends and, if it is long, nothing between.
pub fn brief(message: &str) -> String {
    let [most, first, last] = MESSAGE;
    if message.char_indices().nth(most).is_none() {
        return message.to_owned();
    }
    let end = message.char_indices().nth(first).map_or(message.len(), |(end, _)| end);
    let start = message.char_indices().rev().take(last).last().map_or(0, |(start, _)| start);
    format!("{}...{}", &message[..end], &message[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_than_eighty_characters_are_quoted_and_the_fault_is_among_them() {
        let text = format!("{}!{}", "é".repeat(1000), "ü".repeat(1000));
        for at in 0..=text.len() + 1 {
            let shown = excerpt(&text, at);
            assert!(shown.chars().count() <= SHOWN + 6, "{shown}");
        }
        let fault = excerpt(&text, text.find('!').unwrap());
        assert!(fault.starts_with("...é") && fault.contains("é!ü") && fault.ends_with("ü..."), "{fault}");
        assert_eq!(excerpt("", 7), "");
    }

    #[test]
    fn a_message_keeps_its_ends() {
        let long = format!("invalid type: string \"{}\", expected u64 at line 1", "é".repeat(5000));
        let told = brief(&long);
        assert!(
            told.starts_with("invalid type: string \"é") && told.ends_with(", expected u64 at line 1"),
            "{told}"
        );
        assert!(told.chars().count() < 160, "{told}");
        assert_eq!(brief("unknown field `x`"), "unknown field `x`");
    }
}
