import type { Command } from 'commander';
import { createChoiceArgument, declare } from '../declare/declare.ts';
import { type JsonOption, say } from '../shell/terminal.ts';

const SHELLS = ['bash', 'zsh'] as const;

export function declareShell(program: Command, environment: Record<string, string | undefined>): void {
  declare(program, 'config', {
    summary: 'Show every setting with its value, origin and meaning',
    details:
      'Settings are environment variables. Secrets are masked. Nothing is opened and nothing is changed.',
    examples: ['config', 'config --json'],
  }).action(async (options: JsonOption) =>
    (await import('./show-settings.ts')).showSettings(environment, options),
  );
  declare(program, 'completion', {
    summary: 'Print a script that completes commands in your shell',
    details:
      'bash loads it from the folder of the example; for zsh, add "source ~/.ucp-host.zsh" to ~/.zshrc.',
    examples: [
      'completion bash > ~/.local/share/bash-completion/completions/ucp-host',
      'completion zsh > ~/.ucp-host.zsh',
    ],
    isWithoutJson: true,
  })
    .addArgument(createChoiceArgument('<shell>', 'your shell', SHELLS))
    .action(async (shell: (typeof SHELLS)[number]) => {
      const { buildCompletionScript } = await import('../declare/completion.ts');
      say(buildCompletionScript(program, shell));
    });
}
