//! Coordinates of cells, as rules write them: the letters of the column, then the number of the row.
//!
//! The letters are `a` to `z`, then `aa`, `ab` and so on. A board may define its own letters instead, one for each column.

/// The greatest number of a column or row.
pub(super) const LAST: i32 = 99;

/// Returns the letters of a column; `own` are those that the board defines.
pub(super) fn column_name(own: Option<&str>, column: i32) -> String {
    let letter = |n: i32| char::from(b'a' + n.rem_euclid(26) as u8);
    let place = |letters: &str| letters.chars().nth(usize::try_from(column - 1).ok()?);
    match (own.and_then(place), column - 1) {
        (Some(own), _) => own.to_string(),
        (None, n) if n < 26 => letter(n).to_string(),
        (None, n) => [letter(n / 26 - 1), letter(n)].iter().collect(),
    }
}

/// Returns the coordinates of the cell at a column and row.
pub(super) fn cell_name(own: Option<&str>, column: i32, row: i32) -> String {
    format!("{}{row}", column_name(own, column))
}

/// Returns the column and row of a name, or `None` if it cannot name a cell.
pub(super) fn parse(own: Option<&str>, name: &str) -> Option<(i32, i32)> {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let (letters, _) = name.split_at(name.len() - digits.len());
    if digits.starts_with('0') || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let row: i32 = digits.parse().ok().filter(|row| *row <= LAST)?;
    let number = |letter: u8| i32::from(letter - b'a') + 1;
    let column = match (own, letters.as_bytes()) {
        (Some(own), [letter]) => own.bytes().position(|other| other == *letter)? as i32 + 1,
        (None, [letter]) => number(*letter),
        (None, [first, second]) => number(*first) * 26 + number(*second),
        _ => return None,
    };
    Some((column, row))
}

/// Returns why these cannot be the letters of the board's columns, as a sentence without a full stop.
pub(super) fn refuse(letters: &str, columns: i32) -> Option<String> {
    let odd = letters.chars().find(|letter| !letter.is_ascii_lowercase());
    let twice =
        letters.chars().enumerate().find(|(at, letter)| letters.chars().take(*at).any(|other| other == *letter));
    let (given, wanted) = (letters.chars().count(), usize::try_from(columns).unwrap_or(0));
    if let Some(letter) = odd {
        Some(format!("`{letter}` cannot be the letter of a column"))
    } else if let Some((_, letter)) = twice {
        Some(format!("two columns have the letter `{letter}`"))
    } else if given < wanted {
        Some(format!("found letters for {given} columns, but the board has {wanted}"))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_places_are_each_others_inverse() {
        for column in 1..=LAST {
            assert_eq!(parse(None, &cell_name(None, column, 12)), Some((column, 12)));
        }
        let name = |column| column_name(None, column);
        assert_eq!((name(26), name(27), name(53)), ("z".into(), "aa".into(), "ba".into()));
    }

    #[test]
    fn what_cannot_name_a_cell() {
        for name in ["", "a", "1", "a0", "a01", "a100", "abc1", "A1", "a1b", "é1", "a-1", "a+1"] {
            assert_eq!(parse(None, name), None, "{name}");
        }
    }

    #[test]
    fn a_board_may_have_letters_of_its_own() {
        let go = Some("abcdefghjkl");
        assert_eq!((parse(go, "j10"), cell_name(go, 9, 10)), (Some((9, 10)), "j10".into()));
        assert!(["i1", "z1", "aa1"].iter().all(|name| parse(go, name).is_none()));
        assert_eq!(refuse("abcdefghjkl", 11), None);
        assert_eq!(refuse("abcdefghjkl", 9), None);
        assert!(refuse("abcdefghjkl", 12).is_some_and(|why| why.contains("11 columns")));
        assert!(refuse("aba", 3).is_some() && refuse("aB", 2).is_some() && refuse("", 1).is_some());
    }
}
