import colors from 'picocolors';
import { SWITCHABLE, type SwitchableCapability } from '../commerce/capabilities.ts';
import { switchCapabilities } from '../merchants/capabilities.ts';
import { asOperator, onService } from './on-service.ts';
import { say } from './terminal.ts';
import { type Command, JSON_OPTION, readOptions, UsageError } from './usage.ts';

const USAGE = `Switches a capability of a store on or off. Takes effect at once, also while the service is running.

  capability <slug> <${SWITCHABLE.join('|')}> <on|off> [--json]

When off, it is removed from the manifest, its endpoints return 404 and its fields in other requests are ignored.`;

export const capability: Command = {
  summary: 'Switches a capability of a store on or off.',
  usage: USAGE,
  async run(args, config) {
    const { values, positionals } = readOptions(args, JSON_OPTION, USAGE);
    const [slug = '', name = '', state = ''] = positionals;
    if (!isSwitchable(name) || !['on', 'off'].includes(state) || positionals.length !== 3)
      throw new UsageError(USAGE);
    await onService(config(), async (service) => {
      await switchCapabilities(await asOperator(service, slug), { [name]: state === 'on' });
    });
    if (values.json) return say(JSON.stringify({ slug, capability: name, on: state === 'on' }));
    say(`${colors.green('✓')} ${name} is ${state} for ${colors.bold(slug)}.`);
  },
};

function isSwitchable(name: string): name is SwitchableCapability {
  return SWITCHABLE.some((each) => each === name);
}
