import colors from 'picocolors';
import { SWITCHABLE, type SwitchableCapability } from '../commerce/capabilities.ts';
import { CommerceError } from '../commerce/errors.ts';
import { createService } from '../service.ts';
import { say } from './terminal.ts';
import { type Command, readOptions, UsageError } from './usage.ts';

const USAGE = `Switches a capability of a store on or off, at once and also while the service is running.

  capability <slug> <${SWITCHABLE.join('|')}> <on|off> [--json]

Off: it leaves the manifest, its endpoints answer 404, its fields in other requests are dropped. On again restores it.`;

export const capability: Command = {
  summary: 'Switches a capability of a store on or off.',
  async run(args, config) {
    const { values, positionals } = readOptions(
      args,
      { json: { type: 'boolean' }, help: { type: 'boolean' } },
      USAGE,
    );
    if (values.help) return say(USAGE);
    const [slug = '', name = '', state = ''] = positionals;
    if (!isSwitchable(name) || !['on', 'off'].includes(state) || positionals.length !== 3)
      throw new UsageError(USAGE);
    const service = await createService(config());
    try {
      const store = await service.stores.find(slug);
      if (!store)
        throw new CommerceError(
          'not_found',
          `No store is connected as "${slug}". See: npm run -s cli -- stores`,
        );
      await service.stores.setSwitch(store.id, name, state === 'on');
      if (values.json) return say(JSON.stringify({ slug, capability: name, on: state === 'on' }));
      say(`${colors.green('✓')} ${name} is ${state} for ${colors.bold(slug)}.`);
    } finally {
      await service.close();
    }
  },
};

function isSwitchable(name: string): name is SwitchableCapability {
  return SWITCHABLE.some((each) => each === name);
}
