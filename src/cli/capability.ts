import colors from 'picocolors';
import type { SwitchableCapability } from '../commerce/capabilities.ts';
import type { Config } from '../config.ts';
import { switchCapabilities } from '../merchants/capabilities.ts';
import { asOperator, onService } from './on-service.ts';
import { say } from './terminal.ts';

interface Switch {
  slug: string;
  name: SwitchableCapability;
  state: 'on' | 'off';
  json: boolean;
}

export async function switchCapability(config: Config, { slug, name, state, json }: Switch): Promise<void> {
  await onService(config, async (service) => {
    await switchCapabilities(await asOperator(service, slug), { [name]: state === 'on' });
  });
  if (json) return say(JSON.stringify({ slug, capability: name, on: state === 'on' }));
  say(`${colors.green('✓')} ${name} is ${state} for ${colors.bold(slug)}.`);
}
