import { readFile } from 'node:fs/promises';
import fastify, { type FastifyPluginCallback } from 'fastify';
import type { Plugin } from 'vite';

const MODULE = 'virtual:scalar';
const RESOLVED = `\0${MODULE}`;
const PACKAGE = import.meta.resolve('@scalar/fastify-api-reference');

/** Vite plugin: `virtual:scalar` is the URL of Scalar's bundle, which is copied as it is, with its license. */
export const scalar: Plugin = {
  name: 'scalar',
  apply: 'build',
  resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
  async load(id) {
    if (id !== RESOLVED) return undefined;
    const reference = this.emitFile({ type: 'asset', name: 'scalar.js', source: await bundle() });
    const license = await readFile(new URL('../LICENSE', PACKAGE), 'utf8');
    this.emitFile({ type: 'asset', fileName: 'SCALAR-LICENSE.txt', source: license });
    return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
  },
};

interface Options {
  routePrefix: string;
  configuration: { url: string };
}

/** Returns the bundle of `@scalar/api-reference`, which this small package contains and serves; the original installs many more packages. */
async function bundle(): Promise<string> {
  const { default: plugin } = (await import(PACKAGE)) as { default: FastifyPluginCallback<Options> };
  const server = fastify();
  await server.register(plugin, { routePrefix: '/reference', configuration: { url: '/openapi.json' } });
  const answer = await server.inject('/reference/js/scalar.js');
  await server.close();
  if (answer.statusCode !== 200) throw new Error(`Scalar's package has its bundle elsewhere: ${answer.body}`);
  return answer.body;
}
