//! A picture of a position, as SVG: `cargo run --example picture > chess.svg`.

use boardwright::load_bundled;
use boardwright::notation;
use boardwright::render::{self, Arrow, ArrowMark, SvgStyle};

/// Draws the position.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let chess = load_bundled("chess", &[])?;
    let before = notation::play_all(&*chess, &chess.start()?, ["e2-e4", "d7-d5"])?.pop().expect("two moves");
    let mv = chess.find(&before, "e4-d5")?.expect("it is legal");
    let details = chess.details(&before, &mv)?;
    for change in &details.changes {
        eprintln!("{}", change.text(chess.game()));
    }
    let style = SvgStyle {
        caption: Some("White can take the pawn.".to_owned()),
        arrows: Arrow::each_moved(&details, ArrowMark::Legal),
        ..SvgStyle::default()
    };
    print!("{}", render::svg(chess.game(), &before, &style));
    Ok(())
}
