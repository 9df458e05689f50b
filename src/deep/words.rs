//! Numbers in findings.

/// Formats a number: `24,113`.
pub fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn thousands_are_separated() {
        assert_eq!([7, 999, 1000, 24113, 5000000].map(super::number).join(" "), "7 999 1,000 24,113 5,000,000");
    }
}
