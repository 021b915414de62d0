/** Work for a model in the agent loop of a client library. */
export interface Job {
  /** MCP endpoint of a store. */
  endpoint: URL;
  /** Address of a language model that speaks OpenAI's Chat Completions. */
  modelUrl: string;
  prompt: string;
}
