/** Parts of an OpenAPI document that the reference page renders. */
export interface ApiDescription {
  openapi: string;
  info: { title: string; version: string; description: string; license: object };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: object;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  /** Alternatives of authentication; empty for public endpoints. */
  security: Record<string, []>[];
  parameters: { name: string; in: string; required: boolean; schema: object; example?: unknown }[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

type Content = Record<'application/json', { schema: object; example?: unknown }>;
