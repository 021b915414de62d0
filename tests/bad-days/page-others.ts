/** What other suites prove; no operation of an agent. */
export const OTHERS = `## In the background

A webhook is taken whatever the shop does (200); what it tells of, the catalog and the subscriptions are asked for again and again until the shop answers.
`;
