import { readFile } from 'node:fs/promises';
import type { Upload } from '../../../contract/endpoint.ts';
import type { JsonObject } from '../../../contract/fields.ts';

/** Replies of a shop's customer support, written for this purpose. */
export interface SampleData {
  readonly variants: readonly { readonly name: string; readonly parameters: JsonObject }[];
  readonly rows: readonly SampleRow[];
}

interface SampleRow {
  readonly topic: string;
  readonly message: string;
  readonly expected: string;
  /** The outputs, each under the name of its variant. */
  readonly [variant: string]: string;
}

/** Read on demand, because most installations never need it. */
export async function readSampleData(): Promise<SampleData> {
  return JSON.parse(await readFile(new URL('./sample-data.json', import.meta.url), 'utf8'));
}

/** Our own data in the form in which callers send theirs. */
export function uploadOf(content: unknown, fileName?: string): Upload {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  return {
    fields: {},
    fileName,
    chunks: async function* () {
      yield bytes;
    },
  };
}
