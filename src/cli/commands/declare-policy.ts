import type { Command } from 'commander';
import { declare, type ReadSettings, withSettings } from '../declare/declare.ts';

const FILE = 'JSON with the rules, as exported; - reads standard input';

export function declarePolicy(program: Command, settings: ReadSettings): void {
  const policy = declare(program, 'policy', {
    summary: "Export, import, compare and preview a store's rules for agents",
    details: 'The service may be running; rules apply at once.',
    examples: ['policy export my-store', 'policy preview my-store rules.json'],
  });
  declare(policy, 'export <slug>', {
    summary: 'Print the rules as JSON',
    examples: ['policy export my-store'],
    isWithoutJson: true,
  }).action(withSettings(settings, async () => (await import('./policy.ts')).exportPolicy));
  declare(policy, 'import <slug>', {
    summary: 'Replace the rules by those of a file',
    examples: ['policy import my-store rules.json'],
  })
    .argument('<file>', FILE)
    .action(withSettings(settings, async () => (await import('./policy.ts')).importPolicy));
  declare(policy, 'diff <slug>', {
    summary: 'Show what a file would change; exit code 1 when it changes anything',
    examples: ['policy diff my-store rules.json'],
  })
    .argument('<file>', FILE)
    .action(withSettings(settings, async () => (await import('./policy.ts')).diffPolicy));
  declare(policy, 'preview <slug>', {
    summary: 'Show what rules would have refused in the last 14 days',
    examples: ['policy preview my-store rules.json', 'policy preview my-store'],
  })
    .argument('[file]', `${FILE}; the present rules by default`)
    .action(withSettings(settings, async () => (await import('./policy.ts')).printForecast));
}
