import { type RatePolicies, type RequestKind, ratePolicies } from '../limits/agent-limits.ts';
import { ERROR_CODES } from '../protocols/error-codes.ts';
import { joinPlatformTitles } from '../store-platforms/presentations.ts';

const KINDS: Record<RequestKind, string> = {
  read: 'Reads',
  write: 'Changes',
  create: 'New sessions and carts',
};

/** Sections before the operations, in Markdown: what holds for all of them. */
export function renderIntroduction(baseUrl: string): string {
  return [
    `ucp-host lets AI agents shop at ${joinPlatformTitles('conjunction')} stores. Every store has a slug, which is part of each agent’s URL.`,
    WHICH_API,
    AUTHENTICATION,
    renderQuickStart(baseUrl),
    MONEY,
    IDEMPOTENCY,
    rateLimits(ratePolicies(1)),
    PAGING,
    renderErrors(),
    VERSIONS,
  ].join('\n\n');
}

const WHICH_API = `## Which API to use

- An agent of your own: the **REST API** at \`/api/ucp/{slug}\`.
- An assistant that speaks MCP (Claude, Cursor, VS Code): the **shopping MCP endpoint** at \`/mcp/{slug}/mcp\`.
- An agent platform with a UCP profile: **official UCP**, over REST or MCP, at \`/ucp/{slug}\`.
- A script for a merchant: the **merchant API** at \`/api/merchant\`.

All of them work on the same stores, sessions and orders.`;

const AUTHENTICATION = `## Authentication

**Agents need no key.** The slug is all that \`/api/ucp/{slug}\` and \`/mcp/{slug}\` take. Official UCP wants the agent platform’s
profile in \`UCP-Agent\`, and a signature (RFC 9421) for reading an order.

**Merchants** send an API token, which they create on the console’s account page, as \`Authorization: Bearer …\`. A token can be
limited to some stores. The console itself uses a session cookie, which the service accepts from its own pages only. Account
settings cannot be changed with a token.`;

function renderQuickStart(baseUrl: string): string {
  return `## Buy something

\`\`\`sh
STORE=${baseUrl}/api/ucp/demo-shopify
VARIANT=$(curl -s "$STORE/catalog/search?q=mug&first=1" | jq -r '.products[0].variants[0].id')
SESSION=$(curl -s "$STORE/checkout-sessions" -H "content-type: application/json" -H "idempotency-key: $(uuidgen)" \\
  -d "{\\"line_items\\": [{\\"item\\": {\\"id\\": \\"$VARIANT\\"}}]}")
echo "$SESSION" | jq -r .continue_url   # the buyer pays there
curl -s -X POST "$STORE/checkout-sessions/$(echo "$SESSION" | jq -r .id)/complete"
\`\`\``;
}

const MONEY = `## Money

Amounts are integers in the currency’s minor units: \`4999\` with \`USD\` is 49.99 dollars, with \`JPY\` it is 4,999 yen. Totals add up:
\`subtotal − discount + tax + shipping = total\`. \`prices_include_tax\` says whether prices hold the tax.`;

const IDEMPOTENCY = `## Idempotency

Send an \`Idempotency-Key\`, 1 to 255 printable ASCII characters such as a UUID, with \`POST /checkout-sessions\`, and the same key when
you send the request again. The first request creates the session (201); a replay returns it as it is now (200) with
\`replayed: true\` and the header \`Idempotent-Replayed: true\`, even while the first is still running. A key is kept as long as its
session, and at least 24 hours, for the store and the agent. A failed session frees its key.

Other agents can guess a short key: one of fewer than 16 characters finds a session only together with the same request. Values that
programs send without having a key, such as \`undefined\`, \`null\` or \`unique-key\`, are no key.

Completing and canceling can be repeated without a key. In official UCP a key works for every change, and the same key with another
body is a 409 \`idempotency_conflict\`; the order of its members does not matter.`;

function rateLimits(policies: RatePolicies): string {
  const rows = Object.entries(KINDS).map(([kind, name]) => {
    const { agent, address, store } = policies[kind as RequestKind];
    return `| ${name} | ${agent.quota} | ${address.quota} | ${store.quota} |`;
  });
  return `## Rate limits

Requests of agents in each minute, unless the operator has set others:

| Requests | One agent at one address | One address | One store |
|---|---:|---:|---:|
${rows.join('\n')}

Every answer to an agent has \`RateLimit-Policy: "agent-read";q=600;w=60\` and \`RateLimit: "agent-read";r=599;t=42\`: the quota that is
nearest to its end, the requests left of it, and the seconds until it is full again. Above a quota the answer is 429
\`too_many_requests\` with \`Retry-After\`. REST and MCP share one count; refused requests are not counted.

Signed-in requests to the merchant API are counted by account (\`account-request\`) and by organization, requests without a session by
address, with the same headers. Above a number at once they wait for some seconds before they are refused.`;
}

const PAGING = `## Paging

- **Catalog search**: \`first\` (1 to 100, 20 by default). While \`page_info.has_next_page\` is true, send \`page_info.end_cursor\` as
  \`after\` with the same words.
- **Lists of the merchant API**: \`page\` (from 1) and \`per_page\` (1 to 100, 25 by default). The answer has \`items\` and \`total\`.
- **Official UCP**: \`pagination.cursor\` of the answer goes into \`pagination.cursor\` of the next request.`;

function renderErrors(): string {
  const rows = ERROR_CODES.map(({ status, code, meaning }) => `| ${status} | \`${code}\` | ${meaning} |`);
  return `## Errors

\`{"error": "…", "code": "…", "details": [{"path": "line_items.0.quantity", "message": "…"}]}\`. \`error\` names what is wrong and what would
be right, in words that a language model can follow; programs decide by \`code\`. Every answer has an \`X-Request-Id\`. Repeat 429, 502, 503 and 504 after
\`Retry-After\`, changes with the same \`Idempotency-Key\`.

| Status | \`code\` | Meaning |
|---|---|---|
${rows.join('\n')}

Over MCP at \`/api/ucp/{slug}/mcp\` the same stands in the JSON-RPC error’s \`data\`. Official UCP has error codes of its own, in
\`messages\`.`;
}

const VERSIONS = `## Versions

Paths carry no version. Members may be added to answers, so ignore those you do not know; none is removed, renamed or retyped.
\`ucp.version\` and the version of each capability are dates. Official UCP is served in each version that the profile lists.`;
