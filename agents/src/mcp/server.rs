//! [`Server`]: what the protocol asks, put to a [`Desk`].

use std::sync::{Arc, Mutex, PoisonError};

use holotable_store::stop::Token;
use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult,
    ErrorCode, ErrorData, Implementation, ListToolsResult, PaginatedRequestParams, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::Value;

use super::calls::Calls;
use super::config::Config;
use super::desk::Desk;
use super::tool::Tool;

const INSTRUCTIONS: &str = "Tabletop games, in which you take a seat. `games` lists them, `rules` tells how one is played, `new` \
    begins one; then `act` until it is over. What others hold is hidden from you, as at a table.";

/// Puts what the protocol asks to a [`Desk`].
#[derive(Clone)]
pub struct Server {
    config: Arc<Config>,
    desk: Arc<Mutex<Desk>>,
    calls: Arc<Calls>,
}

impl Server {
    pub fn new(config: &Config, calls: Arc<Calls>) -> Self {
        Self { config: Arc::new(config.clone()), desk: Arc::new(Mutex::new(Desk::new(config))), calls }
    }
}

/// The methods of requests that are taken here.
const METHODS: [(&str, &str); 4] = [
    ("tools/call", "the name of a tool and, if the tool takes any, its arguments as an object"),
    ("tools/list", "nothing, or a cursor"),
    ("initialize", "protocolVersion, capabilities and clientInfo"),
    ("ping", "nothing"),
];

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("holotable", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(
            Tool::all(self.config.coach).map(|tool| tool.declared(&self.config)).collect(),
        ))
    }

    async fn call_tool(
        &self,
        asked: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = Tool::named(&asked.name, self.config.coach)
            .map_err(|e| ErrorData::invalid_params(e.to_string(), None))?;
        let (desk, arguments) = (Arc::clone(&self.desk), Value::Object(asked.arguments.unwrap_or_default()));
        let calls = Arc::clone(&self.calls);
        let gone = Token::new(move || calls.is_gone(&context.id));
        // Agents may think for long; the program hears what comes meanwhile.
        let answer = tokio::task::spawn_blocking(move || {
            desk.lock().unwrap_or_else(PoisonError::into_inner).ask(tool, arguments, &gone)
        });
        Ok(match answer.await {
            Ok(Ok(text)) => CallToolResult::success(vec![ContentBlock::text(text)]),
            // A model is to read it and to try something else, so it is no fault of the protocol.
            Ok(Err(text)) => CallToolResult::error(vec![ContentBlock::text(text)]),
            Err(_) => return Err(ErrorData::internal_error("this could not be done", None)),
        }
        .into())
    }
    async fn on_custom_request(
        &self,
        asked: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        // The library takes a request for one of another kind if its parameters do not fit.
        Err(unfit(&asked.method))
    }
}

/// Why a request for this method is none: its parameters do not fit, or there is no such method.
pub fn unfit(method: &str) -> ErrorData {
    if let Some((method, params)) = METHODS.iter().find(|(known, _)| *known == method) {
        return ErrorData::invalid_params(format!("the params of {method} must be {params}"), None);
    }
    let method: String = method.chars().take(40).collect();
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, format!("there is no method '{method}'"), None)
}
