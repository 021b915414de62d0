import { databases } from '../../testing/databases.ts';
import { everyWire } from './every-wire.ts';

const [sqlite] = databases;

everyWire(sqlite, { records: true });
