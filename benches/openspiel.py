#!/usr/bin/env python3
"""Compares Boardwright's players with OpenSpiel's MCTSBot, which is written in C++.

    python benches/openspiel.py speed                      random games per second, with the tree
    python benches/openspiel.py match --games 20           games at equal time per move
    python benches/openspiel.py rules --games 20           whether both play by the same rules

Needs Python 3.11 and the package `open_spiel` 2.0 (`pip install open_spiel`), and Boardwright's program:
`cargo build --release`. Both programs use one thread and never run at the same time.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

try:
    import pyspiel
except ImportError:
    sys.exit("error: the package `open_spiel` is missing; run `pip install open_spiel`")

# OpenSpiel's own example programs use this constant; its results are from -1 to 1.
EXPLORE = 2.0
# The most memory of each tree, in millions of bytes: the default of Boardwright's `mcts`.
MEMORY = 512
# How much longer than the time for a move an answer may take, in seconds.
GRACE = 60.0


# ---------------------------------------------------------------------------------------------------------------------
# Moves of OpenSpiel, as Boardwright writes them
# ---------------------------------------------------------------------------------------------------------------------

# A translation gets the state before a move and the texts of its actions, and returns Boardwright's move
# without the signs that `plain` removes.
Translation = Callable[["pyspiel.State", list[str]], str]


def plain(move: str) -> str:
    """Returns a move of Boardwright without `-`, as in UCI: `e2-e4` and `e2e4` are the same move."""
    return move.replace("-", "")


def cell(column: int, row: int) -> str:
    """Returns the name of a cell; columns and rows count from 0."""
    return "abcdefghijklmnopqrstuvwxyz"[column] + str(row + 1)


def same(_: pyspiel.State, actions: list[str]) -> str:
    return plain("".join(actions))


def last_word(_: pyspiel.State, actions: list[str]) -> str:
    return actions[0].split()[-1].lower()


def mirror(rows: int) -> Translation:
    """Returns the translation for a board that is the other way up: row 1 is the last one."""

    def translate(_: pyspiel.State, actions: list[str]) -> str:
        text, moved, number = actions[0].rstrip("*"), "", ""
        for sign in text + " ":
            if number and not sign.isdigit():
                moved, number = moved + str(rows + 1 - int(number)), ""
            if sign.isdigit():
                number += sign
            else:
                moved += sign
        return moved.strip()

    return translate


def column_letter(_: pyspiel.State, actions: list[str]) -> str:
    return "abcdefg"[int(actions[0][1:])]


# The points of nine men's morris, row by row from the top.
POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()


def morris(_: pyspiel.State, actions: list[str]) -> str:
    numbers = [int(word) for word in actions[0].split() if word.isdigit()]
    move = "".join(POINTS[number] for number in numbers)
    return move + "".join("x" + POINTS[int(text.split()[1])] for text in actions[1:])


# The letter of a turn in pentago: the middle of the quarter, and right or left.
TURNS = {"s": "b5L", "t": "b5R", "u": "e5L", "v": "e5R", "w": "e2L", "x": "e2R", "y": "b2L", "z": "b2R"}


def pentago(state: pyspiel.State, actions: list[str]) -> str:
    return mirror(6)(state, [actions[0][:-1]]) + "/" + TURNS[actions[0][-1]]


def line_between_dots(_: pyspiel.State, actions: list[str]) -> str:
    way, row, column = actions[0][3:-1].split(",")
    across, up = 2 * int(column), 2 * int(row)
    return cell(across + 1, up) if way == "h" else cell(across, up + 1)


def means_step(answer: str, move: str) -> bool:
    """Returns whether the answer is the move without its capture or arrow, as in `f3f2` for `f3-f2/g2`."""
    return plain(move).replace("x", "/").split("/")[0] == answer


def means_line(answer: str, move: str) -> bool:
    """Returns whether the line is beside the box of an answer such as `M@f2`, which closes that box."""
    box = answer.rpartition("@")[2]
    across, up = abs(ord(box[0]) - ord(move[0])), abs(int(box[1:]) - int(move[1:]))
    return "@" in answer and across + up == 1


def amazons(_: pyspiel.State, actions: list[str]) -> str:
    cells = []
    for text in actions:
        row, column = text[text.index("(") + 1 : -1].split(",")
        cells.append(cell(int(column) - 1, 10 - int(row)))
    return cells[0] + cells[1] + "/" + cells[2]


# The dark squares of draughts by their numbers, from the first row, where the last column has number 1.
SQUARES = [cell(column, row) for row in range(8) for column in range(7, -1, -1) if (column + row) % 2 == 0]


def draughts(_: pyspiel.State, actions: list[str]) -> str:
    """Returns the numbers of the squares."""
    squares = [actions[0][:2]] + [text[2:4] for text in actions]
    is_jump = abs(int(squares[0][1]) - int(squares[1][1])) == 2
    return ("x" if is_jump else "-").join(str(SQUARES.index(square) + 1) for square in squares)


def means_draughts(answer: str, move: str) -> bool:
    """Returns whether the move has the cells of an answer such as `c3b4` or `c7d8k`."""
    numbers = [int(word) for word in move.replace("x", "-").split("-")]
    return answer.startswith(SQUARES[numbers[0] - 1] + SQUARES[numbers[-1] - 1])


def chess(state: pyspiel.State, actions: list[str]) -> str:
    board = state.board()
    for action in state.legal_actions():
        if state.action_to_string(action) == actions[0]:
            return pyspiel.chess.action_to_move(action, board).to_lan()
    raise ValueError(actions[0])


def chess_ours(move: str, first: bool) -> str:
    if move.startswith("O-O"):
        row = "1" if first else "8"
        return f"e{row}{'c' if move == 'O-O-O' else 'g'}{row}"
    return plain(move).replace("=", "").lower()


# ---------------------------------------------------------------------------------------------------------------------
# The games
# ---------------------------------------------------------------------------------------------------------------------


@dataclass
class Shared:
    """A game that both programs know."""

    ours: str
    theirs: str
    settings: list[str] = field(default_factory=list)
    translate: Translation = same
    # How Boardwright's texts are compared with the translations.
    key: Callable[[str, bool], str] = lambda move, first: plain(move)
    # Whether the engine means a move by its answer, if the answer does not have the same key.
    means: Callable[[str, str], bool] = means_step
    # Whether several actions of one player in a row are one move.
    joined: bool = False
    # How many actions each move takes; they share the time for it.
    actions: int = 1
    # Rules that replace those of the bundled game, so that they are OpenSpiel's.
    rules: str = ""


# In OpenSpiel, a player turns a quarter also after making five in a row.
PENTAGO = """
extends "pentago"
game "Pentago, with a turn at the end"

replace action place(p: empty)
  do {
    put marble at p
    choose m in middles as "/{m}" {
      let quarter = occupied & (m | neighbors(m, all))
      choose way in E | W as match way { E: "R", W: "L" } {
        if way == E { move each c in quarter to right(c, m) } else { move each c in quarter to left(c, m) }
      }
    }
  }
"""

# In OpenSpiel, a move that would capture all seeds of the enemy is legal and captures nothing.
OWARE = """
extends "oware"
game "Oware, without grand slams"

replace action play(p: houses(mover))
  when seeds(p) > 0
  do {
    var left = seeds(p)
    var here = p
    seeds(p) = 0
    while left > 0 {
      here = step(here, sow)
      if here != p { seeds(here) += 1; left -= 1 }
    }
    var last = here
    var taken = 0
    while last in houses(rival(mover)) and seeds(last) in 2..3 { taken += seeds(last); last = step(last, back) }
    if taken < seeds_of(rival(mover)) {
      while here in houses(rival(mover)) and seeds(here) in 2..3 {
        store(mover) += seeds(here)
        seeds(here) = 0
        here = step(here, back)
      }
    }
  }
  ensure seeds_of(rival(mover)) > 0
"""

# In OpenSpiel, forty plies without a capture are a draw, also with moves of men.
DRAUGHTS = """
extends "english-draughts"
game "English Draughts, forty plies"

replace action move(p: own, q: neighbors(p, ways(p)) & empty)
  when not possible(capture)
  do {
    quiet += 1
    move p to q
    put king at own & man & edge(forward)
  }

replace end {
  when stuck(next): next loses
  when quiet >= 40: draw
}
"""

# The rules are compared at each ply. These differences remain: OpenSpiel ends go after 162 plies, nine men's morris after
# 200 actions, and chess when nobody can mate; Boardwright ends nine men's morris and lines of action at the third
# occurrence of a position. The program that ends the game decides the result. In go, a move that repeats a position is a
# draw in OpenSpiel and illegal in Boardwright; a game in which OpenSpiel makes such a move stops and is not counted.
GAMES = [
    Shared("connect-four", "connect_four", translate=column_letter, key=lambda move, first: move[0]),
    Shared("breakthrough", "breakthrough", translate=mirror(8)),
    Shared("hex", "hex(board_size=11)", ["pie=false"]),
    Shared("reversi", "othello"),
    Shared("go", "go(board_size=9,komi=7.5)", ["size=9"], translate=last_word),
    Shared("clobber", "clobber(rows=6,columns=5)"),
    Shared("oware", "oware", rules=OWARE),
    Shared("nine-mens-morris", "nine_mens_morris", translate=morris, joined=True),
    Shared(
        "english-draughts",
        "checkers",
        translate=draughts,
        key=lambda move, first: move,
        means=means_draughts,
        joined=True,
        rules=DRAUGHTS,
    ),
    Shared("havannah", "havannah(board_size=8)", ["pie=false"], translate=mirror(15)),
    Shared("y", "y(board_size=13)", ["pie=false"]),
    Shared("pentago", "pentago", translate=pentago, rules=PENTAGO),
    Shared("dots-and-boxes", "dots_and_boxes(num_rows=5,num_cols=5)", translate=line_between_dots, means=means_line),
    Shared("lines-of-action", "lines_of_action", translate=lambda s, a: same(s, a).replace("x", "")),
    Shared("chess", "chess", translate=chess, key=chess_ours),
    Shared("amazons", "amazons", translate=amazons, joined=True, actions=3),
]


# ---------------------------------------------------------------------------------------------------------------------
# Boardwright
# ---------------------------------------------------------------------------------------------------------------------


class Failure(Exception):
    """Something that one of the programs did wrong."""


@dataclass
class Position:
    """The legal moves after some moves, or the result."""

    moves: list[str]
    outcome: object | None
    to_move: str | None


class Rules:
    """Boardwright's rules of a game, asked with `boardwright moves`."""

    def __init__(self, program: str, game: Shared, folder: str) -> None:
        name = game.ours
        if game.rules:
            name = str(Path(folder) / f"{game.ours}.game")
            Path(name).write_text(game.rules, encoding="utf-8")
        self.arguments = [name, *(word for setting in game.settings for word in ("--set", setting))]
        self.program = program
        self.first = self.position([]).to_move

    def position(self, moves: list[str]) -> Position:
        command = [self.program, "moves", *self.arguments, "--after", " ".join(moves), "--format", "json"]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=GRACE, check=False)
        if ended.returncode != 0:
            raise Failure(f"boardwright moves: {ended.stderr.strip()}")
        told = json.loads(ended.stdout)
        return Position(told["moves"], told["outcome"], told["to_move"])

    def score(self, outcome: object) -> float:
        """Returns what the first player gets, from 0 to 1."""
        winner = outcome.get("winner") if isinstance(outcome, dict) else None
        return 0.5 if winner is None else float(winner == self.first)


class Engine:
    """Boardwright as an engine that speaks UCI."""

    def __init__(self, program: str, rules: Rules, player: str) -> None:
        command = [program, "engine", *rules.arguments, "--player", player, "--protocol", "uci"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("isready", "readyok", GRACE)

    def ask(self, command: str, answer: str, seconds: float) -> list[str]:
        """Writes a command and returns the lines up to the one that begins with the answer."""
        timer = threading.Timer(seconds, self.process.kill)
        timer.start()
        try:
            self.process.stdin.write(command + "\n")
            lines = []
            while line := self.process.stdout.readline():
                lines.append(line.strip())
                if lines[-1].startswith(answer):
                    return lines
        except BrokenPipeError:
            pass
        finally:
            timer.cancel()
        raise Failure(f"the engine ended, or did not answer `{command[:60]}`")

    def begin(self) -> None:
        self.process.stdin.write("ucinewgame\n")
        self.ask("isready", "readyok", GRACE)

    def search(self, moves: list[str], seconds: float) -> tuple[str, float]:
        """Returns the best move, and how many nodes a second were searched."""
        at = "position startpos" + (" moves " + " ".join(moves) if moves else "")
        lines = self.ask(f"{at}\ngo movetime {round(1000 * seconds)}", "bestmove", seconds + GRACE)
        speed = 0.0
        for line in lines:
            words = line.split()
            if words[0] == "info" and "nodes" in words and "time" in words:
                nodes, spent = (int(words[words.index(word) + 1]) for word in ("nodes", "time"))
                speed = 1000 * nodes / max(spent, 1)
        return lines[-1].split()[1], speed

    def close(self) -> None:
        try:
            self.process.stdin.write("quit\n")
            self.process.wait(5)
        except (BrokenPipeError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


# ---------------------------------------------------------------------------------------------------------------------
# OpenSpiel
# ---------------------------------------------------------------------------------------------------------------------


def create_bot(game: pyspiel.Game, seconds: float, seed: int) -> pyspiel.MCTSBot:
    """Returns OpenSpiel's player: UCT, one random game for each leaf, and its solver."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    try:
        # The number of simulations is no limit; the time is.
        return pyspiel.MCTSBot(
            game, evaluator, EXPLORE, 1_000_000_000, MEMORY, True, seed, False, max_wall_clock_time=seconds
        )
    except TypeError:
        sys.exit("error: this `open_spiel` has no limit by time; run `pip install --upgrade open_spiel`")


def list_turns(game: Shared, state: pyspiel.State) -> dict[str, list[int]]:
    """Returns the moves of a state: Boardwright's text without signs, and OpenSpiel's actions."""
    found: dict[str, list[int]] = {}

    def extend(at: pyspiel.State, actions: list[int], texts: list[str]) -> None:
        for action in at.legal_actions():
            also, written = [*actions, action], [*texts, at.action_to_string(action)]
            if game.joined:
                child = at.child(action)
                if not child.is_terminal() and child.current_player() == state.current_player():
                    extend(child, also, written)
                    continue
            found[game.translate(state, written)] = also

    extend(state, [], [])
    return found


# ---------------------------------------------------------------------------------------------------------------------
# A game in both programs
# ---------------------------------------------------------------------------------------------------------------------


class Both:
    """One game, played in both programs, whose rules are compared at each ply."""

    def __init__(self, game: Shared, rules: Rules) -> None:
        self.game = game
        self.rules = rules
        self.state = pyspiel.load_game(game.theirs).new_initial_state()
        # In chess, OpenSpiel's player 1 begins.
        self.first = self.state.current_player()
        self.moves: list[str] = []
        self.differences: list[str] = []
        self.update()

    def update(self) -> None:
        """Lists the legal moves of both programs. A game is over when it is over in one of them."""
        position = self.rules.position(self.moves)
        is_over = self.state.is_terminal()
        self.result: float | None = None
        first = position.to_move == self.rules.first
        self.ours = {self.game.key(move, first): move for move in position.moves}
        self.theirs = {} if is_over else list_turns(self.game, self.state)
        if is_over:
            self.result = (self.state.returns()[self.first] + 1) / 2
        if position.outcome is not None:
            ours = self.rules.score(position.outcome)
            if not is_over:
                self.note("Boardwright ends the game, OpenSpiel does not")
            elif ours != self.result:
                self.note(f"the first player gets {ours} in Boardwright, {self.result} in OpenSpiel")
            self.result = ours
        elif is_over:
            self.note("OpenSpiel ends the game, Boardwright does not")
        if self.result is None:
            if first != (self.state.current_player() == self.first):
                self.note("not the same player moves")
            if self.ours.keys() != self.theirs.keys():
                ours, theirs = self.ours.keys() - self.theirs.keys(), self.theirs.keys() - self.ours.keys()
                self.note(f"only Boardwright: {sorted(ours)[:4]}, only OpenSpiel: {sorted(theirs)[:4]}")

    def note(self, difference: str) -> None:
        self.differences.append(f"{self.game.ours}, ply {len(self.moves)}: {difference}")

    def shared(self) -> list[str]:
        return sorted(self.ours.keys() & self.theirs.keys())

    def play(self, key: str) -> None:
        for action in self.theirs[key]:
            self.state.apply_action(action)
        self.moves.append(self.ours[key])
        self.update()

    def find(self, answer: str) -> str:
        """Returns the move that Boardwright's engine means."""
        key = self.game.key(answer, self.state.current_player() == self.first)
        if key not in self.ours:
            meant = [other for other, move in self.ours.items() if self.game.means(answer, move)]
            key = meant[0] if len(meant) == 1 else key
        if key not in self.theirs:
            raise Failure(f"{self.game.ours}: Boardwright plays `{answer}`, which OpenSpiel does not know")
        return key

    def choose(self, bot: pyspiel.MCTSBot) -> str | None:
        """Returns the move that OpenSpiel chooses, or `None` if it is illegal in Boardwright."""
        state, actions = self.state.clone(), []
        while not state.is_terminal() and state.current_player() == self.state.current_player():
            actions.append(bot.step(state))
            state.apply_action(actions[-1])
            if not self.game.joined:
                break
        key = next(key for key, turn in self.theirs.items() if turn == actions)
        return key if key in self.ours else None


def play_opening(both: Both, plies: int, chance: random.Random) -> None:
    for _ in range(plies):
        if both.result is None and both.shared():
            both.play(chance.choice(both.shared()))


@dataclass
class Score:
    """What one of Boardwright's players has reached in a game."""

    points: list[float] = field(default_factory=list)
    # Games that stopped at a move that is illegal in Boardwright.
    stopped: int = 0
    plies: int = 0
    # Seconds of Boardwright and of OpenSpiel for their moves.
    spent: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))

    def interval(self) -> tuple[float, float]:
        """Returns Wilson's interval for 95 %; a draw is half a win."""
        count, z = len(self.points), 1.96
        if count == 0:
            return 0.0, 1.0
        share = sum(self.points) / count
        middle = (share + z * z / (2 * count)) / (1 + z * z / count)
        half = z / (1 + z * z / count) * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
        return max(0.0, middle - half), min(1.0, middle + half)


def play_game(both: Both, engine: Engine, bot: pyspiel.MCTSBot, is_first: bool, seconds: float, score: Score) -> None:
    """Plays a game to its end; `is_first` says whether Boardwright moves first."""
    engine.begin()
    while both.result is None:
        begun = time.perf_counter()
        if len(both.theirs) == 1 and both.shared():
            key = both.shared()[0]
        elif (both.state.current_player() == both.first) == is_first:
            key = both.find(engine.search(both.moves, seconds)[0])
            score.spent[0].append(time.perf_counter() - begun)
        else:
            key = both.choose(bot)
            score.spent[1].append(time.perf_counter() - begun)
            if key is None:
                score.stopped += 1
                return
        both.play(key)
    score.plies += len(both.moves)
    score.points.append(both.result if is_first else 1 - both.result)


# ---------------------------------------------------------------------------------------------------------------------
# The commands
# ---------------------------------------------------------------------------------------------------------------------


def tell(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def show_table(head: list[str], rows: list[list[str]]) -> None:
    widths = [max(len(row[n]) for row in [head, *rows]) for n in range(len(head))]
    for row in [head, *rows]:
        texts = [row[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(row[1:], widths[1:]))]
        print("  ".join(texts).rstrip())


def write_speed(number: float) -> str:
    return f"{number / 1000:.3g} k" if number < 1_000_000 else f"{number / 1_000_000:.3g} M"


def measure_speed(options: argparse.Namespace, games: list[Shared], folder: str) -> None:
    """Prints how many random games a second are played from the first position, with the tree."""
    rows = []
    for game in games:
        rules = Rules(options.program, game, folder)
        engines = [Engine(options.program, rules, player) for player in options.player]
        theirs = pyspiel.load_game(game.theirs)
        speeds: list[list[float]] = [[] for _ in engines]
        others: list[float] = []
        for engine in engines:
            # Native code is ready after the first search.
            engine.search([], options.time)
        for number in range(options.rounds):
            tell(f"{game.ours}: round {number + 1} of {options.rounds}")
            for engine, speed in zip(engines, speeds):
                engine.begin()
                speed.append(engine.search([], options.time)[1])
            bot = create_bot(theirs, options.time, options.seed + number)
            begun = time.perf_counter()
            root = bot.mcts_search(theirs.new_initial_state())
            others.append(root.explore_count / (time.perf_counter() - begun))
        other = statistics.median(others)
        for player, engine, speed in zip(options.player, engines, speeds):
            engine.close()
            ours = statistics.median(speed)
            rows.append([game.ours, player, write_speed(ours), write_speed(other), f"{ours / other:.1f}"])
    show_table(["game", "player", "Boardwright", "OpenSpiel", "ratio"], rows)


def play_match(options: argparse.Namespace, games: list[Shared], folder: str) -> None:
    """Prints the score of Boardwright's players against OpenSpiel's."""
    rows = []
    for game in games:
        rules = Rules(options.program, game, folder)
        for player in options.player:
            engine = Engine(options.program, rules, player)
            # Native code is ready after the first search; each game of a longer match has it.
            engine.search([], 1.0)
            theirs = pyspiel.load_game(game.theirs)
            score, differences = Score(), set()
            for number in range(options.games):
                # Two games begin with the same random plies, and the players swap their seats.
                both = Both(game, rules)
                play_opening(both, options.opening, random.Random(options.seed + number // 2))
                bot = create_bot(theirs, options.time / game.actions, options.seed + number)
                play_game(both, engine, bot, number % 2 == 0, options.time, score)
                differences.update(both.differences)
                tell(f"{game.ours}, {player}: {sum(score.points):g} of {len(score.points)}")
            engine.close()
            for difference in sorted(differences):
                tell(f"the rules differ: {difference}")
            low, high = score.interval()
            count = max(1, len(score.points))
            times = [f"{1000 * statistics.mean(spent or [0]):.0f}" for spent in score.spent]
            share = f"{100 * sum(score.points) / count:.1f} %"
            won, drawn = (score.points.count(points) for points in (1.0, 0.5))
            record = f"+{won} ={drawn} -{len(score.points) - won - drawn}"
            interval = f"{100 * low:.0f} to {100 * high:.0f} %"
            plies = f"{score.plies / count:.0f}"
            rows.append([game.ours, player, record, share, interval, plies, *times, str(score.stopped)])
    show_table(["game", "player", "games", "score", "95 %", "plies", "ms/move", "OpenSpiel", "stopped"], rows)


def compare_rules(options: argparse.Namespace, games: list[Shared], folder: str) -> None:
    """Prints in how many random games the legal moves of each ply and the result agree."""
    rows = []
    for game in games:
        rules = Rules(options.program, game, folder)
        agreed, plies, examples = 0, 0, []
        for number in range(options.games):
            both = Both(game, rules)
            chance = random.Random(options.seed + number)
            while both.result is None and not both.differences and len(both.moves) < options.plies:
                both.play(chance.choice(both.shared()))
            tell(f"{game.ours}: game {number + 1} of {options.games}")
            agreed += not both.differences
            plies += len(both.moves)
            examples += both.differences[:1]
        rows.append([game.ours, f"{agreed} of {options.games}", str(plies), examples[0] if examples else ""])
    show_table(["game", "agree", "plies", "difference"], rows)


def find_program(given: str | None) -> str:
    built = Path(__file__).resolve().parent.parent / "target" / "release" / "boardwright"
    program = given or (str(built) if built.exists() else shutil.which("boardwright"))
    if program is None or shutil.which(program) is None:
        sys.exit("error: `boardwright` was not found; run `cargo build --release`, or give --program")
    return os.path.abspath(shutil.which(program))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, run, help_text in [
        ("speed", measure_speed, "compare random games per second, with the tree, from the first position"),
        ("match", play_match, "play against OpenSpiel at equal time per move"),
        ("rules", compare_rules, "compare the legal moves and results in random games"),
    ]:
        command = commands.add_parser(name, help=help_text, description=run.__doc__)
        command.set_defaults(run=run, player=["mcts"])
        command.add_argument("only", nargs="*", metavar="GAME", help="games by their names in Boardwright (all)")
        command.add_argument("--program", help="Boardwright's program (target/release, else from PATH)")
        command.add_argument("--seed", type=int, default=1, help="seed of random plies and of OpenSpiel (1)")
        if name == "speed":
            command.add_argument("--rounds", type=int, default=5, help="searches whose median counts (5)")
            command.add_argument("--time", type=float, default=1.0, help="seconds for each search (1)")
        else:
            command.add_argument("--games", type=int, default=20, help="games for each pair of players (20)")
        if name == "match":
            command.add_argument("--time", type=float, default=0.1, help="seconds for each move (0.1)")
            command.add_argument("--opening", type=int, default=2, help="random plies at the beginning (2)")
        if name != "rules":
            command.add_argument("--player", action="append", help="a player of Boardwright; repeatable (mcts)")
        if name == "rules":
            command.add_argument("--plies", type=int, default=300, help="the most plies of a game (300)")
    options = parser.parse_args()
    if options.command != "rules":
        options.player = options.player[1:] or ["mcts"]
    for name in ("rounds", "games", "time"):
        if getattr(options, name, 1) <= 0:
            parser.error(f"--{name} must be more than 0")
    unknown = set(options.only) - {game.ours for game in GAMES}
    if unknown:
        names = ", ".join(game.ours for game in GAMES)
        parser.error(f"unknown game {', '.join(sorted(unknown))}; the games are {names}")
    games = [game for game in GAMES if game.ours in options.only or not options.only]
    options.program = find_program(options.program)
    try:
        with tempfile.TemporaryDirectory() as folder:
            options.run(options, games, folder)
    except (Failure, OSError, subprocess.TimeoutExpired) as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
