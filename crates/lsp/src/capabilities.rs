//! What the server can do, and what a client says it can.

use lsp_types::{
    ClientCapabilities, CodeActionKind, CodeActionOptions, CodeActionProviderCapability,
    CodeLensOptions, CompletionOptions, ExecuteCommandOptions, FoldingRangeProviderCapability,
    HoverProviderCapability, OneOf, PositionEncodingKind, RenameOptions, SemanticTokensFullOptions,
    SemanticTokensLegend, SemanticTokensOptions, ServerCapabilities, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, WorkDoneProgressOptions,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};
use serde_json::{Value, json};

use crate::colours::TOKEN_TYPES;
use crate::lenses::COMMANDS;

/// What a client understands.
#[derive(Clone, Copy, Default)]
pub(crate) struct ClientNotes {
    /// Progress that a server begins.
    pub(crate) progress: bool,
    /// That lenses are to be asked for again.
    pub(crate) lens_refresh: bool,
    /// That we want to hear of changed files.
    pub(crate) watches: bool,
}

impl ClientNotes {
    pub(crate) fn of(client: &ClientCapabilities) -> ClientNotes {
        let window = client.window.as_ref();
        let workspace = client.workspace.as_ref();
        let refresh = workspace.and_then(|known| known.code_lens.as_ref());
        let watches = workspace.and_then(|known| known.did_change_watched_files.as_ref());
        ClientNotes {
            progress: window.and_then(|known| known.work_done_progress) == Some(true),
            lens_refresh: refresh.and_then(|known| known.refresh_support) == Some(true),
            watches: watches.and_then(|known| known.dynamic_registration) == Some(true),
        }
    }
}

/// The files that we want to hear of.
pub(crate) fn watched_files() -> Value {
    json!({"registrations": [{
        "id": "nasvet-files",
        "method": "workspace/didChangeWatchedFiles",
        "registerOptions": {"watchers": [{"globPattern": "**/*.{advice,md}"}]},
    }]})
}

/// What the server can do.
pub(crate) fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::UTF16),
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                ..TextDocumentSyncOptions::default()
            },
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![".".into()]),
            ..CompletionOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: COMMANDS.map(str::to_owned).to_vec(),
            work_done_progress_options: WorkDoneProgressOptions {
                work_done_progress: Some(true),
            },
        }),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: SemanticTokensLegend {
                    token_types: TOKEN_TYPES.to_vec(),
                    token_modifiers: Vec::new(),
                },
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: None,
            }),
            file_operations: None,
        }),
        ..ServerCapabilities::default()
    }
}
