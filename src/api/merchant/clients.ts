/** Agents that read each form of the manifest, as tested or as the protocol requires. */
export const CLIENTS = {
  contract: [
    'Agents written for this service’s own interface, over REST.',
    'MCP clients that are given the MCP address below: those built on the official MCP SDKs, and the MCP inspector.',
    'Not Shopify’s “ucp” command line: it reads official profiles only.',
  ],
  official: [
    'Agent platforms that keep to the published UCP, versions 2026-08-25 and 2026-04-08. They look at the root of a host, over HTTPS, and follow no redirects.',
    'Shopify’s “ucp” command line, over MCP, in both versions. It needs a dedicated hostname, because it ignores the URL’s path.',
  ],
} as const;

/** Advice for agents that refuse redirects. */
export const STRICT_CLIENTS =
  'Agents that keep to the official UCP release do not follow redirects from /.well-known/ucp. A direct recipe answers with the manifest itself, and is found by all agents.';
