"""Writes what the Gaviota tables of three men say about every position, as text: see README.md.

Run in this folder with python-chess 1.11 installed (`pip install chess`): python3 dump.py
"""

import chess
import chess.gaviota

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def character(tables, board):
    """What a position is worth to the side to move: plies to mate, a draw, or no position."""
    if board.was_into_check():
        return "."
    if board.is_checkmate():
        return DIGITS[0]
    plies = tables.probe_dtm(board)
    return "=" if plies == 0 else DIGITS[abs(plies)]


def main():
    with chess.gaviota.PythonTablebase() as tables:
        tables.add_directory(".")
        for piece in [chess.QUEEN, chess.ROOK, chess.BISHOP, chess.KNIGHT, chess.PAWN]:
            name = f"k{chess.piece_symbol(piece)}k"
            lines = []
            for white_king in chess.SQUARES:
                # The left half of the board; without pawns the lower left quarter. The rest are mirror images.
                if chess.square_file(white_king) > 3:
                    continue
                if piece != chess.PAWN and chess.square_rank(white_king) > 3:
                    continue
                for black_king in chess.SQUARES:
                    if chess.square_distance(white_king, black_king) < 2:
                        continue
                    for turn in [chess.WHITE, chess.BLACK]:
                        text = ""
                        for square in chess.SQUARES:
                            if square in (white_king, black_king):
                                text += "."
                                continue
                            if piece == chess.PAWN and chess.square_rank(square) in (0, 7):
                                text += "."
                                continue
                            board = chess.Board(None)
                            board.set_piece_at(white_king, chess.Piece(chess.KING, chess.WHITE))
                            board.set_piece_at(black_king, chess.Piece(chess.KING, chess.BLACK))
                            board.set_piece_at(square, chess.Piece(piece, chess.WHITE))
                            board.turn = turn
                            text += character(tables, board)
                        who = "w" if turn == chess.WHITE else "b"
                        kings = chess.square_name(white_king) + chess.square_name(black_king)
                        lines.append(f"{who} {kings} {text}\n")
            with open(f"{name}.dtm", "w", encoding="ascii") as file:
                file.writelines(lines)


main()
