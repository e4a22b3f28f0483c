import type { ApiReply, Client } from '../../src/client/client.ts';
import type { JsonObject } from '../../src/contract/fields.ts';
import { makeApp, unique } from './builders.ts';

export interface MadeTestset {
  readonly testset_id: string;
  readonly app_id: string;
  readonly name: string;
}

export async function makeTestset(
  client: Client,
  overrides: { app_id?: string; name?: string; csvdata?: JsonObject[] } = {},
): Promise<MadeTestset> {
  const app_id = overrides.app_id ?? (await makeApp(client)).app_id;
  const { id, name } = await client.createTestset({
    parameters: { app_id },
    body: { name: unique('test set'), csvdata: [{ question: 'why?' }], ...overrides },
  });
  return { testset_id: id, app_id, name };
}

type UploadBody = Parameters<Client['uploadTestset']>[0]['body'];

/** Uploads a file to an app; without `upload_type` its name decides how it is read. */
export function upload(
  client: Client,
  content: string | Uint8Array<ArrayBuffer>,
  { fileName = 'rows.csv', ...fields }: { fileName?: string } & Omit<UploadBody, 'file'>,
): ReturnType<Client['reply']['uploadTestset']> {
  return client.reply.uploadTestset({
    body: { ...fields, file: new File([content], fileName) },
  });
}

export async function rowsOf(client: Client, testset_id: string): Promise<readonly JsonObject[]> {
  return (await client.fetchTestset({ parameters: { testset_id } })).csvdata;
}

/** The rows of an imported test set. */
export async function importedRows(
  client: Client,
  reply: ApiReply<{ id: string }>,
): Promise<readonly JsonObject[]> {
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return rowsOf(client, reply.body.id);
}

/** Names of the test sets of an app, to which a failed import must not add. */
export async function namesIn(client: Client, app_id: string): Promise<string[]> {
  return (await client.listTestsets({ query: { app_id } })).map(({ name }) => name);
}
