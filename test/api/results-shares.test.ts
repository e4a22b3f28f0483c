import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeMember } from '../support/builders.ts';
import { onEachEngine } from '../support/engines.ts';
import { makeHumanEvaluation } from '../support/evaluations.ts';
import { expectProblem } from '../support/expect.ts';
import { voteInTurn } from '../support/votes.ts';

const REQUESTS = 50;
const INPUTS = Array.from({ length: REQUESTS }, (_, index) => `input ${index}`);
const ROWS = Array.from({ length: 24 }, (_, row) =>
  Object.fromEntries(INPUTS.map((name, index) => [name, `${(row + index) % 2}`])),
);

onEachEngine((server) => {
  describe('fetchResults, fetchResultsSeries and planSampleSize', () => {
    test('429 beyond the share of one caller, while others are answered', async () => {
      const { owner } = server();
      const made = await makeHumanEvaluation(owner, { rows: ROWS });
      const other = await makeHumanEvaluation(owner, { rows: ROWS.slice(0, 4) });
      await voteInTurn(owner, made, Array(ROWS.length).fill('1'));
      const { client: reader } = await makeMember(server(), ['viewer']);
      const requests = INPUTS.map((slice, index) =>
        index % 5 === 0
          ? owner.reply.planSampleSize({ body: { difference: 0.05, cases: 100 + index } })
          : owner.reply.fetchResults({ parameters: made, query: { slice } }),
      );
      const [replies, results, series, planned] = await Promise.all([
        Promise.all(requests),
        reader.reply.fetchResults({ parameters: other }),
        reader.reply.fetchResultsSeries({ parameters: other }),
        reader.reply.planSampleSize({ body: { difference: 0.1, cases: 10 } }),
      ]);
      assert.deepEqual([results.status, series.status, planned.status], [200, 200, 200]);
      const statuses = new Set(replies.map(({ status }) => status));
      assert.deepEqual(statuses, new Set([200, 429]));
      const refused = replies.filter(({ status }, index) => status === 429 && index % 5 > 0);
      assert.notEqual(refused.length, 0);
      for (const reply of refused) {
        expectProblem(reply, 'rate_limited');
        assert.match(reply.headers.get('retry-after') ?? '', /^\d+$/);
      }
      // A refused request succeeds afterwards.
      const [, slice = ''] = INPUTS;
      await owner.fetchResults({ parameters: made, query: { slice } });
    });
  });
});
