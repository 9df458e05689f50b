//! docs/gallery.md shows every bundled game after some random moves. `BLESS=1 cargo test --test library gallery` updates it.

use crate::pages;
use boardwright::bundled;
use boardwright::load_bundled;
use boardwright::notation;
use boardwright::render::{self, SvgStyle};
use boardwright::rng::Rng;
use std::fmt::Write;

const HEAD: &str = "# Gallery

Every bundled game after some random moves, as `boardwright show GAME --format svg` draws it. A test generates this page.

";

/// The plies before a picture, unless the game ends sooner: then half of its plies.
const PLIES: usize = 24;

const SEED: u64 = 3;

#[test]
fn the_page_and_its_pictures_are_current() {
    let mut page = HEAD.to_owned();
    let mut pages = Vec::new();
    for name in bundled::names() {
        let engine = load_bundled(name, &[]).unwrap();
        let game = engine.game();
        let mut positions = vec![engine.start().unwrap()];
        let mut rng = Rng::new(SEED);
        while positions.len() <= PLIES && positions.last().unwrap().outcome.is_none() {
            let before = positions.last().unwrap();
            let moves = engine.legal_moves(before).unwrap();
            let next = engine.play(before, &moves[rng.below(moves.len())]).unwrap().expect("it is legal");
            positions.push(next);
        }
        let at = if positions.len() > PLIES { PLIES } else { positions.len() / 2 };
        let (before, position) = (&positions[at - 1], &positions[at]);
        let last = Some(render::cells_of(game, before, position));
        let caption = Some(notation::status(game, position));
        let picture = render::svg(game, position, &SvgStyle { last, caption, ..SvgStyle::default() });
        assert!(!picture.contains("<script") && !picture.contains("href"), "{name}");
        pages.push((format!("docs/images/gallery/{name}.svg"), picture));
        let folder = if bundled::is_classic(name) { "games/classics" } else { "games" };
        writeln!(page, "## [{}](../{folder}/{name}.game)\n", game.full_title()).unwrap();
        writeln!(page, "<img src=\"images/gallery/{name}.svg\" alt=\"{}\" width=\"320\">\n", game.title).unwrap();
    }
    pages.push(("docs/gallery.md".to_owned(), page.trim_end().to_owned() + "\n"));
    pages::compare(pages);
}
