import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { makeMember } from '../support/builders.ts';
import { onEachEngine, onOneEngine } from '../support/engines.ts';
import { fillOutputs } from '../support/evaluation-outputs.ts';
import { type MadeEvaluation, makeHumanEvaluation } from '../support/evaluations.ts';
import { expectInvalid, expectProblem } from '../support/expect.ts';
import { judgeTasks } from '../support/judge-tasks.ts';
import { statusesOf, wrong } from '../support/requests.ts';
import { rowsOf } from '../support/rows-of.ts';
import { simulatedScores, studyOf } from '../support/studies.ts';

onOneEngine((server) => {
  describe('planSampleSize from the question alone', () => {
    const ask = (
      body: Parameters<ReturnType<typeof server>['owner']['planSampleSize']>[0]['body'],
    ) => server().owner.planSampleSize({ body });

    test('200 returns power, length and what would be enough', async () => {
      const plan = await ask({ difference: 0.1, tie_rate: 0, cases: 199, annotators: 1 });
      assert.equal(plan.judgements, 199);
      assert.equal(plan.effective_judgements, 199);
      // The exact sign test, which looks once, needs 199 decisive votes to find 60 % with power 0.8.
      const { power, cases, judgements } = plan.needed ?? {};
      assert.deepEqual([power, judgements], [0.8, cases]);
      // Looking after each of them costs a few more.
      assert.ok(Math.abs((cases ?? 0) - 212) <= 8, String(cases));
      assert.ok(Math.abs((plan.power.estimate ?? 0) - 0.78) < 0.04, String(plan.power.estimate));
      assert.ok((plan.power.interval?.low ?? 1) < 0.79 && plan.runs === plan.power.n);
      const { low, median, high } = plan.expected_judgements;
      assert.ok(low <= median && median <= high && high <= 199);
    });

    test('200 counts judgements of one case less than independent ones', async () => {
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
      assert.ok((spread.power.estimate ?? 0) > (plan.power.estimate ?? 1));
    });

    test('200 plans for several variants: more comparisons must succeed together', async () => {
      const two = await ask({ difference: 0.1, cases: 200 });
      const four = await ask({ difference: 0.1, cases: 200, variants: 4 });
      assert.equal(four.judgements, 6 * two.judgements);
      assert.ok(four.assumptions.includes('other_variants_equal'));
      assert.ok(!two.assumptions.includes('other_variants_equal'));
      const some = await ask({ difference: 0.1, cases: 200, variants: 4, pairs_per_case: 2 });
      assert.equal(some.judgements, 400);
      assert.ok((some.power.estimate ?? 1) < (four.power.estimate ?? 0));
      assert.ok((some.needed?.cases ?? 0) > (four.needed?.cases ?? Infinity));
    });

    test('200 plans for scores: a difference in steps of the scale', async () => {
      const question = { kind: 'scoring', difference: 0.25, cases: 100, score_sd: 1 } as const;
      const plan = await ask(question);
      assert.equal(plan.judgements, 200);
      assert.ok(!plan.assumptions.includes('score_sd_assumed'));
      assert.ok(!plan.assumptions.includes('tie_rate_assumed'));
      // A t test that looks once needs 128 scenarios for 80 %.
      assert.ok(Math.abs((plan.needed?.cases ?? 0) - 137) <= 6, String(plan.needed?.cases));
      const usual = await ask({ kind: 'scoring', difference: 7.5, cases: 100, score_max: 101 });
      // 30 % of the scale, 30 steps, are four times the difference of 7.5.
      assert.ok(usual.assumptions.includes('score_sd_assumed'));
      assert.deepEqual(usual.power, plan.power);
    });

    test('200 reaches the requested power with the cases that it recommends', async () => {
      for (const question of [
        { difference: 0.08, power: 0.9 },
        { difference: 0.1, tie_rate: 0 },
        { difference: 0.15 },
        { difference: 0.15, variants: 3, judgements_per_case: 2, annotators: 2 },
        { kind: 'scoring', difference: 0.5, variants: 4, level: 0.9 },
      ] as const) {
        const { needed } = await ask({ ...question, cases: 10 });
        const { power } = await ask({ ...question, cases: needed?.cases ?? 1 });
        const gap = Math.abs((power.estimate ?? 0) - (needed?.power ?? 1));
        assert.ok(gap < 0.03, `${JSON.stringify(question)} ${power.estimate}`);
      }
    });

    test('200 recommends enough scenarios if scores vary by one point of five', async () => {
      const { needed } = await ask({ kind: 'scoring', difference: 0.4, cases: 10 });
      const studies = 60;
      let detected = 0;
      for (let seed = 1; seed <= studies; seed += 1) {
        const cases = needed?.cases ?? 0;
        const scores = simulatedScores({ seed, cases, annotators: 1, perCase: 1, step: 0.4 });
        if (summarizeResults(studyOf({ scores })).verdict.word === 'better') detected += 1;
      }
      // 80 % less three standard errors.
      assert.ok(detected / studies > 0.8 - 3 * Math.sqrt((0.8 * 0.2) / studies), `${detected}`);
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

    test('200 answers the same question alike', async () => {
      const question = { difference: 0.08, cases: 200, judgements_per_case: 2, annotators: 4 };
      assert.deepEqual(await ask(question), await ask(question));
    });
  });
});

onEachEngine((server) => {
  describe('planSampleSize', () => {
    const ask = (
      body: Parameters<ReturnType<typeof server>['owner']['planSampleSize']>[0]['body'],
    ) => server().owner.planSampleSize({ body });

    /** Eight cases by two people: eight votes for the second, four ties, four both bad. */
    const makeMeasured = async () => {
      const made = await makeHumanEvaluation(server().owner, {
        rows: rowsOf(8),
        settings: { judgements_per_task: 2 },
      });
      await fillOutputs(server().owner, made, (_, variant) => `${variant}`);
      const { client } = await makeMember(server(), ['editor']);
      for (const [person, seconds] of [
        [server().owner, 10],
        [client, 20],
      ] as const) {
        let judged = 0;
        await judgeTasks(person, made, ({ slots }) => {
          judged += 1;
          const second = slots.find(({ output }) => output === '1')?.slot_id ?? '';
          const outcome = judged <= 4 ? second : judged <= 6 ? 'tie' : 'both_bad';
          return { outcome, time_taken_ms: 1000 * (seconds + judged) };
        });
      }
      return made;
    };
    let measured: MadeEvaluation;
    before(async () => {
      measured = await makeMeasured();
    });

    test('429 for more plans at the same time than one user may have', async () => {
      const question = { difference: 0.1, tie_rate: 0, cases: 200 };
      const replies = await Promise.all(
        Array.from({ length: 5 }, () => server().owner.reply.planSampleSize({ body: question })),
      );
      assert.deepEqual(statusesOf(replies), [200, 200, 429, 429, 429]);
      const refused = replies.find(({ status }) => status === 429);
      assert.match(refused?.headers.get('retry-after') ?? '', /^\d+$/);
      await ask({ difference: 0.1, cases: 10 });
    });

    test('200 takes what is not sent from an evaluation', async () => {
      const { evaluation_id } = measured;
      const plan = await ask({ difference: 0.1, evaluation_id });
      // Eight times from 11 to 18 seconds and eight from 21 to 28: the median is between 18 and 21.
      const pace = plan.measured?.seconds_per_judgement;
      assert.deepEqual([pace?.estimate, pace?.n], [19.5, 16]);
      // The 95 % interval runs from the fourth to the thirteenth of sixteen.
      assert.deepEqual([pace?.interval?.low, pace?.interval?.high], [14, 25]);
      assert.equal(plan.measured?.tie_rate, 0.5);
      assert.equal(plan.measured?.cases, 8);
      assert.equal(plan.measured?.annotators, 2);
      assert.equal(plan.judgements, 8);
      assert.equal(plan.seconds_per_judgement, 19.5);
      assert.equal(plan.pace, 'measured');
      const { low, median, high } = plan.expected_judgements;
      assert.deepEqual(plan.hours.total, {
        median: Math.round((median * 19.5) / 36) / 100,
        low: Math.round((low * 14) / 36) / 100,
        high: Math.round((high * 25) / 36) / 100,
      });
      assert.ok(!plan.assumptions.includes('pace_assumed'));
      assert.ok(!plan.assumptions.includes('tie_rate_assumed'));
      const explicit = await ask({
        difference: 0.1,
        evaluation_id,
        cases: 30,
        tie_rate: 0.1,
        seconds_per_judgement: 60,
        annotators: 5,
      });
      assert.equal(explicit.judgements, 30);
      assert.equal(explicit.seconds_per_judgement, 60);
    });

    test('200 assumes what no judgement has measured yet', async () => {
      const { evaluation_id } = await makeHumanEvaluation(server().owner, { rows: rowsOf(3) });
      const plan = await ask({ difference: 0.1, evaluation_id });
      assert.equal(plan.judgements, 3);
      assert.equal(plan.measured?.tie_rate, null);
      assert.equal(plan.measured?.seconds_per_judgement.estimate, null);
      assert.equal(plan.pace, 'assumed');
    });

    test('G23: 200 reveals nothing of a blind evaluation to its annotators', async () => {
      const { evaluation_id } = measured;
      const { client } = await makeMember(server(), ['evaluator']);
      const body = { difference: 0.1, evaluation_id };
      const plan = await client.planSampleSize({ body });
      assert.equal(plan.measured, null);
      const assumed = await client.planSampleSize({ body: { difference: 0.1, cases: 8 } });
      assert.deepEqual(plan, assumed);
    });

    test('404 evaluation_not_found for unknown evaluations', async () => {
      for (const evaluation_id of [randomUUID(), 'no id']) {
        const body = { difference: 0.1, evaluation_id };
        const reply = await server().owner.reply.planSampleSize({ body });
        expectProblem(reply, 'evaluation_not_found');
      }
    });

    test('422 without cases and without an evaluation that has some', async () => {
      const reply = await server().owner.reply.planSampleSize({ body: { difference: 0.1 } });
      expectInvalid(reply, { loc: ['body', 'cases'], type: 'missing' });
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
          kind: wrong('ranking'),
          variants: 11,
          difference: 2_000_000,
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
        { loc: ['body', 'kind'], type: 'enum' },
        { loc: ['body', 'variants'], type: 'less_than_equal' },
        { loc: ['body', 'difference'], type: 'less_than_equal' },
        { loc: ['body', 'tie_rate'], type: 'greater_than_equal' },
        { loc: ['body', 'cases'], type: 'greater_than_equal' },
        { loc: ['body', 'judgements_per_case'], type: 'less_than_equal' },
        { loc: ['body', 'annotators'], type: 'int_type' },
        { loc: ['body', 'correlation'], type: 'float_type' },
        { loc: ['body', 'power'], type: 'less_than_equal' },
      );
    });

    test('422 for values that contradict each other', async () => {
      const reply = await server().owner.reply.planSampleSize({
        body: { difference: 0.3, tie_rate: 0.5, cases: 10, judgements_per_case: 3, annotators: 2 },
      });
      expectInvalid(
        reply,
        { loc: ['body', 'difference'], type: 'value_error' },
        { loc: ['body', 'judgements_per_case'], type: 'value_error' },
      );
      const others = [
        [{ difference: 0.6, cases: 10 }, 'difference'],
        [{ difference: 0.1, cases: 10, variants: 3, pairs_per_case: 4 }, 'pairs_per_case'],
        [{ kind: 'scoring', difference: 4, cases: 10 }, 'difference'],
        [{ kind: 'scoring', difference: 1, cases: 10, score_min: 5 }, 'score_max'],
        [{ kind: 'scoring', difference: 1, cases: 10, score_sd: 5 }, 'score_sd'],
      ] as const;
      for (const [body, field] of others) {
        const refused = await server().owner.reply.planSampleSize({ body });
        expectInvalid(refused, { loc: ['body', field], type: 'value_error' });
      }
    });
  });
});
