//! What the library promises, from single words to whole endings.

mod knight;
mod pawns;
mod play;
mod twin;
mod audit;
mod expressions;
mod remembering;

mod door;
mod words;
mod verdicts;
mod verifying;
mod mistakes;
mod pictures;
mod reading;
mod figures;
mod tree_show;
mod nim_truth;
mod move_orders;
mod compiled;
mod symmetries;
mod treatments;
mod analysis;
mod auditor;
mod van_emden;
mod krk_logic;
mod chapters_play;
mod knkr;
mod knkr_together;
mod kpkp;
mod opposition;
mod proved;
mod solving;
mod studies;
mod dialogue;
mod practising;
