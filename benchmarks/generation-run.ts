import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Client } from '../src/client/client.ts';
import { planEvaluation } from './evaluation-fixtures.ts';
import { PARAMETERS } from './stage.ts';

export const CONCURRENCY = 64;
export const DELAY_MS = 50;

export interface RunPlan {
  readonly appId: string;
  readonly cells: number;
  /** The address of the chat endpoint. */
  readonly url: string;
}

/** Creates an evaluation of two variants without outputs, and returns its id. */
export async function planRun(client: Client, { appId, cells, url }: RunPlan): Promise<string> {
  const { workspace_id } = await client.fetchApp({ parameters: { app_id: appId } });
  const body = await planEvaluation(client, { appId, rows: cells / 2 });
  const { id: provider_id } = await client.createProvider({
    body: { workspace_id, name: url, base_url: url, max_concurrent: CONCURRENCY },
  });
  for (const variant_id of body.variant_ids) {
    await client.updateVariantParameters({
      parameters: { variant_id },
      body: { parameters: { ...PARAMETERS, prompt_user: 'Question: {{question}}' } },
    });
  }
  const sources = body.variant_ids.map((variant_id) => ({
    variant_id,
    kind: 'provider' as const,
    provider_id,
  }));
  return (await client.createHumanEvaluation({ body: { ...body, sources } })).id;
}

export async function startStub(): Promise<{ url: string; stop: () => void }> {
  const child = spawn(process.execPath, ['examples/chat-stub/server.ts'], {
    env: { PATH: process.env['PATH'], PORT: '0', DELAY_MS: String(DELAY_MS) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { url: String(line), stop: () => child.kill() };
}
