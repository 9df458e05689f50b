//! The table: one row for each built-in word of the language. See [`operators`] for what a row says.

use super::form::{Builtin, Cost, Filled, Form, FormParam, Going, Reads, Usage};
use super::macros::operators;
use super::numbers::off_board;
use super::raw::{Answer, Argument, List};
use super::single::{going, straight_ahead};
use super::{Caller, OpValue, cells, numbers, single};
use crate::types::Type;

operators! {
    section "Conditions";
    "true" {
        "true" -> "bool": "the value of a condition that holds";
        example: "param pie = true",
        phrase: "always",
        instead: "yes",
    }
    "false" {
        "false" -> "bool": "the value of a condition that does not hold";
        example: "var moved = false",
        phrase: "never",
        instead: "no",
    }
    section "Regions";
    "board" {
        "board" -> "cells": "all cells";
        example: "count(board)",
        phrase: "the board",
        instead: "field",
        Board() -> Cells, Light, |on| on.board.all_cells();
    }
    "edge" {
        "edge" -> "cells": "the cells from which an orthogonal step leads off the board or into a hole; on a graph, the first and last columns and rows";
        "edge(D)" -> "cells": "the cells from which every step in D leads off the board; both sides together are `edge(E) | edge(W)`. Cells beside a hole are at the edge, too; for the cells of a whole side, write `columns(1)` or `rows(height)`";
        example: "edge(N)",
        phrase: "at the edge",
        instead: "rim",
        Edge() -> Cells, Light, |on| on.board.edge();
        EdgeOf(D: Dirs) -> Cells, Light, |on, dirs| on.board.edge_of(dirs);
    }
    "corner" {
        "corner" -> "cells": "the cells that are on two sides at once; on a graph, the corners of its columns and rows";
        example: "p in corner",
        phrase: "the corners",
        instead: "corners",
        Corner() -> Cells, Light, |on| on.board.corner();
    }
    "center" {
        "center" -> "cells": "the cell or cells in the middle";
        example: "p in center",
        phrase: "in the center",
        instead: "middle",
        Center() -> Cells, Light, |on| on.board.center();
    }
    "dark" {
        "dark" -> "cells": "the cells colored like `a1` on a chessboard. Square boards only";
        example: "p in dark",
        phrase: "the dark cells",
        instead: "black_cells",
        Dark() -> Cells, Light, |on| on.board.dark();
    }
    "light" {
        "light" -> "cells": "the cells not colored like `a1` on a chessboard. Square boards only";
        example: "p in light",
        phrase: "the light cells",
        instead: "white_cells",
        Light() -> Cells, Light, |on| on.board.light();
    }
    "side" {
        "side(n)" -> "cells": "the n-th side, clockwise from North; after the last side, the numbers start again at the first; on a star, the n-th point";
        example: "side(1)",
        phrase: "side {0} of the board",
        instead: "flank",
        Side(n: Int) -> Cells, Light, |on, n| on.board.side(n);
    }
    "rows" {
        "rows(n)", "rows(1..2)" -> "cells": "one row, or several";
        example: "rows(1..2)",
        phrase: "the rows {0}",
        instead: "ranks",
        Rows(n: Ints) -> Cells, Light, |on, numbers| cells::rows(on, &numbers);
    }
    "columns" {
        "columns(n)", "columns(1..2)" -> "cells": "one column, or several";
        example: "columns(1)",
        phrase: "the columns {0}",
        instead: "files",
        Columns(n: Ints) -> Cells, Light, |on, numbers| cells::columns(on, &numbers);
    }
    "row" {
        "row(p)" -> "int": "the number of the row, from 1";
        example: "row(p) == height",
        phrase: "the row of {0}",
        instead: "rank",
        Row(p: Cell) -> Int or Fault, Light, |on, p| on.board.row(p).ok_or_else(|| off_board("row"));
    }
    "column" {
        "column(p)" -> "int": "the number of the column, from 1";
        example: "column(p) == 1",
        phrase: "the column of {0}",
        instead: "file",
        Column(p: Cell) -> Int or Fault, Light, |on, p| on.board.column(p).ok_or_else(|| off_board("column"));
    }
    "cell" {
        "cell(column, row)" -> "cell": "the cell in this column and row, or `off`";
        "cell(number)" -> "cell": "the cell with this number, or `off`. Only on boards with [numbers](#letters-numbers-and-names)";
        example: "cell(1, height)",
        phrase: "the cell {0}",
        instead: "place",
        CellAt(column: Int, row: Int) -> Cell, Light, |on, column, row| on.board.at(column, row);
        CellNumbered(number: Int) -> Cell, Light, |on, n| on.board.numbered(n);
    }
    "cells" {
        "cells(n)", "cells(1..12)" -> "cells": "the cells with these numbers. Only on boards with [numbers](#letters-numbers-and-names)";
        example: "cells(1..12)",
        phrase: "the cells {0}",
        instead: "places",
        CellsNumbered(n: Ints) -> Cells, Light, |on, numbers| cells::numbered(on, &numbers);
    }
    "width" {
        "width" -> "int": "the number of columns";
        example: "column(p) == width",
        phrase: "the number of columns",
        instead: "wide",
        Width() -> Int, Light, |on| on.board.width();
    }
    "height" {
        "height" -> "int": "the number of rows";
        example: "row(p) == height",
        phrase: "the number of rows",
        instead: "tall",
        Height() -> Int, Light, |on| on.board.height();
    }
    section "Directions";
    "orthogonal" {
        "orthogonal" -> "dirs": "the directions along rows and columns; on other boards, all directions";
        example: "neighbors(p, orthogonal)",
        phrase: "orthogonally",
        instead: "straight",
        Orthogonal() -> Dirs, Light, |on| on.board.orthogonal();
    }
    "diagonal" {
        "diagonal" -> "dirs": "the other directions; on other boards, none";
        example: "ray(p, diagonal)",
        phrase: "diagonally",
        instead: "slanting",
        Diagonal() -> Dirs, Light, |on| on.board.diagonal();
    }
    "all" {
        "all" -> "dirs": "all directions";
        example: "ray(p, all)",
        phrase: "in any direction",
        instead: "every_way",
        All() -> Dirs, Light, |on| on.board.all_dirs();
    }
    "forward" {
        "forward", "forward(P)" -> "dirs": "the directions to the front of the mover, or of P, straight and diagonal";
        example: "neighbors(p, forward)",
        phrase: "forward for {0}",
        instead: "onward",
        Forward(P: Player = Mover) -> Dirs, Light, |on, of| going(on, of).map_or(0, |dirs| on.board.forward(dirs)), Anywhere;
    }
    "backward" {
        "backward", "backward(P)" -> "dirs": "the directions to the back of the mover, or of P, straight and diagonal";
        example: "neighbors(p, backward)",
        phrase: "backward for {0}",
        instead: "back",
        Backward(P: Player = Mover) -> Dirs, Light, |on, of| going(on, of).map_or(0, |dirs| on.board.backward(dirs)), Anywhere;
    }
    "sideways" {
        "sideways", "sideways(P)" -> "dirs": "the directions to both sides of the mover, or of P";
        example: "neighbors(p, sideways)",
        phrase: "sideways for {0}",
        instead: "aside",
        Sideways(P: Player = Mover) -> Dirs, Light, |on, of| going(on, of).map_or(0, |dirs| on.board.sideways(dirs)), Anywhere;
    }
    "ahead" {
        "ahead", "ahead(P)" -> "dir": "the direction straight ahead of the mover, or of P";
        example: "step(p, ahead)",
        phrase: "straight ahead for {0}",
        instead: "front",
        Ahead(P: Player = Mover) -> Dir or Fault, Light, |on, player| straight_ahead(on, player, "ahead"), OneWay;
    }
    "toward" {
        "toward(p, q)" -> "dirs": "the directions that lead from p to q in a straight line: none if there is no line, and both ways around on a board that wraps";
        example: "ray(p, toward(p, q))",
        phrase: "toward {1} from {0}",
        instead: "way",
        Toward(p: Cell, q: Cell) -> Dirs, Light, |on, p, q| on.board.toward(p, q);
    }
    "opposite" {
        "opposite(d)" -> "dir": "the opposite direction";
        "opposite(D)" -> "dirs": "the opposite directions";
        example: "step(p, opposite(d))",
        phrase: "the opposite of {0}",
        instead: "back",
        // The check refuses `opposite` on boards with a direction that has no opposite.
        Opposite(d: Dir) -> Dir, Light, |on, d| on.board.opposite(d).unwrap_or(d);
        Opposites(D: Dirs) -> Dirs, Light, |on, dirs| single::opposites(on, dirs);
    }
    "dx" {
        "dx(d)" -> "int": "how far a step in d leads to the East: -1, 0 or 1";
        example: "dx(d) == 0",
        phrase: "how far {0} leads to the East",
        instead: "east",
        Dx(d: Dir) -> Int, Light, |on, d| on.board.dx(d);
    }
    "dy" {
        "dy(d)" -> "int": "how far a step in d leads to the North: -1, 0 or 1";
        example: "dy(d) == 1",
        phrase: "how far {0} leads to the North",
        instead: "north",
        Dy(d: Dir) -> Int, Light, |on, d| on.board.dy(d);
    }
    "dir" {
        "dir(dx, dy)" -> "dir": "the direction with this `dx` and `dy`";
        example: "dir(1, 0)",
        phrase: "the direction that leads {0} to the East and {1} to the North",
        instead: "way",
        DirOf(dx: Int, dy: Int) -> Dir or Fault, Light, |on, dx, dy| single::dir(on, dx, dy);
    }
    section "Steps and lines";
    "step" {
        "step(p, d)", "step(p, d, n)" -> "cell": "the cell one step, or n steps, from p; a negative n goes back";
        example: "step(p, ahead)",
        phrase: "the cell {2} steps {1} of {0}",
        instead: "stride",
        Step(p: Cell, d: Dir, n: Int = Number(1)) -> Cell, Light, |on, p, d, n| single::step(on, p, d, n);
    }
    "shift" {
        "shift(p, x, y)", "shift(p, x, y, P)" -> "cell": "the cell x columns to the right of p and y rows ahead, as the mover, or P, sees them; `off` beyond the board. Square boards only";
        example: "shift(p, 1, 2)",
        phrase: "the cell {1} columns to the right of {0} and {2} rows ahead for {3}",
        instead: "offset",
        Shift(p: Cell, x: Int, y: Int, P: Player = Mover) -> Cell or Fault, Light, |on, p, x, y, player| single::shift(on, p, x, y, player), OneWay;
    }
    "neighbors" {
        "neighbors(S)" -> "cells": "the cells one step from S along the board's links";
        "neighbors(S, D)" -> "cells": "the cells one step from S in the directions D";
        example: "neighbors(p) & empty",
        phrase: "next to {0}",
        instead: "around",
        Neighbors(S: Cells, D: Dirs = Links) -> Cells, Step, |on, from, dirs| on.board.neighbors(&from, dirs);
    }
    "ray" {
        "ray(S, D)" -> "cells": "the cells from S to the edge in each direction of D, without S";
        "ray(S, D, T)" -> "cells": "the same, stopping before the first cell that is not in T";
        example: "ray(p, all, empty)",
        phrase: "in a straight line from {0}",
        instead: "beam",
        Ray(S: Cells, D: Dirs, T: Cells = Board) -> Cells, Walk, |on, from, dirs, through| on.board.ray(&from, dirs, &through);
    }
    "first" {
        "first(S, D, T)" -> "cells": "the first cell of T from S in each direction of D; for one cell and one direction, use `the(first(p, d, T))`";
        example: "first(p, all, occupied)",
        phrase: "the first of {2} from {0}",
        instead: "nearest",
        First(S: Cells, D: Dirs, T: Cells) -> Cells, Walk, |on, from, dirs, of| on.board.first(&from, dirs, &of);
    }
    "hop" {
        "hop(S, D, T)" -> "cells": "the cells two steps from S in a direction of D, over a cell of T, whether they are empty or not; usually followed by `& empty`";
        example: "hop(p, all, enemy) & empty",
        phrase: "a hop from {0} over {2}",
        instead: "jump",
        Hop(S: Cells, D: Dirs, T: Cells) -> Cells, Hop, |on, from, dirs, over| on.board.hop(&from, dirs, &over);
    }
    "leap" {
        "leap(S, m, n)" -> "cells": "a knight's leap: m cells one way and n the other, in all eight ways. Square boards only";
        example: "leap(p, 1, 2)",
        phrase: "a leap of {1} and {2} from {0}",
        instead: "jump",
        Leap(S: Cells, m: Int, n: Int) -> Cells, Leap, |on, from, m, n| on.board.leap(&from, m, n);
    }
    "between" {
        "between(p, q)" -> "cells": "the cells strictly between two cells on a line: none if there is no line, and the shortest line on a board that wraps";
        example: "between(p, q) within empty",
        phrase: "between {0} and {1}",
        instead: "middle",
        Between(p: Cell, q: Cell) -> Cells, Segment, |on, p, q| on.board.between(p, q);
    }
    "distance" {
        "distance(p, q)" -> "int": "the number of steps (in all directions) from p to q, regardless of pieces; if there is no path, the number of cells of the board";
        example: "distance(p, q) <= 2",
        phrase: "the distance from {0} to {1}",
        instead: "steps",
        Distance(p: Cell, q: Cell) -> Int or Fault, Ways, |on, p, q| on.board.distance(p, q).ok_or_else(|| off_board("distance"));
    }
    section "Groups and rows";
    "group" {
        "group(S, T)" -> "cells": "the cells of T that are connected with S & T inside T, along the board's links";
        example: "group(p, own)",
        phrase: "the group of {0} in {1}",
        instead: "chain",
        Group(S: Cells, T: Cells) -> Cells, Flood, |on, from, through| on.board.group(&from, &through);
    }
    "groups" {
        "groups(T)" -> "int": "the number of separate groups in T";
        example: "groups(own) == 1",
        phrase: "the number of groups that {0} form",
        instead: "chains",
        Groups(T: Cells) -> Int, Search, |on, of| on.board.groups(&of);
    }
    "connects" {
        "connects(T, A, B, ...)" -> "bool": "some group of T has cells in A, in B, and in each further set";
        example: "connects(own, edge(W), edge(E))",
        phrase: "{0} connect {1} and {2}",
        instead: "joined",
        Connects[T: Cells] -> Bool, Search, |on, sets| cells::connects(on, &sets);
    }
    "lines" {
        "lines(T, n)" -> "cells": "the cells of T in an unbroken straight row of n or more cells of T";
        "lines(T, n..m)" -> "cells": "the same, for rows of n to m cells";
        "lines(T, n..m, D)" -> "cells": "the same, only along D";
        example: "some(lines(own, 5))",
        phrase: "in a row of {1}",
        instead: "straights",
        Lines(T: Cells, n: Int, m: Int = Number(i32::MAX), D: Dirs = Dirs) -> Cells, Rows, |on, of, least, most, along| on.board.lines(&of, least, Some(most), along);
    }
    section "Pieces and players";
    "empty" {
        "empty" -> "cells": "the cells without a piece";
        example: "p in empty",
        phrase: "the empty cells",
        reads: [Position],
        instead: "vacant",
    }
    "occupied" {
        "occupied" -> "cells": "the cells with a piece";
        example: "p in occupied",
        phrase: "the occupied cells",
        reads: [Position],
        instead: "taken",
    }
    "pieces" {
        "pieces" -> "cells": "the cells with a player's piece (not a neutral one)";
        "pieces of P" -> "cells": "the cells with a piece of P";
        example: "pieces of White",
        phrase: "the pieces",
        reads: [Position],
        instead: "men",
    }
    "own" {
        "own" -> "cells": "the cells with a piece of the mover";
        example: "p in own",
        phrase: "your pieces",
        reads: [Position, Mover],
        instead: "mine",
    }
    "enemy" {
        "enemy" -> "cells": "the cells with a piece of any other player";
        example: "p in enemy",
        phrase: "enemy pieces",
        reads: [Position, Mover],
        instead: "foes",
    }
    "at" {
        "at(p)" -> "piece": "the piece on p";
        example: "at(p) == nothing",
        phrase: "the piece on {0}",
        reads: [Position],
        instead: "found",
    }
    "owner" {
        "owner(p)", "owner(x)" -> "player": "the owner of the piece on p, or of the piece x";
        example: "owner(p) == mover",
        phrase: "the owner of {0}",
        instead: "holder",
        Owner(x: Piece) -> Player, Light, |_, piece| piece.owner;
    }
    "kind" {
        "kind(p)", "kind(x)" -> "kind": "the kind of the piece on p, or of the piece x";
        example: "kind(p) == king",
        phrase: "the kind of {0}",
        instead: "sort",
        KindOf(x: Piece) -> Kind, Light, |_, piece| piece.kind;
    }
    "off" {
        "off" -> "cell": "no cell";
        example: "step(p, N) == off",
        phrase: "off the board",
        instead: "outside",
    }
    "nothing" {
        "nothing" -> "": "no piece, no player, no kind, no direction";
        example: "at(p) == nothing",
        phrase: "nothing",
        instead: "nobody",
    }
    "mover" {
        "mover" -> "player": "the player to move; in `end`, the player who made the ply";
        example: "mover == White",
        phrase: "the player to move",
        reads: [Mover],
        instead: "active",
    }
    "next" {
        "next" -> "player": "in `end`: the player to move now";
        example: "stuck(next)",
        phrase: "the next player",
        reads: [Next],
        instead: "follower",
    }
    "rival" {
        "rival(P)" -> "player": "the other of two players";
        example: "pieces of rival(mover)",
        phrase: "the opponent of {0}",
        instead: "other",
        Rival(P: Player) -> Player, Light, |_, player| single::rival(player);
    }
    "after" {
        "after(P)" -> "player": "the player who follows P in turn order, among those still in the game";
        example: "after(mover)",
        phrase: "the player after {0}",
        reads: [Position],
        instead: "follower",
    }
    "number" {
        "number(P)" -> "int": "the position of P in turn order, from 1";
        "number(p)" -> "int": "the number of the cell p, or 0 if it has none";
        example: "number(mover) == 1",
        phrase: "the number of {0}",
        instead: "index",
        PlayerNumber(P: Player) -> Int or Fault, Light, |on, player| numbers::player_number(on, player);
        CellNumber(p: Cell) -> Int, Light, |on, p| on.board.number(p);
    }
    "players" {
        "players" -> "players": "the players still in the game";
        example: "count(players)",
        phrase: "the players",
        reads: [Position],
        instead: "sides",
    }
    "kinds" {
        "kinds" -> "kinds": "all kinds of pieces in the order of their declaration, including neutral ones";
        example: "kind(p) in kinds",
        phrase: "any kind",
        instead: "sorts",
        Kinds() -> Kinds, Light, |on| u64::MAX.checked_shr(64 - on.kinds.len() as u32).unwrap_or(0);
    }
    section "Counting";
    "count" {
        "count(X)" -> "int": "the number of elements of X";
        "count(x in X: C)" -> "int": "the number of elements x for which the condition is true";
        example: "count(own) == 0",
        phrase: "the number of {0}",
        instead: "total",
    }
    "some" {
        "some(X)" -> "bool": "X has at least one element";
        "some(x in X: C)" -> "bool": "the condition is true for at least one element";
        example: "some(own & edge)",
        phrase: "there is one of {0}",
        instead: "any",
    }
    "none" {
        "none(X)" -> "bool": "X is empty";
        "none(x in X: C)" -> "bool": "the condition is true for no element";
        example: "none(enemy)",
        phrase: "there are none of {0}",
        instead: "no_one",
    }
    "every" {
        "every(x in X: C)" -> "bool": "the condition is true for all elements";
        example: "every(p in own: p in edge)",
        phrase: "{0} for all",
        instead: "each_one",
    }
    "sum" {
        "sum(x in X: n)" -> "int": "the sum of the numbers";
        example: "sum(p in own: row(p))",
        phrase: "the sum of {0}",
        instead: "total",
    }
    "max" {
        "max(m, n)" -> "int": "the greatest of two or more numbers";
        "max(x in X: n)" -> "int": "the greatest of the numbers. If X may be empty, write `max(x in X: n) or 0`, in parentheses inside a larger expression";
        example: "max(1, n)",
        phrase: "the greatest of {0}",
        instead: "greatest",
        Max[n: Int] -> Int, Light, |_, numbers| numbers.iter().copied().max().unwrap_or(0);
    }
    "min" {
        "min(m, n)" -> "int": "the smallest of two or more numbers";
        "min(x in X: n)" -> "int": "the smallest of the numbers. If X may be empty, write `min(x in X: n) or 0`, in parentheses inside a larger expression";
        example: "min(3, n)",
        phrase: "the least of {0}",
        instead: "least",
        Min[n: Int] -> Int, Light, |_, numbers| numbers.iter().copied().min().unwrap_or(0);
    }
    "abs" {
        "abs(n)" -> "int": "the absolute value of n";
        example: "abs(row(p) - row(q))",
        phrase: "{0} without its sign",
        instead: "size",
        Abs(n: Int) -> Int or Fault, Light, |_, n| numbers::abs(n);
    }
    "union" {
        "union(x in X: S)" -> "a set": "the union of the sets S, which contain cells, directions, players, kinds or numbers";
        example: "union(p in own: neighbors(p))",
        phrase: "{0} together",
        instead: "together",
    }
    "the" {
        "the(S)" -> "cell, dir, player, kind": "the only element of S. If S is empty: `off` or `nothing`. If S has several elements, or is an empty set of directions, it is the fault [F06](codes/F06.md)";
        example: "the(own & corner)",
        phrase: "the one of {0}",
        instead: "single",
        TheCell(S: Cells) -> Cell or Fault, Light, |on, set| single::the_cell(on, &set);
        TheDir(S: Dirs) -> Dir or Fault, Light, |on, set| single::the_dir(on, set);
        ThePlayer(S: Players) -> Player or Fault, Light, |on, set| single::the_player(on, set);
        TheKind(S: Kinds) -> Kind or Fault, Light, |on, set| single::the_kind(on, set);
    }
    "reach" {
        "reach(x in S: T)" -> "cells": "S, and all cells reached by repeatedly going from a cell x to T";
        example: "reach(q in p: hop(q, all, own) & empty)",
        phrase: "all that is reached from {0}",
        instead: "reached",
    }
    section "Moves and time";
    "ply" {
        "ply" -> "int": "the number of plies made so far, from 0. A ply is one move of one player; the second player's first ply is made at `ply == 1`";
        example: "ply == 0",
        phrase: "the number of plies made so far",
        reads: [Position],
        instead: "plies",
    }
    "stuck" {
        "stuck" -> "bool": "the player to move has no legal move";
        "stuck(P)" -> "bool": "P is to move and has no legal move; in `end`, only `stuck(next)` is allowed";
        example: "when stuck(next): next loses",
        phrase: "{0} has no legal move",
        reads: [Moves],
        instead: "blocked",
    }
    "possible" {
        "possible(action)" -> "bool": "the player to move has a legal move of this action";
        example: "when not possible(capture)",
        phrase: "{0} is possible",
        reads: [Moves],
        instead: "can",
    }
    "repeated" {
        "repeated" -> "int": "the number of earlier positions of this game with the same pieces on the same cells";
        "repeated(E, ...)" -> "int": "the same, but only positions with the same values of E, ... count; a variable with indexes may be given by its name";
        example: "when repeated >= 2: draw",
        phrase: "the number of earlier positions with the same pieces",
        reads: [Position, History],
        instead: "repeats",
    }
}
