/** Annotations of tools by their effect, all explicit: clients decide by them whether to ask the buyer before a call. */
const HINTS = {
  readOnly: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  /** Changes nothing more when repeated. */
  repeatable: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  /** Cannot be undone. */
  destructive: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
};

export type Effect = keyof typeof HINTS;

/** Title and annotations of a tool: `create_cart` is `Create cart`. */
export function describeEffect(name: string, effect: Effect): { title: string; annotations: object } {
  const words = name.replaceAll('_', ' ');
  const title = words.slice(0, 1).toUpperCase() + words.slice(1);
  return { title, annotations: { title, ...HINTS[effect] } };
}
