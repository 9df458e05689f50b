//! Games and positions for tests.

use crate::game::Game;
use crate::game::board::{Blueprint, Chains, Shape};
use crate::game::cells::Cell;
use crate::game::expr::Frame;
use crate::game::layout::Layout;
use crate::game::piece::Player;
use crate::game::rules::{Defs, IndexType, KindInfo, PlayerInfo, Var};
use crate::game::value::Value;
use crate::position::Position;
use crate::source::{Sources, Span};
use crate::types::Type;
use std::sync::Arc;

/// Builds a game without rules on a board of this shape. Neutral kinds end with `!`; a kind may be followed by `=` and its sign.
pub fn game(title: &str, shape: Shape, players: &str, kinds: &str) -> Game {
    with_board(title, Blueprint::plain(shape), players, kinds)
}

pub fn with_board(title: &str, plan: Blueprint, players: &str, kinds: &str) -> Game {
    let board = plan.build().unwrap();
    let players: Vec<_> =
        players.split_whitespace().map(|name| PlayerInfo { name: name.into(), going: None }).collect();
    let kind = |kind: &str| {
        let (name, sign) = kind.split_once('=').map_or((kind, None), |(name, sign)| (name, Some(sign.into())));
        KindInfo { name: name.trim_end_matches('!').into(), sign, neutral: name.ends_with('!') }
    };
    let kinds: Vec<_> = kinds.split_whitespace().map(kind).collect();
    Game {
        title: title.into(),
        title_span: Default::default(),
        authors: Vec::new(),
        year: None,
        docs: String::new(),
        params: Vec::new(),
        tags: Vec::new(),
        places: Vec::new(),
        layout: Layout::new(&board, players.len(), kinds.len(), &[]),
        board,
        drawn: None,
        areas: Vec::new(),
        players,
        kinds,
        legend: Vec::new(),
        setup: Vec::new(),
        vars: Vec::new(),
        defs: Defs::default(),
        effects: Vec::new(),
        actions: Vec::new(),
        always: Vec::new(),
        end: Vec::new(),
        repetitions: Vec::new(),
        uses_ply: false,
        dirs_may_be_nothing: true,
        examples: Vec::new(),
        stacks: None,
        look: Default::default(),
        sources: Arc::new(Sources::default()),
    }
}

/// Adds a variable.
pub fn var(mut game: Game, name: &str, indexes: &[IndexType], ty: Type) -> Game {
    let first = Value::stored(ty, &[]).constant();
    let (frame, span) = (Frame::default(), Span::default());
    game.vars.push(Var {
        name: name.into(),
        indexes: indexes.into(),
        ty,
        words: Vec::new(),
        first,
        frame,
        each_turn: false,
        span,
    });
    game.layout = Layout::new(&game.board, game.players.len(), game.kinds.len(), &game.vars);
    game
}

/// Builds a position with these pieces: `White man: a1 b2; arrow: c3`.
pub fn position(game: &Game, pieces: &str) -> Position {
    let mut position = Position {
        words: vec![0; game.layout.len].into(),
        pieces_key: 0,
        ply: 0,
        mover: Player(0),
        players: (1 << game.players.len()) - 1,
        outcome: None,
        history: Vec::new(),
    };
    for (who, cells) in pieces.split(';').filter_map(|part| part.split_once(':')) {
        let (owner, kind) = who.trim().split_once(' ').map_or((None, who.trim()), |(owner, kind)| (Some(owner), kind));
        let kind = game.kinds.iter().position(|info| info.name == kind).unwrap();
        for name in cells.split_whitespace() {
            let cell = game.board.cell(name).unwrap();
            insert(&mut position, game.layout.kind(kind), cell);
            if let Some(owner) = owner {
                let owner = game.player(owner).unwrap().0 as usize;
                insert(&mut position, game.layout.player(owner), cell);
            }
        }
    }
    assert!(position.fits(game), "{pieces}");
    position
}

fn insert(position: &mut Position, offset: usize, cell: Cell) {
    position.words[offset + cell.0 as usize / 64] |= 1 << (cell.0 % 64);
}

/// Sets a number of a variable.
pub fn set(game: &Game, position: &mut Position, var: usize, index: usize, value: i64) {
    let place = game.layout.vars[var];
    position.words[place.offset + index * place.stride] = value as u64;
}

/// Builds chains as rule files write them: `E/W`, then `a1 b1, a2 b2`.
pub fn graph(all: &[(&str, &str)]) -> Shape {
    let words = |chain: &str| chain.split_whitespace().map(str::to_string).collect();
    let chains = all.iter().map(|(dirs, chains)| {
        let (forth, back) = dirs.split_once('/').unwrap();
        let chains = chains.split(',').map(words).collect();
        Chains { forth: forth.into(), back: Some(back.into()), chains }
    });
    Shape::Graph(chains.collect())
}

/// Builds the board of nine men's morris.
pub fn morris() -> Shape {
    graph(&[
        ("E/W", "a7 d7 g7, b6 d6 f6, c5 d5 e5, a4 b4 c4, e4 f4 g4, c3 d3 e3, b2 d2 f2, a1 d1 g1"),
        ("N/S", "a1 a4 a7, b2 b4 b6, c3 c4 c5, d1 d2 d3, d5 d6 d7, e3 e4 e5, f2 f4 f6, g1 g4 g7"),
    ])
}

/// Builds the board of oware, with a number for each house and two stores.
pub fn oware() -> (Game, Position) {
    let ring = graph(&[("sow/back", "a1 b1 c1 d1 e1 f1 f2 e2 d2 c2 b2 a2 a1")]);
    let game = game("Oware", ring, "South North", "");
    let game = var(game, "seeds", &[IndexType::Cell], Type::Int);
    let game = var(game, "store", &[IndexType::Player], Type::Int);
    let mut position = position(&game, "");
    (0..12).for_each(|house| set(&game, &mut position, 0, house, [4, 0, 5, 12][house % 4]));
    set(&game, &mut position, 1, 1, 7);
    (game, position)
}

/// Returns cells by name.
pub fn cells(game: &Game, names: &str) -> crate::game::cells::CellSet {
    names.split_whitespace().map(|name| game.board.cell(name).unwrap()).collect()
}
