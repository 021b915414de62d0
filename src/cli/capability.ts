import type { SwitchableCapability } from '../commerce/capabilities.ts';
import { switchCapabilities } from '../merchants/capabilities.ts';
import type { JsonOption } from './declare.ts';
import { asOperator, withService } from './on-service.ts';
import { paint, say } from './terminal.ts';

export const switchCapability = withService(
  async (service, slug: string, name: SwitchableCapability, state: 'on' | 'off', { json }: JsonOption) => {
    await switchCapabilities(await asOperator(service, slug), { [name]: state === 'on' });
    if (json) return say(JSON.stringify({ slug, capability: name, on: state === 'on' }));
    say(`${paint('green', '✓')} ${name} is ${state} for ${paint('bold', slug)}.`);
  },
);
