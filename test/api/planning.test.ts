import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { onEachEngine } from '../support/engines.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { wrong } from '../support/requests.ts';

onEachEngine((server) => {
  describe('planSampleSize', () => {
    const ask = (
      body: Parameters<ReturnType<typeof server>['owner']['planSampleSize']>[0]['body'],
    ) => server().owner.planSampleSize({ body });

    test('200 tells power, length and what would be enough', async () => {
      const plan = await ask({ difference: 0.1, tie_rate: 0, cases: 199, annotators: 1 });
      assert.equal(plan.judgements, 199);
      assert.equal(plan.effective_judgements, 199);
      // The exact sign test needs 199 decisive votes to find 60 % with power 0.8.
      assert.deepEqual(plan.needed, { power: 0.8, cases: 199, judgements: 199 });
      assert.ok(plan.power >= 0.8 && plan.power < 0.81, String(plan.power));
      const found = plan.always_valid_power.estimate ?? 0;
      assert.ok(found > 0.4 && found < 0.9, String(found));
      const { low, median, high } = plan.expected_judgements;
      assert.ok(low <= median && median <= high && high <= 199);
    });

    test('200 counts judgements of one case for less than independent ones', async () => {
      const plan = await ask({
        difference: 0.1,
        cases: 100,
        judgements_per_case: 3,
        annotators: 6,
        correlation: 0.3,
      });
      assert.equal(plan.judgements, 300);
      assert.ok(Math.abs(plan.effective_judgements - 187.5) < 1e-9);
      const spread = await ask({ difference: 0.1, cases: 300, annotators: 6 });
      assert.ok(spread.power > plan.power);
    });

    test('200 turns a measured pace into hours', async () => {
      const plan = await ask({
        difference: 0.05,
        cases: 120,
        annotators: 2,
        seconds_per_judgement: 60,
      });
      assert.equal(plan.pace, 'measured');
      assert.equal(plan.hours.total.median, plan.expected_judgements.median / 60);
      assert.equal(plan.hours.per_annotator.median, plan.hours.total.median / 2);
      assert.ok(plan.hours.total.low < plan.hours.total.high);
      assert.ok(!plan.assumptions.includes('pace_assumed'));
      const guessed = await ask({ difference: 0.05, cases: 120 });
      assert.equal(guessed.pace, 'assumed');
      assert.ok(guessed.assumptions.includes('pace_assumed'));
    });

    test('200 answers the same question the same', async () => {
      const question = { difference: 0.08, cases: 200, judgements_per_case: 2, annotators: 4 };
      assert.deepEqual(await ask(question), await ask(question));
    });

    test('401 without a valid credential', async () => {
      const body = { difference: 0.1, cases: 10 };
      expectProblem(await server().client().reply.planSampleSize({ body }), 'unauthenticated');
      const unknown = server().client(`unknown1.${'0'.repeat(64)}`);
      expectProblem(await unknown.reply.planSampleSize({ body }), 'unauthenticated');
    });

    test('422 for each value out of range', async () => {
      const reply = await server().owner.reply.planSampleSize({
        body: {
          difference: 0.6,
          tie_rate: -0.1,
          cases: 0,
          judgements_per_case: 21,
          annotators: wrong('two'),
          correlation: wrong('much'),
          power: 1,
          level: wrong(null),
        },
      });
      expectInvalid(
        reply,
        { loc: ['body', 'difference'], type: 'less_than_equal' },
        { loc: ['body', 'tie_rate'], type: 'greater_than_equal' },
        { loc: ['body', 'cases'], type: 'greater_than_equal' },
        { loc: ['body', 'judgements_per_case'], type: 'less_than_equal' },
        { loc: ['body', 'annotators'], type: 'int_type' },
        { loc: ['body', 'correlation'], type: 'float_type' },
        { loc: ['body', 'power'], type: 'less_than_equal' },
      );
    });

    test('422 for values that cannot be true together', async () => {
      const reply = await server().owner.reply.planSampleSize({
        body: { difference: 0.3, tie_rate: 0.5, cases: 10, judgements_per_case: 3, annotators: 2 },
      });
      expectInvalid(
        reply,
        { loc: ['body', 'difference'], type: 'value_error' },
        { loc: ['body', 'judgements_per_case'], type: 'value_error' },
      );
    });
  });
});
