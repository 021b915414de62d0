import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { BlockList, isIPv6 } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import pg from 'pg';
import { parse, parseAllDocuments } from 'yaml';
import { createProgram } from '../../../src/cli/program.ts';
import { createMetrics } from '../../../src/observability/metrics.ts';
import { getSpecialUse } from '../../../src/outbound/guarded-fetch/addresses.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { describeDefault, getSettingDocs, SETTINGS } from '../../../src/settings/schema.ts';
import {
  composedEnvironment,
  DEPLOYED,
  deployedSettings,
  withoutPlace,
} from '../../../testing/deployed-settings.ts';
import { pluck } from '../../../testing/pluck.ts';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { SECRET_KEY } from '../../../testing/test-service.ts';

const read = (file: string) => readFile(file, 'utf8');
const PORT = readConfig({}).port;

const COMMANDS = createProgram({}).commands.map((each) => each.name());

function isCommand(name: unknown, where: string): void {
  assert.ok(
    typeof name === 'string' && COMMANDS.includes(name),
    `${where} runs ${name}, which is no command`,
  );
}

it('the containers build from base images that are pinned by digest', async () => {
  const [, base = ''] = /^ARG NODE_IMAGE=(\S+)$/m.exec(await read('Dockerfile')) ?? [];
  const bases = [...(await read('Dockerfile')).matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].map(
    ([, each]) => each,
  );
  assert.deepEqual(new Set(bases), new Set(['$' + '{NODE_IMAGE}']));
  const { services } = parse(await read('compose.yaml'));
  for (const image of [base, services.database.image])
    assert.match(image, /^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
});

describe('the settings of the deployments', () => {
  const deployed = Object.entries(deployedSettings());

  for (const [file, settings] of deployed) {
    it(`exist, and start a service in production (${file})`, () => {
      for (const name of Object.keys(settings))
        assert.ok(SETTINGS.includes(name), `${file} names ${name}, which is no setting`);
      const config = readConfig({ SECRET_KEY, ...settings });
      assert.deepEqual([config.production, config.warnings], [true, []]);
    });

    it(`deploys the settings with which the tests run, except for places and secrets (${file})`, () => {
      assert.deepEqual(withoutPlace(settings), DEPLOYED, `${file} differs from the Dockerfile`);
    });
  }

  it('say at which level the log is written', () => assert.ok('LOG_LEVEL' in DEPLOYED));
});

describe('the Dockerfile', () => {
  const inOneLineEach = async () => (await read('Dockerfile')).replaceAll('\\\n', ' ');

  it('builds an image with the Node.js version of the tests, existing paths, known commands and the documented port', async () => {
    const { packages } = JSON.parse(await read('package-lock.json'));
    const [, version] = /^ARG NODE_IMAGE=node:([\d.]+)-/m.exec(await read('Dockerfile')) ?? [];
    assert.equal(version, packages['node_modules/node'].version);
    const ignored = await read('.dockerignore');
    const copied = [...(await inOneLineEach()).matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, files = '']) =>
      files.split(' '),
    );
    assert.ok(copied.length > 5);
    for (const file of copied) {
      assert.ok(existsSync(file), `${file} is not there`);
      assert.match(ignored, new RegExp(`^!${file}$`, 'm'), `${file} is ignored`);
    }
    const text = await inOneLineEach();
    assert.match(text, new RegExp(`PORT=${PORT}\\b`));
    assert.match(text, new RegExp(`^EXPOSE ${PORT}$`, 'm'));
    assert.match(text, /^USER node$/m);
    assert.match(text, /^HEALTHCHECK [\s\S]+\/healthz/m);
    const [, entry = ''] = /^ENTRYPOINT (.+)$/m.exec(text) ?? [];
    const { bin } = JSON.parse(await read('package.json'));
    assert.deepEqual(JSON.parse(entry), Object.keys(bin));
    const [, command = ''] = /^CMD (\[.+\])$/m.exec(text) ?? [];
    isCommand(JSON.parse(command)[0], 'Dockerfile');
  });
});

interface Container {
  args?: string[];
  command?: string[];
  ports?: { name: string; containerPort: number }[];
  [probe: string]: unknown;
}

describe('the Kubernetes manifests', () => {
  const folder = 'deploy/kubernetes';
  const load = async () => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml'));
    const texts = await Promise.all(files.map((file) => read(join(folder, file))));
    return texts.flatMap((text) => parseAllDocuments(text).map((document) => document.toJS()));
  };

  it('contain all that the service needs, with existing commands, paths and versions', async () => {
    const kinds = (await load()).map(({ kind }) => kind).sort();
    const expected = [
      'CronJob',
      'Deployment',
      'HorizontalPodAutoscaler',
      'Ingress',
      'Job',
      'NetworkPolicy',
      'PersistentVolumeClaim',
      'PodDisruptionBudget',
      'Secret',
      'Service',
      'Service',
    ];
    assert.deepEqual(kinds, expected);
    const all = await load();
    const pods = all.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
    const containers: Container[] = pods.flatMap(({ spec }) => spec.template.spec.containers);
    for (const container of containers) {
      isCommand(container.args?.[0], 'a container');
    }
    const [service] = containers.filter(({ args }) => args?.[0] === 'serve');
    const paths = ['startupProbe', 'livenessProbe', 'readinessProbe'].map(
      (probe) => (service?.[probe] as { httpGet: { path: string } } | undefined)?.httpGet.path,
    );
    assert.deepEqual(paths, ['/healthz', '/healthz', '/readyz']);
    assert.equal(service?.ports?.[0]?.containerPort, PORT);
    const deployment = all.find(({ kind }) => kind === 'Deployment');
    assert.equal(deployment.spec.replicas, undefined);
    const { version } = JSON.parse(await read('package.json'));
    const jobs = all.map(({ spec }) => spec?.jobTemplate?.spec.template ?? spec?.template).filter(Boolean);
    const images = jobs.flatMap(({ spec }) =>
      [...spec.containers, ...(spec.initContainers ?? [])].map(({ image }: { image: string }) => image),
    );
    const ofService = `ucp-host:${version}`;
    assert.deepEqual(images.toSorted(), ['postgres:18', ofService, ofService, ofService]);
  });

  it('give the pods more memory than a hostile hour has taken, and the search indexes', async () => {
    const [, measured] = /with at most (\d+) MB/.exec(await read('docs/security.md')) ?? [];
    const { containers } = (await load()).find(({ kind }) => kind === 'Deployment').spec.template.spec;
    const [, limit] = /^(\d+)Mi$/.exec(containers[0].resources.limits.memory) ?? [];
    // An index is held twice while it is built.
    const needed = Number(measured) + (2 * readConfig({}).searchMemoryBytes) / 1e6;
    assert.ok(Number(limit) * 1.048576 > 1.2 * needed, `${limit} MiB for ${needed} MB`);
  });

  it('lead the ingress to the service, metrics to no pod, and the nightly backup to a script of the package', async () => {
    const all = await load();
    const ingress = all.find(({ kind }) => kind === 'Ingress');
    const path = ingress.spec.rules[0].http.paths.find((each: { path: string }) => each.path === '/');
    const service = all.find(({ kind }) => kind === 'Service');
    assert.equal(path.backend.service.name, service.metadata.name);
    assert.equal(path.backend.service.port.name, service.spec.ports[0].name);
    const { env } = all.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers[0];
    const baseUrl = env.find(({ name }: { name: string }) => name === 'BASE_URL').value;
    assert.equal(baseUrl, `https://${ingress.spec.rules[0].host}`);
    const { spec } = all.find(({ kind }) => kind === 'CronJob').spec.jobTemplate.spec.template;
    const [, script = ''] = spec.initContainers[0].command[1].split('/node_modules/ucp-host/');
    assert.ok(existsSync(script), script);
    const { paths } = all.find(({ kind }) => kind === 'Ingress').spec.rules[0].http;
    const nothing = all.find(({ kind, spec }) => kind === 'Service' && !spec.selector);
    for (const address of ['/metrics', '/tls/ask']) {
      const [route] = paths
        .filter(({ path }: { path: string }) => `${address}/`.startsWith(path === '/' ? path : `${path}/`))
        .toSorted((one: { path: string }, other: { path: string }) => other.path.length - one.path.length);
      assert.equal(route.backend.service.name, nothing.metadata.name, address);
      assert.equal(route.backend.service.port.name, nothing.spec.ports[0].name);
    }
  });

  it('let the pods reach no address that the service itself refuses', async () => {
    const policy = (await load()).find(({ kind }) => kind === 'NetworkPolicy');
    assert.deepEqual(policy.spec.policyTypes, ['Ingress', 'Egress']);
    assert.deepEqual(policy.spec.ingress, [{ ports: [{ protocol: 'TCP', port: PORT }] }]);
    const refused = new BlockList();
    const rules: { to: { ipBlock?: { except: string[] } }[]; ports: { port: number }[] }[] =
      policy.spec.egress;
    const outwards = rules.filter(({ to }) => to.some(({ ipBlock }) => ipBlock));
    assert.deepEqual(
      pluck(
        outwards.flatMap(({ ports }) => ports),
        'port',
      ),
      [80, 443, 465, 587],
    );
    for (const block of outwards.flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock?.except ?? []))) {
      const [address = '', bits] = block.split('/');
      refused.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
    }
    const isRefused = (address: string) => refused.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
    const inner = ['10.0.0.1', '127.0.0.1', '169.254.169.254', '172.20.1.1', '192.168.1.1', '100.64.0.1'];
    for (const address of [
      ...inner,
      '0.0.0.0',
      '224.0.0.1',
      '::1',
      'fd00:ec2::254',
      'fe80::1',
      '64:ff9b::a00:1',
    ]) {
      assert.notEqual(getSpecialUse(address), undefined, address);
      assert.ok(isRefused(address), address);
    }
    assert.ok(isRefused('168.63.129.16'), 'the metadata of Azure');
    for (const address of ['23.227.38.65', '2620:127:f00f::1']) assert.ok(!isRefused(address), address);
  });
});

it('compose.yaml starts the database, the migration and the service, with every setting of .env', async () => {
  const { services } = parse(await read('compose.yaml'));
  isCommand(services.migrate.command[0], 'compose.yaml');
  isCommand(services.service.command[0], 'compose.yaml');
  assert.equal(services.service.depends_on.migrate.condition, 'service_completed_successfully');
  assert.deepEqual(services.service.ports, [`127.0.0.1:${PORT}:${PORT}`]);
  const env = Object.fromEntries([...SETTINGS, 'POSTGRES_PASSWORD'].map((name) => [name, `${name} of .env`]));
  for (const container of ['migrate', 'service'] as const) {
    const settings = composedEnvironment(container, env);
    assert.deepEqual(
      SETTINGS.filter((name) => settings[name] !== env[name]),
      ['DATABASE_URL', 'HOST', 'PORT'].toSorted(
        (one, other) => SETTINGS.indexOf(one) - SETTINGS.indexOf(other),
      ),
    );
  }
  assert.throws(() => composedEnvironment('service', {}), /set POSTGRES_PASSWORD/);
});

it('the systemd unit and the line of docs/operations.md run existing commands as the same user', async () => {
  const [, line = ''] =
    /^sudo (systemd-run .*)$/m.exec((await read('docs/operations.md')).replaceAll(' \\\n', '')) ?? [];
  const unit = await read('deploy/ucp-host.service');
  const properties = [...line.matchAll(/ -p (\w+=\S+)/g)].map(([, each = '']) => each);
  const names = properties.map((each) => each.split('=')[0]);
  assert.deepEqual(names, [
    'DynamicUser',
    'User',
    'StateDirectory',
    'StateDirectoryMode',
    'UMask',
    'EnvironmentFile',
  ]);
  const settings = [...line.matchAll(/ -E (\S+)/g)].map(([, each]) => `Environment=${each}`);
  assert.deepEqual(
    settings.map((each) => each.split('=')[1]),
    ['NODE_ENV', 'DATABASE_URL'],
  );
  for (const each of [...properties, ...settings]) assert.match(unit, new RegExp(`^${each}$`, 'm'));
  isCommand(line.split(' ').at(-1), 'docs/operations.md');
  const runs = [...unit.matchAll(/^ExecStart(?:Pre)?=\/usr\/bin\/env ucp-host (\S+)$/gm)];
  const commands = runs.map(([, command]) => command);
  assert.deepEqual(commands, ['migrate', 'serve']);
  for (const [, command] of runs) isCommand(command, 'the unit');
  assert.match(
    unit,
    /^RestrictAddressFamilies=.*\bAF_NETLINK\b/m,
    'HOST=0.0.0.0 lists the machine’s addresses',
  );
  assert.match(unit, /^TimeoutStartSec=infinity$/m, 'a migration takes as long as it takes');
});

describe('the dashboard and the alerts', () => {
  it('name only existing metrics and recipes, and compare with 0 only series that exist from the start', async () => {
    const text = await createMetrics().renderText();
    const metrics = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const { panels } = JSON.parse(await read('deploy/grafana-dashboard.json'));
    const { groups } = parse(await read('deploy/alerts.yaml'));
    const expressions: string[] = [
      ...panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr)),
      ...groups.flatMap(({ rules }: { rules: { expr: string }[] }) => rules.map(({ expr }) => expr)),
    ];
    assert.ok(expressions.length > 25);
    const isKnown = (name: string) =>
      metrics.has(name) || metrics.has(name.replace(/_(?:bucket|count|sum)$/, ''));
    for (const expression of expressions) {
      const names = expression.match(/\b(?:ucp|process|nodejs)_\w+|\bup\b/g) ?? [''];
      for (const name of names) assert.ok(name === 'up' || isKnown(name), `${expression} names ${name}`);
    }
    const compared = [...(await read('deploy/alerts.yaml')).matchAll(/(ucp_\w+\{[^}]+\})\S*\) == 0/g)];
    assert.ok(compared.length > 0);
    for (const [, series = ''] of compared) assert.ok(text.includes(`${series} 0`), series);
    const guide = await read('docs/operations.md');
    const headings = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    for (const { alert, annotations } of groups[0].rules) {
      const [file, anchor] = annotations.recipe.split('#');
      assert.equal(file, 'docs/operations.md');
      assert.ok(headings.includes(anchor), `${alert} leads to #${anchor}`);
    }
  });
});

describe('TLS to PostgreSQL', () => {
  const sslOf = (query: string): unknown => {
    const connectionString = `postgres://u:p@postgres.example:5432/d?${query}`;
    return (new pg.Client({ connectionString }) as unknown as { ssl: unknown }).ssl;
  };

  it('follows docs/operations.md for each URL', async () => {
    await using folder = await temporaryFolder();
    const authority = folder.file('ca.pem');
    await writeFile(authority, 'a certificate');
    assert.deepEqual(sslOf(`sslmode=verify-full&sslrootcert=${authority}`), { ca: 'a certificate' });
    assert.deepEqual(sslOf('sslmode=verify-full'), {}, 'checked against public authorities');
    assert.deepEqual(sslOf('sslmode=no-verify'), { rejectUnauthorized: false });
    assert.equal(sslOf('sslmode=disable'), false);
    assert.throws(() => sslOf(`sslmode=verify-full&sslrootcert=${authority}.none`), /ENOENT/);
  });
});

describe('docs/operations.md', () => {
  it('documents every setting with the default and meaning that `config` prints, and names existing commands', async () => {
    const guide = await read('docs/operations.md');
    const [, table = ''] = /<!-- settings -->([\s\S]+?)<!-- \/settings -->/.exec(guide) ?? [];
    const rows = SETTINGS.map(
      (name) => `| \`${name}\` | ${describeDefault(name)} | ${getSettingDocs(name).means} |`,
    );
    assert.deepEqual(table.trim().split('\n').slice(2), rows);
    const commands = [...guide.matchAll(/(?<=^|`|npx )ucp-host (?!is\b)([a-z][\w-]+)/gm)].map(
      ([, command]) => command,
    );
    assert.ok(commands.length > 5);
    for (const command of commands) isCommand(command, 'docs/operations.md');
    for (const [, file = ''] of guide.matchAll(/\]\(([^)#]+)/g))
      assert.ok(existsSync(join('docs', file)), `${file} is not there`);
  });
});
