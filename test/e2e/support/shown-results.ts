import type { Client } from '../../../src/client/client.ts';
import type { NewEvaluationSettings } from '../../../src/contract/evaluations/evaluation-settings.ts';
import type { Assignment, JudgementSubmission } from '../../../src/contract/judging/assignments.ts';
import { createRandom, type Random } from '../../../src/statistics/numerics/random.ts';
import type { MadeEvaluation } from '../../support/evaluations.ts';
import { enter, makeLink } from '../../support/guests.ts';
import { judgeByFives } from '../../support/judge-tasks.ts';
import { outputTable, sendOutputs } from '../../support/output-files.ts';
import type { Host } from './judged-evaluation.ts';

/** An app whose variants differ in quality, for results pages. */
export interface Shop {
  readonly appId: string;
  readonly variants: readonly { readonly id: string; readonly name: string }[];
}

const CONFIGS = ['baseline', 'concise', 'large-model', 'polite', 'cheap'] as const;

export async function makeShop(owner: Client, appName: string): Promise<Shop> {
  const { app_id: appId } = await owner.createApp({ body: { app_name: appName } });
  const { base_id, variant } = await owner.createBase({
    body: {
      app_id: appId,
      base_name: 'chat',
      config_name: CONFIGS[0],
      parameters: { model: 'small', temperature: 0.7, prompt: 'Answer politely.' },
    },
  });
  const variants = [variant];
  for (const config of CONFIGS.slice(1)) {
    variants.push(
      await owner.addVariantFromBase({
        body: {
          base_id,
          new_variant_name: `chat.${config}`,
          new_config_name: config,
          parameters: { model: config, temperature: 0.2, prompt: `Answer like ${config}.` },
        },
      }),
    );
  }
  return {
    appId,
    variants: variants.map(({ variant_id, variant_name }) => ({
      id: variant_id,
      name: variant_name,
    })),
  };
}

interface ShownEvaluation {
  /** Indexes of variants of the shop. */
  readonly variants: readonly number[];
  readonly scenarios: number;
  readonly annotators: readonly Annotator[];
  readonly type?: MadeEvaluation['evaluation_type'];
  readonly settings?: NewEvaluationSettings;
}

interface Annotator {
  readonly name: string;
  readonly judge: (task: Task, random: Random) => JudgementSubmission;
}

/** A task with the variant of each output. */
interface Task extends Assignment {
  readonly variants: readonly number[];
}

async function makeShown(
  host: Host,
  shop: Shop,
  evaluation: ShownEvaluation,
): Promise<MadeEvaluation> {
  const { owner } = host;
  const { variants, scenarios, annotators, type = 'human_a_b_testing', settings = {} } = evaluation;
  const rows = Array.from({ length: scenarios }, (_, row) => ({
    question: `${QUESTIONS[row % QUESTIONS.length]} Order ${1000 + row}.`,
    topic: TOPICS[row % TOPICS.length] ?? '',
  }));
  const testset = await owner.createTestset({
    parameters: { app_id: shop.appId },
    body: { name: `customer questions ${await countOf(owner, shop)}`, csvdata: rows },
  });
  const chosen = variants.flatMap((number) => shop.variants[number] ?? []);
  const { id } = await owner.createHumanEvaluation({
    body: {
      app_id: shop.appId,
      variant_ids: chosen.map((variant) => variant.id),
      evaluation_type: type,
      inputs: ['question', 'topic'],
      testset_id: testset.id,
      status: 'EVALUATION_INITIALIZED',
      settings: { judgements_per_task: annotators.length, ...settings },
    },
  });
  const made: MadeEvaluation = {
    app_id: shop.appId,
    testset_id: testset.id,
    evaluation_id: id,
    evaluation_type: type,
    variants: chosen,
  };
  const texts = rows.map(({ question }) =>
    variants.map((number) => `${OPENINGS[number]} (${question})`),
  );
  await sendOutputs(owner, made, { content: outputTable(made, texts) });
  const link = await makeLink(owner, { evaluationId: id, max_uses: annotators.length });
  for (const [index, { name, judge }] of annotators.entries()) {
    const { browser } = await enter(host, link, name);
    await judgeByFives(browser, made, (task) => {
      const shown = shownIn(task);
      return judge({ ...task, variants: shown }, randomFor(index, task, shown));
    });
  }
  return made;
}

/** The same judgement in every run, whatever the order of tasks and the sides of outputs. */
function randomFor(annotator: number, { inputs }: Assignment, variants: readonly number[]): Random {
  const order = Number(inputs[0]?.input_value.match(/\d+/)?.[0]);
  const pair = variants.reduce((sum, variant) => sum + 7 ** (variant + 1), 0);
  const random = createRandom(order * 100_003 + annotator * 1_009 + pair);
  // The first draws of neighbouring seeds are alike.
  for (let draw = 0; draw < 5; draw += 1) random.uniform();
  return random;
}

async function countOf(owner: Client, { appId }: Shop): Promise<number> {
  return (await owner.listTestsets({ query: { app_id: appId } })).length + 1;
}

const OPENINGS = [
  'Thank you for your message. We look into it',
  'Yes, by Tuesday',
  'Your order left our workshop; the driver calls an hour before',
  'We are so very sorry and happy to help',
  'ok',
];

function shownIn({ slots }: Assignment): readonly number[] {
  return slots.map(({ output }) => OPENINGS.findIndex((opening) => output.startsWith(opening)));
}

const TOPICS = ['delivery', 'returns', 'care'];
const QUESTIONS = [
  'When does my sofa arrive?',
  'May I return the lamp?',
  'How do I oil the oak table?',
  'Can the driver call before?',
  'Who pays for sending it back?',
  'Is the bench treated against moisture?',
];

/** How good each variant is, in logits. */
const WORTH = [0, 0.75, 1.15, -0.1, -1.3];
const NAMES = ['Ada Pohl', 'Ben Ruiz', 'Chloé Martin', 'Deniz Kaya', 'Ella Novak'];

/** Mostly prefers the better variant. */
function fair(factor = 1): Annotator['judge'] {
  return ({ slots, variants }, random) => {
    const [low = 0, high = 0] = variants.toSorted((a, b) => a - b);
    const lead = factor * ((WORTH[high] ?? 0) - (WORTH[low] ?? 0));
    const draw = random.uniform();
    const time_taken_ms = 9_000 + random.below(30_000);
    if (draw < 0.08) return { outcome: 'tie', time_taken_ms };
    if (draw < 0.11) return { outcome: 'both_bad', time_taken_ms };
    const winner = random.uniform() < 1 / (1 + Math.exp(-lead)) ? high : low;
    return { outcome: slots[variants.indexOf(winner)]?.slot_id ?? 'tie', time_taken_ms };
  };
}

function panel(count: number, judge: Annotator['judge']): readonly Annotator[] {
  return NAMES.slice(0, count).map((name) => ({ name, judge }));
}

const CRITERIA: NonNullable<NewEvaluationSettings['criteria']> = [
  {
    name: 'Helpfulness',
    scale: { kind: 'likert', labels: ['useless', 'weak', 'fair', 'good', 'excellent'] },
  },
  { name: 'Tone', scale: { kind: 'likert', labels: ['rude', 'neutral', 'kind'] } },
  { name: 'Correct', scale: { kind: 'binary' } },
];

function scored({ slots, variants }: Task, random: Random): JudgementSubmission {
  const [slot] = slots;
  const worth = WORTH[variants[0] ?? 0] ?? 0;
  const within = (raw: number, most: number) => Math.min(most, Math.max(1, Math.round(raw)));
  const values = [
    within(3 + worth + 0.7 * random.normal(), 5),
    within(2 - 0.4 * worth + 0.6 * random.normal(), 3),
    random.uniform() < 0.6 + 0.2 * worth,
  ];
  return {
    answers: CRITERIA.map(({ name }, index) => ({
      criterion: name,
      ...(slot === undefined ? {} : { slot_id: slot.slot_id }),
      value: values[index] ?? 1,
    })),
    time_taken_ms: 7_000 + random.below(20_000),
  };
}

/**
 * Two annotators who choose only the left output, and never the same one: sides are random, so some
 * pairs of independent annotators would agree well by chance.
 */
function leftHanded(): readonly Annotator[] {
  const chosen = new Map<string, number | undefined>();
  const scenarioOf = ({ inputs }: Task) => inputs[0]?.input_value ?? '';
  return [
    {
      name: 'Left Handed',
      judge: (task) => {
        chosen.set(scenarioOf(task), task.variants[0]);
        return { outcome: task.slots[0]?.slot_id ?? 'tie', time_taken_ms: 400 };
      },
    },
    {
      name: 'Ada Pohl',
      judge: (task) => {
        const isSame = chosen.get(scenarioOf(task)) === task.variants[0];
        const outcome = isSame ? 'both_bad' : (task.slots[0]?.slot_id ?? 'tie');
        return { outcome, time_taken_ms: 12_000 };
      },
    },
  ];
}

/** The evaluations whose results pages are tested and used for screenshots. */
export const SHOWN_RESULTS = {
  two: (host: Host, shop: Shop) =>
    makeShown(host, shop, { variants: [0, 1], scenarios: 36, annotators: panel(3, fair(2)) }),
  five: (host: Host, shop: Shop) =>
    makeShown(host, shop, {
      variants: [0, 1, 2, 3, 4],
      scenarios: 14,
      annotators: panel(2, fair(1.4)),
    }),
  scores: (host: Host, shop: Shop) =>
    makeShown(host, shop, {
      variants: [0, 1, 2],
      scenarios: 24,
      annotators: panel(2, scored),
      type: 'single_model_test',
      settings: { criteria: CRITERIA },
    }),
  inconclusive: (host: Host, shop: Shop) =>
    makeShown(host, shop, { variants: [0, 3], scenarios: 30, annotators: panel(2, fair(0.5)) }),
  cautions: (host: Host, shop: Shop) =>
    makeShown(host, shop, {
      variants: [3, 0],
      scenarios: 18,
      annotators: [...leftHanded(), { name: 'Ben Ruiz', judge: fair(0.2) }],
    }),
} as const;

export type ShownResults = keyof typeof SHOWN_RESULTS;
