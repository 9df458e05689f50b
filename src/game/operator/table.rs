//! The table: one row for each built-in word of the language. See [`operators`] for what a row says.

use super::form::{Builtin, Cost, Filled, Form, Param};
use super::macros::operators;
use super::raw::{Answer, Argument};
use super::{Ground, OpFault, Raw, cells, numbers, single};
use crate::game::part::TypeName;

operators! {
    // The board.
    "board" {
        written: ["board"],
        doc: "all cells",
        example: "count(board)",
        phrase: "the board",
        instead: "field",
        Board() -> Cells, Light, cells::board;
    }
    "edge" {
        written: ["edge", "edge(D)"],
        doc: "those at the edge: an orthogonal step leads off, also into a hole; of a graph the first and last columns and rows; with directions those from which every step in D leads off",
        example: "edge(N)",
        phrase: "at the edge",
        instead: "rim",
        Edge() -> Cells, Light, cells::edge;
        EdgeOf(D: Dirs) -> Cells, Light, cells::edge_of;
    }
    "corner" {
        written: ["corner"],
        doc: "those on two sides; of a graph the corners of its columns and rows",
        example: "p in corner",
        phrase: "the corners",
        instead: "corners",
        Corner() -> Cells, Light, cells::corner;
    }
    "center" {
        written: ["center"],
        doc: "the one or more in the middle",
        example: "p in center",
        phrase: "in the center",
        instead: "middle",
        Center() -> Cells, Light, cells::center;
    }
    "dark" {
        written: ["dark"],
        doc: "those colored like `a1`, as on a chessboard; square boards only",
        example: "p in dark",
        phrase: "the dark cells",
        instead: "black_cells",
        Dark() -> Cells, Light, cells::dark;
    }
    "light" {
        written: ["light"],
        doc: "those not colored like `a1`, as on a chessboard; square boards only",
        example: "p in light",
        phrase: "the light cells",
        instead: "white_cells",
        Light() -> Cells, Light, cells::light;
    }
    "side" {
        written: ["side(n)"],
        doc: "the n-th side, clockwise from North, counted round and round; on a star the n-th point",
        example: "side(1)",
        phrase: "side {0} of the board",
        instead: "flank",
        Side(n: Int) -> Cells, Light, cells::side;
    }
    "rows" {
        written: ["rows(n)", "rows(1..2)"],
        doc: "a row, or several",
        example: "rows(1..2)",
        phrase: "the rows {0}",
        instead: "ranks",
        Rows(n: Ints) -> Cells, Light, cells::rows;
    }
    "columns" {
        written: ["columns(n)", "columns(1..2)"],
        doc: "a column, or several",
        example: "columns(1)",
        phrase: "the columns {0}",
        instead: "files",
        Columns(n: Ints) -> Cells, Light, cells::columns;
    }
    "row" {
        written: ["row(p)"],
        doc: "the number of the row, from 1",
        example: "row(p) == height",
        phrase: "the row of {0}",
        instead: "rank",
        Row(p: Cell) -> Int or Fault, Light, numbers::row;
    }
    "column" {
        written: ["column(p)"],
        doc: "the number of the column, from 1",
        example: "column(p) == 1",
        phrase: "the column of {0}",
        instead: "file",
        Column(p: Cell) -> Int or Fault, Light, numbers::column;
    }
    "cell" {
        written: ["cell(column, row)", "cell(number)"],
        doc: "the cell in a column and a row, or with a number; `off` if there is none",
        example: "cell(1, height)",
        phrase: "the cell {0}",
        instead: "place",
        CellAt(column: Int, row: Int) -> Cell, Light, single::cell_at;
        CellNumbered(number: Int) -> Cell, Light, single::numbered;
    }
    "cells" {
        written: ["cells(n)", "cells(1..12)"],
        doc: "the cells with these numbers; only where cells have numbers",
        example: "cells(1..12)",
        phrase: "the cells {0}",
        instead: "places",
        CellsNumbered(n: Ints) -> Cells, Light, cells::numbered;
    }
    "width" {
        written: ["width"],
        doc: "the number of columns",
        example: "column(p) == width",
        phrase: "the number of columns",
        instead: "wide",
        Width() -> Int, Light, numbers::width;
    }
    "height" {
        written: ["height"],
        doc: "the number of rows",
        example: "row(p) == height",
        phrase: "the number of rows",
        instead: "tall",
        Height() -> Int, Light, numbers::height;
    }
    // Directions.
    "orthogonal" {
        written: ["orthogonal"],
        doc: "the directions along rows and columns; on other boards all",
        example: "neighbors(p, orthogonal)",
        phrase: "orthogonally",
        instead: "straight",
        Orthogonal() -> Dirs, Light, single::orthogonal;
    }
    "diagonal" {
        written: ["diagonal"],
        doc: "the slanting directions; on other boards none",
        example: "ray(p, diagonal)",
        phrase: "diagonally",
        instead: "slanting",
        Diagonal() -> Dirs, Light, single::diagonal;
    }
    "all" {
        written: ["all"],
        doc: "all directions",
        example: "ray(p, all)",
        phrase: "in any direction",
        instead: "every_way",
        All() -> Dirs, Light, single::all;
    }
    "forward" {
        written: ["forward", "forward(P)"],
        doc: "the directions to the front, straight and slanting, of the mover or of P",
        example: "neighbors(p, forward)",
        phrase: "forward for {0}",
        instead: "onward",
        Forward(P: Player = Mover) -> Dirs, Light, single::forward;
    }
    "backward" {
        written: ["backward", "backward(P)"],
        doc: "the directions to the back of the mover, or of P",
        example: "neighbors(p, backward)",
        phrase: "backward for {0}",
        instead: "back",
        Backward(P: Player = Mover) -> Dirs, Light, single::backward;
    }
    "sideways" {
        written: ["sideways", "sideways(P)"],
        doc: "the directions to both sides of the mover, or of P",
        example: "neighbors(p, sideways)",
        phrase: "sideways for {0}",
        instead: "aside",
        Sideways(P: Player = Mover) -> Dirs, Light, single::sideways;
    }
    "ahead" {
        written: ["ahead", "ahead(P)"],
        doc: "the one direction straight ahead of the mover, or of P",
        example: "step(p, ahead)",
        phrase: "straight ahead for {0}",
        instead: "front",
        Ahead(P: Player = Mover) -> Dir or Fault, Light, single::ahead;
    }
    "toward" {
        written: ["toward(p, q)"],
        doc: "the directions that lead from p to q in a straight line; none if no line does, both ways round on a board that wraps",
        example: "ray(p, toward(p, q))",
        phrase: "toward {1} from {0}",
        instead: "way",
        Toward(p: Cell, q: Cell) -> Dirs, Light, single::toward;
    }
    "opposite" {
        written: ["opposite(d)", "opposite(D)"],
        doc: "the direction back, or those of several",
        example: "step(p, opposite(d))",
        phrase: "the opposite of {0}",
        instead: "back",
        Opposite(d: Dir) -> Dir, Light, single::opposite;
        Opposites(D: Dirs) -> Dirs, Light, single::opposites;
    }
    "dx" {
        written: ["dx(d)"],
        doc: "how far a step leads to the East: -1, 0 or 1",
        example: "dx(d) == 0",
        phrase: "how far {0} leads to the East",
        instead: "east",
        Dx(d: Dir) -> Int, Light, numbers::dx;
    }
    "dy" {
        written: ["dy(d)"],
        doc: "how far a step leads to the North: -1, 0 or 1",
        example: "dy(d) == 1",
        phrase: "how far {0} leads to the North",
        instead: "north",
        Dy(d: Dir) -> Int, Light, numbers::dy;
    }
    "dir" {
        written: ["dir(dx, dy)"],
        doc: "the direction of that `dx` and `dy`",
        example: "dir(1, 0)",
        phrase: "the direction {0} East and {1} North",
        instead: "way",
        DirOf(dx: Int, dy: Int) -> Dir or Fault, Light, single::dir;
    }
    // Steps and lines.
    "step" {
        written: ["step(p, d)", "step(p, d, n)"],
        doc: "one step, or n steps, from p; a negative n goes back",
        example: "step(p, ahead)",
        phrase: "the cell {2} steps {1} of {0}",
        instead: "stride",
        Step(p: Cell, d: Dir, n: Int = Number(1)) -> Cell, Light, single::step;
    }
    "neighbors" {
        written: ["neighbors(S)", "neighbors(S, D)"],
        doc: "one step from S along the board's links, or in the directions D",
        example: "neighbors(p) & empty",
        phrase: "next to {0}",
        instead: "around",
        Neighbors(S: Cells, D: Dirs = Links) -> Cells, Step, cells::neighbors;
    }
    "ray" {
        written: ["ray(S, D)", "ray(S, D, T)"],
        doc: "onward from S in each direction of D to the edge, or as far as all is T; S itself not",
        example: "ray(p, all, empty)",
        phrase: "in a straight line from {0}",
        instead: "beam",
        Ray(S: Cells, D: Dirs, T: Cells = Board) -> Cells, Walk, cells::ray;
    }
    "first" {
        written: ["first(S, D, T)"],
        doc: "the first cell of T that is met from S in each direction of D",
        example: "first(p, all, occupied)",
        phrase: "the first of {2} from {0}",
        instead: "nearest",
        First(S: Cells, D: Dirs, T: Cells) -> Cells, Walk, cells::first;
    }
    "hop" {
        written: ["hop(S, D, T)"],
        doc: "two steps from S in a direction of D, over a cell of T",
        example: "hop(p, all, enemy) & empty",
        phrase: "a hop from {0} over {2}",
        instead: "jump",
        Hop(S: Cells, D: Dirs, T: Cells) -> Cells, Hop, cells::hop;
    }
    "leap" {
        written: ["leap(S, m, n)"],
        doc: "a knight's leap: m cells one way and n the other, in all eight ways; square boards only",
        example: "leap(p, 1, 2)",
        phrase: "a leap of {1} and {2} from {0}",
        instead: "jump",
        Leap(S: Cells, m: Int, n: Int) -> Cells, Leap, cells::leap;
    }
    "between" {
        written: ["between(p, q)"],
        doc: "those strictly between two cells on a line; none if they are on no line; on a board that wraps, the shortest line",
        example: "between(p, q) within empty",
        phrase: "between {0} and {1}",
        instead: "middle",
        Between(p: Cell, q: Cell) -> Cells, Segment, cells::between;
    }
    "distance" {
        written: ["distance(p, q)"],
        doc: "the number of steps (in all directions) from p to q, whatever stands there; the number of the board's cells if no way leads there",
        example: "distance(p, q) <= 2",
        phrase: "the distance from {0} to {1}",
        instead: "steps",
        Distance(p: Cell, q: Cell) -> Int or Fault, Ways, numbers::distance;
    }
    // Groups and rows.
    "group" {
        written: ["group(S, T)"],
        doc: "the cells of T that are reached from S & T by going through T along the board's links",
        example: "group(p, own)",
        phrase: "the group of {0} in {1}",
        instead: "chain",
        Group(S: Cells, T: Cells) -> Cells, Flood, cells::group;
    }
    "groups" {
        written: ["groups(T)"],
        doc: "how many separate groups T falls into",
        example: "groups(own) == 1",
        phrase: "the number of groups that {0} form",
        instead: "chains",
        Groups(T: Cells) -> Int, Search, numbers::groups;
    }
    "connects" {
        written: ["connects(T, A, B)"],
        doc: "some group of T has cells in A and in B, and in each further set",
        example: "connects(own, edge(W), edge(E))",
        phrase: "{0} connect {1} and {2}",
        instead: "joined",
        Connects[T: Cells] -> Bool, Search, cells::connects;
    }
    "lines" {
        written: ["lines(T, n)", "lines(T, n..m)", "lines(T, n..m, D)"],
        doc: "the cells of T that stand in an unbroken straight row of n or more of T, or of n to m; only along D",
        example: "some(lines(own, 5))",
        phrase: "in a row of {1}",
        instead: "straights",
        Lines(T: Cells, n: Int, m: Int = Number(i32::MAX), D: Dirs = Dirs) -> Cells, Rows, cells::lines;
    }
    // Pieces and players.
    "empty" {
        written: ["empty"],
        doc: "the cells without a piece",
        example: "p in empty",
        phrase: "the empty cells",
        instead: "vacant",
    }
    "occupied" {
        written: ["occupied"],
        doc: "the cells with a piece",
        example: "p in occupied",
        phrase: "the occupied cells",
        instead: "taken",
    }
    "pieces" {
        written: ["pieces"],
        doc: "the cells with a piece of a player, so without neutral ones",
        example: "pieces of White",
        phrase: "the pieces",
        instead: "men",
    }
    "own" {
        written: ["own"],
        doc: "the cells with a piece of the mover",
        example: "p in own",
        phrase: "your pieces",
        instead: "mine",
    }
    "enemy" {
        written: ["enemy"],
        doc: "the cells with a piece of any other player",
        example: "p in enemy",
        phrase: "enemy pieces",
        instead: "foes",
    }
    "at" {
        written: ["at(p)"],
        doc: "what stands on p",
        example: "at(p) == nothing",
        phrase: "the piece on {0}",
        instead: "found",
    }
    "owner" {
        written: ["owner(p)", "owner(x)"],
        doc: "whose piece stands on p, or whose the piece x is",
        example: "owner(p) == mover",
        phrase: "the owner of {0}",
        instead: "holder",
        Owner(x: Piece) -> Player, Light, single::owner;
    }
    "kind" {
        written: ["kind(p)", "kind(x)"],
        doc: "of which kind the piece on p is, or the piece x",
        example: "kind(p) == king",
        phrase: "the kind of {0}",
        instead: "sort",
        KindOf(x: Piece) -> Kind, Light, single::kind;
    }
    "off" {
        written: ["off"],
        doc: "no cell: where a step over the edge leads",
        example: "step(p, N) == off",
        phrase: "off the board",
        instead: "outside",
    }
    "nothing" {
        written: ["nothing"],
        doc: "no piece, no player, no kind",
        example: "at(p) == nothing",
        phrase: "nothing",
        instead: "nobody",
    }
    "true" {
        written: ["true"],
        doc: "what always holds",
        example: "param pie = true",
        phrase: "always",
        instead: "yes",
    }
    "false" {
        written: ["false"],
        doc: "what never holds",
        example: "var moved = false",
        phrase: "never",
        instead: "no",
    }
    "mover" {
        written: ["mover"],
        doc: "who is to move; in `end`, who made the ply",
        example: "mover == White",
        phrase: "the player to move",
        instead: "active",
    }
    "next" {
        written: ["next"],
        doc: "in `end`: who moves now",
        example: "stuck(next)",
        phrase: "the next player",
        instead: "follower",
    }
    "rival" {
        written: ["rival(P)"],
        doc: "the other one of two players",
        example: "pieces of rival(mover)",
        phrase: "the opponent of {0}",
        instead: "other",
        Rival(P: Player) -> Player, Light, single::rival;
    }
    "after" {
        written: ["after(P)"],
        doc: "who follows P in turn order, of those who are still in",
        example: "after(mover)",
        phrase: "the player after {0}",
        instead: "follower",
    }
    "number" {
        written: ["number(P)", "number(p)"],
        doc: "the number of P in turn order, from 1; the number of the cell p, 0 if it has none",
        example: "number(mover) == 1",
        phrase: "the number of {0}",
        instead: "index",
        PlayerNumber(P: Player) -> Int or Fault, Light, numbers::player_number;
        CellNumber(p: Cell) -> Int, Light, numbers::cell_number;
    }
    "players" {
        written: ["players"],
        doc: "those who are still in",
        example: "count(players)",
        phrase: "the players",
        instead: "sides",
    }
    "kinds" {
        written: ["kinds"],
        doc: "all kinds of pieces as they are declared, neutral ones too",
        example: "kind(p) in kinds",
        phrase: "any kind",
        instead: "sorts",
        Kinds() -> Kinds, Light, single::kinds;
    }
    // Counting and choosing.
    "count" {
        written: ["count(X)", "count(x in X: C)"],
        doc: "how many elements X has, or for how many of them the condition holds",
        example: "count(own) == 0",
        phrase: "the number of {0}",
        instead: "total",
    }
    "some" {
        written: ["some(X)", "some(x in X: C)"],
        doc: "X has at least one element, or one for which the condition holds",
        example: "some(own & edge)",
        phrase: "there is one of {0}",
        instead: "any",
    }
    "none" {
        written: ["none(X)", "none(x in X: C)"],
        doc: "X has no element, or none for which the condition holds",
        example: "none(enemy)",
        phrase: "there is none of {0}",
        instead: "no_one",
    }
    "every" {
        written: ["every(x in X: C)"],
        doc: "the condition holds for all elements",
        example: "every(p in own: p in edge)",
        phrase: "{0} for all",
        instead: "each_one",
    }
    "sum" {
        written: ["sum(x in X: n)"],
        doc: "the sum of these numbers",
        example: "sum(p in own: row(p))",
        phrase: "the sum of {0}",
        instead: "total",
    }
    "max" {
        written: ["max(m, n)", "max(x in X: n)"],
        doc: "the greatest of these numbers; if X may be empty: `max(x in X: n) or 0`",
        example: "max(1, n)",
        phrase: "the greatest of {0}",
        instead: "greatest",
        Max[n: Int] -> Int, Light, numbers::max;
    }
    "min" {
        written: ["min(m, n)", "min(x in X: n)"],
        doc: "the least of these numbers; if X may be empty: `min(x in X: n) or 0`",
        example: "min(3, n)",
        phrase: "the least of {0}",
        instead: "least",
        Min[n: Int] -> Int, Light, numbers::min;
    }
    "abs" {
        written: ["abs(n)"],
        doc: "n without its sign",
        example: "abs(row(p) - row(q))",
        phrase: "{0} without its sign",
        instead: "size",
        Abs(n: Int) -> Int or Fault, Light, numbers::abs;
    }
    "union" {
        written: ["union(x in X: S)"],
        doc: "all these sets together, of cells, directions, players, kinds or numbers",
        example: "union(p in own: neighbors(p))",
        phrase: "{0} together",
        instead: "together",
    }
    "the" {
        written: ["the(S)"],
        doc: "the one element of S; `off` or `nothing` if S is empty. For directions, and if S has several elements, it is the fault F06",
        example: "the(own & corner)",
        phrase: "the one of {0}",
        instead: "single",
        TheCell(S: Cells) -> Cell or Fault, Light, single::the_cell;
        TheDir(S: Dirs) -> Dir or Fault, Light, single::the_dir;
        ThePlayer(S: Players) -> Player or Fault, Light, single::the_player;
        TheKind(S: Kinds) -> Kind or Fault, Light, single::the_kind;
    }
    "reach" {
        written: ["reach(x in S: T)"],
        doc: "S, and all that is reached by going from a cell x to T again and again",
        example: "reach(q in p: hop(q, all, own) & empty)",
        phrase: "all that is reached from {0}",
        instead: "reached",
    }
    // The course of the game.
    "ply" {
        written: ["ply"],
        doc: "plies made so far, from 0",
        example: "ply == 0",
        phrase: "the number of plies made so far",
        instead: "plies",
    }
    "stuck" {
        written: ["stuck", "stuck(P)"],
        doc: "the player to move, or P, has no legal move; in `end` only `stuck(next)`",
        example: "when stuck(next): next loses",
        phrase: "{0} has no legal move",
        instead: "blocked",
    }
    "possible" {
        written: ["possible(action)"],
        doc: "the player to move has a legal move by the action",
        example: "when not possible(capture)",
        phrase: "{0} is possible",
        instead: "can",
    }
    "repeated" {
        written: ["repeated", "repeated(E, ...)"],
        doc: "how many earlier positions of this game had the same pieces on the same cells, and the same values of E, ...",
        example: "when repeated >= 2: draw",
        phrase: "the number of earlier positions with the same pieces",
        instead: "repeats",
    }
}
