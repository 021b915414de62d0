import { describe } from 'node:test';
import { databases } from '../../testing/databases.ts';
import { everyWire } from './every-wire.ts';

const [sqlite] = databases;

describe('recorded wires (SQLite)', () => everyWire(sqlite, { records: true }));
