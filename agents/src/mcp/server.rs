//! [`Server`]: what the protocol asks, put to a [`Desk`].

use std::sync::{Arc, Mutex, PoisonError};

use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, Implementation,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::Value;

use super::config::Config;
use super::desk::Desk;
use super::tool::Tool;

const INSTRUCTIONS: &str = "Tabletop games, in which you take a seat. `games` lists them, `rules` tells how one is played, `new` \
    begins one; then `act` until it is over. What others hold is hidden from you, as at a table.";

/// Puts what the protocol asks to a [`Desk`].
#[derive(Clone)]
pub struct Server {
    coach: bool,
    desk: Arc<Mutex<Desk>>,
}

impl Server {
    pub fn new(config: &Config) -> Self {
        Self { coach: config.coach, desk: Arc::new(Mutex::new(Desk::new(config))) }
    }
}

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
        Ok(ListToolsResult::with_all_items(Tool::all(self.coach).map(Tool::declared).collect()))
    }

    async fn call_tool(
        &self,
        asked: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let tool = Tool::named(&asked.name, self.coach)
            .map_err(|e| ErrorData::invalid_params(e.to_string(), None))?;
        let (desk, arguments) = (Arc::clone(&self.desk), Value::Object(asked.arguments.unwrap_or_default()));
        // Agents may think for long; the program can be interrupted meanwhile.
        let told = tokio::task::spawn_blocking(move || {
            desk.lock().unwrap_or_else(PoisonError::into_inner).ask(tool, arguments)
        });
        Ok(match told.await {
            Ok(Ok(text)) => CallToolResult::success(vec![ContentBlock::text(text)]),
            // A model is to read it and to try something else, so it is no fault of the protocol.
            Ok(Err(text)) => CallToolResult::error(vec![ContentBlock::text(text)]),
            Err(_) => return Err(ErrorData::internal_error("this could not be done", None)),
        }
        .into())
    }
}
