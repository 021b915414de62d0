import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, type GraphQLSchema } from 'graphql';

/** Supported part of the Storefront API 2026-07. */
export function storefrontSchema(): GraphQLSchema {
  return schemaOf('storefront', 'storefront-cart', 'storefront-cart-answers', 'codes');
}

/** Supported part of the Admin API 2026-07. */
export function adminSchema(): GraphQLSchema {
  return schemaOf('admin', 'admin-orders', 'codes');
}

function schemaOf(...files: string[]): GraphQLSchema {
  const texts = files.map((file) => readFileSync(join(import.meta.dirname, `${file}.graphql`), 'utf8'));
  return buildSchema(texts.join('\n'));
}
