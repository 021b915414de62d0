import { Option } from 'commander';
import { CommerceError } from '../../commerce/errors.ts';
import { COMMAND_LINE } from '../../merchant/visit.ts';
import type { Service } from '../../service.ts';
import type { Config } from '../../settings/config.ts';
import { type PlatformName, presentations } from '../../store-platforms/presentations.ts';
import { findOwner, onService } from '../shell/on-service.ts';
import { readSecrets } from '../shell/secret-input.ts';
import { paint, reportDone, UsageError } from '../shell/terminal.ts';

/** Options of all platforms; each adds options for its credentials. */
export interface ConnectOptions {
  secrets?: string;
  slug?: string;
  owner?: string;
}

export async function connect(config: Config, platform: PlatformName, options: ConnectOptions) {
  const credentials = await readCredentials(platform, options);
  const connectTo = async (service: Service) => {
    // Without an owner the store is of no organization.
    const owner = options.owner === undefined ? undefined : await findOwner(service, options.owner);
    const { organizationId } = owner ?? {};
    const request = { platform, credentials, slug: options.slug, organizationId, actor: COMMAND_LINE };
    return service.connectStore(request).catch(explainPrivateAddresses);
  };
  const store = await onService(config, connectTo, true);
  const { name, currency } = store.description;
  return reportDone(
    { slug: store.slug, platform, name, currency },
    `${name} (${platform}, ${currency}) is connected as ${paint('bold', store.slug)}.
  Its manifest is at /api/ucp/${store.slug} of the running service.`,
  );
}

/** The operator may permit what a merchant may not. */
function explainPrivateAddresses(error: unknown): never {
  if (!(error instanceof CommerceError && error.failure?.cause === 'address')) throw error;
  const message = `${error.message} For a shop in a network of yours, set ALLOW_PRIVATE_ADDRESSES=on.`;
  throw new CommerceError(error.kind, message, { cause: error });
}

/** Secrets given as options take precedence over the file's. */
async function readCredentials(platform: PlatformName, options: ConnectOptions) {
  const { address, secrets, incomplete } = presentations[platform].credentials;
  const members = [address, ...secrets].map(({ flags, member }) => ({ member, option: new Option(flags) }));
  const names = members.slice(1).map(({ option }) => option.name());
  const fileSecrets = options.secrets === undefined ? new Map() : await readSecrets(options.secrets, names);
  const typed = new Map<string, string>(Object.entries(options));
  const credentials = members.flatMap(({ member, option }): [string, string][] => {
    const value = typed.get(option.attributeName()) ?? fileSecrets.get(option.name());
    return value === undefined ? [] : [[member, value]];
  });
  if (incomplete !== undefined && credentials.length <= secrets.length) throw new UsageError(incomplete);
  return Object.fromEntries(credentials);
}
