import type { Command } from 'commander';
import { LIMIT_NAMES } from '../../commerce/merchant/organization-limits.ts';
import { ROLES } from '../../commerce/merchant/roles.ts';
import { choiceArgument, declare, type ReadSettings, running } from '../declare.ts';

const ID = ['<id>', 'organization, as listed by: organizations list'] as const;

export function declareOrganizations(program: Command, settings: ReadSettings): void {
  const organizations = declare(program, 'organizations', {
    summary: 'Manage organizations, which own stores, and their members',
    details:
      'Each account has an organization of its own. Merchants invite others in the console; an operator adds them here.',
  });
  declareWhole(organizations, settings);
  declareMembers(organizations, settings);
  declareLimits(organizations, settings);
}

function declareLimits(organizations: Command, settings: ReadSettings): void {
  declare(organizations, 'limits', {
    summary: 'Show the limits of an organization, and what it uses of each',
    examples: ['organizations limits 0197a1'],
  })
    .argument(...ID)
    .action(running(settings, async () => (await import('../organization-limits.ts')).showLimits));
  declare(organizations, 'limit', {
    summary: 'Set a limit of one organization in place of the setting ORGANIZATION_LIMITS',
    details: 'What the organization has above a lower limit stays; it gets no more.',
    examples: ['organizations limit 0197a1 stores 200', 'organizations limit 0197a1 catalog_mb default'],
  })
    .argument(...ID)
    .addArgument(choiceArgument('<name>', `one of ${LIMIT_NAMES.join(', ')}`, LIMIT_NAMES))
    .argument('<limit>', 'a whole number, none for no limit, or default for the setting')
    .action(running(settings, async () => (await import('../organization-limits.ts')).setLimit));
}

function declareWhole(organizations: Command, settings: ReadSettings): void {
  declare(organizations, 'list', {
    summary: 'List organizations with their members and stores',
    examples: ['organizations list'],
  }).action(running(settings, async () => (await import('../organizations.ts')).listOrganizations));
  declare(organizations, 'add', {
    summary: 'Create an organization',
    examples: ['organizations add --name Good-Mugs --owner ann@shop.example'],
  })
    .requiredOption('--name <name>', 'as members see it')
    .requiredOption('--owner <e-mail>', 'account that owns it')
    .action(running(settings, async () => (await import('../organizations.ts')).addOrganization));
  declare(organizations, 'give', {
    summary: 'Make an organization the owner of a store',
    details: 'Members of the previous organization lose access at once.',
    examples: ['organizations give 0197a1 --store my-store'],
  })
    .argument(...ID)
    .requiredOption('--store <slug>', 'store to give')
    .action(running(settings, async () => (await import('../organizations.ts')).giveToOrganization));
  declare(organizations, 'remove', {
    summary: 'Delete an organization that has no stores',
    details: 'Its members lose it at once. Give its stores to another organization, or delete them, first.',
    examples: ['organizations remove 0197a1 --yes'],
  })
    .argument(...ID)
    .option('--yes', 'confirm')
    .action(running(settings, async () => (await import('../organizations.ts')).removeOrganization));
}

function declareMembers(organizations: Command, settings: ReadSettings): void {
  declare(organizations, 'set-member', {
    summary: 'Add an account to an organization, or change its role',
    examples: ['organizations set-member 0197a1 ben@agency.example developer'],
  })
    .argument(...ID)
    .argument('<e-mail>', 'account, as listed by: users list')
    .addArgument(choiceArgument('<role>', `one of ${ROLES.join(', ')}`, ROLES))
    .action(running(settings, async () => (await import('../organizations.ts')).setMember));
  declare(organizations, 'remove-member', {
    summary: 'Remove an account from an organization, at once',
    examples: ['organizations remove-member 0197a1 ben@agency.example'],
  })
    .argument(...ID)
    .argument('<e-mail>', 'member, as listed by: organizations list')
    .action(running(settings, async () => (await import('../organizations.ts')).removeMember));
}
