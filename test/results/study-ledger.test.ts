import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type LedgerEntry, openLedger } from '../../src/domain/results/study-ledger.ts';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { studyOf } from '../support/studies.ts';
import { check } from './arbitrary-studies.ts';

const entry: fc.Arbitrary<LedgerEntry> = fc
  .record({
    case: fc.nat(9),
    annotator: fc.nat(4),
    completedAtMs: fc.nat(100),
    takenMs: fc.nat(5000),
    left: fc.nat(2),
    step: fc.integer({ min: 1, max: 2 }),
    outcome: fc.nat(3),
    kind: fc.constantFrom('vote' as const, 'choice' as const),
  })
  .map(({ kind, left, step, outcome, ...judged }): LedgerEntry => {
    if (kind === 'choice') return { kind, row: { ...judged, chosen: outcome - 1 } };
    const right = (left + step) % 3;
    return { kind, row: { ...judged, left, right, outcome, probability: Number.NaN } };
  });

/** Few ids, so that judgements are replaced and withdrawn. */
const change = fc.record({
  id: fc.nat(25).map(String),
  entry: fc.option(entry, { freq: 4 }),
});

describe('openLedger', () => {
  it('equals a recount bit for bit after any judgements, changes and withdrawals', () =>
    check(
      fc.property(fc.array(change, { maxLength: 120 }), (changes) => {
        const ledger = openLedger();
        const last = new Map<string, LedgerEntry>();
        for (const { id, entry: put } of changes) {
          if (put === null) {
            ledger.withdraw(id);
            last.delete(id);
          } else {
            ledger.put(id, put);
            last.set(id, put);
          }
        }
        const recount = openLedger();
        for (const [id, put] of [...last].reverse()) recount.put(id, put);
        const frame = studyOf({ variants: 3, cases: 10, annotators: 5 });
        assert.equal(ledger.size(), last.size);
        assert.deepEqual(
          summarizeResults(ledger.study(frame)),
          summarizeResults(recount.study(frame)),
        );
      }),
    ));
});
