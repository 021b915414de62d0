import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type AgentClues,
  PLAYGROUND_AGENT,
  PLAYGROUND_UCP_AGENT,
  toAgentName,
} from '../../../src/commerce/policy/agents.ts';

const NAMES: [clues: AgentClues, name: string][] = [
  [{ ucpAgent: 'profile="https://agent.example/profiles/x.json"' }, 'agent.example'],
  [{ ucpAgent: 'version="1";profile="https://Agent.Example/x"' }, 'agent.example'],
  [{ ucpAgent: 'v=1, profile="https://www.shop-bot.example:8443/x"' }, 'shop-bot.example'],
  [{ ucpAgent: 'https://agent.example/profile.json' }, 'agent.example'],
  [{ ucpAgent: 'profile="https://chatgpt.com/agents/shopping.json"' }, 'ChatGPT'],
  [{ ucpAgent: 'profile="https://api.openai.com/x"' }, 'ChatGPT'],
  [{ ucpAgent: 'profile="https://notopenai.com/x"' }, 'notopenai.com'],
  [{ ucpAgent: 'my-agent/2.0' }, 'my-agent/2.0'],
  [{ ucpAgent: PLAYGROUND_UCP_AGENT, userAgent: 'node' }, PLAYGROUND_AGENT],
  [{ clientName: 'claude-ai', userAgent: 'node' }, 'Claude'],
  [{ clientName: 'ChatGPT connector' }, 'ChatGPT'],
  [{ clientName: 'my client' }, 'my client'],
  [{ clientName: 7, userAgent: 'curl/8.5.0' }, 'curl'],
  [{ clientName: PLAYGROUND_AGENT }, 'unknown'],
  [{ ucpAgent: '', userAgent: 'curl/8.5.0' }, 'curl'],
  [
    {
      userAgent:
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
    },
    'ChatGPT',
  ],
  [{ userAgent: 'Claude-User/1.0' }, 'Claude'],
  [{ userAgent: 'python-requests/2.32.3' }, 'python-requests'],
  [{ userAgent: 'node' }, 'node'],
  [{ userAgent: 'ucp-cli/1.2.0 node/24' }, 'ucp-cli'],
  [{ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }, 'browser'],
  [{ userAgent: '' }, 'unknown'],
  [{}, 'unknown'],
];

describe('the name of an agent', () => {
  for (const [clues, name] of NAMES)
    it(`names the agent ${name} for ${JSON.stringify(clues)}`, () => assert.equal(toAgentName(clues), name));

  it('gives every agent a printable and short name, whatever the agent says of itself', () => {
    const text = fc.option(fc.oneof(fc.string({ unit: 'binary', maxLength: 5_000 }), fc.webUrl()), {
      nil: undefined,
    });
    fc.assert(
      fc.property(text, text, text, (ucpAgent, clientName, userAgent) =>
        assert.match(
          toAgentName({ ucpAgent, clientName, userAgent }),
          /^[\x21-\x7e](?:[\x20-\x7e]{0,62}[\x21-\x7e])?$/,
        ),
      ),
    );
  });

  it('names an agent quickly despite absurd words', () =>
    assert.equal(toAgentName({ ucpAgent: `profile="https://${'a.'.repeat(50_000)}` }).length <= 64, true));
});
