export const PLAYGROUND_AGENT = 'ucp-host playground';

/** The `User-Agent` of guarded-fetch (checks of discovery and domains, `doctor`, also of another installation), `demo` and rehearsals. */
export const SELF_CHECK_AGENT = 'ucp-host';

/** Names in the sample history of a demo store, by the host of the agent's profile. */
const DEMO_AGENTS: Readonly<Record<string, string>> = Object.fromEntries(
  ['ChatGPT', 'Claude', 'Gemini', 'Perplexity', 'Copilot'].map((name) => [
    `${name.toLowerCase()}.demo.ucp-host.invalid`,
    `${name} (demo)`,
  ]),
);

/** `UCP-Agent` of each agent of a demo store's sample history. */
export const DEMO_UCP_AGENTS: readonly string[] = Object.keys(DEMO_AGENTS).map(
  (host) => `profile="https://${host}/profile.json"`,
);

/** Agents of tests: figures and lists have their calls, sessions and orders on request. */
export const UNCOUNTED_AGENTS: readonly string[] = [
  PLAYGROUND_AGENT,
  SELF_CHECK_AGENT,
  ...Object.values(DEMO_AGENTS),
];

/** Whether figures and lists include the agents of `UNCOUNTED_AGENTS`. */
export type Tests = 'include' | 'exclude';

/** `UCP-Agent` of the playground, over REST and MCP. */
export const PLAYGROUND_UCP_AGENT = 'profile="https://playground.ucp-host.invalid/profile.json"';

/** Stands for an agent's name when a person's browser has followed a permalink into a checkout. */
export const PERMALINK_AGENT = 'permalink';

export const UNKNOWN_AGENT = 'unknown';

/** Names that a caller gives itself, unparsed; the first that can be read is used. */
export interface AgentClues {
  /** The header: an RFC 8941 dictionary whose `profile` is the address of the agent's profile. */
  ucpAgent?: string | undefined;
  /** MCP's `clientInfo.name` of this call. */
  clientName?: unknown;
  userAgent?: string | undefined;
}

const MAX_NAME_LENGTH = 64;
/** Characters that are read; a longer header is cut. */
const MAX_CLUE_LENGTH = 2_000;

/** Agents by the host of their profile; subdomains match too. */
const BY_HOST = Object.entries({
  'chatgpt.com': 'ChatGPT',
  'openai.com': 'ChatGPT',
  'claude.ai': 'Claude',
  'anthropic.com': 'Claude',
  'gemini.google.com': 'Gemini',
  'google.com': 'Google',
  'perplexity.ai': 'Perplexity',
  'copilot.microsoft.com': 'Copilot',
  'playground.ucp-host.invalid': PLAYGROUND_AGENT,
  ...DEMO_AGENTS,
}).map(([host, name]) => [`.${host}`, name] as const);

/** Agents by a word of their User-Agent or client name; the first match wins. */
const BY_WORD: readonly [RegExp, string][] = [
  [/\b(?:chatgpt(?:-user)?|oai-searchbot|gptbot|openai(?:-mcp)?)\b/i, 'ChatGPT'],
  [/\bclaude(?:-user|-code|bot|-searchbot|-ai)?\b/i, 'Claude'],
  [/\b(?:gemini|google-extended|google-cloudvertexbot)\b/i, 'Gemini'],
  [/\bperplexity(?:-user|bot)?\b/i, 'Perplexity'],
  [/\b(?:copilot|bingbot)\b/i, 'Copilot'],
  [/\bucp-cli\b/i, 'ucp-cli'],
];

/** Names that no agent may take. */
const RESERVED = new Set(
  [PLAYGROUND_AGENT, PERMALINK_AGENT, ...Object.values(DEMO_AGENTS)].map((name) => name.toLowerCase()),
);

const PROFILE = /(?:^|[;,\s])profile="?([^";,\s]+)"?/i;

/** A short, stable name for an agent: `ChatGPT`, `curl`, `agent.example`. Printable, at most 64 characters, never empty. */
export function toAgentName({ ucpAgent, clientName, userAgent }: AgentClues): string {
  // Checks that show another's profile count nowhere, too.
  if (userAgent === SELF_CHECK_AGENT) return SELF_CHECK_AGENT;
  const client = typeof clientName === 'string' ? clientName.slice(0, MAX_CLUE_LENGTH) : undefined;
  return nameByProfile(ucpAgent) ?? nameIn(client) ?? nameByUserAgent(userAgent) ?? UNKNOWN_AGENT;
}

function nameByProfile(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return undefined;
  const text = header.slice(0, MAX_CLUE_LENGTH);
  const url = URL.parse(PROFILE.exec(text)?.[1] ?? text.trim());
  if (!url) return nameIn(text.split(/[;,]/)[0]);
  const host = url.hostname.toLowerCase().replaceAll(/^www\.|\.$/g, '');
  return BY_HOST.find(([suffix]) => `.${host}`.endsWith(suffix))?.[1] ?? toPrintable(host);
}

/** Browsers and bots begin with other products' names; a plain client's first product token is its name. */
function nameByUserAgent(header: string | undefined): string | undefined {
  const text = header?.slice(0, MAX_CLUE_LENGTH) ?? '';
  const product = /^Mozilla\//i.test(text) ? 'browser' : toPrintable(text.trim().split(/[\s/(]/)[0]);
  return matchKnownName(text) ?? product;
}

function nameIn(text: string | undefined): string | undefined {
  return text === undefined ? undefined : (matchKnownName(text) ?? toPrintable(text));
}

function matchKnownName(text: string): string | undefined {
  return BY_WORD.find(([word]) => word.test(text))?.[1];
}

/** Cleans a name for display; undefined when nothing is left, or when it is a reserved name. */
function toPrintable(text: string | undefined): string | undefined {
  const name = text
    ?.replaceAll(/[^\x20-\x7e]+/g, ' ')
    .replaceAll(/["'<>`\\]+/g, '')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
    .trim();
  return name === '' || name === undefined || RESERVED.has(name.toLowerCase()) ? undefined : name;
}
