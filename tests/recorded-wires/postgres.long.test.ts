import { describe } from 'node:test';
import { databases } from '../../testing/databases.ts';
import { everyWire } from './every-wire.ts';

const [, postgres] = databases;

describe('recorded wires (PostgreSQL)', () => everyWire(postgres, { records: false }));
