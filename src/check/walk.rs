//! Reachability in a graph.

/// Returns everything that can be reached from `start` in any number of steps, `start` included.
pub(super) fn reachable<T: PartialEq + Copy, I: IntoIterator<Item = T>>(
    start: impl IntoIterator<Item = T>,
    next: impl Fn(T) -> I,
) -> Vec<T> {
    let mut reached: Vec<T> = start.into_iter().collect();
    let mut at = 0;
    while let Some(one) = reached.get(at).copied() {
        at += 1;
        for other in next(one) {
            if !reached.contains(&other) {
                reached.push(other);
            }
        }
    }
    reached
}
