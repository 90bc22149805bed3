//! Messages as the protocol has them: requests, notifications and answers.

use lsp_types::NumberOrString;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// What a client sends.
pub(crate) enum Incoming {
    /// Something that wants an answer.
    Request {
        id: NumberOrString,
        method: String,
        params: Value,
    },
    /// Something that wants none.
    Notification { method: String, params: Value },
    /// The answer to one of our requests.
    Answer,
}

/// Why a request is answered by an error.
#[derive(Debug)]
pub(crate) struct Refusal {
    code: ErrorCode,
    message: String,
}

/// The errors that the protocol knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ErrorCode {
    ParseError = -32700,
    InvalidRequest = -32600,
    MethodNotFound = -32601,
    InvalidParams = -32602,
    ServerNotInitialized = -32002,
    RequestFailed = -32803,
    RequestCancelled = -32800,
}

impl Refusal {
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Refusal {
        Refusal {
            code,
            message: message.into(),
        }
    }

    /// The request is in order, but cannot be fulfilled.
    pub(crate) fn failed(message: impl Into<String>) -> Refusal {
        Refusal::new(ErrorCode::RequestFailed, message)
    }
}

/// What is answered to a request.
pub(crate) type LspAnswer = Result<Value, Refusal>;

/// Reads a message; what cannot be read is answered without an id, or with it if that can be read.
pub(crate) fn read(body: &[u8]) -> Result<Incoming, String> {
    let refuse = |id: Value, code, message: &str| {
        Err(
            json!({"jsonrpc": "2.0", "id": id, "error": {"code": code as i32, "message": message}})
                .to_string(),
        )
    };
    let mut message: Value = match serde_json::from_slice(body) {
        Ok(message) => message,
        Err(error) => {
            let message = format!("the message is not JSON: {error}");
            return refuse(Value::Null, ErrorCode::ParseError, &message);
        }
    };
    let Some(fields) = message.as_object_mut() else {
        let message = "expected one message, an object";
        return refuse(Value::Null, ErrorCode::InvalidRequest, message);
    };
    let params = fields.remove("params").unwrap_or_default();
    let id = fields.remove("id");
    let method = fields.remove("method");
    let read: Option<NumberOrString> = id.clone().and_then(|id| serde_json::from_value(id).ok());
    match (method, read) {
        (Some(Value::String(method)), Some(id)) => Ok(Incoming::Request { id, method, params }),
        (Some(Value::String(method)), None) if id.is_none() => {
            Ok(Incoming::Notification { method, params })
        }
        (None, _) if fields.contains_key("result") || fields.contains_key("error") => {
            Ok(Incoming::Answer)
        }
        (_, read) => refuse(
            json!(read),
            ErrorCode::InvalidRequest,
            "expected a method, and an id that is a number or a text",
        ),
    }
}

/// The parameters of a request.
pub(crate) fn params<P: DeserializeOwned>(params: Value) -> Result<P, Refusal> {
    serde_json::from_value(params)
        .map_err(|error| Refusal::new(ErrorCode::InvalidParams, error.to_string()))
}

/// A result as a value.
pub(crate) fn value(result: impl Serialize) -> LspAnswer {
    serde_json::to_value(result).map_err(|error| Refusal::failed(error.to_string()))
}

/// The answer to a request.
pub(crate) fn answer(id: &NumberOrString, answered: LspAnswer) -> String {
    match answered {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err(refusal) => json!({
            "jsonrpc": "2.0",
            "id": id,
            "error": {"code": refusal.code as i32, "message": refusal.message},
        }),
    }
    .to_string()
}

/// A notification of ours.
pub(crate) fn notification(method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string()
}

/// A request of ours.
pub(crate) fn request(id: u64, method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": format!("nasvet-{id}"), "method": method, "params": params})
        .to_string()
}
