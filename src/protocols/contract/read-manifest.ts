import { z } from 'zod';
import type { ReadManifest } from '../../commerce/store/published-manifest.ts';
import { manifestResponse } from './responses.ts';

/** Form of the official releases: lists where the contract has single objects. */
const official = z.object({
  ucp: z.object({
    version: z.string(),
    services: z.record(
      z.string(),
      z.array(z.object({ transport: z.string(), endpoint: z.string().optional() })),
    ),
    capabilities: z.record(z.string(), z.unknown()).optional(),
    supported_versions: z.record(z.string(), z.url()).optional(),
  }),
  keys: z.array(z.looseObject({ kid: z.string().optional() })).optional(),
  signing_keys: z.array(z.looseObject({ kid: z.string().optional() })).optional(),
});

/** Reads a manifest in the contract's form, or recognizes an official profile. */
export function readManifest(body: unknown): ReadManifest {
  const own = manifestResponse.safeParse(body);
  if (own.success) {
    const { version, services, capabilities } = own.data.ucp;
    return read('own', version, Object.values(services), capabilities);
  }
  const theirs = official.safeParse(body);
  if (theirs.success) {
    const { ucp, keys = [], signing_keys = [] } = theirs.data;
    const { version, services, capabilities = {}, supported_versions: olderVersions = {} } = ucp;
    const keyIds = [...keys, ...signing_keys].flatMap(({ kid }) => kid ?? []);
    const manifest = read('official', version, Object.values(services).flat(), capabilities);
    return { ...manifest, olderVersions, keyIds };
  }
  const { issues } = own.error;
  const problems = issues.map(({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`);
  return { ...read('none', null, [], {}), problems };
}

type Service = { transport: string; endpoint?: string | undefined };

function read(form: ReadManifest['form'], version: string | null, services: Service[], capabilities: object) {
  const readEndpoint = (name: 'rest' | 'mcp') => {
    const endpoint = services.find(({ transport }) => transport.split('/')[0] === name)?.endpoint;
    return endpoint === undefined ? {} : { [name]: endpoint };
  };
  return {
    form,
    problems: [],
    version,
    endpoints: services.flatMap(({ endpoint }) => endpoint ?? []),
    transports: { ...readEndpoint('rest'), ...readEndpoint('mcp') },
    capabilities: Object.keys(capabilities).toSorted(),
    olderVersions: {},
    keyIds: [],
  };
}
