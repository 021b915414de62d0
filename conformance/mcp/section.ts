import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type EndpointName, type McpRevision, NOT_OFFERED } from './not-offered.ts';

const RECORDED = new URL('../../docs/proof/mcp-suite.json', import.meta.url);

/** Counts of one run of the official suite. A check that is made several times counts once. */
export interface McpFigures {
  endpoint: EndpointName;
  revision: McpRevision;
  scenarios: number;
  passed: number;
  notOffered: number;
}

/** Section of docs/conformance.md about the official suite of MCP. */
export function mcpSection(): string {
  const rows = readFigures().map(
    ({ endpoint, revision, scenarios, passed, notOffered }) =>
      `| ${endpoint} | ${revision} | ${scenarios} | ${passed} | ${notOffered} |`,
  );
  const reasons = NOT_OFFERED.map(({ reason, at, checks }) => {
    const where = at ? ` Only at: ${at.join(', ')}.` : '';
    return `- ${reason}${where} ${checks.map((check) => `\`${check}\``).join(', ')}`;
  });
  return `## The official suite of MCP

\`@modelcontextprotocol/conformance\` ${versionOf()} checks the three MCP endpoints of a store in each of its revisions, and a fourth with the tools that
the suite brings, under the same routes. \`tests/mcp-suite/mcp-suite.long.test.ts\` installs it from npm, runs it, and compares these figures; it
fails when a listed check passes, and when another one fails. A warning of the suite counts as neither. \`UPDATE_DOCS=1\` writes the figures again.

| Endpoint | Revision | Scenarios | Checks passed | Failed, all of them listed below |
|---|---|---:|---:|---:|
${rows.join('\n')}

### Not offered over MCP

${reasons.join('\n')}`;
}

/** Returns the figures of the last recorded runs. */
export function readFigures(): McpFigures[] {
  return JSON.parse(readFileSync(RECORDED, 'utf8'));
}

/** Records the figures of all runs; docs/conformance.md shows them when it is written again. */
export async function writeFigures(figures: readonly McpFigures[]): Promise<void> {
  await writeFile(RECORDED, `${JSON.stringify(figures, null, 2)}\n`);
}

function versionOf(): string {
  const { dependencies } = JSON.parse(readFileSync(new URL('./suite/package.json', import.meta.url), 'utf8'));
  return dependencies['@modelcontextprotocol/conformance'];
}
