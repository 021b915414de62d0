/** Admin API: what the token may do, and what the Storefront API does not tell of the shop. */
export const CHECK_ADMIN_TOKEN = /* GraphQL */ `
query CheckAdminToken {
  currentAppInstallation {
    accessScopes { handle }
  }
  shop { taxesIncluded }
}
`;
