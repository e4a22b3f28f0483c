import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseTime } from './parse-time.ts';

describe('parseTime', () => {
  test('reads what PostgreSQL and JSON write, without a zone as UTC', () => {
    const noon = Date.UTC(2024, 5, 1, 12, 0, 0, 123);
    for (const text of [
      '2024-06-01 12:00:00.123456+00',
      '2024-06-01T12:00:00.123Z',
      '2024-06-01T14:00:00.123+02:00',
      '2024-06-01 06:30:00.123-0530',
      '2024-06-01 12:00:00.123',
    ]) {
      assert.equal(parseTime(text), noon, text);
    }
    assert.equal(parseTime('2024-06-01'), Date.UTC(2024, 5, 1));
  });

  test('refuses text that is not a time, and times that cannot be kept', () => {
    for (const text of ['', 'infinity', '12024-06-01', '2024-02-30', '2024-13-01', 'today', '1']) {
      assert.equal(parseTime(text), undefined, text);
    }
    for (const time of ['25:61:61', '24:00', '12:60', '12:00:60', '12:00+99', '12:00+05:60']) {
      assert.equal(parseTime(`2024-06-01 ${time}`), undefined, time);
    }
  });
});
