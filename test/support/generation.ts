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

/** Lets the servers of a test call the stubs of the test. */
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

/** Waits until nothing is left to do, and returns what became of it. */
export async function finishedRun(
  client: Client,
  { evaluation_id }: Pick<MadeEvaluation, 'evaluation_id'>,
): Promise<Generation> {
  let generation = await client.fetchGeneration({ parameters: { evaluation_id } });
  await until('the run is over', async () => {
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
  /** How many calls wait for their answer. */
  readonly waiting: () => number;
  /** Answers whatever waits, and all that comes from now on. */
  readonly release: () => void;
  /** Fails whatever waits with 503, as something that may pass; what comes later waits again. */
  readonly fail: (headers?: Readonly<Record<string, string>>) => void;
  /** Refuses whatever waits with 400, for good; what comes later waits again. */
  readonly refuse: () => void;
}

/** An app that answers when it is told to, always with the same output. */
export async function startHeldApp(output = 'held'): Promise<HeldApp> {
  const held: ServerResponse[] = [];
  let isReleased = false;
  const answer = (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(output));
  };
  const target = await startTarget((request, response) => {
    request.resume();
    if (isReleased) answer(response);
    else held.push(response);
  });
  return {
    ...target,
    waiting: () => held.length,
    release: () => {
      isReleased = true;
      for (const response of held.splice(0)) answer(response);
    },
    fail: (headers = {}) => {
      for (const response of held.splice(0)) response.writeHead(503, headers).end();
    },
    refuse: () => {
      for (const response of held.splice(0)) response.writeHead(400).end();
    },
  };
}
