import { Box } from '@mantine/core';
import { IconFlask, IconTerminal2 } from '@tabler/icons-react';
import { PLAYGROUND_AGENT, SELF_CHECK_AGENT, UNKNOWN_AGENT } from '../../../src/commerce/policy/agents.ts';

/** Hue of the marks of well-known agents; others are grey. */
const HUES: Readonly<Record<string, string>> = {
  ChatGPT: '165',
  Claude: '20',
  Copilot: '285',
  Gemini: '220',
  Google: '220',
  Perplexity: '190',
};

/** Names that a library, a browser or an address gives itself. */
const UNNAMED =
  /^(?:unknown|browser|node|undici|curl|wget|axios|got|python|python-requests|python-httpx|httpx|aiohttp|go-http-client|okhttp|java|postmanruntime|localhost|permalink|[\d.]+|\[?[\da-f:]+\]?)$/i;

/** True for programs that say no name of their own. */
export function isUnnamed(agent: string): boolean {
  return agent === UNKNOWN_AGENT || agent === SELF_CHECK_AGENT || UNNAMED.test(agent);
}

/** Initial of an agent on a tint; signs for tests and for programs without a name. */
export function AgentMark({ agent }: { agent: string | null }) {
  const name = agent ?? UNKNOWN_AGENT;
  if (name === PLAYGROUND_AGENT) return <Sign Icon={IconFlask} />;
  if (isUnnamed(name)) return <Sign Icon={IconTerminal2} />;
  const hue = HUES[name.replace(/ \(demo\)$/, '')];
  return (
    <Box
      component="span"
      className="agent-mark"
      aria-hidden
      __vars={{ '--mark-hue': hue }}
      mod={{ tinted: hue !== undefined }}
    >
      {name.slice(0, 1).toUpperCase()}
    </Box>
  );
}

function Sign({ Icon }: { Icon: typeof IconFlask }) {
  return (
    <span className="agent-mark" aria-hidden>
      <Icon size={14} />
    </span>
  );
}
