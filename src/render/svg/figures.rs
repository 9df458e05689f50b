//! Pieces on paper.

use super::xml::{Xml, number};
use crate::game::look::Outline;
use crate::game::piece::Piece;
use crate::render::scene::{Figure, Scene};

/// Draws a piece around a center, in a cell of this size.
pub(super) fn draw(xml: &mut Xml, scene: &Scene, piece: Piece, place: (f64, f64), size: f64) {
    if let Some(figure) = scene.figure(piece) {
        draw_figure(xml, figure, place, size);
    }
}

/// The characters of the solid chess figures, which take a player's color.
fn chess(outline: Outline) -> Option<char> {
    Some(match outline {
        Outline::Pawn => '♟',
        Outline::Knight => '♞',
        Outline::Bishop => '♝',
        Outline::Rook => '♜',
        Outline::Queen => '♛',
        Outline::King => '♚',
        _ => return None,
    })
}

fn draw_figure(xml: &mut Xml, figure: &Figure, (x, y): (f64, f64), size: f64) {
    let Figure { outline, paint, turn, .. } = figure;
    let text = figure.text.as_deref();
    let shape = format!("fill=\"{}\" stroke=\"{}\"", paint.fill, paint.outline);
    let line = number(size / 32.0);
    let solid = format!("{shape} stroke-width=\"{line}\" stroke-linejoin=\"round\"");
    let polygon = |corners: &[(f64, f64)]| {
        let corner = |(dx, dy): &(f64, f64)| format!("{} {}", number(x + dx * size), number(y + dy * size));
        format!("d=\"M{}Z\"", corners.iter().map(corner).collect::<Vec<_>>().join("L"))
    };
    match outline {
        Outline::Disc => {
            xml.circle(x, y, 0.4 * size, &format!("{shape} stroke-width=\"{line}\""));
            letters(xml, figure, (x, y), size, 0.42);
        }
        Outline::Ring | Outline::Target => {
            for (ink, thick) in [(paint.outline, 0.19), (paint.fill, 0.13)] {
                let width = number(thick * size);
                xml.circle(x, y, 0.32 * size, &format!("fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\""));
            }
            if *outline == Outline::Target {
                xml.circle(x, y, 0.13 * size, &format!("{shape} stroke-width=\"{line}\""));
            }
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                let ink = format!("fill=\"{}\" font-weight=\"bold\"", paint.outline);
                xml.label(x, y, letters_height(text, 0.34) * size, &ink, text);
            }
        }
        Outline::Cross => {
            let r = 0.27;
            let corner = |dx: f64, dy: f64| format!("{} {}", number(x + dx * size), number(y + dy * size));
            let path = format!("M{}L{}M{}L{}", corner(-r, -r), corner(r, r), corner(-r, r), corner(r, -r));
            for (ink, thick) in [(paint.outline, 0.19), (paint.fill, 0.13)] {
                let look = format!("stroke=\"{ink}\" stroke-width=\"{}\"", number(thick * size));
                xml.element("path", &format!("d=\"{path}\" fill=\"none\" {look} stroke-linecap=\"round\""));
            }
        }
        Outline::Square => {
            let (corner, side) = (|middle: f64| number(middle - 0.29 * size), number(0.58 * size));
            let place = format!("x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"3\"", corner(x), corner(y));
            xml.element("rect", &format!("{place} {shape} stroke-width=\"{line}\""));
            letters(xml, figure, (x, y), size, 0.36);
        }
        Outline::Hex => {
            let (a, b, c) = (0.37, 0.215, 0.43);
            xml.element(
                "path",
                &format!("{} {solid}", polygon(&[(0.0, -c), (a, -b), (a, b), (0.0, c), (-a, b), (-a, -b)])),
            );
            letters(xml, figure, (x, y), size, 0.4);
        }
        Outline::Wedge => {
            xml.open("g", &format!("transform=\"rotate({} {} {})\"", number(*turn), number(x), number(y)));
            let wedge = [(0.0, -0.43), (0.27, -0.29), (0.36, 0.4), (-0.36, 0.4), (-0.27, -0.29)];
            xml.element("path", &format!("{} {solid}", polygon(&wedge)));
            letters(xml, figure, (x, y + 0.05 * size), size, 0.44);
            xml.close();
        }
        Outline::None => {}
        Outline::Path => {
            let scale = number(size / 110.0);
            let place = format!("transform=\"translate({} {}) scale({scale})\"", number(x), number(y));
            let look = format!("{shape} stroke-width=\"3\" stroke-linejoin=\"round\"");
            xml.element("path", &format!("d=\"{}\" {place} {look}", super::xml::escape(text.unwrap_or(""))));
        }
        Outline::Text => {
            let text = text.unwrap_or("");
            let stroke = format!("{shape} stroke-width=\"{}\" paint-order=\"stroke\"", number(size / 20.0));
            xml.label(x, y, letters_height(text, 0.8) * size, &format!("{stroke} font-weight=\"bold\""), &sign(text));
        }
        other => {
            let figure = chess(*other).map(String::from).unwrap_or_default();
            let stroke = format!("{shape} stroke-width=\"{}\" paint-order=\"stroke\"", number(size / 20.0));
            xml.label(x, y, 0.86 * size, &stroke, &sign(&figure));
        }
    }
}

/// Writes the letters or the sign on a piece; `alone` is the height of one letter as a part of the cell.
fn letters(xml: &mut Xml, figure: &Figure, (x, y): (f64, f64), size: f64, alone: f64) {
    let Some(text) = figure.text.as_deref().filter(|text| !text.is_empty()) else { return };
    let ink = format!("fill=\"{}\" font-weight=\"bold\"", figure.paint.mark);
    let is_sign = single(text).is_some_and(|sign| !sign.is_alphanumeric());
    let height = if is_sign { alone / 0.75 } else { letters_height(text, alone) };
    xml.label(x, y, height * size, &ink, &sign(text));
}

/// Returns the height of this many letters side by side, as a part of a cell; `alone` is the height of one.
fn letters_height(letters: &str, alone: f64) -> f64 {
    alone.min(0.76 / letters.chars().count().max(1) as f64)
}

/// Returns the only character of a text.
fn single(text: &str) -> Option<char> {
    let mut all = text.chars();
    all.next().filter(|_| all.next().is_none())
}

/// Asks for the character of a sign, not for a colored picture.
fn sign(text: &str) -> String {
    match single(text) {
        Some(sign) if ('\u{2190}'..='\u{2bff}').contains(&sign) => format!("{sign}\u{fe0e}"),
        _ => text.to_owned(),
    }
}
