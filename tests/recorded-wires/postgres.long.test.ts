import { describe } from 'node:test';
import { databases } from '../../testing/databases.ts';
import { everyWire } from './every-wire.ts';

const [, postgres] = databases;

describe('on PostgreSQL', () => everyWire(postgres, { records: false }));
