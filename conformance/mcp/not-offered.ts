/** MCP endpoints that the official suite checks: those of a store, and one of the suite's own tools over the same transport. */
export const ENDPOINTS = ['contract', 'official UCP', 'shopping', 'tools of the suite'] as const;
export type EndpointName = (typeof ENDPOINTS)[number];

export const REVISIONS = ['2025-06-18', '2025-11-25', '2026-07-28'] as const;
export type McpRevision = (typeof REVISIONS)[number];

/** Checks that fail for one reason, as `scenario:check`; one word stands for a scenario and the check of its name. */
interface NotOffered {
  reason: string;
  /** Every endpoint when left out. */
  at?: readonly EndpointName[];
  checks: readonly string[];
}

const OF_STORES = ['contract', 'official UCP', 'shopping'] as const;

/** All checks of the suite that may fail. A listed one that passes fails the test, so that the list stays true. */
export const NOT_OFFERED: readonly NotOffered[] = [
  {
    reason: 'Needs a tool of the suite, which no store has. Passes with the tools of the suite.',
    at: OF_STORES,
    checks: [
      'tools-call-simple-text',
      'tools-call-error',
      'json-schema-2020-12:json-schema-2020-12-tool-found',
      'server-stateless:sep-2575-server-no-log-without-loglevel',
    ],
  },
  {
    reason:
      'Calls the first tool without arguments and expects no JSON-RPC error; here a missing argument is one. Passes at the other two.',
    at: ['contract', 'official UCP'],
    checks: ['http-header-validation:sep-2243-server-accepts-whitespace-header-value'],
  },
  {
    reason: 'Prompts: a store has none.',
    checks: [
      'prompts-list',
      'prompts-get-simple',
      'prompts-get-with-args',
      'prompts-get-embedded-resource',
      'prompts-get-with-image',
      'caching:sep-2549-prompts-list-caching-hints',
      'input-required-result-non-tool-request:sep-2322-non-tool-incomplete',
    ],
  },
  {
    reason:
      'Resources: a store has only its cards, at the shopping endpoint, for clients that declare the extension for them. None changes.',
    checks: [
      'resources-list',
      'resources-read-text',
      'resources-read-binary',
      'resources-templates-read',
      'resources-subscribe',
      'resources-unsubscribe',
      'caching:sep-2549-resources-list-caching-hints',
      'caching:sep-2549-resources-templates-list-caching-hints',
    ],
  },
  {
    reason: 'Contents of results other than text: every client hands text to its model.',
    checks: [
      'tools-call-image',
      'tools-call-audio',
      'tools-call-embedded-resource',
      'tools-call-mixed-content',
    ],
  },
  {
    reason: 'Log messages and progress: they need a stream, and an answer is one JSON object.',
    checks: ['logging-set-level', 'tools-call-with-logging', 'tools-call-with-progress'],
  },
  { reason: 'Completion of arguments: only prompts and resources have it.', checks: ['completion-complete'] },
  {
    reason: 'Sampling, elicitation and roots: no tool asks anything of its client.',
    checks: [
      'tools-call-sampling',
      'tools-call-elicitation',
      'elicitation-sep1034-defaults:elicitation-sep1034-general',
      'elicitation-sep1330-enums:elicitation-sep1330-general',
      'server-stateless:sep-2575-server-rejects-undeclared-capability',
      'server-stateless:sep-2575-missing-capability-http-400',
      'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
      'input-required-result-basic-elicitation:sep-2322-elicitation-incomplete',
      'input-required-result-basic-sampling:sep-2322-sampling-incomplete',
      'input-required-result-basic-list-roots:sep-2322-list-roots-incomplete',
      'input-required-result-request-state:sep-2322-request-state-incomplete',
      'input-required-result-multiple-input-requests:sep-2322-multiple-inputs-incomplete',
      'input-required-result-multi-round:sep-2322-multi-round-r1',
      'input-required-result-result-type:sep-2322-result-type-included',
      'input-required-result-tampered-state:sep-2322-reject-tampered-state',
      'input-required-result-capability-check:sep-2322-respect-client-capabilities',
    ],
  },
  {
    reason: 'Arguments repeated in headers (`x-mcp-header`): optional, and no tool names one.',
    checks: [
      'http-custom-header-server-validation:sep-2243-server-no-xmcp-tool',
      'http-custom-header-server-validation:sep-2243-server-decode-base64',
      'http-custom-header-server-validation:sep-2243-server-validate-param-match',
      'http-custom-header-server-validation:sep-2243-server-reject-invalid-param-chars',
      'http-custom-header-server-validation:sep-2243-server-reject-param-mismatch',
    ],
  },
];

/** Returns the checks that fail at an endpoint, as `scenario:check`. */
export function notOfferedAt(endpoint: EndpointName): string[] {
  const entries = NOT_OFFERED.filter(({ at = ENDPOINTS }) => at.includes(endpoint));
  return entries.flatMap(({ checks }) =>
    checks.map((check) => (check.includes(':') ? check : `${check}:${check}`)),
  );
}
