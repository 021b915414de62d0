import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';

type Settings = Record<string, string>;

/** Says where a service runs, or holds a secret: differs between deployments, and from tests. */
const OF_THE_PLACE = [
  'PORT',
  'HOST',
  'BASE_URL',
  'DATABASE_URL',
  'SECRET_KEY',
  'METRICS_TOKEN',
  'TRUST_PROXY',
  'DRAIN_SECONDS',
];

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** Returns the settings with which each deployment of this repository starts the service, by its file. */
export function deployedSettings(): Record<string, Settings> {
  const image = ofImage();
  return {
    Dockerfile: image,
    'compose.yaml': { ...image, ...ofCompose() },
    'deploy/kubernetes/ucp-host.yaml': { ...image, ...ofKubernetes() },
    'deploy/ucp-host.service': ofUnit(),
  };
}

/** Returns the settings that every deployment must set alike. */
export function withoutPlace(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !OF_THE_PLACE.includes(name)));
}

/** Settings of the image, with which tests run the service. */
export const DEPLOYED = withoutPlace(ofImage());

function ofImage(): Settings {
  const [, env = ''] = /^ENV (.+)$/m.exec(read('Dockerfile').replaceAll('\\\n', ' ')) ?? [];
  return pairsIn(env.matchAll(/(\w+)=(\S+)/g));
}

function ofUnit(): Settings {
  return pairsIn(read('deploy/ucp-host.service').matchAll(/^Environment=(\w+)=(.*)$/gm));
}

function pairsIn(matches: Iterable<RegExpExecArray>): Settings {
  return Object.fromEntries([...matches].map(([, name = '', value = '']) => [name, value]));
}

const SECRETS_OF_ENV = { SECRET_KEY: 'secret-of-this-place', POSTGRES_PASSWORD: 'password-of-this-place' };

function ofCompose(): Settings {
  const { POSTGRES_PASSWORD: _, ...settings } = composedEnvironment('service', SECRETS_OF_ENV);
  return settings;
}

/** Environment of a container of compose.yaml, by the rules of Compose, beside a file `.env` with these variables. */
export function composedEnvironment(container: 'migrate' | 'service', env: Settings): Settings {
  const { env_file, environment } = parse(read('compose.yaml')).services[container] as {
    env_file?: string;
    environment: Settings;
  };
  const resolved = Object.entries(environment).map(([name, value]) => [
    name,
    value.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, variable: string, kind: string, text: string) => {
      if (kind === '?' && env[variable] === undefined) throw new Error(text);
      return env[variable] ?? text;
    }),
  ]);
  return { ...(env_file === '.env' ? env : {}), ...Object.fromEntries(resolved) };
}

function ofKubernetes(): Settings {
  const all = ['ucp-host', 'secret.example'].flatMap((name) =>
    parseAllDocuments(read(`deploy/kubernetes/${name}.yaml`)).map((document) => document.toJS()),
  );
  const { stringData } = all.find(({ kind }) => kind === 'Secret');
  const { spec } = all.find(({ kind }) => kind === 'Deployment');
  const env: { name: string; value: string }[] = spec.template.spec.containers[0].env;
  return { ...stringData, ...Object.fromEntries(env.map(({ name, value }) => [name, value])) };
}
