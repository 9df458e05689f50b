//! A sheet as one page of HTML.

use super::parts;
use crate::render::{self, ArrowMark, SvgStyle, html as page};
use crate::sheet::{Block, Diagram, Point, Sheet};

/// Writes the sheet as one self-contained page, with the boards as pictures.
pub fn html(sheet: &Sheet) -> String {
    let mut body = String::new();
    for block in &sheet.blocks {
        match block {
            Block::Heading(level, text) => body += &format!("<h{level}>{}</h{level}>\n", rich(text)),
            Block::Text(text) => body += &format!("<p>{}</p>\n", rich(text)),
            Block::Small(text) => body += &format!("<p class=\"faint\">{}</p>\n", rich(text)),
            Block::List(points) => list(points, &mut body),
            Block::Details(_, points) => {
                body += "<details>\n<summary>In detail</summary>\n";
                list(points, &mut body);
                body += "</details>\n";
            }
            Block::Boards(boards) => {
                body += "<div class=\"beside\">\n";
                boards.iter().for_each(|board| body += &figure(board));
                body += "</div>\n";
            }
        }
    }
    page::page(&sheet.title, &body)
}

fn list(points: &[Point], body: &mut String) {
    *body += "<ul>\n";
    for point in points {
        *body += &format!("<li>{}", rich(&point.text));
        if !point.under.is_empty() {
            body.push('\n');
            list(&point.under, body);
        }
        *body += "</li>\n";
    }
    *body += "</ul>\n";
}

fn figure(diagram: &Diagram) -> String {
    let style = SvgStyle { last: diagram.last, title: None, caption: None, arrows: diagram.arrows.clone() };
    let picture = render::svg(&diagram.game, &diagram.position, &style);
    let legal = diagram.arrows.iter().any(|arrow| arrow.mark == ArrowMark::Legal);
    let illegal = diagram.arrows.iter().any(|arrow| arrow.mark == ArrowMark::Illegal);
    let marks = match (legal, illegal) {
        (true, true) => "; green: legal, red: not legal",
        (true, false) => "; green: legal",
        (false, true) => "; red: not legal",
        (false, false) => "",
    };
    let caption = format!("{}{marks}", diagram.caption);
    let caption = page::text(caption.trim_start_matches("; "));
    format!("<figure>\n{}\n<figcaption>{caption}</figcaption>\n</figure>\n", picture.trim_end())
}

/// Writes a text that contains code.
fn rich(text: &str) -> String {
    let part = |(code, part): (bool, &str)| {
        let safe = page::text(part);
        if code { format!("<code>{safe}</code>") } else { safe }
    };
    parts(text).map(part).collect()
}
