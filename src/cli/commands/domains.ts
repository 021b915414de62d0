import type { Command } from 'commander';
import { declare, type ReadSettings, running } from '../declare.ts';

/** Declares `stores domains`. */
export function declareDomains(stores: Command, settings: ReadSettings): void {
  const domains = declare(stores, 'domains', {
    summary: 'Manage custom domains of a store for official UCP',
  });
  declare(domains, 'list <slug>', {
    summary: 'List the domains of a store',
    examples: ['stores domains list my-store'],
  }).action(running(settings, async () => (await import('../store-domains.ts')).listDomains));
  declare(domains, 'add <slug> <domain>', {
    summary: 'Add a domain, and show the DNS record that verifies it',
    examples: ['stores domains add my-store agents.shop.example'],
  }).action(running(settings, async () => (await import('../store-domains.ts')).addCustomDomain));
  declare(domains, 'verify <slug> <domain>', {
    summary: 'Check the DNS record now, and whether the domain points here',
    examples: ['stores domains verify my-store agents.shop.example'],
  }).action(running(settings, async () => (await import('../store-domains.ts')).verifyCustomDomain));
  declare(domains, 'remove <slug> <domain>', {
    summary: 'Remove a domain',
    examples: ['stores domains remove my-store agents.shop.example'],
  }).action(running(settings, async () => (await import('../store-domains.ts')).removeCustomDomain));
}
