import type { ServerResponse } from 'node:http';
import type { CallInput, Client } from '../../src/client/client.ts';
import type { Generation } from '../../src/contract/outputs/generation.ts';
import {
  createFrom,
  type MadeEvaluation,
  makeEvaluationParts,
  numberedRows,
} from './evaluations.ts';
import { startTarget, type TargetServer } from './target-server.ts';
import { until } from './until.ts';

/** Lets the servers of a test call its stubs. */
export const ALLOW_LOOPBACK = { OUTBOUND_ALLOW: '127.0.0.0/8' } as const;

export const SPEAKING = {
  model: 'stub',
  prompt_system: 'You are a clerk.',
  prompt_user: 'Answer: {{question}}',
} as const;

/** An A/B evaluation over numbered questions whose variants have these parameters. */
export async function makeRunnable(
  client: Client,
  { rows, parameters, uri = null, sources = [] }: RunnableWish,
): Promise<MadeEvaluation> {
  const parts = await makeEvaluationParts(client, { rows: numberedRows(rows) });
  for (const [index, { id }] of parts.variants.entries()) {
    await client.updateVariantParameters({
      parameters: { variant_id: id },
      body: { parameters: parameters[index] ?? {} },
    });
    if (uri === null) continue;
    const { base_id } = await client.fetchVariant({ parameters: { variant_id: id } });
    await client.updateBase({ parameters: { base_id }, body: { uri } });
  }
  const named = sources.map((source, index) => ({
    variant_id: parts.variants[index]?.id ?? '',
    ...source,
  }));
  return createFrom(client, { ...parts, body: { ...parts.body, sources: named } });
}

type Sources = NonNullable<CallInput<'createHumanEvaluation'>['body']['sources']>;

export interface RunnableWish {
  readonly rows: number;
  /** Of each variant, in the order of the evaluation. */
  readonly parameters: readonly Readonly<Record<string, string>>[];
  readonly uri?: string | null;
  readonly sources?: readonly Omit<Sources[number], 'variant_id'>[];
}

/** Waits until the generation has finished, and returns it. */
export async function finishedRun(
  client: Client,
  { evaluation_id }: Pick<MadeEvaluation, 'evaluation_id'>,
): Promise<Generation> {
  let generation = await client.fetchGeneration({ parameters: { evaluation_id } });
  await until('the generation has finished', async () => {
    generation = await client.fetchGeneration({ parameters: { evaluation_id } });
    return generation.status === 'finished';
  });
  return generation;
}

/** The outputs of each scenario, in the order of the variants. */
export async function outputsOf(
  client: Client,
  { evaluation_id, variants }: MadeEvaluation,
): Promise<readonly (readonly (string | undefined)[])[]> {
  const scenarios = await client.listEvaluationScenarios({ parameters: { evaluation_id } });
  return scenarios.map(({ outputs }) =>
    variants.map(({ id }) => outputs.find(({ variant_id }) => variant_id === id)?.variant_output),
  );
}

export interface HeldApp extends TargetServer {
  /** How many calls wait for an answer. */
  readonly waiting: () => number;
  /** Answers all waiting calls, and every later one. */
  readonly release: () => void;
  /** Answers all waiting calls with 503, which callers may retry; later calls wait again. */
  readonly fail: (headers?: Readonly<Record<string, string>>) => void;
  /** Answers all waiting calls with 400, which is final; later calls wait again. */
  readonly refuse: () => void;
}

/** An app that answers when the test releases it, always with the same output. */
export async function startHeldApp(output = 'held'): Promise<HeldApp> {
  const pending: ServerResponse[] = [];
  let isReleased = false;
  const answer = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(output));
  };
  const target = await startTarget((request, response) => {
    request.resume();
    if (isReleased) answer(response);
    else pending.push(response);
  });
  return {
    ...target,
    waiting: () => pending.length,
    release: () => {
      isReleased = true;
      for (const response of pending.splice(0)) answer(response);
    },
    fail: (headers = {}) => {
      for (const response of pending.splice(0)) response.writeHead(503, headers).end();
    },
    refuse: () => {
      for (const response of pending.splice(0)) response.writeHead(400).end();
    },
  };
}
