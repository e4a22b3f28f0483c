import { turnsIn } from './chat-turns.ts';
import type { Presentation } from './use-reading.ts';

export type Rendering = Exclude<Presentation, 'auto'>;

/** Marks that prose without Markdown hardly ever has, line by line. */
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

/** What the text of one output looks like. Texts that are nothing else are shown as they are. */
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
