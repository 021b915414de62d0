import { computeThumbprint } from '../../../signatures/keys.ts';
import type { SignatureRules } from '../../../signatures/verify.ts';

/** Official UCP: Message Signatures. Without `created` only the idempotency key prevents replay. */
export const UCP_SIGNATURES: SignatureRules = {
  hasId: ({ kid }, keyId) => kid === keyId,
  /** No tag, or Web Bot Auth's, whose key ids are thumbprints. */
  acceptsTag: (tag, key) =>
    tag === undefined || (tag === 'web-bot-auth' && key.kid === computeThumbprint(key)),
  /** A part of a header does not count as the header. */
  isCoverageEnough({ headers, target, body }, [components]) {
    const covered = new Set(
      components.flatMap(([name, { size }]) => (size === 0 || name === 'signature-agent' ? [name] : [])),
    );
    const required = [
      '@method',
      '@authority',
      '@path',
      ...(target.includes('?') ? ['@query'] : []),
      ...(body ? ['content-digest', 'content-type'] : []),
      ...['ucp-agent', 'signature-agent', 'idempotency-key'].filter((name) => headers[name] !== undefined),
    ];
    return required.every((name) => covered.has(name));
  },
  maxAgeS: 5 * 60,
  needsTimes: false,
};
