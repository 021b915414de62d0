import { PRODUCT_FIELDS } from './product-fields.ts';

export const LOOKUP_PRODUCTS = /* GraphQL */ `
query LookupProducts($ids: [ID!]!, $withTags: Boolean!) {
  nodes(ids: $ids) {
    ... on Product { ...ProductFields }
    ... on ProductVariant {
      product { ...ProductFields }
    }
  }
}
${PRODUCT_FIELDS}`;
