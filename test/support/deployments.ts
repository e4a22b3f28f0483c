import assert from 'node:assert/strict';
import type { Client } from '../../src/client/client.ts';

/** Deploys the current revision of a variant and returns the id of the environment revision. */
export async function deploy(
  client: Client,
  { variant_id }: { readonly variant_id: string },
  wish: { environment_name?: string; revision?: number; commit_message?: string } = {},
): Promise<string> {
  const { status, headers } = await client.reply.deployVariant({
    body: { environment_name: 'production', ...wish, variant_id },
  });
  assert.equal(status, 200);
  const location = headers.get('location') ?? '';
  assert.match(location, /^\/api\/configs\/deployment\/[0-9a-f-]{36}$/);
  return location.replace('/api/configs/deployment/', '');
}
