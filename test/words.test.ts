import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parseSync, Visitor } from 'vite';

const root = join(import.meta.dirname, '..');

/** Words that are not ours, and what docs/guide/concepts.md says instead. */
const OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(test )?cases?\b/i, 'scenario'],
  [/\bstud(y|ies)\b/i, 'evaluation'],
  [/\b(judges|raters?|labell?ers?|reviewers?)\b/i, 'annotator'],
  [/\bvotes?\b/i, 'judgement'],
  [/\b(ratings?|annotations?)\b/i, 'judgement'],
  [/\b(answers|completions?|generations?)\b/i, 'output'],
  [/\bcells?\b/i, 'output'],
  [/\b(datasets?|data sets?)\b/i, 'test set'],
  [/\b(experiments?|tests? runs?)\b/i, 'evaluation'],
  [/\b(somebody|nobody|whoever|anybody|everybody)\b/i, 'the actor: the annotator, the caller'],
  [/\b(anew|however often|that which)\b/i, 'plainer words'],
];

/** Uses of such a word in another meaning. */
const OTHER_MEANINGS: readonly RegExp[] = [
  /\bcells? (from a spreadsheet|here)/i,
  /\b(edits|empties) (a|the) cell\b/i,
  /\bcells, the header\b|\bevery cell a column\b/i,
  /\/chat\/completions/,
  /\boriginal (vote|routes)\b/i,
  /\bupper and lower case\b|\bcase (and|or) width\b/i,
  /\ban annotator judges\b|\b(nothing|public and) answers\b/i,
  // A command and what it prints, and an event of the API.
  /^ +case "\$(path|at)" in$/m,
  /^completion$|\bcompletion (script|bash)\b|^generation$|^event: generation/,
];

/** Files with the texts that people read. */
const TEXTS = [
  'src/web/{,*/}strings*.ts',
  'src/domain/results/sentences/*.ts',
  'src/cli/{,*/}*.ts',
];

/** Files that also have other strings: only those of several words are sentences. */
const SENTENCES = [
  'src/contract/problems.ts',
  'src/contract/**/*faults*.ts',
  'src/domain/{evaluations,identity,outputs,testsets,variants}/*.ts',
  'src/operations/**/*.ts',
];

/** The names of columns that people give to inputs and outputs. */
const NO_SENTENCES = ['src/domain/evaluations/guess-roles.ts', 'src/**/*.test.ts'];

describe('the words of the product', () => {
  for (const path of globSync(TEXTS, { cwd: root })) {
    test(`are used in ${path}`, () => {
      for (const text of textsOf(path)) assert.deepEqual(faultsOf(text), []);
    });
  }

  test('are used in the sentences of problems and operations', () => {
    const sentences = globSync(SENTENCES, { cwd: root, exclude: NO_SENTENCES })
      .flatMap(textsOf)
      .filter((text) => text.trim().includes(' '));
    assert.ok(sentences.length > 200, String(sentences.length));
    assert.deepEqual(sentences.flatMap(faultsOf), []);
  });

  test('are used in the descriptions of the API', () => {
    const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
    const faults = [...new Set(descriptionsOf(document))].flatMap(faultsOf);
    assert.deepEqual(faults, []);
  });

  test('are distinguished from other words, except in other meanings', () => {
    assert.equal(faultsOf('Three judges saw 20 cases.').length, 2);
    assert.deepEqual(faultsOf('Paste cells from a spreadsheet anywhere'), []);
  });
});

function faultsOf(sentence: string): string[] {
  const checked = OTHER_MEANINGS.reduce((text, pattern) => text.replace(pattern, ''), sentence);
  return OTHER_WORDS.flatMap(([pattern, better]) => {
    const match = pattern.exec(checked)?.[0];
    return match === undefined ? [] : [`“${match}” (${better}): ${sentence}`];
  });
}

/** The string literals of a file, and the text parts of its templates. */
function textsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  const texts: string[] = [];
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string' && !value.startsWith('.')) texts.push(value);
    },
    TemplateElement: ({ value }) => {
      texts.push(value.raw);
    },
  }).visit(parseSync(path, text).program);
  return texts;
}

function* descriptionsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === 'example' || name === 'examples' || name === 'default') continue;
    if (/^(description|summary)$/.test(name) && typeof member === 'string') yield member;
    else yield* descriptionsOf(member);
  }
}
