import type { CallInput, Client } from '../../src/client/client.ts';
import type { MadeEvaluation } from './evaluations.ts';

type Fields = Omit<CallInput<'importOutputs'>['body'], 'file'>;

export interface SentOutputs extends Fields {
  readonly content: string;
  readonly fileName?: string;
}

export function sendOutputs(
  client: Client,
  { evaluation_id }: { readonly evaluation_id: string },
  { content, fileName = 'outputs.csv', ...fields }: SentOutputs,
): ReturnType<Client['reply']['importOutputs']> {
  const file = new File([content], fileName);
  return client.reply.importOutputs({ parameters: { evaluation_id }, body: { file, ...fields } });
}

/** A table in CSV whose columns are the variants. */
export function outputTable(
  { variants }: Pick<MadeEvaluation, 'variants'>,
  rows: readonly (readonly string[])[],
): string {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const lines = [variants.map(({ name }) => name), ...rows];
  return lines.map((cells) => `${cells.map(quoted).join(',')}\n`).join('');
}

/** Distinct texts of two variants. */
export function outputTexts(rows: number, text: string): readonly (readonly [string, string])[] {
  return Array.from({ length: rows }, (_, row) => [`a ${row} ${text}`, `b ${row} ${text}`]);
}
