import { type Command, Option } from 'commander';
import { declareActions } from '../declare/actions.ts';
import { declare, numberOption, type ReadSettings, withPrinting, withSettings } from '../declare/declare.ts';
import { CART_CLIENTS } from '../doctor/cart-client.ts';
import type { DoctorOptions } from '../doctor/doctor.ts';

/** Beyond this many processes, a second machine is the better answer. */
const MAX_WORKERS = 64;

export function declareService(program: Command, settings: ReadSettings): void {
  declareServe(program, settings);
  declareDemo(program, settings);
  declareDoctor(program, settings);
  declareActions(program, settings, 'jobs');
}

function declareServe(program: Command, settings: ReadSettings): void {
  declare(program, 'serve', {
    summary: 'Run the service for agents, merchants and webhooks until it is stopped',
    details: `With two demo stores unless SANDBOX=off. Use one worker per CPU with PostgreSQL; SQLite allows one writer at a time.
Crashed workers are restarted.

SIGTERM and SIGINT (Ctrl-C) stop it gracefully: open requests are completed, new ones are rejected. With DRAIN_SECONDS it
keeps serving for that long first, while /readyz reports that it is stopping. A second signal stops it at once.`,
    examples: ['serve', 'serve --workers 4'],
    isWithoutJson: true,
  })
    .addOption(
      numberOption('--workers <count>', 'processes that share the port', [1, MAX_WORKERS]).default(1),
    )
    .action(async ({ workers }: { workers: number }) =>
      (await import('../serve/serve.ts')).serve(await settings({ isLogged: true }), workers),
    );
}

function declareDemo(program: Command, settings: ReadSettings): void {
  declare(program, 'demo', {
    summary: 'Buy once on each demo store, as an agent and its buyer',
    details: `Plays search, cart, codes, shipping quote, session, payment, order and shipment.

Uses the service of this folder, or one at BASE_URL, or at HOST and PORT; the purchases stay in its demo stores. If none is running, it
starts one with a database in memory.

--history fills the last thirty days instead, on the demo stores of a running service only: searches, sessions and orders of
agents called "(demo)", which are tests and count in no figure unless tests are shown. Repeated, it fills the days that have none.`,
    examples: ['demo', 'demo --history'],
    isWithoutJson: true,
  })
    .option('--history', 'fill the last thirty days of the demo stores')
    .action(withSettings(settings, async () => (await import('../demo/demo.ts')).runDemo));
}

function declareDoctor(program: Command, settings: ReadSettings): void {
  declare(program, 'doctor', {
    summary: 'Check a store as agents see it, and explain what to fix',
    details: `Follows an agent's steps on this host or any other with the same contract: /.well-known/ucp, the manifest, the catalog, an
unknown session, MCP. Every diagnostic says what was found, why, and how to fix it.

  ✓  works      !  works, but not for every agent      ✗  does not work

Exit codes: 0 no problems (there may be warnings), 1 problems found, 2 wrong usage.
With --json: {ok, strict, url, diagnostics: [{check, level, title, cause?, remedy?}]}`,
    examples: [
      'doctor shop.example.com',
      'doctor https://ucp.example.com/api/ucp/my-store',
      'doctor shop.example.com --session --query mug',
      'doctor my-store',
      'doctor my-store --parity --products 10',
      'doctor shop.example.com --agent-platform google --item shopify_US_7331_42',
    ],
  })
    .argument(
      '[address]',
      "the shop's own domain, the address of a manifest, or the slug of a store of this installation",
    )
    .option(
      '--session',
      'also create a real session for one available product, replay it, read it and cancel it; nothing is bought',
    )
    .option('--store <slug>', 'also test the saved credentials of a store of this installation')
    .addOption(
      new Option(
        '--agent-platform <name>',
        'play the cart client of an agent platform: its version of official UCP, one cart without a retry, the buyer’s page',
      ).choices(Object.keys(CART_CLIENTS)),
    )
    .option(
      '--item <id>',
      'id of your product feed for that cart; repeat it for several',
      (item: string, items: string[] = []) => [...items, item],
    )
    .option(
      '--parity',
      'compare price, currency, availability and title of random products of a store on every surface; carts are made and canceled',
    )
    .addOption(numberOption('--products <count>', 'products to compare', [1, 50]).default(25))
    .addOption(numberOption('--seed <number>', 'choice of these products, to repeat it', [0, 999_999_999]))
    .option('--query <words>', 'search term for the catalog', 'a')
    .action(
      withPrinting(async (address: string | undefined, options: DoctorOptions) =>
        (await import('../doctor/doctor.ts')).runDoctor(settings, address, options),
      ),
    );
}
