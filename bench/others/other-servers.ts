import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from '../../testing/free-port.ts';
import type { ServerState } from '../child.ts';
import { type OtherServer, startServer } from './start-server.ts';

/** WooCommerce site that is already running, with the connector plugin. */
export interface Site {
  /** Address with TLS, for the hosts in front of it. */
  url: string;
  /** Address without TLS of the same site, for the load generator. */
  plainUrl: string;
  /** PEM file with the authority of the site's certificate. */
  certificate: string;
  consumerKey: string;
  consumerSecret: string;
}

/**
 * Preloaded into the sample: it listens on PORT of the loopback interface instead of a fixed port of all interfaces, and
 * shares one log thread. As released it starts a thread of 13 MB for each request, which outlives it.
 */
const PRELOAD = `data:text/javascript,${encodeURIComponent(`
  import { createRequire } from 'node:module';
  import { Server } from 'node:net';
  const ofSample = createRequire(process.env.SAMPLE + '/package.json');
  const ofLogger = createRequire(ofSample.resolve('pino-http'));
  const file = ofLogger.resolve('pino/lib/transport.js');
  const startThread = ofLogger(file);
  let thread;
  ofLogger.cache[file].exports = (options) => (thread ??= startThread(options));
  const { listen } = Server.prototype;
  Server.prototype.listen = function (_address, ...rest) {
    const listening = rest.find((each) => typeof each === 'function');
    return listen.call(this, { port: Number(process.env.PORT), host: '127.0.0.1' }, listening);
  };`)}`;

/** Official Node.js sample of UCP, run from its sources over copies of its databases. */
export async function startSample(sample: string, node: string, folder: string): Promise<OtherServer> {
  const cwd = join(folder, 'sample');
  await cp(join(sample, 'databases'), join(cwd, 'databases'), { recursive: true });
  const port = await freePort();
  const typescript = pathToFileURL(createRequire(join(sample, 'package.json')).resolve('tsx')).href;
  return startServer({
    name: 'The sample',
    node,
    args: ['--import', PRELOAD, '--import', typescript, join(sample, 'src/index.ts')],
    cwd,
    env: { SAMPLE: sample, PORT: String(port) },
    port,
    ready: '/.well-known/ucp',
  });
}

/** Agentic Commerce Connector in front of the site. `payments` is the port of a stand-in for its payment network. */
export async function startConnector(
  connector: string,
  node: string,
  site: Site,
  payments: number,
): Promise<OtherServer> {
  const port = await freePort();
  const self = `http://127.0.0.1:${port}`;
  return startServer({
    name: 'The connector',
    node,
    args: ['packages/connector/build/server.js'],
    cwd: connector,
    env: {
      TRANSPORT: 'http',
      PORTAL_HOST: '127.0.0.1',
      PORTAL_PORT: String(port),
      SELF_URL: self,
      PLATFORM: 'woocommerce',
      WOO_BASE_URL: site.url,
      WOO_CONSUMER_KEY: site.consumerKey,
      WOO_CONSUMER_SECRET: site.consumerSecret,
      NODE_EXTRA_CA_CERTS: site.certificate,
      UCP_CART_TOKEN_SECRET: 'd'.repeat(64),
      PAYMENT_CURRENCY: 'USDC',
      MERCHANT_SIGNER_PRIVATE_KEY: `0x${'1'.repeat(64)}`,
      MERCHANT_PAYMENT_ADDRESS: `0x${'2'.repeat(40)}`,
      NEXUS_CORE_URL: `http://127.0.0.1:${payments}`,
    },
    port,
    ready: '/ucp/v1/discovery',
  });
}

/** The site's own Store API. */
export function storeApi({ plainUrl }: Site): OtherServer {
  const state: ServerState = { port: Number(new URL(plainUrl).port), processorMs: Number.NaN };
  return { ask: async () => state, stop: async () => undefined };
}
