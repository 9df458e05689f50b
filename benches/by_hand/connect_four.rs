//! Connect Four, 7 x 6: a column is seven bits, the highest of which stays clear.

use super::{Game, Outcome, Rng, cell_name};

/// The lowest cells.
const BOTTOM: u64 = 0x01 | 0x01 << 7 | 0x01 << 14 | 0x01 << 21 | 0x01 << 28 | 0x01 << 35 | 0x01 << 42;
/// The cell above a full column, and any cell of the eighth column, which does not exist.
const NOWHERE: u64 = BOTTOM << 6 | 1 << 49;
const FULL: u64 = BOTTOM * 63;

#[derive(Clone)]
pub struct ConnectFour {
    discs: [u64; 2],
    player: usize,
}

/// Returns the cell where a disc falls in a column.
#[inline(always)]
fn falls(discs: [u64; 2], column: u32) -> u64 {
    let filled = discs[0] | discs[1];
    (filled + (1 << (7 * column))) & !filled
}

#[inline(always)]
fn four(discs: u64) -> bool {
    let mut found = 0;
    for step in [1, 6, 7, 8] {
        let two = discs & discs >> step;
        found |= two & two >> (2 * step);
    }
    found != 0
}

impl Game for ConnectFour {
    /// The disc.
    type Move = u64;

    fn start() -> ConnectFour {
        ConnectFour { discs: [0; 2], player: 0 }
    }

    fn moves(&self) -> Vec<u64> {
        (0..7).map(|column| falls(self.discs, column)).filter(|disc| disc & NOWHERE == 0).collect()
    }

    fn play(&mut self, disc: u64) {
        self.discs[self.player] |= disc;
        self.player ^= 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        let mover = self.player ^ 1;
        if four(self.discs[mover]) {
            Some(Outcome::win(mover))
        } else {
            (self.discs[0] | self.discs[1] == FULL).then_some(Outcome::Draw)
        }
    }

    fn text(&self, disc: u64) -> String {
        let cell = disc.trailing_zeros() as usize;
        cell_name(cell / 7, cell % 7)
    }

    fn playout(rng: &mut Rng) -> (u32, Outcome) {
        let (mut own, mut enemy) = (0, 0);
        // Three bits are a column; the last one remaining marks the end.
        let mut random = 1;
        let mut player = 0;
        for ply in 1..=42 {
            let disc = loop {
                if random == 1 {
                    random = rng.next() | 1 << 63;
                }
                let disc = falls([own, enemy], (random & 7) as u32);
                random >>= 3;
                if disc & NOWHERE == 0 {
                    break disc;
                }
            };
            own |= disc;
            if four(own) {
                return (ply, Outcome::win(player));
            }
            (own, enemy) = (enemy, own);
            player ^= 1;
        }
        (42, Outcome::Draw)
    }
}
