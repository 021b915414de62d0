import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOpenAt } from '../../../src/commerce/store/opening-hours.ts';
import {
  addDays,
  beginOf,
  getDays,
  getLastDays,
  getPeriodBefore,
  normalizeTimeZone,
  toDay,
} from '../../../src/commerce/time/days.ts';
import { DAY_MS, HOUR_MS, toIso } from '../../../src/commerce/time/time.ts';

const at = (instant: string) => Date.parse(instant);

describe('days of a time zone', () => {
  it('places an evening in Los Angeles on its own date, not on that of UTC', () => {
    const evening = at('2026-11-22T02:46:00.000Z');
    assert.equal(toDay(evening, 'America/Los_Angeles'), '2026-11-21');
    assert.equal(toDay(evening, 'UTC'), '2026-11-22');
    assert.equal(toDay(evening, 'Asia/Kathmandu'), '2026-11-22');
    assert.equal(toDay(at('2026-11-22T18:15:00.000Z'), 'Asia/Kathmandu'), '2026-11-23');
    assert.equal(toDay(at('2026-11-22T18:14:59.999Z'), '+05:45'), '2026-11-22');
    assert.equal(toDay(at('2026-11-22T03:29:59.999Z'), '-03:30'), '2026-11-21');
  });

  const BEGINS: [day: string, timeZone: string, begin: string, hours: number][] = [
    ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z', 24],
    ['2026-11-21', 'America/Los_Angeles', '2026-11-21T08:00:00.000Z', 24],
    ['2026-11-01', 'America/Los_Angeles', '2026-11-01T07:00:00.000Z', 25],
    ['2027-03-14', 'America/Los_Angeles', '2027-03-14T08:00:00.000Z', 23],
    ['2027-03-28', 'Europe/Berlin', '2027-03-27T23:00:00.000Z', 23],
    ['2027-10-31', 'Europe/Berlin', '2027-10-30T22:00:00.000Z', 25],
    ['2027-10-31', '+02:00', '2027-10-30T22:00:00.000Z', 24],
    ['2026-11-22', 'Asia/Kathmandu', '2026-11-21T18:15:00.000Z', 24],
    // Clocks go from 0:00 to 1:00: the day has no midnight.
    ['2024-03-31', 'Asia/Beirut', '2024-03-30T22:00:00.000Z', 23],
    // Clocks go back from 1:00 to 0:00: the day has two.
    ['2024-10-27', 'Atlantic/Azores', '2024-10-27T00:00:00.000Z', 25],
    // Clocks go back from 0:00 to 23:00 of the day before.
    ['2018-02-17', 'America/Sao_Paulo', '2018-02-17T02:00:00.000Z', 25],
    ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z', 24],
    // Samoa crossed the date line and left this day out.
    ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 0],
    ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z', 24],
  ];
  for (const [day, timeZone, begin, hours] of BEGINS)
    it(`begins ${day} in ${timeZone} at ${begin}, for ${hours} hours`, () => {
      assert.equal(toIso(beginOf(day, timeZone)), begin);
      assert.equal((beginOf(addDays(day), timeZone) - beginOf(day, timeZone)) / HOUR_MS, hours);
    });

  it('agrees at the begin, noon and end of each day with the clocks of Intl', () => {
    for (const timeZone of [
      'Europe/Berlin',
      'America/Los_Angeles',
      'Asia/Beirut',
      'Atlantic/Azores',
      'Asia/Kathmandu',
    ]) {
      const clock = new Intl.DateTimeFormat('sv', { timeZone });
      for (const { day, begin, end } of getDays({ from: '2026-01-01', to: '2027-12-31', timeZone }))
        for (const instant of [at(begin), at(begin) + DAY_MS / 2, at(end) - 1]) {
          assert.equal(clock.format(instant), day, `${timeZone} ${toIso(instant)}`);
          assert.equal(toDay(instant, timeZone), day);
        }
    }
  });

  it('joins the days of a period without a gap, from the begin of the first', () => {
    const days = getDays({ from: '2027-10-30', to: '2027-11-01', timeZone: 'Europe/Berlin' });
    assert.deepEqual(days, [
      { day: '2027-10-30', begin: '2027-10-29T22:00:00.000Z', end: '2027-10-30T22:00:00.000Z' },
      { day: '2027-10-31', begin: '2027-10-30T22:00:00.000Z', end: '2027-10-31T23:00:00.000Z' },
      { day: '2027-11-01', begin: '2027-10-31T23:00:00.000Z', end: '2027-11-01T23:00:00.000Z' },
    ]);
  });

  it('counts the last days from today of the zone, and as many before', () => {
    const now = at('2026-11-22T02:46:00.000Z');
    const week = getLastDays(7, now, 'America/Los_Angeles');
    assert.deepEqual(week, { from: '2026-11-15', to: '2026-11-21', timeZone: 'America/Los_Angeles' });
    const before = getPeriodBefore(week);
    assert.deepEqual([before.from, before.to], ['2026-11-08', '2026-11-14']);
  });

  it('knows IANA names and offsets, and nothing else', () => {
    const zones = ['europe/berlin', 'Asia/Kathmandu', '+02:00', '+0545', '-00:00', 'Etc/UTC', 'GMT'].map(
      normalizeTimeZone,
    );
    assert.deepEqual(zones, ['Europe/Berlin', 'Asia/Kathmandu', '+02:00', '+05:45', 'UTC', 'UTC', 'UTC']);
    for (const text of ['', 'Berlin', 'Europe/Nowhere', '+25:00', '02:00', 'UTC+2', '\0'])
      assert.equal(normalizeTimeZone(text), undefined, text);
  });

  it('opens and closes by the clock of the zone, on both changes of summer time', () => {
    const open = [{ days: ['sun'], from: '02:30', to: '04:00' }] as const;
    const inBerlin = (instant: string) => isOpenAt(open, at(instant), 'Europe/Berlin');
    // On 2027-03-28 the clocks go from 2:00 to 3:00.
    assert.deepEqual(['2027-03-28T00:59:00Z', '2027-03-28T01:00:00Z', '2027-03-28T02:00:00Z'].map(inBerlin), [
      false,
      true,
      false,
    ]);
    // On 2027-10-31 the hour from 2:00 comes twice.
    assert.deepEqual(
      ['2027-10-31T00:29:00Z', '2027-10-31T00:30:00Z', '2027-10-31T01:15:00Z', '2027-10-31T01:30:00Z'].map(
        inBerlin,
      ),
      [false, true, false, true],
    );
    assert.equal(isOpenAt(open, at('2026-11-21T20:45:00Z'), 'Asia/Kathmandu'), true);
  });
});
