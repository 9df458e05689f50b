//! Moves with the same text.

use super::*;

#[test]
fn moves_that_read_alike_are_one_or_a_fault() {
    let one = game(&format!(
        "{SMALL} action place(p: empty, d: orthogonal) do put stone at p end {{ when stuck(next): draw }}"
    ));
    assert_eq!(moves(&*one, &one.start().unwrap()), "a1 b1 c1");
    let (code, message, _) = fault(&format!(
        "{SMALL} action place(p: empty, d: E | W) do put stone at step(p, d) end {{ when stuck(next): draw }}"
    ));
    assert_eq!((code, message.as_str()), (Code::F03, "two different moves are both written `a1`"));
}
