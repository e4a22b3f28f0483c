import type { ColumnRoles } from './column-roles.ts';

/**
 * Guesses the role of each column from its name. A spreadsheet that compares answers usually has
 * the question first, perhaps the expected answer, and then the answers side by side.
 */
export function guessRoles(columns: readonly string[]): ColumnRoles {
  const guesses = columns.map((column) => ({ column, kind: kindOf(column) }));
  const named = promotePrompts(demoteLoneAnswer(guesses));
  const outputs = new Set(guessOutputs(named));
  const firstOutput = columns.findIndex((column) => outputs.has(column));
  const expected = named.find(({ kind }) => kind === 'expected')?.column ?? null;
  const inputs = named.flatMap(({ column, kind }, index) => {
    if (outputs.has(column)) return [];
    const isBefore = kind === 'unknown' && index < firstOutput;
    return kind === 'input' || isBefore ? [column] : [];
  });
  return { inputs, expected, outputs: columns.filter((column) => outputs.has(column)) };
}

/** Why no roles can be guessed, and what to do; undefined where they can. */
export function tableFault(columns: readonly string[], rowCount: number): string | undefined {
  if (rowCount === 0)
    return 'There are no rows below the header. Add some, and choose the file again.';
  if (columns.length < 2) {
    return `There is one column, "${columns[0]}". An evaluation needs one for the input, and one for each output to compare.`;
  }
  if (!readsLikeData(columns)) return undefined;
  return 'The first line reads like data. Put column names such as question, answer_a, answer_b above it.';
}

/** Whether the first line of a file reads like data: then it has no header. */
export function readsLikeData(columns: readonly string[]): boolean {
  const isNamed = columns.some((column) => {
    const kind = kindOf(column);
    return kind !== 'unknown' && !SENTENCE.test(column);
  });
  return !isNamed && columns.some((column) => SENTENCE.test(column) || NUMBER.test(column));
}

const SENTENCE = /[.?!:]\s*$|\n|^.{60,}$/su;
const NUMBER = /^\s*[-+]?\d+([.,]\d+)?\s*$/u;

type Kind = 'input' | 'expected' | 'output' | 'model' | 'left out' | 'unknown';

interface Guess {
  readonly column: string;
  readonly kind: Kind;
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const EXPECTED = words(`expected reference references gold golden truth groundtruth target ideal
  correct desired`);
/** Columns that describe outputs or name rows. */
const ABOUT =
  words(`id ids uuid guid index idx row nr no num number score scores rating ratings grade
  rank winner vote votes preference preferred better best verdict judgement judgment label comment
  comments note notes remark remarks feedback annotator reviewer rater evaluator timestamp time date
  created updated latency duration seconds ms tokens cost price length count url link hash status`);
const OUTPUT = words(`output outputs answer answers response responses reply replies completion
  completions generation generated prediction predictions predicted candidate candidates`);
const INPUT = words(`input inputs question questions query queries prompt prompts instruction
  instructions request message user customer task context document passage source title subject text
  article email ticket case scenario topic category language persona situation problem history
  conversation chat`);
/** Names of compared variants. */
const MODEL = words(`model variant version system assistant bot summary translation result control
  treatment baseline a b c d e gpt chatgpt claude sonnet opus haiku llama gemini gemma palm bard
  mistral mixtral qwen deepseek phi grok command cohere falcon yi o1 o3 o4 old new current proposed`);

function kindOf(column: string): Kind {
  const parts = wordsOf(column);
  const has = (known: ReadonlySet<string>) => parts.some((part) => known.has(part));
  if (column.trim() === '#' || has(ABOUT)) return 'left out';
  if (has(EXPECTED)) return 'expected';
  if (has(OUTPUT)) return 'output';
  if (has(INPUT)) return 'input';
  return has(MODEL) || parts.some(isVersion) ? 'model' : 'unknown';
}

/** `customerMessage`, `customer_message` and `Customer message` are two words. */
function wordsOf(column: string): readonly string[] {
  return column
    .normalize('NFKC')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => [word, word.replace(/\d+$/u, '')])
    .filter((word) => word !== '');
}

function isVersion(word: string): boolean {
  return /^v\d+$/u.test(word);
}

const ANSWER_ALONE = /^\s*(answer|response|completion|output)s?\s*$/iu;

/** Beside the outputs of two or more models, a single column "answer" is the expected one. */
function demoteLoneAnswer(guesses: readonly Guess[]): readonly Guess[] {
  const outputs = guesses.filter(({ kind }) => kind === 'output');
  const [lone] = outputs;
  if (lone === undefined || outputs.length > 1 || !ANSWER_ALONE.test(lone.column)) return guesses;
  if (guesses.some(({ kind }) => kind === 'expected')) return guesses;
  if (openColumns(guesses).length < 2) return guesses;
  return guesses.map((guess) => (guess === lone ? { ...guess, kind: 'expected' } : guess));
}

/** Beside other inputs and without outputs, two or more prompt columns are compared variants. */
function promotePrompts(guesses: readonly Guess[]): readonly Guess[] {
  const hasOutputs = guesses.some(({ kind }) => kind === 'output');
  if (hasOutputs || openColumns(guesses).length > 0) return guesses;
  const inputs = guesses.filter(({ kind }) => kind === 'input');
  const prompts = inputs.filter(({ column }) => wordsOf(column).includes('prompt'));
  if (prompts.length < 2 || prompts.length === inputs.length) return guesses;
  return guesses.map((guess) => (prompts.includes(guess) ? { ...guess, kind: 'model' } : guess));
}

/** Columns that may hold outputs: named like models, or unknown and after the last input. */
function openColumns(guesses: readonly Guess[]): readonly string[] {
  const lastInput = guesses.findLastIndex(({ kind }) => kind === 'input');
  return guesses.flatMap(({ column, kind }, index) =>
    kind === 'model' || (kind === 'unknown' && index > lastInput) ? [column] : [],
  );
}

/** With more unknown columns than this, only the last two are taken for outputs. */
const MOST_UNKNOWN = 5;

function guessOutputs(guesses: readonly Guess[]): readonly string[] {
  const of = (kind: Kind) =>
    guesses.flatMap((guess) => (guess.kind === kind ? [guess.column] : []));
  const outputs = of('output');
  if (outputs.length > 1) return outputs;
  const models = of('model');
  if (models.length > 1) return [...outputs, ...models];
  const open = openColumns(guesses);
  const isAsked = guesses.some(({ kind }) => kind === 'input' || kind === 'expected');
  if (isAsked || outputs.length > 0 || models.length > 0) return [...outputs, ...open];
  return guessAmongUnknown(of('unknown'));
}

/** Two columns are compared; of three or more, the first is the question. */
function guessAmongUnknown(columns: readonly string[]): readonly string[] {
  if (columns.length < 3) return columns;
  const alike = lastAlike(columns);
  if (alike.length > 1) return alike;
  return columns.length > MOST_UNKNOWN ? columns.slice(-2) : columns.slice(1);
}

/** The last columns whose names differ only in their number or last word. */
function lastAlike(columns: readonly string[]): readonly string[] {
  const stemOf = (column = '') =>
    column.toLowerCase().replace(/\d\s*$/u.test(column) ? NUMBER_AT_END : WORD_AT_END, '');
  const stem = stemOf(columns.at(-1));
  if (stem === '') return [];
  const first = columns.findLastIndex((column) => stemOf(column) !== stem);
  return columns.slice(first + 1);
}

const NUMBER_AT_END = /\s*\d+\s*$/u;
const WORD_AT_END = /[\s_.-]*[\p{L}\p{N}]+\s*$/u;
