"""What Stockfish says of combinations that were announced, and how many puzzles it solves itself.

usage: announcements.py FILE…

FILE.jsonl is what `nasvet solve SUITE --output FILE.jsonl` writes. Every announcement is held against Stockfish,
with the first move given: with 100,000 nodes, and where it doubts with 1,000,000. A mate must be a mate; a gain must be
worth at least a pawn and, with what the side had before, no more than two pawns less than announced. Where that fails
the line is played out for eleven half-moves with 60,000 nodes each, and what was announced must be there, after all
captures, at one of the last four. What remains is printed, for somebody to look at.

FILE.epd is a suite with `bm`. How many of its puzzles Stockfish solves is counted at 2,000, 10,000, 20,000 and 100,000
nodes.
"""

import json
import sys
from multiprocessing import Pool

import chess
import chess.engine

ENGINES = ["stockfish", "/usr/games/stockfish"]
WORTH = {"q": 95, "r": 45, "b": 30, "n": 30, "p": 10, "k": 0}
BUDGETS = [2_000, 10_000, 20_000, 100_000]

engine = None


def begin():
    """Every process has an engine of its own."""
    global engine
    for path in ENGINES:
        try:
            engine = chess.engine.SimpleEngine.popen_uci(path)
        except FileNotFoundError:
            continue
        engine.configure({"Hash": 64, "Threads": 1})
        return
    sys.exit("Stockfish is not installed")


def limit(nodes):
    return chess.engine.Limit(nodes=nodes)


def balance(board, side):
    """What a side has more than the other."""
    pieces = board.piece_map().values()
    return sum(WORTH[p.symbol().lower()] * (1 if p.color == side else -1) for p in pieces)


def settled(board, low=-(10**6), high=10**6, depth=8):
    """The balance of the side to move after all captures, where either side may stop."""
    low = max(low, balance(board, board.turn))
    if low >= high or depth == 0:
        return low

    def taken(m):
        piece = board.piece_at(m.to_square)
        return -WORTH[piece.symbol().lower()] if piece else 0

    for m in sorted(board.generate_legal_captures(), key=taken):
        board.push(m)
        low = max(low, -settled(board, -high, -low, depth - 1))
        board.pop()
        if low >= high:
            break
    return low


def is_confirmed(board, m, goal):
    """Does the engine agree at once? Also gives its score."""
    us, score = board.turn, None
    for nodes in (100_000, 1_000_000):
        found = engine.analyse(board, limit(nodes), root_moves=[m], game=object())
        score = found["score"].pov(us)
        if score.is_mate():
            confirmed = score.mate() > 0
        elif goal == "mate":
            confirmed = False
        elif goal == "draw":
            confirmed = score.score() > -150
        else:
            announced = (balance(board, us) + int(goal)) / 10
            confirmed = score.score() / 100 > max(1, announced - 2)
        if confirmed:
            return True, score
    return False, score


def played_out(board, m, goal):
    """Is what was announced there when the engine plays on? Also gives its line."""
    us, line, had = board.turn, [], []
    wanted = balance(board, us) + int(goal)
    board = board.copy()
    board.push(m)
    for _ in range(11):
        if board.is_game_over():
            break
        reply = engine.play(board, limit(60_000), game=object()).move
        line.append(board.san(reply))
        board.push(reply)
        worth = settled(board)
        had.append(worth if board.turn == us else -worth)
    return any(worth >= wanted for worth in had[-4:]), line


def judge(text):
    """An announcement: what kind it is, and what there is to say against it."""
    puzzle = json.loads(text)
    found = puzzle.get("combination")
    if not found or found["verdict"] not in ("proved", "found"):
        return None
    board = chess.Board()
    board.set_epd(puzzle["position"])
    m, goal = board.parse_san(found["line"][0]), found["goal"]
    kind = (found["verdict"], goal if goal in ("mate", "draw") else "gain")
    confirmed, score = is_confirmed(board, m, goal)
    line = []
    if not confirmed and kind[1] == "gain":
        confirmed, line = played_out(board, m, goal)
    if confirmed:
        return kind, None
    name = puzzle.get("id") or puzzle["number"]
    announced = f"{found['verdict']} {goal}: {' '.join(found['line'])}"
    return kind, f"{name} {puzzle['position']}\n  {announced}\n  {score}: {' '.join(line)}"


def solves(task):
    """Does the engine play the best move of a puzzle within so many nodes?"""
    text, nodes = task
    board = chess.Board()
    operations = board.set_epd(text)
    return engine.play(board, limit(nodes), game=object()).move in operations["bm"]


def main(files):
    if not files:
        sys.exit(__doc__)
    with Pool(initializer=begin) as pool:
        for file in files:
            with open(file, encoding="utf-8") as lines:
                texts = [line for line in lines if line.strip()]
            if not file.endswith(".jsonl"):
                for nodes in BUDGETS:
                    n = sum(pool.imap_unordered(solves, [(text, nodes) for text in texts]))
                    share = 100 * n / len(texts)
                    print(f"{file}: {nodes} nodes, {n} of {len(texts)} ({share:.1f} %)", flush=True)
                continue
            counts, doubts = {}, {}
            for judged in pool.imap_unordered(judge, texts, chunksize=8):
                if judged is None:
                    continue
                kind, doubt = judged
                counts[kind] = counts.get(kind, 0) + 1
                if doubt:
                    doubts[kind] = doubts.get(kind, 0) + 1
                    print(doubt, flush=True)
            for kind in sorted(counts):
                print(f"{file}: {' '.join(kind)}: {counts[kind]}, in doubt {doubts.get(kind, 0)}")


if __name__ == "__main__":
    main(sys.argv[1:])
