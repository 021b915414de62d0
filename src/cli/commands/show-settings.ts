import { existsSync } from 'node:fs';
import { ConfigError } from '../../commerce/errors.ts';
import {
  type Config,
  type Environment,
  RENAMED_SETTINGS,
  readConfig,
  readGivenValues,
} from '../../settings/config.ts';
import { describeDefault, getSettingDocs, SETTINGS, toShownValue } from '../../settings/schema.ts';
import { getSecretKeyFile } from '../../storage/engine/sealing.ts';
import { wrapText } from '../shell/format.ts';
import { type JsonOption, paint, say, sayError, sayWarning } from '../shell/terminal.ts';

/** Prints every setting. Sets exit code 2 when one of them is wrong. */
export async function showSettings(environment: Environment, { json }: JsonOption): Promise<void> {
  const { config, problem } = attempt(environment);
  const values = readGivenValues(environment);
  const shownSettings = SETTINGS.map((name) => describe(name, values, config));
  const lines = shownSettings.map(({ name, value, origin, meaning }) => {
    const from = paint(origin === 'default' ? 'dim' : 'green', origin);
    return `${paint('bold', name)}=${value}  ${from}\n${paint('dim', wrapText(meaning, 2))}`;
  });
  say(json ? JSON.stringify(shownSettings, null, 2) : lines.join('\n'));
  for (const warning of config?.warnings ?? []) sayWarning(warning);
  if (problem === undefined) return;
  sayError(problem);
  process.exitCode = 2;
}

function attempt(environment: Environment): { config?: Config; problem?: string } {
  try {
    return { config: readConfig(environment) };
  } catch (error) {
    if (error instanceof ConfigError) return { problem: error.message };
    throw error;
  }
}

function describe(name: string, values: Environment, config: Config | undefined) {
  const meaning = getSettingDocs(name).means.replaceAll('`', '');
  const formerNames = Object.keys(RENAMED_SETTINGS).filter((former) => RENAMED_SETTINGS[former] === name);
  const source = [name, ...formerNames].find((each) => values[each] !== undefined);
  if (source !== undefined) {
    const origin = source === name ? 'environment' : `environment, as ${source}`;
    return { name, value: toShownValue(name, values[source] ?? ''), origin, meaning };
  }
  if (name === 'SECRET_KEY' && config) return { name, ...describeGeneratedKey(config), meaning };
  const value = (config && DERIVED[name]?.(config)) ?? describeDefault(name);
  return { name, value, origin: 'default', meaning };
}

/** Values of settings whose default depends on other settings. */
const DERIVED: Readonly<Record<string, (config: Config) => string>> = {
  BASE_URL: ({ host, port }) => `http://${host}:${port}`,
  SIGN_UP: ({ signUp }) => signUp,
  SANDBOX: ({ sandbox }) => (sandbox ? 'on' : 'off'),
  ALLOW_PRIVATE_ADDRESSES: ({ allowPrivateAddresses }) => (allowPrivateAddresses ? 'on' : 'off'),
};

function describeGeneratedKey({ databaseUrl }: Config) {
  const file = getSecretKeyFile(databaseUrl);
  if (file === undefined) return { value: 'new at each start', origin: 'generated' };
  if (!existsSync(file)) return { value: 'none yet', origin: 'default' };
  return { value: toShownValue('SECRET_KEY', ''), origin: `generated, in ${file}` };
}
