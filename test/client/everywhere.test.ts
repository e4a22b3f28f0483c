import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { OWNER_EMAIL, OWNER_KEY } from '../support/reachable.ts';
import { startTestServer } from '../support/running-server.ts';

const root = join(import.meta.dirname, '../..');

/** What browsers, Bun, Deno and edge runtimes have in common (the minimum of WinterTC). */
const { AbortController, AbortSignal, Blob, fetch, File, FormData, Headers, Response, URL } =
  globalThis;
const { URLSearchParams, TextDecoderStream, TextEncoder, setInterval, clearInterval } = globalThis;
const WEB = {
  AbortController,
  AbortSignal,
  Blob,
  fetch,
  File,
  FormData,
  Headers,
  Response,
  URL,
  URLSearchParams,
  TextDecoderStream,
  TextEncoder,
  setInterval,
  clearInterval,
};

/** An entry point and everything it imports, as one script. */
async function bundle(entry: string): Promise<Rolldown.OutputChunk> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      lib: { entry: join(root, entry), formats: ['iife'], name: 'jurybox' },
    },
  });
  const [only] = [built].flat();
  assert.ok(only !== undefined && 'output' in only);
  return only.output[0];
}

describe('the client package', () => {
  for (const entry of ['src/client/client.ts', 'src/contract/api.ts']) {
    test(`${entry} imports nothing of Node`, async () => {
      const { code, imports, dynamicImports, moduleIds } = await bundle(entry);
      assert.deepEqual([...imports, ...dynamicImports], []);
      assert.doesNotMatch(code, /\bnode:|\brequire\(|\bprocess\.(env|versions|cwd)|\bBuffer\b/);
      const outside = moduleIds.filter((id) => !/\/src\/(client|contract)\//.test(id));
      assert.deepEqual(outside, []);
    });
  }

  test('works with only the globals of the web', async (t) => {
    const server = await startTestServer({ engine: 'sqlite' });
    t.after(() => server.stop());
    const { code } = await bundle('src/client/client.ts');
    const script = `${code}
      const client = jurybox.createClient({ baseUrl, apiKey });
      (async () => {
        const { email } = await client.fetchProfile();
        const { app_id } = await client.createApp({ body: { app_name: 'edge' } });
        const { base_id } = await client.createBase({ body: { app_id, base_name: 'chat' } });
        const config = { environment: 'production' };
        const reader = jurybox.createConfigReader({ baseUrl, apiKey, baseId: base_id, config });
        const refusal = await reader.read().catch((error) => error instanceof jurybox.ApiError && error.code);
        return [email, refusal];
      })()`;
    const result = await runInNewContext(script, {
      ...WEB,
      baseUrl: server.url,
      apiKey: OWNER_KEY,
    });
    assert.deepEqual([...result], [OWNER_EMAIL, 'nothing_deployed']);
  });
});
