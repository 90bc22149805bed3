"""Games of `nasvet uci` against Stockfish and GNU Chess, driven by python-chess (PyPI: chess).

Every move is checked by python-chess, every clock by this script. Endings begin in positions drawn with a fixed seed.
The judge is none of ours: by Syzygy tables, read by python-chess, every move of ours must keep what the position is worth
under the fifty-move rule, and the game must end so. Begin with `cargo xtask matches`.
"""

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import chess
import chess.engine
import chess.pgn
import chess.syzygy


def find(name):
    """Where a program is; Debian keeps games in a folder of their own."""
    return shutil.which(name) or f"/usr/games/{name}"


OPPONENTS = {"stockfish": [find("stockfish")], "gnuchess": [find("gnuchess"), "-u"]}

# The men of each ending, ours first, and whether we may also have the other side.
ENDINGS = {"KRK": ("KR", "K"), "KPK": ("KP", "K"), "KNKR": ("KN", "KR"), "KQK": ("KQ", "K")}


def draw_position(ending, number, rng):
    """A legal position; we have the first men in even games, and in KPK and KNKR the others in odd ones."""
    first, second = ENDINGS[ending]
    swap = ending in ("KPK", "KNKR") and number % 2 == 1
    while True:
        ours = rng.choice([chess.WHITE, chess.BLACK])
        board = chess.Board(None)
        squares = rng.sample(range(64), len(first) + len(second))
        for idx, letter in enumerate(first + second):
            color = ours if idx < len(first) else not ours
            board.set_piece_at(squares[idx], chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), color))
        board.turn = ours if not swap else not ours
        if board.is_valid() and not board.is_game_over():
            return board, board.turn


RANK = ["loss", "draw", "win"]

# Opponents look no deeper, and an engine that has broken down so often in one game is given up.
DEEPEST = 20
MOST_BREAKDOWNS = 200


class Judge:
    """What Syzygy's tables say, and how many of our moves they were asked about."""

    def __init__(self, folder):
        self.tables = chess.syzygy.open_tablebase(folder)
        self.n_judged = 0
        self.mistakes = []

    def worth(self, board, side):
        """Win, draw or loss for a side; None where there are no tables."""
        wdl = self.tables.get_wdl(board)
        if wdl is None:
            return None
        wdl = wdl if board.turn == side else -wdl
        # A win that takes more than fifty moves is none.
        return "win" if wdl == 2 else "loss" if wdl == -2 else "draw"

    def moved(self, before, after, us):
        """Notes whether our move has kept what we had."""
        had = self.worth(before, us)
        has = None if had is None else self.worth(after, us)
        if has is not None:
            self.n_judged += 1
            if RANK.index(has) < RANK.index(had):
                self.mistakes.append(f"{before.fen()} {after.peek()}: {had} before, {has} after")


def play(engines, board, us, seconds, increment, judge):
    """A game; gives the result for us, why it ended, how long our slowest move took, and the game."""
    clocks = {chess.WHITE: seconds, chess.BLACK: seconds}
    slowest = 0.0
    start = board.copy()
    while not board.is_game_over(claim_draw=True):
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE],
            black_clock=clocks[chess.BLACK],
            white_inc=increment,
            black_inc=increment,
            # With few pieces GNU Chess reaches depths at which its own pipe overflows.
            depth=None if board.turn == us else DEEPEST,
        )
        engine = engines[board.turn == us]
        begun = time.perf_counter()
        # python-chess raises an error if the move is not legal.
        move = engine.play(board, limit, game=id(start)).move
        took = time.perf_counter() - begun
        if board.turn == us:
            slowest = max(slowest, took)
        clocks[board.turn] -= took
        if clocks[board.turn] < 0:
            return ("loss" if board.turn == us else "win"), "time", slowest, board
        clocks[board.turn] += increment
        before = board.copy(stack=False)
        board.push(move)
        if before.turn == us:
            judge.moved(before, board, us)
    outcome = board.outcome(claim_draw=True)
    if outcome.winner is None:
        return "draw", outcome.termination.name, slowest, board
    return ("win" if outcome.winner == us else "loss"), outcome.termination.name, slowest, board


def stop_times(nasvet, n):
    """How many milliseconds pass between `stop` and `bestmove`, in positions of several kinds."""
    positions = [
        "startpos",
        "fen r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9",
        "fen 8/8/3k4/3n4/8/3K4/8/R7 b - - 0 1",
        "fen 8/5k2/3p4/2p5/2P1P3/3K4/8/8 w - - 0 1",
        "fen 8/8/8/3k4/8/8/1R6/K7 w - - 0 1",
    ]
    times = []
    with tempfile.TemporaryDirectory() as cache:
        # No table is kept yet: some positions make one.
        process = subprocess.Popen(
            [nasvet, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
            env={**os.environ, "NASVET_CACHE": cache},
        )
        for idx in range(n):
            process.stdin.write(f"position {positions[idx % len(positions)]}\ngo infinite\n")
            process.stdin.flush()
            time.sleep(0.02 + 0.3 * (idx % 4))
            begun = time.perf_counter()
            process.stdin.write("stop\n")
            process.stdin.flush()
            while not process.stdout.readline().startswith("bestmove"):
                pass
            times.append(1000 * (time.perf_counter() - begun))
        process.stdin.write("quit\n")
        process.stdin.flush()
        process.wait()
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("nasvet")
    parser.add_argument("--syzygy", default="suites/tables/syzygy", help="the folder with the judge's tables")
    parser.add_argument("--games", type=int, default=20, help="games from each ending")
    parser.add_argument("--full", type=int, default=10, help="full games")
    parser.add_argument("--endings", default=",".join(ENDINGS))
    parser.add_argument("--opponents", default=",".join(OPPONENTS))
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--increment", type=float, default=0.1)
    parser.add_argument("--pgn", help="write the games to this file")
    args = parser.parse_args()
    wrong = 0
    games = []
    judge = Judge(args.syzygy)
    breakdowns = []
    times = stop_times(args.nasvet, 40)
    print(f"bestmove after stop: median {statistics.median(times):.1f} ms, longest {max(times):.1f} ms", flush=True)
    wrong += max(times) > 50
    for name in args.opponents.split(","):
        command = OPPONENTS[name]
        engines = {
            True: chess.engine.SimpleEngine.popen_uci([args.nasvet, "uci"], timeout=60),
            False: chess.engine.SimpleEngine.popen_uci(command, timeout=60, stderr=subprocess.DEVNULL),
        }

        def played(board, us):
            """A game; if the opponent breaks down, which GNU Chess does where it has much to say, it begins again."""
            for _ in range(MOST_BREAKDOWNS):
                try:
                    return play(engines, board.copy(), us, args.seconds, args.increment, judge)
                except chess.engine.EngineTerminatedError:
                    if engines[True].protocol.returncode.done():
                        raise
                    breakdowns.append(name)
                    engines[False] = chess.engine.SimpleEngine.popen_uci(command, timeout=60, stderr=subprocess.DEVNULL)
            sys.exit(f"{name} breaks down in {board.fen()} again and again")

        for ending in args.endings.split(","):
            rng = random.Random(f"{ending} {name}")
            count = {}
            kept = 0
            slowest = 0.0
            for number in range(args.games):
                board, us = draw_position(ending, number, rng)
                expected = judge.worth(board, us)
                start = board.fen()
                result, why, took, board = played(board, us)
                slowest = max(slowest, took)
                count[(expected, result)] = count.get((expected, result), 0) + 1
                # More than the theory gives is welcome.
                is_kept = RANK.index(result) >= RANK.index(expected)
                kept += is_kept
                games.append((f"{ending} {number}", name, us, board))
                if not is_kept or why == "time":
                    wrong += 1
                    print(f"  {start}: {expected} expected, {result} by {why} after {board.fullmove_number} moves")
            shown = ", ".join(f"{n} {a}→{b}" for (a, b), n in sorted(count.items()))
            print(f"{ending} against {name}: {kept} of {args.games} results kept ({shown}); "
                  f"slowest move {slowest:.2f} s", flush=True)
        count = {"win": 0, "draw": 0, "loss": 0}
        slowest = 0.0
        for number in range(args.full):
            us = number % 2 == 0
            result, why, took, board = played(chess.Board(), us)
            slowest = max(slowest, took)
            count[result] += 1
            wrong += why == "time" and result == "loss"
            games.append((f"game {number}", name, us, board))
            if why == "time":
                print(f"  time: {result}")
        print(f"full games against {name}: +{count['win']} ={count['draw']} -{count['loss']}; "
              f"slowest move {slowest:.2f} s", flush=True)
        for engine in engines.values():
            engine.quit()
    if args.pgn:
        with open(args.pgn, "w", encoding="utf-8") as out:
            for event, name, us, board in games:
                game = chess.pgn.Game.from_board(board)
                game.headers["Event"] = event
                game.headers["White"] = "Nasvet" if us else name
                game.headers["Black"] = name if us else "Nasvet"
                print(game, file=out, end="\n\n")
    if breakdowns:
        print(f"the opponents broke down {len(breakdowns)} times, and the games began again")
    for mistake in judge.mistakes:
        print(f"  {mistake}")
    wrong += len(judge.mistakes)
    print(f"{len(games)} games, no illegal move; of {judge.n_judged} moves in positions of the tables "
          f"{len(judge.mistakes)} gave something away; {wrong} things went wrong")
    sys.exit(1 if wrong else 0)


main()
