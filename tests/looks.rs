//! Looks: what they draw, that they change nothing in play, and that nothing they say harms a page.

use boardwright::engine::Engine;
use boardwright::render::{Scene, SvgStyle, TextStyle, svg, text};
use boardwright::{LoadError, bundled, load_bundled, load_text};

/// The rules of a small game, with these lines of a look.
fn rules(lines: &str) -> String {
    format!(
        "game \"Looks\"\nboard square 4 x 3\nplayers White, Black\npiece man, king\nneutral rock\nvar level(p: cell) = 0\n\
         setup {{ man of White at a1 king of White at b1 man of Black at c2 rock at d3 }}\nlook {{\n{lines}\n}}\n\
         action put(p: empty)\n  do {{ put man at p level(p) += 1 put king at c3 put rock at a3 }}\n\
         end {{ when stuck(next): draw }}"
    )
}

fn picture(lines: &str) -> String {
    let engine = load_text(&rules(lines), &[]).unwrap_or_else(|error| panic!("{lines}: {error:?}"));
    svg(engine.game(), &engine.start().unwrap(), &SvgStyle::default())
}

fn board(lines: &str) -> String {
    let engine = load_text(&rules(lines), &[]).unwrap_or_else(|error| panic!("{lines}: {error:?}"));
    let board = text(engine.game(), &engine.start().unwrap(), &TextStyle::default());
    board.lines().take_while(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect()
}

#[test]
fn looks_change_nothing_in_play() {
    let mut seen = 0;
    for name in bundled::names() {
        let own = load_bundled(name, &[]).unwrap();
        if own.game().sources.all().iter().all(|source| !source.text.contains("\nlook {")) {
            continue;
        }
        seen += 1;
        let plain = load_text(&format!("extends \"{name}\"\ngame \"Plain\"\nreplace look {{ }}\n"), &[]).unwrap();
        assert!(plain.game().look.is_fixed() && plain.game().look.shapes.is_empty(), "{name}");
        let (start, other) = (own.start().unwrap(), plain.start().unwrap());
        assert_eq!(start, other, "{name}");
        assert_eq!(own.perft(&start, 1).unwrap(), plain.perft(&other, 1).unwrap(), "{name}");
        assert_eq!(own.zobrist_hash(&start), plain.zobrist_hash(&other), "{name}");
    }
    assert!(seen > 10);
}

#[test]
fn a_fixed_set_of_cells_has_a_color_however_it_is_written() {
    let names = |set: &str| -> Vec<(String, Vec<usize>)> {
        let text = format!(
            "game \"Fixed\"\nboard square 5 x 5\nplayers White, Black\npiece man\ndef odd(p: cell) = (row(p) + column(p)) % 3 != 0\n\
             def shelter = {set}\naction place(p: empty except shelter)\n  do put man at p\nend {{ when stuck(next): draw }}"
        );
        let engine = load_text(&text, &[]).unwrap_or_else(|error| panic!("{set}: {error:?}"));
        let areas = engine.game().areas.iter();
        areas.map(|area| (area.name.clone(), area.cells.iter().map(|cell| usize::from(cell.0)).collect())).collect()
    };
    let listed = names("{a1 c1 d1}");
    assert_eq!(listed.len(), 1);
    assert_eq!(names("{ p in rows(1): odd(p) }"), listed);
    assert_eq!(names("{ p in rows(1): (row(p) + column(p)) % 3 != 0 }"), listed);
    assert_eq!(names("shelters where shelters = { p in rows(1): odd(p) }"), listed);
    assert!(names("{ p in rows(1): p in own }").is_empty());
}

#[test]
fn a_variant_may_change_looks_alone() {
    let wood = "extends \"chess\"\ngame \"Chess of wood\"\nalso look {\n  color White: yellow\n  color Black: brown\n  shape king: text \"🤴\"\n}\n";
    let (chess, wood) = (load_bundled("chess", &[]).unwrap(), load_text(wood, &[]).unwrap());
    let draw = |engine: &dyn Engine| svg(engine.game(), &engine.start().unwrap(), &SvgStyle::default());
    let (plain, colored) = (draw(&*chess), draw(&*wood));
    assert!(colored.contains("🤴") && colored.contains("#7a5230") && !plain.contains("#7a5230"));
    let added = "extends \"shogi\"\ngame \"Shogi of discs\"\nalso look { shape pawn: disc }\n";
    // 18 pawns, and those of the legend
    let discs = draw(&*load_text(added, &[]).unwrap());
    let circles = |picture: &str| picture.matches("<circle").count();
    assert_eq!((circles(&draw(&*load_bundled("shogi", &[]).unwrap())), circles(&discs)), (0, 21));
}

#[test]
fn every_line_is_drawn() {
    let plain = picture("");
    for (lines, drawn) in [
        ("fill rows(1): teal", "fill=\"#2a9aa0\" fill-opacity"),
        ("border rows(1): teal", "stroke=\"#2a9aa0\""),
        ("edge rows(1): teal", "stroke=\"#2a9aa0\""),
        ("mark a2: ring", "r=\"10\" fill=\"none\""),
        ("mark a2: \"x1\"", ">x1</text>"),
        ("label p in a2 | b1: \"{level(p)}m\"", ">0m</text>"),
        ("line p in a1 to c2", "d=\"M54 114L134 74\""),
        ("wall p in a1 to b1: teal", "stroke=\"#2a9aa0\""),
        ("shape man: hex \"H\"", ">H</text>"),
        ("shape king: target", "r=\"5.2\""),
        ("shape rock: path \"M-40 40H40L0 -40Z\"", "d=\"M-40 40H40L0 -40Z\""),
        ("shape man: text \"王\"", ">王"),
        ("shape man: wedge", "rotate("),
        ("color White: teal", "fill=\"#2a9aa0\""),
        ("color rock: teal", "fill=\"#2a9aa0\""),
        ("name level: \"floors\"", "floors"),
        ("caption \"{count(man)} men\"", ">2 men</text>"),
    ] {
        assert!(!plain.contains(drawn), "{drawn}");
        assert!(picture(lines).contains(drawn), "{lines}: {}", picture(lines));
    }
    assert!(plain.contains("level") && !picture("hide level").contains("level"));
    assert!(picture("shape man: none").matches("<circle").count() < plain.matches("<circle").count());
}

#[test]
fn text_boards_show_signs_texts_lines_and_walls() {
    let signs = "mark a2: star\nmark b2: \"?\"\nlabel p in {d1 d2 b1}: \"{level(p)}\"";
    assert_eq!(board(signs), "3 .  .  .  r\n2 *  ?  m  0\n1 M  K0 .  0\n  a  b  c  d\n");
    let lines = "line p in a1 to b2\nline p in b1 to c1\nline p in c2 to d3\nline p in d2 to c3";
    assert_eq!(board(lines), "3 . . . r\n       X\n2 . . m .\n   /\n1 M K-. .\n  a b c d\n");
    let walls = "wall p in {a2 b2} to step(p, S)\nwall p in {c1 c2} to step(p, E)";
    assert_eq!(board(walls), "3 . . . r\n2 . . m|.\n  ---  |\n1 M K .|.\n  a b c d\n");
    assert_eq!(board("wall p in a1 to {a1 b2 d3 a3 c1}"), board(""));
    assert!(!picture("wall p in a1 to d3: teal").contains("#2a9aa0"));
    // Long lines are listed.
    let engine = load_text(&rules("line p in a1 to d3"), &[]).unwrap();
    let shown = text(engine.game(), &engine.start().unwrap(), &TextStyle::default());
    assert!(shown.contains("\nlines: a1-d3\n"), "{shown}");
}

#[test]
fn texts_of_looks_cannot_leave_a_picture() {
    let evil = "mark a2: \"<script>\"\nlabel p in b2: \"<b>&{p}\"\nshape man: disc \"<i>\"\nshape king: text \"</svg>\"\n\
                name level: \"<img onload=x>\"\ncaption \"</text><script>alert(1)</script>\"\ncaption \"]]><!-- javascript:alert('1') {count(man)}\"";
    let picture = picture(evil);
    assert_eq!(picture.matches("</svg>").count(), 1);
    for tag in ["<script", "<b>", "<i>", "<img", "<foreignObject", "href="] {
        assert!(!picture.contains(tag), "{tag}: {picture}");
    }
    // Scripts in texts are only texts, and no text ends a part of XML.
    assert!(!picture.contains("]]>") && !picture.contains("<!") && picture.contains("]]&gt;&lt;!--"), "{picture}");
    assert!(picture.contains("&lt;script&gt;") && picture.contains("&lt;/svg&gt;"));
}

#[test]
fn bad_looks_are_refused_at_their_place() {
    let refused = |lines: &str| {
        let Err(LoadError::Wrong { diagnostics, .. }) = load_text(&rules(lines), &[]) else { panic!("{lines}") };
        let first = &diagnostics[0];
        (first.code.name(), first.message.clone(), first.help.clone().unwrap_or_default())
    };
    let (code, message, help) = refused("fill rows(1): blu");
    assert_eq!((code, message.as_str()), ("E37", "there is no color `blu`"));
    assert!(help.contains("`blue`"), "{help}");
    assert_eq!(refused("fill level: blue").0, "E11");
    assert_eq!(refused("border ply: blue").0, "E10");
    assert_eq!(refused("shape man: path \"M1 1 L2\"").1, "the path breaks off here");
    let path = |count: usize| format!("shape man: path \"M0 0{}\"", "L1 1".repeat(count));
    let (code, message, help) = refused(&path(1000));
    assert_eq!((code, message.as_str()), ("E37", "this path has 4004 characters"));
    assert!(help.len() < 200);
    assert_eq!(refused(&path(2_500_000)).1, "this file is too long");
    assert_eq!(refused("glow rows(1): blue").0, "E01");
    assert_eq!(refused("fill rows(1) blue").0, "E01");
}

#[test]
fn large_pictures_stay_bounded() {
    let text = "game \"Web\" board square 32 x 32 players A, B piece stone\nlook { line p in board to board except p: red }\n\
                action put(p: empty) do put stone at p\nend { when stuck(next): draw }";
    let engine = load_text(text, &[]).unwrap();
    let scene = Scene::new(engine.game(), &engine.start().unwrap());
    assert!(scene.joints.is_empty() && scene.lines[0].text.contains("more than 4096 lines and walls"));
}

/// Returns the texts of a picture with their places.
fn texts(picture: &str) -> Vec<(f64, f64, String)> {
    let attribute = |tag: &str, name: &str| -> f64 {
        tag.split(&format!(" {name}=\""))
            .nth(1)
            .and_then(|rest| rest.split('"').next()?.parse().ok())
            .unwrap_or(f64::NAN)
    };
    let texts = picture.split("<text").skip(1).filter_map(|tag| {
        let (head, rest) = tag.split_once('>')?;
        Some((attribute(head, "x"), attribute(head, "y"), rest.split('<').next()?.to_owned()))
    });
    texts.collect()
}

fn place(picture: &str, text: &str) -> (f64, f64) {
    let all = texts(picture);
    let found = all.iter().find(|(.., shown)| shown == text).unwrap_or_else(|| panic!("{text}: {all:?}"));
    (found.0, found.1)
}

#[test]
fn hands_are_beside_the_board_at_their_players_ends() {
    let crazyhouse = load_bundled("crazyhouse", &[]).unwrap();
    let mut position = crazyhouse.start().unwrap();
    for text in ["e2-e4", "d7-d5", "e4-d5", "d8-d5"] {
        let mv = crazyhouse.find(&position, text).unwrap().unwrap_or_else(|| panic!("{text}"));
        position = crazyhouse.play(&position, &mv).unwrap().unwrap();
    }
    let picture = svg(crazyhouse.game(), &position, &SvgStyle::default());
    let (top, bottom, h, first) =
        (place(&picture, "Black"), place(&picture, "White"), place(&picture, "h"), place(&picture, "8"));
    assert!(top.0 > h.0 + 20.0 && bottom.0 == top.0, "{top:?} {h:?}");
    assert!(top.1 < first.1 + 20.0 && bottom.1 > top.1 + 100.0 && bottom.1 < h.1, "{top:?} {bottom:?}");
    assert_eq!(texts(&picture).iter().filter(|(.., text)| text == "× 1").count(), 2);
    assert!(
        !texts(&picture).iter().any(|(.., text)| text.starts_with("hand of") || text.starts_with("hand:")),
        "{picture}"
    );
    let board = text(crazyhouse.game(), &position, &TextStyle::default());
    assert!(board.contains("\nhand: White (pawn 1), Black (pawn 1)\n"), "{board}");
}

#[test]
fn beside_shows_numbers_as_pieces() {
    let rules = |look: &str| {
        format!(
            "game \"Reserves\"\nboard square 3 x 3\nplayers Red, Blue, Green\npiece man, wall\nneutral rock\n\
             var men(P: player) = 4\nvar rocks = 7\nvar walls = 0\nlook {{ {look} }}\n\
             action put(p: empty) when men(mover) > 0 and rocks > 0 and walls >= 0 do {{ put man at p men(mover) -= 1 rocks -= 1 walls += 1 \
             put wall at p put rock at p }}\nend {{ when stuck(next): draw }}"
        )
    };
    let engine =
        load_text(&rules("beside men: man beside rocks: rock beside walls: wall of Blue name men: \"left\""), &[])
            .unwrap_or_else(|error| panic!("{error:?}"));
    let scene = Scene::new(engine.game(), &engine.start().unwrap());
    let hands: Vec<String> = scene
        .hands
        .iter()
        .map(|hand| {
            format!("{} {:?} {:?}", hand.name, hand.owner.0, hand.pieces.iter().map(|(_, n)| *n).collect::<Vec<_>>())
        })
        .collect();
    assert_eq!(hands, ["left 0 [4]", "left 1 [4]", "left 2 [4]", "rocks 255 [7]", "walls 1 []"]);
    let picture = svg(engine.game(), &engine.start().unwrap(), &SvgStyle::default());
    let found = texts(&picture);
    assert_eq!(found.iter().filter(|(.., text)| text == "× 4").count(), 3, "{picture}");
    assert!(found.iter().any(|(.., text)| text == "× 7") && found.iter().any(|(.., text)| text == "walls: none"));
    // Three players' pieces are higher than the board: the picture grows, and no two texts are at one place.
    let height: f64 =
        picture.split("viewBox=\"0 0 ").nth(1).unwrap().split(['"', ' ']).nth(1).unwrap().parse().unwrap();
    assert!(found.iter().all(|(_, y, _)| *y < height), "{height} {found:?}");
    for (n, one) in found.iter().enumerate() {
        assert!(found[n + 1..].iter().all(|other| (one.0, one.1) != (other.0, other.1)), "{one:?}");
    }
    let refused = |look: &str| match load_text(&rules(look), &[]) {
        Err(LoadError::Wrong { diagnostics, .. }) => diagnostics[0].message.clone(),
        _ => panic!("{look}"),
    };
    assert_eq!(refused("beside men: man of Red"), "`men` already has a number for each player");
    assert_eq!(refused("beside rocks: man"), "missing owner of `man`");
    assert_eq!(refused("beside rocks man"), "missing `:` after `rocks`");
}
