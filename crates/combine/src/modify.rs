//! How a square gets the state that a plan wants: the moves that may bring it about (2.3.2).

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use crate::analysis::{goes, takes};
use crate::board::PlanBoard;
use crate::plan::{PlanStatement, SquareChange};
use crate::values::Scales;
use crate::ways::{Threat, attack_squares, attack_way, move_squares, move_way, threat};

/// How a square is modified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// One of our pieces moves away, anywhere.
    Plays,
    /// One of our pieces moves away with a threat.
    LeavesWithThreat,
    /// One of our pieces moves away with a capture.
    LeavesWithCapture,
    /// A knight moves away to attack a square to which the king will be lured.
    LeavesWithLure,
    /// The enemy piece is attacked.
    Attacks,
    /// Something that the enemy piece protects is captured.
    TakesProtected,
    /// The enemy piece itself is captured.
    TakesIt,
    /// One of our pieces moves to the square.
    Comes,
    /// One of our pieces is sacrificed on the square.
    Sacrifices,
    /// We capture on the square, so that another piece recaptures.
    TakesToBeTaken,
}

/// A sequence of statements that may modify a square.
pub(crate) struct Subplan {
    pub(crate) statements: Vec<PlanStatement>,
    pub(crate) way: Way,
}

/// The ways in which the side to move may modify a square.
pub(crate) fn ways(
    board: &PlanBoard,
    square: Square,
    change: SquareChange,
    with_threat: bool,
    max_obstacles: usize,
    scales: &Scales,
) -> Vec<Subplan> {
    let mut modifier = Modifier {
        board,
        us: board.turn,
        scales,
        max_obstacles,
        found: Vec::new(),
    };
    match change {
        SquareChange::FriendToVacant | SquareChange::FriendAway if with_threat => {
            modifier.leave_with_threat(square)
        }
        SquareChange::FriendToVacant | SquareChange::FriendAway => modifier.leave(square),
        SquareChange::EnemyToVacant => {
            modifier.attack(square);
            modifier.take_protected(square);
        }
        SquareChange::PieceAway(_) => {
            modifier.attack(square);
            modifier.take_protected(square);
            modifier.take(square, Way::TakesIt);
        }
        SquareChange::PieceReplaced(_) => modifier.take(square, Way::TakesIt),
        SquareChange::VacantToOccupied => modifier.come(square, with_threat),
        SquareChange::EnemyComes => modifier.lure(square, None),
        SquareChange::PieceComes(role) => modifier.lure(square, Some(role)),
    }
    modifier.found
}

struct Modifier<'a> {
    board: &'a PlanBoard,
    us: Color,
    scales: &'a Scales,
    max_obstacles: usize,
    found: Vec<Subplan>,
}

impl Modifier<'_> {
    fn push(&mut self, way: Way, statements: Vec<PlanStatement>) {
        self.found.push(Subplan { statements, way });
    }

    fn push_threat(&mut self, way: Way, threat: &Threat) {
        let mut statements: Vec<PlanStatement> =
            threat.obstacles.statements(self.board, self.us).collect();
        statements.extend([
            goes(threat.from, threat.at),
            takes(threat.at, threat.target),
        ]);
        self.push(way, statements);
    }

    fn threat(&self, from: Square, at: Square, target: Square) -> Option<Threat> {
        threat(
            self.board,
            self.scales,
            from,
            at,
            target,
            self.max_obstacles,
        )
    }

    /// A piece makes an open move; a king or a pawn makes each of its moves.
    fn leave(&mut self, square: Square) {
        match self.board.pieces.role_at(square) {
            Some(Role::Queen | Role::Rook | Role::Bishop | Role::Knight) => {
                self.push(Way::Plays, vec![PlanStatement::Plays(square)]);
            }
            Some(Role::King | Role::Pawn) => {
                for to in self.board.destinations(square) {
                    self.push(Way::Plays, vec![goes(square, to)]);
                }
                if self.board.pieces.role_at(square) == Some(Role::King) {
                    for castling in self.board.castlings() {
                        if let Some(to) = castling.to() {
                            self.push(Way::Plays, vec![goes(square, to)]);
                        }
                    }
                }
            }
            None => {}
        }
    }

    /// A piece leaves with a capture or a threat.
    fn leave_with_threat(&mut self, square: Square) {
        let Some(piece) = self.board.piece(square) else {
            return;
        };
        let enemies = self.board.of(!self.us);
        for to in move_squares(self.board, square, Bitboard::FULL) {
            let Some(obstacles) = move_way(self.board, square, to) else {
                continue;
            };
            if obstacles.len() <= self.max_obstacles && enemies.contains(to) {
                let mut statements: Vec<PlanStatement> =
                    obstacles.statements(self.board, self.us).collect();
                statements.push(goes(square, to));
                self.push(Way::LeavesWithCapture, statements);
            }
            for target in attacks::attacks(to, piece, Bitboard::EMPTY) & enemies {
                if let Some(threat) = self.threat(square, to, target) {
                    self.push_threat(Way::LeavesWithThreat, &threat);
                }
            }
            if piece.role == Role::Knight && obstacles.is_empty() {
                self.leave_with_lure(square, to);
            }
        }
    }

    /// A knight attacks a square beside the king, which is lured there first.
    fn leave_with_lure(&mut self, knight: Square, at: Square) {
        let Some(king) = self.board.pieces.king_of(!self.us) else {
            return;
        };
        let beside = attacks::king_attacks(king) & attacks::knight_attacks(at);
        for square in beside & !Bitboard::from(at) & !Bitboard::from(knight) {
            let bring = PlanStatement::Modify {
                square,
                change: SquareChange::PieceComes(Role::King),
                threat: false,
            };
            self.push(
                Way::LeavesWithLure,
                vec![bring, goes(knight, at), takes(at, square)],
            );
        }
    }

    /// The enemy piece is attacked, so that it goes away.
    fn attack(&mut self, target: Square) {
        for from in self.board.of(self.us) {
            let Some(piece) = self.board.piece(from) else {
                continue;
            };
            for at in move_squares(self.board, from, attack_squares(piece, target)) {
                if let Some(threat) = self.threat(from, at, target) {
                    self.push_threat(Way::Attacks, &threat);
                }
            }
        }
    }

    /// Something that the enemy piece protects is captured, so that it recaptures.
    fn take_protected(&mut self, protector: Square) {
        let protected = self.board.pieces.attacks_from(protector) & self.board.of(!self.us);
        for target in protected {
            self.take(target, Way::TakesProtected);
        }
    }

    fn take(&mut self, target: Square, way: Way) {
        if self.board.pieces.role_at(target) == Some(Role::King) {
            return;
        }
        for from in self.board.of(self.us) {
            let Some(piece) = self.board.piece(from) else {
                continue;
            };
            let Some(obstacles) = attack_way(self.board, piece, from, target, None) else {
                continue;
            };
            if obstacles.len() <= self.max_obstacles {
                let mut statements: Vec<PlanStatement> =
                    obstacles.statements(self.board, self.us).collect();
                statements.push(goes(from, target));
                self.push(way, statements);
            }
        }
    }

    /// One of our pieces moves to an empty square, and threatens from there if asked to.
    fn come(&mut self, square: Square, with_threat: bool) {
        for from in self.board.of(self.us) {
            let Some(piece) = self.board.piece(from) else {
                continue;
            };
            let Some(obstacles) = move_way(self.board, from, square) else {
                continue;
            };
            if obstacles.len() > self.max_obstacles || piece.role == Role::King {
                continue;
            }
            if !with_threat {
                let mut statements: Vec<PlanStatement> =
                    obstacles.statements(self.board, self.us).collect();
                statements.push(goes(from, square));
                self.push(Way::Comes, statements);
                continue;
            }
            for target in attacks::attacks(square, piece, Bitboard::EMPTY) & self.board.of(!self.us)
            {
                if let Some(threat) = self.threat(from, square, target) {
                    self.push_threat(Way::Comes, &threat);
                }
            }
        }
    }

    /// An enemy piece, perhaps of a given kind, is lured to a square.
    fn lure(&mut self, square: Square, wanted: Option<Role>) {
        let comers = self.board.attackers(square, !self.us);
        let comes = match wanted {
            Some(role) => comers & self.board.pieces.by_role(role),
            None => comers,
        };
        if comes.is_empty() {
            return;
        }
        let is_theirs = self.board.of(!self.us).contains(square);
        if is_theirs {
            self.take(square, Way::TakesToBeTaken);
        }
        let targets = match wanted {
            // A check lures the king.
            Some(Role::King) => self.board.pieces.by_role(Role::King) & self.board.of(!self.us),
            Some(_) | None => self.board.of(!self.us),
        };
        for from in self.board.of(self.us) {
            let Some(piece) = self
                .board
                .piece(from)
                .filter(|piece| piece.role != Role::King)
            else {
                continue;
            };
            for target in attacks::attacks(square, piece, Bitboard::EMPTY) & targets {
                if let Some(threat) = self.threat(from, square, target) {
                    self.push_threat(Way::Sacrifices, &threat);
                }
            }
        }
    }
}
