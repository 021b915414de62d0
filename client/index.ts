export { type AgentClient, type AgentOptions, createAgentClient } from './agent.ts';
export type { AnswerOf, InputOf, ItemOf, OperationName } from './call.ts';
export { ApiError, ConnectionError } from './errors.ts';
export { createMerchantClient, type MerchantClient, type MerchantOptions } from './merchant.ts';
export type * from './schema.generated.ts';
export { ROUTES } from './schema.generated.ts';
export type { ClientOptions } from './send.ts';
