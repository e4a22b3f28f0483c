import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { OperationId } from '../../src/contract/api.ts';
import type { Example } from '../../src/contract/openapi-examples.ts';
import type { EngineName } from '../support/engine-names.ts';
import { ALLOW_LOOPBACK } from '../support/generation.ts';
import { startTestServer } from '../support/running-server.ts';
import { answerJson, startTarget } from '../support/target-server.ts';
import { callEvaluations } from './evaluation-calls.ts';
import { callIdentity } from './identity-calls.ts';
import { callJudging } from './judging-calls.ts';
import { callProviders, callTrial } from './output-calls.ts';
import { makeRecorder } from './recorder.ts';
import { callTestsets, ROWS } from './testset-calls.ts';
import { callVariants } from './variant-calls.ts';

export interface Journey {
  readonly recorded: ReadonlyMap<OperationId, Example>;
  /** Addresses of this run, which the examples replace. */
  readonly serverUrl: string;
  readonly targetUrl: string;
  readonly startedAt: number;
}

/** Calls every operation of a new server at least once, as a team that compares two variants. */
export async function makeJourney(engine: EngineName): Promise<Journey> {
  const startedAt = Date.now();
  const target = await startTarget((request, response) => {
    void answerAsApp(request).then((answer) => answerJson(answer)(request, response));
  });
  const server = await startTestServer({
    engine,
    owner: 'to be set up',
    environment: ALLOW_LOOPBACK,
  });
  const recorder = makeRecorder();
  try {
    const staff = await callIdentity(server, recorder);
    const { owner, browser, workspaceId } = staff;
    const variants = await callVariants(owner, `${target.url}/chat`);
    const rowsUrl = `${target.url}/rows.json`;
    const testsetId = await callTestsets(owner, { appId: variants.appId, rowsUrl });
    const providerId = await callProviders(browser, workspaceId, `${target.url}/v1`);
    await callTrial(owner, { ...variants, providerId });
    const evaluation_id = await callEvaluations(owner, { ...variants, testsetId, providerId });
    await callJudging(server, recorder, { staff, evaluation_id });
  } finally {
    await server.stop();
    await target.close();
  }
  const recorded = recorder.recorded();
  return { recorded, serverUrl: server.url, targetUrl: target.url, startedAt };
}

/** Rows for an import, or the output of a model, which is shorter if the prompt asks for that. */
async function answerAsApp(request: IncomingMessage): Promise<unknown> {
  const prompt = await text(request);
  if (request.url === '/rows.json') return ROWS;
  const content = prompt.includes('Be brief')
    ? 'In the app, under Cards.'
    : 'Open the app, choose Cards, and then the card. You can block it there at any time.';
  return { choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }] };
}
