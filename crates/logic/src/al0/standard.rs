//! The standard library of the rook ending, in our language: what its goals and move constraints mean.
//!
//! The definitions are ours, written from what the published programs do. The two dialects differ in two places: whether a
//! rook in line with a king divides the kings, and which checks our own king prevents.

use super::table::Dialect;

/// A goal of the standard library.
pub(crate) struct StandardGoal {
    pub(crate) name: &'static str,
    /// Which dialect knows the name; both, if it is not said.
    pub(crate) only: Option<Dialect>,
    /// What one writes for it in our language.
    pub(crate) written: &'static str,
    /// Is it about the root, too? Then it cannot be a condition of a rule.
    pub(crate) looks_back: bool,
}

const fn goal(name: &'static str, written: &'static str) -> StandardGoal {
    StandardGoal {
        name,
        only: None,
        written,
        looks_back: false,
    }
}

const fn compared(name: &'static str, written: &'static str) -> StandardGoal {
    StandardGoal {
        looks_back: true,
        ..goal(name, written)
    }
}

/// All goals.
pub(crate) const GOALS: &[StandardGoal] = &[
    goal("true", "true"),
    goal("themtomove", "them_to_move"),
    goal("mate", "mated"),
    goal("stalemate", "stalemated"),
    goal("rooklost", "rooklost"),
    goal("rookexposed", "rookexposed"),
    goal("rookdivides", "rookdivides"),
    compared("newroomsmaller", "newroomsmaller"),
    StandardGoal {
        only: Some(Dialect::Book),
        ..compared("okapproachedcsquare", "okapproachedcsquare")
    },
    StandardGoal {
        only: Some(Dialect::Course),
        ..compared("okapproachedsquare", "okapproachedsquare")
    },
    goal("lpatt", "lpatt"),
    compared("okorndle", "okorndle"),
    goal("roomgt2", "roomgt2"),
    goal("our_king_edge", "our_king_edge"),
    goal("their_king_edge", "their_king_edge"),
    goal("kings_close", "kings_close"),
];

/// Definitions that belong together, and what is said above them.
pub(crate) struct Group {
    pub(crate) title: &'static str,
    pub(crate) prose: &'static str,
    pub(crate) definitions: &'static [StandardDefinition],
}

/// A definition of our language.
pub(crate) struct StandardDefinition {
    pub(crate) name: &'static str,
    text: ByDialect<DefinitionText>,
}

/// What a definition says.
pub(crate) struct DefinitionText {
    /// The definitions that it calls.
    pub(crate) needs: &'static [&'static str],
    pub(crate) text: &'static str,
}

/// What the book says, and what the course says instead, where it differs.
struct ByDialect<T> {
    book: T,
    course: Option<T>,
}

impl<T> ByDialect<T> {
    const fn both(said: T) -> ByDialect<T> {
        ByDialect {
            book: said,
            course: None,
        }
    }

    fn of(&self, dialect: Dialect) -> &T {
        match (dialect, &self.course) {
            (Dialect::Course, Some(course)) => course,
            (Dialect::Course, None) | (Dialect::Book, _) => &self.book,
        }
    }
}

const fn definition(
    name: &'static str,
    needs: &'static [&'static str],
    text: &'static str,
) -> StandardDefinition {
    StandardDefinition {
        name,
        text: ByDialect::both(DefinitionText { needs, text }),
    }
}

/// One goal, which the book and the course call by two names.
macro_rules! approached {
    ($name:literal) => {
        definition(
            $name,
            &["to_critical"],
            concat!(
                "def ",
                $name,
                " = to_critical < root.to_critical means \"the way of our king to the critical square \
                 is {to_critical} instead of {root.to_critical}\" \
                 else \"the way of our king to the critical square does not get shorter\""
            ),
        )
    };
}

/// All definitions, in reading order.
pub(crate) const GROUPS: &[Group] = &[
    Group {
        title: "The room",
        prose: "The rook cuts the board along its file and its rank, and leaves their king one of the four corners.\n\
            The *room* is the number of squares there, and 64 where king and rook share a line.",
        definitions: &[
            definition(
                "side",
                &[],
                "# What the rook leaves the king on one axis. No value when they share the line.\n\
                 def side(k, r) = if k < r then r - 1 else if k > r then 8 - r",
            ),
            definition(
                "box_area",
                &["side"],
                "def box_area = side(file(enemy), file(rook)) * side(rank(enemy), rank(rook))",
            ),
            definition(
                "room",
                &["box_area"],
                "def room = if exists(box_area) then box_area else 64 means \"the room of their king\"",
            ),
            definition(
                "newroomsmaller",
                &["room"],
                "def newroomsmaller = room < root.room \
                 means \"the room is {room} instead of {root.room}\" else \"the room does not get smaller\"",
            ),
            definition(
                "roomgt2",
                &["room"],
                "def roomgt2 = room > 2 means \"the room is more than two\" else \"the room is at most two\"",
            ),
        ],
    },
    Group {
        title: "The rook",
        prose: "The rook is *lost* when it is taken or cannot be protected, *exposed* when their king comes to it before ours, and *divides* the kings when it stands between them.",
        definitions: &[
            definition(
                "rooklost",
                &[],
                "def rooklost = empty(our.rooks) \
                 or (them_to_move and adjacent(enemy, rook) and not adjacent(king, rook)) \
                 means \"the rook can be taken\" else \"the rook is safe\"",
            ),
            definition(
                "rookexposed",
                &[],
                "def rookexposed = distance(king, rook) \
                 > (if them_to_move then distance(enemy, rook) else distance(enemy, rook) + 1) \
                 means \"their king comes to the rook before ours\" \
                 else \"their king does not come to the rook before ours\"",
            ),
            definition(
                "in_order",
                &[],
                "def in_order(a, b, c) = (a <= b and b <= c) or (a >= b and b >= c)",
            ),
            StandardDefinition {
                name: "rookdivides",
                text: ByDialect {
                    book: DefinitionText {
                        needs: &[],
                        text: "def rookdivides = between(file(rook), file(king), file(enemy)) \
                               or between(rank(rook), rank(king), rank(enemy)) \
                               means \"the rook divides the kings\" else \"the rook does not divide the kings\"",
                    },
                    course: Some(DefinitionText {
                        needs: &["in_order"],
                        text: "def rookdivides = in_order(file(king), file(rook), file(enemy)) \
                               or in_order(rank(king), rank(rook), rank(enemy)) \
                               means \"the rook divides the kings, or stands in line with one\" \
                               else \"the rook does not divide the kings\"",
                    }),
                },
            },
        ],
    },
    Group {
        title: "Our king",
        prose: "The *critical square* is the diagonal neighbour of the rook on the side of their king; on a line that king and rook share, the higher side counts, even beyond the edge.\n\
            In the *L pattern* the kings face each other and the rook stands a knight's move or three squares from theirs.",
        definitions: &[
            definition(
                "to_critical",
                &[],
                "def critical_file = if file(enemy) < file(rook) then file(rook) - 1 else file(rook) + 1\n\
                 def critical_rank = if rank(enemy) < rank(rook) then rank(rook) - 1 else rank(rook) + 1\n\
                 def to_critical = abs(file(king) - critical_file) + abs(rank(king) - critical_rank) \
                 means \"the way of our king to the critical square\"",
            ),
            approached!("okapproachedcsquare"),
            approached!("okapproachedsquare"),
            definition(
                "lpatt",
                &[],
                "def lpatt = manhattan(king, enemy) = 2 and manhattan(rook, enemy) = 3 \
                 means \"the pieces form the L pattern\" else \"the pieces do not form the L pattern\"",
            ),
            definition(
                "okorndle",
                &[],
                "def okorndle = distance(king, rook) <= root.distance(king, rook) \
                 means \"our king is no farther from the rook\" else \"our king goes away from the rook\"",
            ),
            definition(
                "hides_enemy",
                &["in_order"],
                "# On a rising diagonal our king stands between the rook and theirs. On a falling one the library takes\n\
                 # the other diagonal of the same square for the way, and so do we, to play the same.\n\
                 def hides_enemy = in_order(file(rook), file(king), file(enemy)) \
                 and in_order(rank(rook), rank(king), rank(enemy)) \
                 and ((file(rook) - rank(rook) = file(king) - rank(king) \
                 and file(enemy) - rank(enemy) = file(king) - rank(king)) \
                 or (file(rook) - rank(enemy) = file(king) - rank(king) \
                 and file(enemy) - rank(rook) = file(king) - rank(king))) \
                 means \"our king hides theirs from the rook\" else \"our king does not hide theirs from the rook\"",
            ),
            definition(
                "our_king_edge",
                &[],
                "def our_king_edge = edge(king) \
                 means \"our king is on the edge\" else \"our king is not on the edge\"",
            ),
        ],
    },
    Group {
        title: "Their king",
        prose: "",
        definitions: &[
            definition(
                "mated",
                &[],
                "def mated = them_to_move and mate means \"their king is mated\" else \"their king is not mated\"",
            ),
            definition(
                "stalemated",
                &[],
                "def stalemated = them_to_move and stalemate \
                 means \"it is stalemate\" else \"it is not stalemate\"",
            ),
            definition(
                "their_king_edge",
                &[],
                "def their_king_edge = edge(enemy) \
                 means \"their king is on the edge\" else \"their king is not on the edge\"",
            ),
            definition(
                "kings_close",
                &[],
                "def kings_close = distance(king, enemy) < 4 \
                 means \"the kings are less than four steps apart\" \
                 else \"the kings are four steps apart, or more\"",
            ),
        ],
    },
];

/// A move constraint of the standard library, for our side.
pub(crate) struct StandardMoves {
    pub(crate) name: &'static str,
    text: ByDialect<MovesText>,
}

/// What a move constraint says.
pub(crate) struct MovesText {
    /// The constraints that it calls.
    pub(crate) needs: &'static [&'static str],
    /// The definitions that it calls.
    pub(crate) definitions: &'static [&'static str],
    pub(crate) text: &'static str,
    /// Of which moves it consists, as a condition on a move.
    pub(crate) filter: &'static str,
}

/// All constraints of ours, in reading order. Theirs is `legal` alone, and `nomove` has no moves on either side.
pub(crate) const MOVES: &[StandardMoves] = &[
    StandardMoves {
        name: "kingdiagfirst",
        text: ByDialect::both(MovesText {
            needs: &[],
            definitions: &[],
            text: "# Diagonal steps first.\n\
                   moves kingdiagfirst = king moves \
                   going northeast, southeast, northwest, southwest, east, west, north, south",
            filter: "from = king",
        }),
    },
    StandardMoves {
        name: "rookmove",
        text: ByDialect::both(MovesText {
            needs: &[],
            definitions: &[],
            text: "# To the first rank or file, then to the second, and so on; along the file before along the rank.\n\
                   moves rookmove = rook moves \
                   by (if same_file(from, to) then 2 * rank(to) else 2 * file(to) + 1)",
            filter: "from = rook",
        }),
    },
    StandardMoves {
        name: "checkmove",
        text: ByDialect {
            book: MovesText {
                needs: &["rookmove"],
                definitions: &[],
                text: "# To the file of their king, then to his rank.\n\
                       moves checkmove = rookmove that same_file(to, enemy), \
                       then rookmove that same_rank(to, enemy)",
                filter: "from = rook and (same_file(to, enemy) or same_rank(to, enemy))",
            },
            course: Some(MovesText {
                needs: &["rookmove"],
                definitions: &["hides_enemy"],
                text: "# To the file of their king, then to his rank, unless our king seems to stand in the way.\n\
                       moves checkmove = rookmove that same_file(to, enemy) and same_rank(from, to) \
                       and not (same_file(king, enemy) and between(rank(king), rank(to), rank(enemy))), \
                       then rookmove that same_rank(to, enemy) and same_file(from, to) and not hides_enemy",
                filter: "from = rook and ((same_file(to, enemy) and same_rank(from, to) \
                         and not (same_file(king, enemy) and between(rank(king), rank(to), rank(enemy)))) \
                         or (same_rank(to, enemy) and same_file(from, to) and not hides_enemy))",
            }),
        },
    },
    StandardMoves {
        name: "legal",
        text: ByDialect::both(MovesText {
            needs: &["kingdiagfirst", "rookmove"],
            definitions: &[],
            text: "moves legal = kingdiagfirst, then rookmove",
            filter: "true",
        }),
    },
];

impl StandardGoal {
    /// The goal of this name in a dialect.
    pub(crate) fn named(name: &str, dialect: Dialect) -> Option<&'static StandardGoal> {
        GOALS
            .iter()
            .find(|goal| goal.name == name && goal.only.is_none_or(|only| only == dialect))
    }
}

impl StandardMoves {
    /// The constraint of this name.
    pub(crate) fn named(name: &str) -> Option<&'static StandardMoves> {
        MOVES.iter().find(|moves| moves.name == name)
    }

    /// What it says in a dialect.
    pub(crate) fn in_dialect(&self, dialect: Dialect) -> &MovesText {
        self.text.of(dialect)
    }
}

impl StandardDefinition {
    /// What it says in a dialect.
    pub(crate) fn in_dialect(&self, dialect: Dialect) -> &DefinitionText {
        self.text.of(dialect)
    }
}
