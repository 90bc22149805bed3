"""The lexer on every chapter and every mistake: nothing is lost, and words have the colours that editors give them."""

import json
import re
import sys
from pathlib import Path

from pygments.token import Comment, Keyword, Name, String

here = Path(__file__).resolve().parent
sys.path.insert(0, str(here))
import nasvet_pygments  # noqa: E402

root = here.parent.parent


def blocks(text):
    """The blocks of advice in a chapter; a block of another kind may hold anything, Markdown too."""
    fence, lines = None, []
    for line in text.split("\n"):
        mark = re.match(r"\s*(`{3,}|~{3,})\s*(\S*)", line)
        if fence is None and mark:
            fence, lines = mark, []
        elif fence and mark and not mark[2] and len(mark[1]) >= len(fence[1]):
            if fence[2] == "advice":
                yield "\n".join(lines) + "\n"
            fence = None
        elif fence:
            lines.append(line)


def check(text, place):
    lexer = nasvet_pygments.AdviceLexer(stripnl=False)
    found = list(lexer.get_tokens(text))
    assert "".join(value for _, value in found) == text, f"{place}: something is lost"
    at_start = True
    for kind, value in found:
        if at_start and value in ("let", "def", "advice"):
            assert kind in Keyword, f"{place}: {value} is {kind}"
        if value.startswith("#") and kind not in String:
            assert kind in Comment, f"{place}: {value} is {kind}"
        at_start = value.endswith("\n") or at_start and value.isspace()
    return found


def same_words():
    """The words are those of the grammar of the other editors."""
    grammar = json.loads((root / "editors/vscode/syntaxes/advice.tmLanguage.json").read_text("utf-8"))
    parts = grammar["repository"]
    for part, ours in [
        ("definition", nasvet_pygments.DECLARATIONS),
        ("field", nasvet_pygments.FIELDS),
        ("side", nasvet_pygments.SIDES),
        ("keyword", nasvet_pygments.KEYWORDS),
    ]:
        theirs = re.search(r"\(([a-z|]+)\)", parts[part]["match"])[1].split("|")
        assert theirs == ours, f"{part}: {set(theirs) ^ set(ours)}"


same_words()
n_blocks = n_functions = 0
for folder in ["chapters", "cases/mistakes"]:
    for file in sorted((root / folder).rglob("*.md")):
        for block in blocks(file.read_text("utf-8")):
            n_blocks += 1
            found = check(block, file)
            n_functions += sum(kind is Name.Function for kind, _ in found)
for folder in ["chapters/library", "book/course"]:
    for file in sorted((root / folder).glob("*.advice")):
        n_blocks += 1
        check(file.read_text("utf-8"), file)
assert n_blocks > 100 and n_functions > 100, (n_blocks, n_functions)
print(f"{n_blocks} texts in colours, {n_functions} names defined")
