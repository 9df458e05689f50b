//! Describes a part that could not be parsed: the names that it may have declared, and its item.

use crate::source::{SourceId, Span, Spanned};
use crate::syntax::ast::{Change, Item, ItemNode, KindName, Name, PlayerName, Unread};
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

/// The keywords before a new name.
const BEFORE_NAMES: &[&str] =
    &["action", "always", "choose", "def", "each", "effect", "for", "let", "param", "var", "where"];

/// Describes a part with these tokens; `is_item` if it is a whole item.
pub(super) fn describe_unread(text: &str, tokens: &[Token], span: Span, is_item: bool) -> Unread {
    let item = is_item.then(|| item_keyword(text, tokens));
    let mut names: Vec<String> = Vec::new();
    for (at, word) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let after = tokens.get(at + 1);
        let named = before.is_some_and(|before| before.is_word_of(text, BEFORE_NAMES))
            || is_item && at == 1
            || after.is_some_and(|after| [":", "=", "/"].iter().any(|sign| after.is(text, sign)));
        let name = word.text(text);
        if word.kind == TokenKind::Word && named && !keywords::RESERVED.contains(&name) {
            names.push(name.to_owned());
        }
    }
    Unread { span, item, names }
}

/// Returns the keyword of the item, after `replace` and `also`, or an empty text.
fn item_keyword(text: &str, tokens: &[Token]) -> String {
    let changes = ["replace", "also", "first"];
    let word = tokens.iter().find(|word| !word.is_word_of(text, &changes));
    word.filter(|word| word.is_word_of(text, keywords::ITEMS))
        .map(|word| word.text(text).to_owned())
        .unwrap_or_default()
}

/// Makes an item that still declares the players or kinds that a broken one lists.
pub(super) fn make_stand_in(text: &str, tokens: &[Token], unread: &Unread, id: SourceId) -> Option<Item> {
    let joints = ["going", "of", "and", "or"];
    let mut names: Vec<Name> = Vec::new();
    for (at, word) in tokens.iter().enumerate().skip(1) {
        let gone = at.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|before| before.is(text, "going"));
        let named = word.kind == TokenKind::Word && !gone && !word.is_word_of(text, &joints);
        if named && !keywords::is_reserved(word.text(text)) && !keywords::is_cell(word.text(text)) {
            names.push(Spanned::new(word.text(text).to_owned(), Span::new(id, word.start, word.end)));
        }
    }
    let kinds = |names: Vec<Name>| names.into_iter().map(|name| KindName { name, sign: None }).collect();
    let node = match unread.item.as_deref()? {
        _ if names.is_empty() => return None,
        "players" => ItemNode::Players(names.into_iter().map(|name| PlayerName { name, going: None }).collect()),
        "piece" => ItemNode::Pieces(kinds(names)),
        "neutral" => ItemNode::Neutral(kinds(names)),
        _ => return None,
    };
    Some(Item { span: unread.span, docs: String::new(), change: Change::New, node })
}
