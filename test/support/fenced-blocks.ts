import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The code of a page in one language, block by block. */
export function fencedBlocks(page: string, language: string): string[] {
  const text = readFileSync(join(import.meta.dirname, '../..', page), 'utf8');
  const blocks = text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...blocks].filter(([, name]) => name === language).map(([, , code = '']) => code);
}
