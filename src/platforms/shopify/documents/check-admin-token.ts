/** Admin API: what the token may do. */
export const CHECK_ADMIN_TOKEN = /* GraphQL */ `
query CheckAdminToken {
  currentAppInstallation {
    accessScopes { handle }
  }
}
`;
