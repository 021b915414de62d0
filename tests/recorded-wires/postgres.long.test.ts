import { databases } from '../../testing/databases.ts';
import { everyWire } from './every-wire.ts';

const [, postgres] = databases;

everyWire(postgres, { records: false });
