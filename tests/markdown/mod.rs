//! The fenced blocks of a Markdown page: what the tests of the documentation run.

/// A fenced block.
#[derive(Debug)]
pub struct Block<'a> {
    /// The words after the opening fence.
    pub info: &'a str,
    /// The lines between the fences.
    pub text: String,
    /// The line of the page on which the text begins, from 1.
    pub line: usize,
}

/// The fenced blocks of a page, in order.
pub fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (n, line) in page.lines().enumerate() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(info), None) => open = Some(Block { info: info.trim(), text: String::new(), line: n + 2 }),
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some(mut block)) => {
                block.text.push_str(line);
                block.text.push('\n');
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is never closed: {open:?}");
    blocks
}
