import { of, type Part, row } from '../contract/row.ts';

const cli = of('Shopify’s ucp command line, which is none of ours');
const ownHost = of('Shopify’s ucp command line at a store’s own host, over https');
const mcp = of('official MCP clients in official UCP');

const VERSIONS = ['2026-08-25', '2026-04-08'] as const;
const CLIENTS = [
  '@modelcontextprotocol/sdk (v1)',
  '@modelcontextprotocol/client (v2)',
  '@modelcontextprotocol/client (v2, auto)',
];

/** The world's clients, as they come. */
export const clientRows: readonly Part[] = [
  {
    name: 'Clients',
    rows: [
      row('@shopify/ucp-cli: finds the store and its operations', cli('finds the store, and what it offers')),
      row(
        '@shopify/ucp-cli: a purchase, carts, changes, refusals',
        cli(
          'buys: searches, fills a cart with a code, checks out, lets the buyer pay, and asks what became of it',
        ),
        cli('changes and cancels carts and checkouts'),
        cli('is told what is not there, as an answer'),
        cli('sees by the tool’s schema that an input is wrong, before it asks'),
      ),
      ...VERSIONS.map((version) =>
        row(
          `@shopify/ucp-cli, ${version}: a purchase at the store’s own host over https`,
          ownHost(
            `buys in ${version}: finds the store, searches, fills a cart with a code, checks out, and the buyer pays`,
          ),
          ownHost('went nowhere but to that host'),
        ),
      ),
      ...CLIENTS.flatMap((client) => [
        row(
          `${client}: tools whose inputs and outputs compile`,
          mcp(`${client} lists tools whose inputs and outputs it can compile`),
        ),
        ...VERSIONS.map((version) =>
          row(
            `${client}, ${version}: a purchase; answers by output schema and by published schema`,
            mcp(`${client} buys in ${version}: search, cart with a code, checkout, payment, order`),
          ),
        ),
        row(
          `${client}: refusals and errors`,
          mcp(`${client} gets what the business refuses as an answer`),
          mcp(`${client} gets errors of the protocol thrown, with what would be right`),
        ),
      ]),
    ],
  },
];
