"""The advice language of Nasvet in colours: a lexer for Pygments.

The words are those of the grammar for Visual Studio Code, and a test holds the two together.
"""

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text

# What gives something a name, at the beginning of a line.
DECLARATIONS = (
    "let def moves advice plan hypothesis object lemma method import convention".split()
)

# The lines of a piece of advice.
FIELDS = "better holding us them within lasting make read".split()

# From whose side, and when.
SIDES = "our their before root".split()

KEYWORDS = (
    "endgame chess nim graph library let def moves advice table plan hypothesis object lemma method import convention "
    "example claim positions where teach gain slip and or not in if then else otherwise after for can any none that "
    "when by going walks because means mod some every no number of union intersect without least greatest over from "
    "side us them fires fails plays shows move moves ply plies wins keeps never loses gives away at most"
).split()


class AdviceLexer(RegexLexer):
    """For files of advice, and for the `advice` blocks of chapters."""

    name = "Advice"
    aliases = ["advice"]
    filenames = ["*.advice"]

    tokens = {
        "root": [
            (
                rf"^(\s*)({'|'.join(DECLARATIONS)})([ \t]+)([^\W\d]\w*)",
                bygroups(Text, Keyword.Declaration, Text, Name.Function),
            ),
            (rf"^(\s*)({'|'.join(FIELDS)})\b", bygroups(Text, Keyword)),
            (r"\s+", Text),
            (r"#.*$", Comment.Single),
            (r'"', String, "text"),
            (words(SIDES, prefix=r"\b", suffix=r"\b"), Name.Builtin.Pseudo),
            (words(KEYWORDS, prefix=r"\b", suffix=r"\b"), Keyword),
            (r"\b(true|false)\b", Keyword.Constant),
            (r"\b[a-h][1-8]\b", Name.Constant),
            (r"\b[0-9]+\b", Number.Integer),
            (r"[^\W\d]\w*", Name),
            (r"<=>|=>|!=|<=|>=|[=<>+*-]", Operator),
            (r"[(){}\[\],.:;|]", Punctuation),
            # A mistake is shown as it is written, without a box around it.
            (r".", Text),
        ],
        # A text ends with its line, if nothing else ends it.
        "text": [
            (r'"', String, "#pop"),
            (r"\n", Text, "#pop"),
            (r"\{[^}\"\n]*\}", String.Interpol),
            (r'[^"{\n]+', String),
            (r"\{", String),
        ],
    }
