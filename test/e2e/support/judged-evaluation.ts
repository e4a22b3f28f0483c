import type { Client } from '../../../src/client/client.ts';
import { fillOutputs } from '../../support/evaluation-outputs.ts';
import { enter, makeLink } from '../../support/guests.ts';
import { judgeByFives } from '../../support/judge-tasks.ts';
import type { TestServer } from '../../support/running-server.ts';
import type { Furniture } from './furniture.ts';

export type Host = Pick<TestServer, 'owner' | 'client' | 'browser'>;

const GUIDELINES =
  '# What is a good answer?\n\n- It answers **the question**, nothing else.\n- It is polite.\n- It never promises a refund.';

const THINGS = ['sofa', 'lamp', 'oak table', 'wardrobe', 'bookshelf', 'garden bench'];
const NEEDS = [
  (thing: string) => `When does my ${thing} arrive?`,
  (thing: string) => `May I return the ${thing}?`,
  (thing: string) => `The ${thing} wobbles. What now?`,
  (thing: string) => `Is the ${thing} treated against moisture?`,
];
const QUESTIONS = NEEDS.flatMap((need) => THINGS.map(need));

/** Outputs about a furniture shop: a long one and a short one. */
const OUTPUTS = [
  (question: string) =>
    `Thank you very much for getting in touch with us about this. You asked: “${question}” I have looked into your order and would like to explain what we can do for you. First of all, our workshop checks every piece before it leaves the house. Should anything be unclear, please do not hesitate to write again at any time.\n\nWith kind regards,\nyour support team`,
  (question: string) =>
    question.startsWith('When')
      ? 'It arrives on Tuesday between 9 and 12; the driver calls an hour before.'
      : 'Yes. Send us a photo and your order number, and we take care of it within two days.',
] as const;

export interface JudgedEvaluation {
  readonly id: string;
  /** Has tasks left for every annotator. */
  readonly openId: string;
  /** Also has tasks left, with guidelines before the first. */
  readonly briefedId: string;
}

/** Makes one evaluation that three annotators have judged, and two without judgements. */
export async function makeJudgedEvaluation(
  host: Host,
  furniture: Furniture,
): Promise<JudgedEvaluation> {
  const make = (name: string, guidelines: string) =>
    makeEvaluation(host.owner, furniture, { name, guidelines });
  const id = await make('customer questions', GUIDELINES);
  const openId = await make('more questions', '');
  const briefedId = await make('questions with guidelines', GUIDELINES);
  const { url: _, ...link } = await makeLink(host.owner, { evaluationId: id, max_uses: 2 });
  const second = await enter(host, link, 'Second reviewer');
  const third = await enter(host, link, 'Third reviewer');
  for (const [annotator, client] of [host.owner, second.browser, third.browser].entries()) {
    await judgeAll(client, id, annotator);
  }
  return { id, openId, briefedId };
}

async function makeEvaluation(
  owner: Client,
  { appId, baselineId, conciseId }: Furniture,
  { name, guidelines }: { readonly name: string; readonly guidelines: string },
): Promise<string> {
  const testset = await owner.createTestset({
    parameters: { app_id: appId },
    body: { name, csvdata: QUESTIONS.map((question) => ({ question, customer: 'no. 17' })) },
  });
  const evaluation_type = 'human_a_b_testing';
  const variant_ids = [baselineId, conciseId];
  const { id } = await owner.createHumanEvaluation({
    body: {
      app_id: appId,
      variant_ids,
      evaluation_type,
      inputs: ['question', 'customer'],
      testset_id: testset.id,
      status: 'EVALUATION_INITIALIZED',
      settings: { judgements_per_task: 3, guidelines },
    },
  });
  await fillOutputs(
    owner,
    {
      app_id: appId,
      testset_id: testset.id,
      evaluation_id: id,
      evaluation_type,
      variants: variant_ids.map((variant) => ({ id: variant, name: variant })),
    },
    (position, variant) => OUTPUTS[variant === 0 ? 0 : 1](QUESTIONS[position] ?? ''),
  );
  return id;
}

/** Most prefer the short output; each annotator has other exceptions. */
async function judgeAll(client: Client, evaluation_id: string, annotator: number): Promise<void> {
  await judgeByFives(client, { evaluation_id }, ({ inputs, slots }) => {
    const number = QUESTIONS.indexOf(inputs[0]?.input_value ?? '');
    const [short, long] = slots.toSorted((one, other) => one.output.length - other.output.length);
    const mood = (number * 7 + (number % 4 === annotator ? 3 : 0)) % 10;
    const preferred = mood < 7 ? short : long;
    const outcome = mood === 9 ? 'tie' : mood === 8 ? 'both_bad' : (preferred?.slot_id ?? 'tie');
    return { outcome, time_taken_ms: 6_000 + 900 * mood };
  });
}
