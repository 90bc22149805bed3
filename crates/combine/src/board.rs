//! The board on which plans are tried: the rules of chess, extended by null moves and captures of kings.
//!
//! A threat is shown by letting the opponent pass, even in check, and then carrying it out. So a side may be in
//! check when the other is to move, and a king may be captured. A real move never leaves the own king in check, and
//! castling and en passant follow the rules, so every line without null moves is legal chess.
//!
//! A piece may also be *in the air*: an open move removes it from its square and leaves its target open.

use std::fmt;

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position, PositionError,
    Role, Setup, Square, attacks,
};

use crate::moves::{TreeMove, castled};

/// Pieces on squares, the side to move, castling rights and the en passant square.
#[derive(Clone, PartialEq, Eq)]
pub struct PlanBoard {
    /// The pieces on their squares.
    pub pieces: shakmaty::Board,
    /// The side to move.
    pub turn: Color,
    rooks_that_castle: Bitboard,
    en_passant: Option<Square>,
}

impl PlanBoard {
    /// The board of a legal position.
    pub fn new(chess: &Chess) -> PlanBoard {
        let setup = chess.to_setup(EnPassantMode::Legal);
        PlanBoard {
            pieces: setup.board,
            turn: setup.turn,
            rooks_that_castle: setup.castling_rights,
            en_passant: setup.ep_square,
        }
    }

    /// As a legal position; `None` without a king, with a piece in the air, or with the side that
    /// is not to move in check.
    pub fn to_chess(&self) -> Option<Chess> {
        let mut setup = Setup::empty();
        setup.board = self.pieces.clone();
        setup.turn = self.turn;
        setup.castling_rights = self.rooks_that_castle;
        setup.ep_square = self.en_passant;
        let mode = CastlingMode::detect(&setup);
        Chess::from_setup(setup, mode)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .ok()
    }

    /// The same pieces with the other side to move.
    pub fn passed(&self) -> PlanBoard {
        PlanBoard {
            turn: !self.turn,
            en_passant: None,
            ..self.clone()
        }
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.pieces.piece_at(square)
    }

    /// The pieces of a colour.
    pub fn of(&self, color: Color) -> Bitboard {
        self.pieces.by_color(color)
    }

    /// The pieces of a colour that attack a square.
    pub fn attackers(&self, square: Square, color: Color) -> Bitboard {
        self.pieces
            .attacks_to(square, color, self.pieces.occupied())
    }

    /// Is the king of the colour attacked? Not if it is gone.
    pub fn is_checked(&self, color: Color) -> bool {
        self.pieces
            .king_of(color)
            .is_some_and(|king| self.attackers(king, !color).any())
    }

    /// What a move captures, and where; it may be the king.
    pub fn captured(&self, m: TreeMove) -> Option<(Square, Role)> {
        let TreeMove::Step { from, to, .. } = m else {
            return None;
        };
        match self.piece(to) {
            Some(piece) => Some((to, piece.role)),
            None if self.is_en_passant(from, to) => {
                Some((Square::from_coords(to.file(), from.rank()), Role::Pawn))
            }
            None => None,
        }
    }

    fn is_en_passant(&self, from: Square, to: Square) -> bool {
        self.en_passant == Some(to)
            && self.pieces.role_at(from) == Some(Role::Pawn)
            && from.file() != to.file()
    }

    /// The squares that the piece on a square can reach, even if its own king is then in check.
    fn reach(&self, from: Square) -> Bitboard {
        let Some(piece) = self.piece(from) else {
            return Bitboard::EMPTY;
        };
        let occupied = self.pieces.occupied();
        match piece.role {
            Role::Pawn => {
                let enemies = self.of(!piece.color) | Bitboard::from_iter(self.en_passant);
                let captures = attacks::pawn_attacks(piece.color, from) & enemies;
                let Some(one) = from.offset(piece.color.fold_wb(8, -8)) else {
                    return captures;
                };
                let mut pushes = Bitboard::from(one) & !occupied;
                if pushes.any()
                    && from.rank()
                        == piece
                            .color
                            .fold_wb(shakmaty::Rank::Second, shakmaty::Rank::Seventh)
                {
                    let two = from.offset(piece.color.fold_wb(16, -16));
                    pushes |= Bitboard::from_iter(two) & !occupied;
                }
                captures | pushes
            }
            Role::Knight | Role::Bishop | Role::Rook | Role::Queen | Role::King => {
                attacks::attacks(from, piece, occupied) & !self.of(piece.color)
            }
        }
    }

    /// Can the side to move go from a square to another? The rules apply, except that the king may always be captured.
    pub fn can_step(&self, from: Square, to: Square) -> bool {
        self.of(self.turn).contains(from) && self.reach(from).contains(to) && self.is_safe(from, to)
    }

    /// Is the own king safe after the step, or does the step capture the other king?
    fn is_safe(&self, from: Square, to: Square) -> bool {
        if self.pieces.role_at(to) == Some(Role::King) {
            return true;
        }
        let Some(king) = self.pieces.king_of(self.turn) else {
            return true;
        };
        let king = if king == from { to } else { king };
        let mut taken = Bitboard::from(to);
        if self.is_en_passant(from, to) {
            taken |= Bitboard::from(Square::from_coords(to.file(), from.rank()));
        }
        let occupied =
            ((self.pieces.occupied() & !taken) | Bitboard::from(to)) & !Bitboard::from(from);
        (self.pieces.attacks_to(king, !self.turn, occupied) & !taken).is_empty()
    }

    /// The steps from a square to another: one, two for a promotion (queen and knight), or none.
    pub fn steps(&self, from: Square, to: Square) -> impl Iterator<Item = TreeMove> {
        let promotes =
            self.pieces.role_at(from) == Some(Role::Pawn) && Bitboard::BACKRANKS.contains(to);
        let kinds: &[Option<Role>] = match (self.can_step(from, to), promotes) {
            (false, _) => &[],
            (true, false) => &[None],
            (true, true) => &[Some(Role::Queen), Some(Role::Knight)],
        };
        kinds.iter().map(move |promotion| TreeMove::Step {
            from,
            to,
            promotion: *promotion,
        })
    }

    /// The squares to which the piece on a square may step.
    pub fn destinations(&self, from: Square) -> Bitboard {
        match self.of(self.turn).contains(from) {
            true => self
                .reach(from)
                .into_iter()
                .filter(|to| self.is_safe(from, *to))
                .collect(),
            false => Bitboard::EMPTY,
        }
    }

    /// The castling moves that are legal now.
    pub fn castlings(&self) -> Vec<TreeMove> {
        if (self.rooks_that_castle & self.of(self.turn)).is_empty() {
            return Vec::new();
        }
        let moves = self
            .to_chess()
            .map(|chess| chess.legal_moves())
            .unwrap_or_default();
        moves
            .into_iter()
            .filter_map(|m| match m {
                shakmaty::Move::Castle { king, rook } => Some(TreeMove::Castle { king, rook }),
                shakmaty::Move::Normal { .. }
                | shakmaty::Move::EnPassant { .. }
                | shakmaty::Move::Put { .. } => None,
            })
            .collect()
    }

    /// Does the side to move have any step?
    pub fn has_steps(&self) -> bool {
        self.of(self.turn).into_iter().any(|from| {
            self.reach(from)
                .into_iter()
                .any(|to| self.is_safe(from, to))
        })
    }

    /// The board after a move, which must be possible.
    pub fn play(&self, m: TreeMove) -> PlanBoard {
        let mut next = self.passed();
        match m {
            TreeMove::Null => {}
            TreeMove::Open(from) => {
                next.pieces.discard_piece_at(from);
                next.rooks_that_castle.discard(from);
            }
            TreeMove::Castle { king, rook } => {
                let (king_to, rook_to) = castled(king, rook);
                next.pieces.discard_piece_at(king);
                next.pieces.discard_piece_at(rook);
                next.pieces.set_piece_at(king_to, self.turn.king());
                next.pieces.set_piece_at(rook_to, self.turn.rook());
                next.rooks_that_castle &= self.of(!self.turn);
            }
            TreeMove::Step {
                from,
                to,
                promotion,
            } => {
                let piece = next
                    .pieces
                    .remove_piece_at(from)
                    .expect("a piece stands where a step begins");
                if let Some((square, _)) = self.captured(m) {
                    next.pieces.discard_piece_at(square);
                }
                let role = promotion.unwrap_or(piece.role);
                next.pieces.set_piece_at(to, role.of(piece.color));
                next.rooks_that_castle.discard(from);
                next.rooks_that_castle.discard(to);
                if piece.role == Role::King {
                    next.rooks_that_castle &= self.of(!self.turn);
                }
                if piece.role == Role::Pawn && from.distance(to) == 2 && from.file() == to.file() {
                    next.en_passant = next.passed_square(from, to);
                }
            }
        }
        next
    }

    /// The square that a pawn has just passed, where a capture en passant is possible.
    fn passed_square(&mut self, from: Square, to: Square) -> Option<Square> {
        let beside = attacks::king_attacks(to) & Bitboard::from(to.rank());
        if (beside & self.pieces.by_piece(self.turn.pawn())).is_empty() {
            return None;
        }
        let passed = attacks::between(from, to).first()?;
        self.en_passant = Some(passed);
        let pawns =
            attacks::pawn_attacks(!self.turn, passed) & self.pieces.by_piece(self.turn.pawn());
        pawns
            .into_iter()
            .any(|pawn| self.is_safe(pawn, passed))
            .then_some(passed)
    }
}

impl fmt::Debug for PlanBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.pieces, self.turn.char())
    }
}

#[cfg(test)]
mod tests {
    use chess::read_fen;

    use super::*;

    fn board(fen: &str) -> PlanBoard {
        PlanBoard::new(&read_fen(fen).unwrap())
    }

    /// All steps and castling moves, without promotions to rook and bishop.
    fn moves(board: &PlanBoard) -> Vec<TreeMove> {
        let mut moves = board.castlings();
        for from in board.of(board.turn) {
            for to in board.destinations(from) {
                moves.extend(board.steps(from, to));
            }
        }
        moves
    }

    /// Both generators agree on every position down to a depth.
    fn check(chess: &Chess, board: &PlanBoard, depth: u32) {
        assert_eq!(Some(chess), board.to_chess().as_ref());
        let legal = chess.legal_moves();
        let ours = moves(board);
        let n_theirs = legal
            .iter()
            .filter(|m| !matches!(m.promotion(), Some(Role::Rook | Role::Bishop)))
            .count();
        assert_eq!(ours.len(), n_theirs, "{board:?}");
        assert_eq!(
            board.has_steps() || !board.castlings().is_empty(),
            !legal.is_empty()
        );
        if depth == 0 {
            return;
        }
        for m in ours {
            let theirs = legal
                .iter()
                .find(|other| match m {
                    TreeMove::Castle { king, rook } => {
                        **other == shakmaty::Move::Castle { king, rook }
                    }
                    TreeMove::Step {
                        from,
                        to,
                        promotion,
                    } => {
                        !other.is_castle()
                            && other.from() == Some(from)
                            && other.to() == to
                            && other.promotion() == promotion
                    }
                    TreeMove::Null | TreeMove::Open(_) => false,
                })
                .expect("ours is legal");
            let mut next = chess.clone();
            next.play_unchecked(*theirs);
            check(&next, &board.play(m), depth - 1);
        }
    }

    #[test]
    fn steps_are_the_legal_moves() {
        let suite = include_str!("../../../suites/perft/perftsuite.epd");
        for line in suite.lines() {
            let fen = line.split(';').next().unwrap();
            let chess = read_fen(fen).unwrap();
            check(&chess, &PlanBoard::new(&chess), 2);
        }
    }

    #[test]
    fn a_king_in_check_can_be_taken_after_a_pass() {
        let start = board("6k1/5ppp/8/8/8/8/8/K2R4 w - -");
        let check = start.play(start.steps(Square::D1, Square::D8).next().unwrap());
        assert!(check.is_checked(Color::Black));
        let passed = check.play(TreeMove::Null);
        let takes = passed.steps(Square::D8, Square::G8).next().unwrap();
        assert_eq!(passed.captured(takes), Some((Square::G8, Role::King)));
        assert_eq!(passed.play(takes).pieces.king_of(Color::Black), None);
    }

    #[test]
    fn a_man_in_the_air_stands_nowhere() {
        let start = board("6k1/5ppp/8/8/8/8/8/K2R4 w - -");
        let next = start.play(TreeMove::Open(Square::D1));
        assert_eq!(next.piece(Square::D1), None);
        assert_eq!(next.turn, Color::Black);
    }
}
