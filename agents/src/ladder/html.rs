//! HTML by hand: text is only ever put in by [`text`], so that nothing an entrant says becomes markup.

use std::fmt::Write as _;

/// Words as HTML shows them, in elements and in attributes in quotation marks.
pub(super) fn text(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for c in words.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            c if c.is_control() && c != '\n' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A page with this title and body; `root` leads from it to the folder of the site.
pub(super) fn page(title: &str, root: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n\
         <link rel=\"stylesheet\" href=\"{root}style.css\">\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        text(title)
    )
}

/// A table: heads, then rows of cells that are HTML already. The first column is words, the others are numbers.
pub(super) fn table(caption: &str, heads: &[&str], rows: &[Vec<String>]) -> String {
    let mut out = format!(
        "<p class=\"caption\">{0}</p>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{0}\"><table>\n<thead><tr>",
        text(caption)
    );
    for head in heads {
        let _ = write!(out, "<th scope=\"col\">{}</th>", text(head));
    }
    out += "</tr></thead>\n<tbody>\n";
    for row in rows {
        let (first, rest) = row.split_first().expect("a row has cells");
        let _ = write!(out, "<tr><th scope=\"row\">{first}</th>");
        for cell in rest {
            // What brings an element of its own is one.
            match cell.starts_with("<td") {
                true => out += cell,
                false => {
                    let _ = write!(out, "<td>{cell}</td>");
                }
            }
        }
        out += "</tr>\n";
    }
    out + "</tbody>\n</table></div>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_no_markup() {
        assert_eq!(text("<b a='1' c=\"2\">&\u{1b}"), "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp; ");
        let page = page("</title><script>", "", "");
        assert!(!page.contains("<script"), "{page}");
    }
}
