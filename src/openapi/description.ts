/** OpenAPI 3.1 document, with the extensions that reference pages read for their menu. */
export interface ApiDescription {
  openapi: string;
  info: { title: string; version: string; description: string; license: object };
  servers: { url: string }[];
  tags: Tag[];
  'x-tagGroups': { name: string; tags: string[] }[];
  paths: Record<string, Record<string, Operation>>;
  /** Requests that this service sends, by the type of event. */
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, object>;
    headers: Record<string, object>;
    securitySchemes: Record<string, object>;
  };
}

export interface Tag {
  name: string;
  'x-displayName': string;
  description: string;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  /** Alternatives of authentication; empty for public endpoints. */
  security: Record<string, []>[];
  parameters: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, Response>;
}

export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: object;
  example?: unknown;
}

export interface Response {
  description: string;
  headers?: Record<string, object>;
  content?: Content;
}

type Content = Record<'application/json', { schema: object; example?: unknown }>;
