import { z } from 'zod';
import type { ReadManifest } from '../../merchants/check-discovery.ts';
import { manifestResponse } from './responses.ts';

/** As the official releases write it: lists where the contract has one object each. */
const official = z.object({
  ucp: z.object({
    version: z.string(),
    services: z.record(z.string(), z.array(z.object({ endpoint: z.string().optional() }))),
    capabilities: z.record(z.string(), z.unknown()).optional(),
  }),
});

/** Reads a manifest in the contract's form, or recognises the official one. */
export function readManifest(body: unknown): ReadManifest {
  const own = manifestResponse.safeParse(body);
  if (own.success) {
    const { version, services, capabilities } = own.data.ucp;
    const endpoints = Object.values(services).map(({ endpoint }) => endpoint);
    return {
      form: 'own',
      problems: [],
      version,
      endpoints,
      capabilities: Object.keys(capabilities).toSorted(),
    };
  }
  const theirs = official.safeParse(body);
  if (theirs.success) {
    const { version, services, capabilities = {} } = theirs.data.ucp;
    const endpoints = Object.values(services).flatMap((list) =>
      list.flatMap(({ endpoint }) => endpoint ?? []),
    );
    return {
      form: 'official',
      problems: [],
      version,
      endpoints,
      capabilities: Object.keys(capabilities).toSorted(),
    };
  }
  const problems = own.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`,
  );
  return { form: 'none', problems, version: null, endpoints: [], capabilities: [] };
}
