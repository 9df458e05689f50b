//! The results as a table.

use super::measure::GameFigures;

/// The columns after the name of the game: heading and width.
const COLUMNS: [(&str, usize); 9] = [
    ("engine", 9),
    ("plies/s", 8),
    ("plies/game", 10),
    ("perft", 5),
    ("nodes/s", 8),
    ("load ms", 8),
    ("code KiB", 8),
    ("code ms", 8),
    ("bytes", 6),
];

pub fn head(games: &[String]) -> String {
    row(games, "game", COLUMNS.map(|(heading, _)| heading.to_owned()))
}

pub fn line(games: &[String], figures: &GameFigures) -> String {
    let or_none = |figure: Option<String>| figure.unwrap_or_else(|| "-".to_owned());
    let code = figures.code.as_ref();
    row(
        games,
        &figures.game,
        [
            figures.engine.to_owned(),
            write_number(figures.playouts.plies_per_second),
            or_none(figures.playouts.plies_per_game.map(|plies| format!("{plies:.1}"))),
            figures.perft.depth.to_string(),
            write_number(figures.perft.nodes_per_second),
            format!("{:.2}", figures.load_ms),
            or_none(code.map(|code| format!("{:.1}", code.bytes as f64 / 1024.0))),
            or_none(code.map(|code| format!("{:.0}", code.ms))),
            figures.bytes.position.to_string(),
        ],
    )
}

fn row(games: &[String], game: &str, figures: [String; COLUMNS.len()]) -> String {
    let width = games.iter().map(|game| game.chars().count()).max().unwrap_or(0).max("game".len());
    let mut row = format!("{game:width$}");
    for (n, (figure, (_, width))) in figures.iter().zip(COLUMNS).enumerate() {
        // Words are aligned left, numbers right.
        row += &if n == 0 { format!("  {figure:<width$}") } else { format!("  {figure:>width$}") };
    }
    row
}

/// Writes a number with three digits, such as `12.3 M`.
pub fn write_number(number: u64) -> String {
    let units = [(1e9, " G"), (1e6, " M"), (1e3, " k")];
    let number = number as f64;
    // A number that rounds to 1000 gets the next unit.
    let (value, unit) = units
        .into_iter()
        .find(|(unit, _)| number >= unit * 0.9995)
        .map_or((number, ""), |(size, unit)| (number / size, unit));
    let digits = if unit.is_empty() || value >= 99.95 { 0 } else { usize::from(value < 9.995) + 1 };
    format!("{value:.digits$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::write_number;

    #[test]
    fn numbers_have_three_digits() {
        let cases = [
            (0, "0"),
            (999, "999"),
            (1000, "1.00 k"),
            (9_994, "9.99 k"),
            (9_996, "10.0 k"),
            (99_960, "100 k"),
            (999_400, "999 k"),
            (999_600, "1.00 M"),
            (123_456_789, "123 M"),
            (12_345_678_900, "12.3 G"),
        ];
        for (number, text) in cases {
            assert_eq!(write_number(number), text);
        }
    }
}
