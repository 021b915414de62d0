import { readFileSync } from 'node:fs';
import { buildSchema, type GraphQLSchema } from 'graphql';

const CODES = new URL('codes.graphql', import.meta.url);
const STOREFRONT = [
  new URL('storefront.graphql', import.meta.url),
  new URL('storefront-cart.graphql', import.meta.url),
  new URL('storefront-cart-answers.graphql', import.meta.url),
  CODES,
];
const ADMIN = [
  new URL('admin.graphql', import.meta.url),
  new URL('admin-orders.graphql', import.meta.url),
  CODES,
];

let storefront: GraphQLSchema | undefined;
let admin: GraphQLSchema | undefined;

/** Supported part of the Storefront API 2026-07; one for all shops of the process, since building it takes long. */
export function storefrontSchema(): GraphQLSchema {
  storefront ??= schemaOf(STOREFRONT);
  return storefront;
}

/** Supported part of the Admin API 2026-07; one for all shops as well. */
export function adminSchema(): GraphQLSchema {
  admin ??= schemaOf(ADMIN);
  return admin;
}

function schemaOf(files: readonly URL[]): GraphQLSchema {
  return buildSchema(files.map((file) => readFileSync(file, 'utf8')).join('\n'));
}
