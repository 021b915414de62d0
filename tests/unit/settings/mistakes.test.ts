import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '../../../src/commerce/errors.ts';
import { readConfig } from '../../../src/settings/config.ts';
import { SETTINGS, toShownValue } from '../../../src/settings/schema.ts';

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'no error';
}

describe('a wrong setting', () => {
  const wrong: [string, string, string][] = [
    ['PORT', 'abc', 'PORT is "abc"; it must be a whole number from 0 to 65535.'],
    ['PORT', '70000', 'PORT is "70000"; it must be a whole number from 0 to 65535.'],
    ['PORT', '1.5', 'PORT is "1.5"; it must be a whole number from 0 to 65535.'],
    ['SANDBOX', 'yes', 'SANDBOX is "yes"; it must be on or off.'],
    ['SIGN_UP', 'never', 'SIGN_UP is "never"; it must be open, first or closed.'],
    [
      'DATABASE_URL',
      'mysql://me:hidden@db/x',
      'DATABASE_URL is "mysql://me:••••@db/x"; it must be sqlite:<file>, sqlite::memory: or postgres://<user>:<password>@<host>/<database>.',
    ],
    ...[
      'ftp://ucp.example',
      'https://ucp.example?a=1',
      'https://ucp.example/#a',
      'https://me@ucp.example',
    ].map((url): [string, string, string] => [
      'BASE_URL',
      url,
      `BASE_URL is "${url}"; it must be a URL without user and query: https://ucp.example.com.`,
    ]),
    [
      'DATABASE_URL',
      'sqlite:',
      'DATABASE_URL is "sqlite:"; it must be sqlite:<file>, sqlite::memory: or postgres://<user>:<password>@<host>/<database>.',
    ],
    ['SECRET_KEY', 'hidden', 'SECRET_KEY has 6 characters; it must have at least 16 characters.'],
    ['RATE_LIMIT', '-1', 'RATE_LIMIT is "-1"; it must be on, off, or a factor from 0 to 1,000,000: 2.5.'],
  ];
  for (const [name, value, message] of wrong)
    it(`names a wrong setting with its value and the values it takes: ${name}=${value}`, () =>
      assert.equal(refusal({ [name]: value }), message));

  it('reports each wrong setting once, with one line each', () => {
    const lines = refusal({ PORT: 'x', TRUST_PROXY: 'nonsense', SECRET_KEY: 'hidden' }).split('\n');
    const names = lines.map((line) => line.split(' ')[0]);
    assert.deepEqual(names, ['PORT', 'SECRET_KEY', 'TRUST_PROXY']);
  });

  it('describes in words every setting that can be wrong', () => {
    const nonsense = Object.fromEntries(SETTINGS.map((name) => [name, '\u0000 no value']));
    const lines = refusal(nonsense).split('\n');
    assert.ok(lines.length > 18, lines.join('\n'));
    for (const line of lines) {
      assert.match(line, /^[A-Z_]+ (is ".*"; it must be|has \d+ characters; it must have) .+\.$/);
      assert.doesNotMatch(line, /NaN|Invalid|✖|→|undefined/);
    }
  });
});

describe('a setting from a file with line ends', () => {
  it('counts as not set when it is blank', () => {
    assert.equal(readConfig({ RETENTION_DAYS: ' ' }).retentionDays, readConfig({}).retentionDays);
  });

  it('reads a setting from a file without its line ends', () => {
    const environment = {
      NODE_ENV: ' production\n',
      METRICS_TOKEN: 'a token of Prometheus\r\n',
      LOG_LEVEL: 'info\n',
    };
    const { production, metricsToken, logLevel } = readConfig({
      ...environment,
      SECRET_KEY: '0123456789abcdef',
    });
    assert.deepEqual([production, metricsToken, logLevel], [true, 'a token of Prometheus', 'info']);
  });

  it('reads a key as a whole, line end included, under which a database may be encrypted already', () => {
    assert.equal(readConfig({ SECRET_KEY: '0123456789abcdef\n' }).secretKey, '0123456789abcdef\n');
  });
});

describe('a removed setting', () => {
  it('answers a removed setting with the sentence that it is gone, and takes it for no misspelt one', () =>
    assert.deepEqual(readConfig({ MERCHANT_RATE_LIMIT: 'off', METRICS: 'no' }).warnings, [
      'MERCHANT_RATE_LIMIT is no setting any more. RATE_LIMIT is the factor for the quotas of merchants, too. Remove it from your settings.',
      'METRICS is no setting any more. /metrics is always served; METRICS_TOKEN protects it. Remove it from your settings.',
    ]));
});

describe('a misspelt setting', () => {
  const warnings = (environment: Record<string, string>) => readConfig(environment).warnings;

  for (const [name, meant] of [
    ['SANBOX', 'SANDBOX'],
    ['DATBASE_URL', 'DATABASE_URL'],
    ['DATABSE_ULR', 'DATABASE_URL'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['RETENTION_DAY', 'RETENTION_DAYS'],
    ['log_level', 'LOG_LEVEL'],
    ['TRUST_PROXI', 'TRUST_PROXY'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['BASE_URI', 'BASE_URL'],
    ['SECRET_KYE', 'SECRET_KEY'],
    ['LOGLEVEL', 'LOG_LEVEL'],
  ] as const)
    it(`warns of a misspelt setting with the nearest right name: ${name}`, () =>
      assert.deepEqual(warnings({ [name]: 'off' }), [`${name} is not a setting. Did you mean ${meant}?`]));

  it('says which name counts when the nearest setting is set itself', () =>
    assert.deepEqual(warnings({ TRUST_PROXI: '2', TRUST_PROXY: '1' }), [
      'TRUST_PROXI is not a setting; TRUST_PROXY is one, and is set.',
    ]));

  it('warns beside the error for the setting that is missing because of it', () =>
    assert.equal(
      refusal({ NODE_ENV: 'production', SECRET_KYE: '0123456789abcdef' }),
      [
        'SECRET_KEY is required in production: at least 16 characters, kept as long as the database.',
        'SECRET_KYE is not a setting. Did you mean SECRET_KEY?',
      ].join('\n'),
    ));

  it('ignores variables of shells, containers, CI and other programs', () => {
    const common = `PATH HOME USER SHELL TERM LANG LC_ALL PWD OLDPWD LOGNAME HOSTNAME HOSTTYPE MAIL EDITOR PAGER DISPLAY TMPDIR TZ NODE
      NODE_OPTIONS NODE_PATH NODE_VERSION NODE_EXTRA_CA_CERTS NODE_NO_WARNINGS npm_config_cache npm_lifecycle_event INIT_CWD CI DEBUG
      PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE DB_URL DB_HOST DATABASE DATABASE_HOST DATABASE_NAME DATABASE_USER REDIS_URL
      POSTGRES_PASSWORD POSTGRES_USER SECRET SECRET_TOKEN SECRET_KEY_BASE API_KEY API_URL APP_URL PUBLIC_URL PORTS HOSTS HTTP_PROXY
      HTTPS_PROXY NO_PROXY NO_COLOR FORCE_COLOR COLORTERM KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT GITHUB_ACTIONS GITHUB_TOKEN
      RUNNER_OS OTEL_EXPORTER_OTLP_PROTOCOL OTEL_EXPORTER_OTLP_TIMEOUT OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_RESOURCE_ATTRIBUTES
      OTEL_SDK_DISABLED OTEL_LOG_LEVEL SSH_AUTH_SOCK XDG_RUNTIME_DIR LS_COLORS SHLVL DYNO WEB_CONCURRENCY MEMORY_AVAILABLE`;
    const environment = Object.fromEntries(common.split(/\s+/).map((name) => [name, '1']));
    assert.deepEqual(warnings(environment), []);
  });

  it('warns of a misspelt value production, which would go unnoticed', () => {
    assert.deepEqual(warnings({ NODE_ENV: 'prodution' }), [
      'NODE_ENV is "prodution". Did you mean production?',
    ]);
    assert.deepEqual(warnings({ NODE_ENV: 'prod' }), ['NODE_ENV is "prod". Did you mean production?']);
    assert.deepEqual(warnings({ NODE_ENV: 'test' }), []);
    assert.deepEqual(warnings({ NODE_ENV: 'production', SECRET_KEY: '0123456789abcdef' }), []);
  });
});

it('a shown value hides secrets and the passwords of URLs', () => {
  assert.equal(toShownValue('SECRET_KEY', 'hidden'), '••••••••');
  assert.equal(toShownValue('OTEL_EXPORTER_OTLP_HEADERS', 'authorization=hidden'), '••••••••');
  assert.equal(
    toShownValue('DATABASE_URL', 'postgres://me:hid@den@db:5432/x'),
    'postgres://me:••••@db:5432/x',
  );
  assert.equal(toShownValue('DATABASE_URL', 'postgres://me:hid/d@en@db/x'), 'postgres://me:••••@db/x');
  assert.equal(
    toShownValue('DATABASE_URL', 'postgres:///x?host=/run&password=hidden&sslmode=no'),
    'postgres:///x?host=/run&password=••••&sslmode=no',
  );
  assert.equal(toShownValue('BASE_URL', 'https://ucp.example:8443/a@b'), 'https://ucp.example:8443/a@b');
});
