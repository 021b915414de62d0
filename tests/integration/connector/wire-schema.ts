import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';

const FILE = join(import.meta.dirname, '../../../connectors/woocommerce/wire.schema.json');
const ID = 'ucp-host:connector-wire';

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
ajvFormats.default(ajv);
ajv.addSchema(JSON.parse(readFileSync(FILE, 'utf8')));

/** Holds a message, parsed from JSON, against its definition in the connector's wire schema. */
export function assertOnWire(message: string, value: unknown): void {
  const validate = ajv.getSchema(`${ID}#/$defs/${message}`);
  if (!validate) throw new Error(`The wire's schema defines no "${message}"`);
  if (!validate(value))
    assert.fail(`${message}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value)}`);
}
