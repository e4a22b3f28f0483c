import type { CallInput, Client } from '../../src/client/client.ts';
import type { MadeEvaluation } from './evaluations.ts';

export type SettingsChange = NonNullable<CallInput<'updateEvaluationSettings'>['body']>;

/** Changes the current settings. */
export async function changeSettings(
  client: Client,
  { evaluation_id }: Pick<MadeEvaluation, 'evaluation_id'>,
  body: SettingsChange,
): ReturnType<Client['reply']['updateEvaluationSettings']> {
  const parameters = { evaluation_id };
  const { headers } = await client.reply.fetchEvaluationSettings({ parameters });
  const ifMatch = headers.get('etag') ?? '';
  return client.reply.updateEvaluationSettings({ parameters, body, ifMatch });
}
