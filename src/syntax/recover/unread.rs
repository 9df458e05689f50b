//! What a stretch that could not be read may have said: the names that it may have given a meaning, and whose they are.

use crate::source::{SourceId, Span, Spanned};
use crate::syntax::ast::{Change, Item, ItemNode, KindName, Name, Player, Unread};
use crate::syntax::keywords;
use crate::syntax::lex::{Kind, Token};

/// The words that stand before a new name.
const BEFORE_NAMES: &[&str] =
    &["action", "always", "choose", "def", "each", "effect", "for", "let", "param", "var", "where"];

/// What can be told of a stretch, whose words these are. `item` says that it is a whole item.
pub(super) fn unread(text: &str, words: &[Token], span: Span, item: bool) -> Unread {
    let word = item.then(|| item_word(text, words));
    let mut names: Vec<String> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let after = words.get(at + 1);
        let named = before.is_some_and(|before| before.is_word_of(text, BEFORE_NAMES))
            || item && at == 1
            || after.is_some_and(|after| [":", "=", "/"].iter().any(|sign| after.is(text, sign)));
        let name = word.text(text);
        if word.kind == Kind::Word && named && !keywords::RESERVED.contains(&name) {
            names.push(name.to_owned());
        }
    }
    Unread { span, item: word, names }
}

/// The word that says which item begins here, without `replace` and `also`; empty if there is none.
fn item_word(text: &str, words: &[Token]) -> String {
    let changes = ["replace", "also", "first"];
    let word = words.iter().find(|word| !word.is_word_of(text, &changes));
    word.filter(|word| word.is_word_of(text, keywords::ITEMS))
        .map(|word| word.text(text).to_owned())
        .unwrap_or_default()
}

/// Players and kinds go on being known by their names, whatever else is wrong where they are listed.
pub(super) fn stand_in(text: &str, words: &[Token], unread: &Unread, id: SourceId) -> Option<Item> {
    let joints = ["going", "of", "and", "or"];
    let mut names: Vec<Name> = Vec::new();
    for (at, word) in words.iter().enumerate().skip(1) {
        let gone = at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|before| before.is(text, "going"));
        let named = word.kind == Kind::Word && !gone && !word.is_word_of(text, &joints);
        if named && !keywords::is_reserved(word.text(text)) && !keywords::is_cell(word.text(text)) {
            names.push(Spanned::new(word.text(text).to_owned(), Span::new(id, word.start, word.end)));
        }
    }
    let kinds = |names: Vec<Name>| names.into_iter().map(|name| KindName { name, sign: None }).collect();
    let node = match unread.item.as_deref()? {
        _ if names.is_empty() => return None,
        "players" => ItemNode::Players(names.into_iter().map(|name| Player { name, going: None }).collect()),
        "piece" => ItemNode::Pieces(kinds(names)),
        "neutral" => ItemNode::Neutral(kinds(names)),
        _ => return None,
    };
    Some(Item { span: unread.span, docs: String::new(), change: Change::New, node })
}
