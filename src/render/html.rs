//! [`page`]: a self-contained HTML page.

/// Escapes text for HTML, between tags and in attributes.
pub use super::svg::escape as text;

/// The style of pages: readable in light and dark mode, and on paper.
const STYLE: &str = include_str!("page.css");

/// Builds a page from its title as text and its body as HTML.
pub fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{}\n</main>\n</body>\n</html>\n",
        text(title),
        body.trim_end()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_are_self_contained() {
        let page = page("A < B", "<p>hello</p>\n");
        assert!(page.contains("<title>A &lt; B</title>") && page.contains("<p>hello</p>\n</main>"));
        assert!(!page.contains("http"), "nothing is fetched from anywhere");
    }
}
