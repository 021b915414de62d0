import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSealing } from '../../../src/storage/engine/sealing.ts';
import {
  flag,
  json,
  lazilySealed,
  list,
  money,
  sealed,
  sealedJson,
  text,
  uuid,
} from '../../../src/storage/tables/column.ts';
import { type AnyTable, declareTable } from '../../../src/storage/tables/table.ts';
import { TABLES } from '../../../src/storage/tables/tables.ts';

const sealing = createSealing('a key for the tests of declared tables');
const letters = declareTable('letters', {
  id: uuid,
  is_read: flag,
  first_page: json<{ lines: string[] }>().optional,
  marks: list<string>(),
  postage: money,
  pin: sealed(),
  reply_address: sealedJson<{ street: string }>().optional,
  answer: lazilySealed().optional,
  drawer_number: text.optional.internal,
}).with({ boundTo: 'notes' });
const record = {
  id: 'one',
  isRead: true,
  firstPage: { lines: ['Dear Ann'] },
  marks: ['stamped'],
  postage: 95,
  pin: '1234',
  replyAddress: { street: 'Harbour 1' },
  answer: 'yes',
};

describe('a declared table', () => {
  it('gives back the record that was written', () => {
    const row = letters.toRow(record, sealing);
    const opened = { ...row, firstPage: record.firstPage, marks: record.marks };
    assert.deepEqual(letters.fromRow(opened, sealing), record);
  });

  it('keeps null, and stores an empty list as null', () => {
    const row = letters.toRow({ id: 'one', firstPage: null, marks: [], replyAddress: null }, sealing);
    assert.deepEqual(row, { id: 'one', firstPage: null, marks: null, replyAddress: null });
    assert.deepEqual(letters.fromRow(row, sealing), row);
  });

  it('gives storage all values of a row, internal ones among them', () => {
    const row = letters.toRow({ isRead: false, drawerNumber: '7', pin: '1234' }, sealing, 'one');
    assert.deepEqual(letters.open({ id: 'one', ...row }, sealing), {
      ...{ id: 'one', isRead: false, drawerNumber: '7', pin: '1234' },
    });
  });

  it('writes no member that is absent, undefined or no column', () => {
    const change = { id: 'one', isRead: undefined, other: 1 };
    assert.deepEqual(letters.toRow(change), { id: 'one' });
  });

  it('leaves what is sealed, internal or of another table out of a record', () => {
    const row = { ...letters.toRow(record, sealing), drawerNumber: '7', otherTable: 1 };
    const { pin: _pin, replyAddress: _address, answer: _answer, ...open } = record;
    const texts = { firstPage: JSON.stringify(record.firstPage), marks: JSON.stringify(record.marks) };
    assert.deepEqual(letters.fromRow(row), { ...open, ...texts });
  });

  it('binds a ciphertext to its table, column and row', () => {
    const { pin } = letters.toRow({ id: 'one', pin: '1234' }, sealing);
    assert.equal(sealing.open(pin, 'notes.pin/one'), '1234');
    assert.equal(letters.place('pin', 'one'), 'notes.pin/one');
    assert.throws(() => letters.fromRow({ id: 'two', pin }, sealing));
  });

  it('opens a lazy column when it is read, and not before', () => {
    const opened = letters.fromRow({ id: 'one', answer: 'no ciphertext' }, sealing);
    assert.throws(() => opened.answer, /another SECRET_KEY/);
  });

  it('refuses to store a sealed value without a key', () => {
    assert.throws(() => letters.toRow({ id: 'one', pin: '1234' }), /unsealed/);
  });
});

const tables = Object.values<AnyTable>(TABLES);
const ofStores = tables.filter(({ columns }) => 'store_id' in columns);

describe('keys of the tables', () => {
  it('begin with the store where rows belong to one, except those with a reason', () => {
    const wrong = ofStores
      .filter(({ acrossStores }) => acrossStores === undefined)
      .flatMap((table) => keysAcrossStores(table).map((key) => `${table.name} (${key})`));
    assert.deepEqual(wrong, []);
  });

  it('gives a table a reason for keys across stores only when one of its keys has no store first', () => {
    for (const table of tables.filter(({ acrossStores }) => acrossStores !== undefined))
      assert.ok(keysAcrossStores(table).length > 0 && table.acrossStores, table.name);
  });

  it('allow PostgreSQL to divide every table that grows with its store', () => {
    const divided = tables.filter(({ isDivided }) => isDivided);
    for (const table of divided) assert.deepEqual(keysAcrossStores(table), [], table.name);
    assert.ok(divided.length >= 12);
  });

  it('name the store in every reference to a row of a store', () => {
    for (const table of tables)
      for (const [name, { definition }] of Object.entries(table.columns)) {
        const [to = ''] = definition.refersTo ?? [];
        const isWithinStore = ofStores.some((each) => each.name === to);
        assert.equal(definition.isOfStore === true, isWithinStore, `${table.name}.${name}`);
        if (isWithinStore) assert.ok('store_id' in table.columns, table.name);
      }
  });
});

/** Lists the primary key and the unique indexes that do not begin with the store. */
function keysAcrossStores({ key, unique = [], uniqueIndexes = {} }: AnyTable): string[] {
  const keys = [key.join(', '), ...unique, ...Object.values(uniqueIndexes).map((on) => on.replace('(', ''))];
  return keys.filter((columns) => !/^store_id\b/.test(columns));
}
