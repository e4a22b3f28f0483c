import { turnsIn } from './chat-turns.ts';
import type { Presentation } from './use-reading.ts';

export type Rendering = Exclude<Presentation, 'auto'>;

/** Patterns that plain prose hardly ever has. */
const MARKDOWN_SIGNS: readonly RegExp[] = [
  /^#{1,6} \S/m, // heading
  /^(```|~~~)/m, // code
  /^ {0,3}[-*+] \S.*\n+ {0,3}[-*+] \S/m, // list of two items or more
  /^ {0,3}\d+[.)] \S.*\n+ {0,3}\d+[.)] \S/m, // numbered list
  /^\|?.+\|.+\n\|? *:?-{3,}/m, // table
  /\*\*\S[^*\n]*\*\*/, // bold
  /~~\S[^~\n]*~~/, // struck out
  /\[[^\]\n]+\]\(https?:\/\//, // link
];

/** Guesses the presentation of one output: plain text if it looks like nothing else. */
export function guessPresentation(text: string): Rendering {
  const value = parseObject(text);
  if (value !== undefined) return turnsIn(value) === undefined ? 'json' : 'chat';
  return MARKDOWN_SIGNS.some((sign) => sign.test(text)) ? 'markdown' : 'text';
}

function parseObject(text: string): object | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
