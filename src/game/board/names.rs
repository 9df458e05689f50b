//! Names of cells: one or two small letters for the column, then the number of the row.

/// The greatest number of a column or row.
pub(super) const LAST: i32 = 99;

/// The letters of a column: `a` to `z`, then `aa`, `ab` and on.
pub(super) fn column_name(column: i32) -> String {
    let letter = |n: i32| char::from(b'a' + n.rem_euclid(26) as u8);
    match column - 1 {
        n if n < 26 => letter(n).to_string(),
        n => [letter(n / 26 - 1), letter(n)].iter().collect(),
    }
}

/// The name of the cell at a column and row.
pub(super) fn cell_name(column: i32, row: i32) -> String {
    format!("{}{row}", column_name(column))
}

/// Column and row of a name; none if it cannot name a cell.
pub(super) fn parse(name: &str) -> Option<(i32, i32)> {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let (letters, _) = name.split_at(name.len() - digits.len());
    if digits.starts_with('0') || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let row: i32 = digits.parse().ok().filter(|row| *row <= LAST)?;
    let number = |letter: u8| i32::from(letter - b'a') + 1;
    let column = match letters.as_bytes() {
        [letter] => number(*letter),
        [first, second] => number(*first) * 26 + number(*second),
        _ => return None,
    };
    Some((column, row))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_places_are_each_others_inverse() {
        for column in 1..=LAST {
            assert_eq!(parse(&cell_name(column, 12)), Some((column, 12)));
        }
        assert_eq!((column_name(26), column_name(27), column_name(53)), ("z".into(), "aa".into(), "ba".into()));
    }

    #[test]
    fn what_cannot_name_a_cell() {
        for name in ["", "a", "1", "a0", "a01", "a100", "abc1", "A1", "a1b", "é1", "a-1", "a+1"] {
            assert_eq!(parse(name), None, "{name}");
        }
    }
}
