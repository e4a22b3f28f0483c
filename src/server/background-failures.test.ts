import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { Problem } from '../contract/problems.ts';
import { logBackgroundFailures } from './background-failures.ts';

test('logs an outage once a minute, and a defect each time', () => {
  const logged: string[] = [];
  const write = (line: string) => {
    const { level, msg } = JSON.parse(line);
    logged.push(`${pino.levels.labels[level]}: ${msg}`);
  };
  let now = 0;
  const report = logBackgroundFailures(pino({}, { write }), () => now);
  for (; now < 150_000; now += 1_000) report(new Problem('unavailable', 'Away.'));
  assert.deepEqual(logged.splice(0), Array(3).fill('warn: Away.'));
  report(new Problem('read_only', 'Full.'));
  for (let time = 0; time < 2; time += 1) report(new Error('defect'));
  report(new Problem('app_not_found', 'There is no such app.'));
  const defect = 'error: background work failed';
  assert.deepEqual(logged, ['warn: Full.', defect, defect, defect]);
});
