//! Variants, merged.

use super::*;
use crate::source::Span;
use crate::syntax::ast::ItemNode;

/// Bases by name.
struct TestBases<'a>(&'a [(&'a str, &'a str)]);

impl Bases for TestBases<'_> {
    fn base(&self, name: &str, _from: &Source) -> Option<Source> {
        let (name, text) = self.0.iter().find(|(known, _)| *known == name)?;
        Some(Source::new(format!("{name}.game"), *text))
    }

    fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}

const BASE: &str = "
game \"Base\" author \"Somebody\" year 1900
/// How many.
param n: int = 3 in 1..9 where n != 4
param w: a | b = a
board square 3 x 3
players A, B
piece man
setup { man of A at a1 }
/// A limit.
def limit = 2
def other = 3
action place(p: empty)
  let q = p
  when x
  do put man at p
  ensure y
action swap() do again
always safe: z
end { when one: draw }
example \"t\" { moves 3 }
";

fn merged(text: &str, shelf: &[(&str, &str)]) -> (Option<Expanded>, Vec<Diagnostic>, Sources) {
    let mut sources = Sources::new();
    let id = sources.add(Source::new("mine.game", text));
    let mut found = Vec::new();
    let file = match parse(&sources, id) {
        Ok(file) => file,
        Err(found) => panic!("{text}: {found:#?}"),
    };
    let expanded = expand(&mut sources, file, &TestBases(shelf), &mut found);
    (expanded, found, sources)
}

/// Returns the source text of each item.
fn items(text: &str) -> Vec<String> {
    let (expanded, found, sources) = merged(&format!("extends \"base\" {text}"), &[("base", BASE)]);
    assert!(found.is_empty(), "{text}: {found:#?}");
    let items = expanded.map(|expanded| expanded.items).unwrap_or_default();
    items.iter().map(|item| sources.text(item.span).split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

fn item(text: &str, word: &str) -> ItemNode {
    let (expanded, _, sources) = merged(&format!("extends \"base\" {text}"), &[("base", BASE)]);
    let items = expanded.map(|expanded| expanded.items).unwrap_or_default();
    match items.into_iter().find(|item| sources.text(item.span).contains(word)) {
        Some(item) => item.node,
        None => panic!("no {word} in {text}"),
    }
}

/// Returns the only finding: code, underlined text, further places, message with help.
fn finding(text: &str, shelf: &[(&str, &str)]) -> (Code, String, Vec<String>, String) {
    let (_, found, sources) = merged(text, shelf);
    let [one] = found.as_slice() else { panic!("{text}: {found:#?}") };
    let words = |span: Span| sources.text(span).to_owned();
    let more = one.labels.iter().skip(1).map(|label| words(label.span)).collect();
    (one.code, words(one.span()), more, format!("{}; {}", one.message, one.help.as_deref().unwrap_or("")))
}

#[test]
fn all_is_taken_over_but_what_is_the_bases_own() {
    let all = items("game \"Mine\"");
    assert_eq!(all.len(), 13);
    assert_eq!((all[0].as_str(), all[12].as_str()), ("param n: int = 3 in 1..9 where n != 4", "game \"Mine\""));
    assert!(!all.iter().any(|item| ["author", "year", "example"].iter().any(|word| item.starts_with(word))));
}

#[test]
fn replaced_items_stand_in_the_old_ones_place() {
    let all = items("replace def limit = 5 replace board square 4 x 4 replace always safe: t def new = 1");
    assert_eq!(all[2], "replace board square 4 x 4");
    assert_eq!(all[6], "replace def limit = 5");
    assert_eq!(all[10], "replace always safe: t");
    assert_eq!(all.last().map(String::as_str), Some("def new = 1"));
}

#[test]
fn a_replaced_parameter_keeps_its_range() {
    let kept = |text: &str| match item(text, "replace") {
        ItemNode::Param(param) => {
            (param.ty.is_some(), param.words.len(), param.domain.is_some(), param.condition.is_some())
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(kept("replace param n = 5"), (true, 0, true, true));
    assert_eq!(kept("replace param n = 5 in 5..6"), (true, 0, true, false));
    assert_eq!(kept("replace param w = b"), (false, 2, false, false));
    assert_eq!(kept("replace param w: c | d | e = c"), (false, 3, false, false));
    let (expanded, ..) = merged("extends \"base\" replace param n = 5", &[("base", BASE)]);
    assert_eq!(expanded.map(|expanded| expanded.items[0].docs.clone()).as_deref(), Some("How many."));
}

#[test]
fn additions_go_into_the_bases_items() {
    let all = items("also setup { man of B at c3 }");
    assert_eq!(all[5..7], ["setup { man of A at a1 }", "also setup { man of B at c3 }"]);
    let ItemNode::Action(action) = item("also action place let r = q when s do again ensure t", "place") else {
        panic!()
    };
    let sizes = (action.binders.len(), action.clauses.len(), action.body.map(|body| body.len()), action.ensures.len());
    assert_eq!(sizes, (1, 4, Some(2), 2));
    let endings = |text: &str| match item(text, "end {") {
        ItemNode::End(endings) => endings.iter().map(|ending| format!("{:?}", ending.result)).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(endings("also end { when two: never }"), ["Draw", "Never"]);
    assert_eq!(endings("also first end { when two: never }"), ["Never", "Draw"]);
}

#[test]
fn items_are_taken_away() {
    let all = items("without action swap without always safe without def other without param w");
    assert_eq!(all.len(), 8);
    assert!(!all.iter().any(|item| ["swap", "safe", "other", "param w"].iter().any(|word| item.contains(word))));
}

#[test]
fn variants_of_variants() {
    let middle = "extends \"base\" game \"M\" author \"Else\" replace def limit = 7 also setup { man of B at b2 }";
    let shelf = [("base", BASE), ("middle", middle)];
    let text = "extends \"middle\" game \"Mine\" replace def limit = 8 also setup { man of B at c3 }";
    let (expanded, found, sources) = merged(text, &shelf);
    assert!(found.is_empty(), "{found:#?}");
    let expanded = expanded.expect("merged");
    let setups = expanded.items.iter().filter(|item| matches!(item.node, ItemNode::Setup(_))).count();
    assert_eq!(setups, 3);
    assert!(expanded.items.iter().any(|item| sources.text(item.span) == "replace def limit = 8"));
    let (expanded, ..) = merged("extends \"middle\" replace setup { }", &shelf);
    let items = expanded.map(|expanded| expanded.items).unwrap_or_default();
    assert_eq!(items.iter().filter(|item| matches!(item.node, ItemNode::Setup(_))).count(), 1);
}

#[test]
fn changes_to_what_is_not_there() {
    let shelf = [("base", BASE)];
    for (text, underlined, said) in [
        ("extends \"base\" replace def limits = 1", "limits", "did you mean `limit`?"),
        ("extends \"base\" replace def n = 1", "n", "the base has `param n`"),
        ("extends \"base\" without action jump", "jump", "`place` or `swap`"),
        ("extends \"base\" also action jump when x", "jump", "the base has no `action jump`"),
        ("replace def f = 1", "replace", "extends nothing"),
        ("also end { when x: draw }", "also", "extends nothing"),
    ] {
        let (code, place, _, message) = finding(text, &shelf);
        assert_eq!((code, place.as_str()), (Code::E50, underlined), "{text}");
        assert!(message.contains(said), "{text}: {message}");
    }
    let (expanded, found, _) = merged("extends \"base\" without def limit without def limit", &shelf);
    assert_eq!((expanded.is_some(), found.len()), (true, 1));
}

#[test]
fn what_the_base_has_is_replaced_openly() {
    let shelf = [("base", BASE)];
    let told = finding("extends \"base\" def limit = 1", &shelf);
    assert_eq!((told.0, told.1.as_str(), told.2), (Code::E51, "limit", vec!["limit".to_owned()]));
    let told = finding("extends \"base\" setup { }", &shelf);
    assert_eq!((told.0, told.1.as_str(), told.2), (Code::E51, "setup", vec!["setup".to_owned()]));
    assert!(told.3.contains("`also`"));
}

#[test]
fn once_means_once() {
    for (text, word) in [
        ("board square 3 x 3 board square 4 x 4", "board"),
        ("players A, B players C, D", "players"),
        ("setup { } setup { }", "setup"),
        ("end { when a: draw } end { when b: draw }", "end"),
        ("game \"A\" game \"B\"", "game"),
        ("year 1 year 2", "year"),
    ] {
        let (code, place, more, _) = finding(text, &[]);
        assert_eq!((code, place.as_str(), more), (Code::E35, word, vec![word.to_owned()]), "{text}");
    }
    let told = finding("extends \"base\" replace def limit = 1 replace def limit = 2", &[("base", BASE)]);
    assert_eq!((told.0, told.1.as_str()), (Code::E35, "limit"));
}

#[test]
fn bases_that_cannot_be_had() {
    let shelf = [("base", BASE), ("hen", "extends \"egg\""), ("egg", "extends \"hen\""), ("broken", "def f =")];
    let told = finding("extends \"bass\"", &shelf);
    assert_eq!((told.0, told.1.as_str()), (Code::E52, "\"bass\""));
    assert!(told.3.contains("did you mean `base`?"));
    let (_, found, sources) = merged("extends \"hen\"", &shelf);
    assert_eq!((found[0].code, sources.text(found[0].span())), (Code::E53, "\"hen\""));
    assert!(found[0].labels[0].text.contains("`hen`, then `egg`, then `hen`"), "{found:?}");
    let (_, found, _) = merged("extends \"broken\"", &shelf);
    assert_eq!((found.len(), found[0].code, found[0].span().source.0), (1, Code::E01, 1));
    // the same name is no circle if the text is another
    let (expanded, found, _) = merged("extends \"mine\"", &[("mine", BASE)]);
    assert!(expanded.is_some() && found.is_empty());
}

#[test]
fn endless_rows_of_bases_end() {
    struct Endless;
    impl Bases for Endless {
        fn base(&self, name: &str, _from: &Source) -> Option<Source> {
            Some(Source::new(format!("{name}.game"), format!("extends \"{name}a\"")))
        }
        fn names(&self) -> Vec<String> {
            Vec::new()
        }
    }
    let mut sources = Sources::new();
    let id = sources.add(Source::new("mine.game", "extends \"a\""));
    let mut found = Vec::new();
    let file = parse(&sources, id).expect("right");
    assert!(expand(&mut sources, file, &Endless, &mut found).is_none());
    assert_eq!((found.len(), found[0].code), (1, Code::E53));
}

#[test]
fn the_language_is_known() {
    let told = finding("language 2 game \"A\"", &[]);
    assert_eq!((told.0, told.1.as_str()), (Code::E01, "2"));
    assert!(merged("language 1 game \"A\"", &[]).1.is_empty());
}

#[test]
fn a_kind_of_the_base_gets_another_sign() {
    let signs = |text: &str| {
        let (expanded, found, _) = merged(&format!("extends \"base\" {text}"), &[("base", BASE)]);
        let mut signs = Vec::new();
        for item in expanded.map(|expanded| expanded.items).unwrap_or_default() {
            if let ItemNode::Pieces(kinds) = item.node {
                signs.extend(kinds.into_iter().map(|kind| (kind.name.node, kind.sign.map(|sign| sign.node))));
            }
        }
        (signs, found.iter().map(|found| found.code).collect::<Vec<_>>())
    };
    let man = |sign: Option<&str>| ("man".to_owned(), sign.map(str::to_owned));
    assert_eq!(signs("replace piece man \"M\""), (vec![man(Some("M"))], vec![]));
    assert_eq!(signs("replace neutral man \"M\""), (vec![man(None)], vec![Code::E50]));
    assert_eq!(signs("replace piece mann \"M\""), (vec![man(None)], vec![Code::E50]));
    let (_, found, _) = merged("replace piece man \"M\" game \"T\"", &[]);
    assert_eq!(found.iter().map(|found| found.code).collect::<Vec<_>>(), [Code::E50]);
}

#[test]
fn a_name_of_a_variant_takes_no_local_names_from_its_base() {
    let base = "game \"B\" board square 3 x 3 players White, Black piece man def limit = 2 \
                action place(p: empty) let size = count(own) when size < 9 do put man at p \
                end { when count(own) > limit: draw when stuck(next): draw }";
    let found = |own: &str| {
        let file = format!("extends \"base\" game \"V\" {own}");
        crate::check::check(Source::new("v.game", file), &TestBases(&[("base", base)]), &[]).diagnostics
    };
    let reports = found("def p = 3 def size = p also end { when ply > size: draw }");
    assert!(reports.is_empty(), "{reports:?}");
    // The other way round, the name of the base is seen.
    let reports = found("also end { for limit in players when none(pieces of limit) and ply > 9: limit loses }");
    assert!(matches!(reports.as_slice(), [one, ..] if one.code == Code::E03), "{reports:?}");
}
