"""Games annotated by `nasvet annotate`, read by python-chess (PyPI: chess): nothing that was in them may be lost.

Headers, moves, comments, glyphs and variations of the file must be in the annotated one, at the same places; what is put
in must be legal. Files of one's own can be named after the program. Begin with `cargo xtask matches`.
"""

import argparse
import io
import subprocess
import sys
import time

import chess.pgn

# Everything that PGN knows: nested variations, comments before, between and after, glyphs, escapes, line ends of Windows.
EVERYTHING = """[Event "A pawn ending"]
[White "O\\"Brien"]
[SetUp "1"]
[FEN "4k3/8/8/4P3/4K3/8/8/8 b - - 0 1"]
[Annotator "[%cal Ga1a2]"]

{Before} 1... Kf7 $6 $10 {A comment; with (signs) [%clk 0:10:00]} (1... Ke7 {here} 2. Kd5 (2. Kf5 Kf7 {deep} (2... Kd7
3. Kf6 $1 (3. Ke4) 3... Ke8)) 2... Kd7 $14) (1... Kd7) 2. Kd5 ; to the end of the line
% an escape
2... Ke7 {[%csl Re7][%cal Re7e8]} 3. e6 Kd8?? {mine} (3... Ke8 {holds}) 4. Ke5 Ke7 5. Kf5 *

[Event "A short game"]

1.e4 e5 2.Bc4 Nc6 3.Qh5 Nf6?? 4.Qxf7# 1-0

"""

CHESS960 = """[Event "Chess960"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "nrbkrbqn/pppppppp/8/8/8/8/PPPPPPPP/NRBKRBQN w EBeb - 0 1"]

1. f4 f5 2. Qf2 Qf7 3. g3 g6 4. Bg2 Bg7 5. O-O {castled} O-O $1 (5... h5 6. Nb3 (6. a3)) 6. Qxa7 *

"""

LATIN = """[Event "Köln"]
[White "Müller"]

1. e4 e5 2. Bc4 {schön} Nc6 3. Qh5 Nf6 4. d3 *

"""


def long_game(n_plies):
    """Knights that go out and home. Without numbers: python-chess takes the end of `10000.` for a null move."""
    moves = (["Nf3 Nf6", "Ng1 Ng8"][number % 2] for number in range(n_plies // 2))
    return '[Event "Long"]\n\n' + "\n".join(moves) + " *\n\n"


def lost(before, after, path):
    """What a node of the first game has and that of the second has not."""
    problems = []
    if before.parent and before.move != after.move:
        return [f"{path}: {before.move} became {after.move}"]
    if not before.nags <= after.nags:
        problems.append(f"{path}: glyphs {before.nags} became {after.nags}")
    for name in ("comment", "starting_comment"):
        was, now = getattr(before, name, ""), getattr(after, name, "")
        # What is put in stands before or after what was there.
        if was and was not in now:
            problems.append(f"{path}: `{was}` became `{now}`")
    if len(before.variations) > len(after.variations):
        problems.append(f"{path}: variations are missing")
    rest = iter(after.variations)
    for idx, child in enumerate(before.variations):
        # The main line stays the main line; others may have a new one before them.
        partner = next((other for other in rest if other.move == child.move or idx == 0), None)
        if partner is None:
            problems.append(f"{path}: the variation {child.move} is missing")
            break
        problems += lost(child, partner, f"{path} {child.move}")
    return problems


def games(text):
    """All games of a text."""
    handle = io.StringIO(text)
    read = []
    while (game := chess.pgn.read_game(handle)) is not None:
        read.append(game)
    return read


class MainLine(chess.pgn.BaseVisitor):
    """Counts and remembers moves without keeping the game."""

    def __init__(self):
        self.n_moves = 0
        self.digest = 0

    def begin_variation(self):
        return chess.pgn.SKIP

    def visit_move(self, board, move):
        self.n_moves += 1
        self.digest = hash((self.digest, move.from_square, move.to_square, move.promotion))

    def result(self):
        return self.n_moves, self.digest


def annotated(nasvet, text, *args):
    told = subprocess.run([nasvet, "annotate", "-", *args], input=text, capture_output=True, check=True)
    return told.stdout


def check(name, nasvet, raw, encoding):
    begun = time.perf_counter()
    new = annotated(nasvet, raw)
    took = time.perf_counter() - begun
    before, after = games(raw.decode(encoding)), games(new.decode(encoding))
    problems = [] if len(before) == len(after) else [f"{len(before)} games became {len(after)}"]
    for old, now in zip(before, after):
        if dict(old.headers) != dict(now.headers):
            problems.append(f"{dict(old.headers)} became {dict(now.headers)}")
        if len(now.errors) > len(old.errors):
            problems.append(f"cannot be read: {now.errors}")
        problems += lost(old, now, old.headers.get("Event", "?"))
    if raw.count(b"\r\n") and new.count(b"\n") != new.count(b"\r\n"):
        problems.append("line ends of another kind were put in")
    n_comments = new.count(b"{") - raw.count(b"{")
    print(f"{name}: {len(before)} games, {n_comments} comments put in, {took:.1f} s, {len(problems)} things lost", flush=True)
    for problem in problems[:20]:
        print(f"  {problem}")
    return len(problems)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("nasvet")
    parser.add_argument("files", nargs="*", help="more files of games")
    parser.add_argument("--plies", type=int, default=1_000_000, help="the length of the long game")
    args = parser.parse_args()
    wrong = check("everything", args.nasvet, EVERYTHING.encode(), "utf-8")
    wrong += check("line ends of Windows", args.nasvet, EVERYTHING.replace("\n", "\r\n").encode(), "utf-8")
    wrong += check("Chess960", args.nasvet, CHESS960.encode(), "utf-8")
    wrong += check("Latin-1", args.nasvet, LATIN.encode("latin-1"), "latin-1")
    for file in args.files:
        with open(file, "rb") as handle:
            wrong += check(file, args.nasvet, handle.read(), "utf-8")
    raw = long_game(args.plies).encode()
    begun = time.perf_counter()
    new = annotated(args.nasvet, raw, "--without-combinations")
    took = time.perf_counter() - begun
    lines = [chess.pgn.read_game(io.StringIO(text.decode()), Visitor=MainLine) for text in (raw, new)]
    is_same = lines[0] == lines[1] and lines[0][0] == args.plies // 2 * 2
    print(f"a game of {lines[1][0]} plies: {took:.1f} s, {'the same' if is_same else 'NOT the same'} moves")
    wrong += not is_same
    sys.exit(1 if wrong else 0)


main()
