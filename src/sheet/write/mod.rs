//! A sheet as text, Markdown and HTML.

mod html;
mod markdown;
mod text;

pub use html::html;
pub use markdown::markdown;
pub use text::text;

/// Splits a text into its parts: plain, then code, then plain, and so on.
fn parts(text: &str) -> impl Iterator<Item = (bool, &str)> {
    text.split('`').enumerate().map(|(n, part)| (n % 2 == 1, part)).filter(|(_, part)| !part.is_empty())
}
