import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { roleFaults } from './column-roles.ts';
import { guessRoles, readsLikeData } from './guess-roles.ts';

type Case = [header: string, inputs: string, expected: string | null, outputs: string];

/** Headers of typical spreadsheets; bars separate columns. */
const HEADERS: readonly Case[] = [
  ['question|output A|output B', 'question', null, 'output A|output B'],
  ['question|answer_a|answer_b', 'question', null, 'answer_a|answer_b'],
  ['prompt|response_1|response_2|response_3', 'prompt', null, 'response_1|response_2|response_3'],
  ['id|input|expected|baseline|concise', 'input', 'expected', 'baseline|concise'],
  ['question|gold|gpt-4o|claude-3-opus', 'question', 'gold', 'gpt-4o|claude-3-opus'],
  ['question|answer|gpt-4o|llama3', 'question', 'answer', 'gpt-4o|llama3'],
  ['question|answer', 'question', null, 'answer'],
  ['Question|Correct answer|Model A|Model B', 'Question', 'Correct answer', 'Model A|Model B'],
  ['customerMessage|currentReply|newReply', 'customerMessage', null, 'currentReply|newReply'],
  ['topic|question|A|B', 'topic|question', null, 'A|B'],
  ['A|B', '', null, 'A|B'],
  ['alpha|beta', '', null, 'alpha|beta'],
  ['fruit|alpha|beta', 'fruit', null, 'alpha|beta'],
  ['one thing|x|draft one|draft two', 'one thing|x', null, 'draft one|draft two'],
  ['q|persona|v1|v2', 'q|persona', null, 'v1|v2'],
  ['prompt|output_a|output_b|output_a_tokens|winner', 'prompt', null, 'output_a|output_b'],
  [
    'text|reference_summary|summary_a|summary_b',
    'text',
    'reference_summary',
    'summary_a|summary_b',
  ],
  ['#|question|old|new|notes', 'question', null, 'old|new'],
  ['ref|k1|k2|k3|k4|k5', 'ref', null, 'k1|k2|k3|k4|k5'],
  ['p|q|r|s|t|u', 'p|q|r|s', null, 't|u'],
  ['question|current prompt|shorter prompt', 'question', null, 'current prompt|shorter prompt'],
  ['input|expected|Prompt A|Prompt B', 'input', 'expected', 'Prompt A|Prompt B'],
  ['system prompt|user prompt|x|y', 'system prompt|user prompt', null, 'x|y'],
  ['only', '', null, 'only'],
];

describe('guessRoles', () => {
  for (const [header, inputs, expected, outputs] of HEADERS) {
    test(`reads ${header}`, () => {
      const columns = header.split('|');
      const roles = guessRoles(columns);
      const list = (text: string) => (text === '' ? [] : text.split('|'));
      assert.deepEqual(roles, { inputs: list(inputs), expected, outputs: list(outputs) });
      assert.deepEqual(roleFaults(columns, roles), []);
    });
  }

  test('takes every output; roles with more than ten have a fault', () => {
    const columns = ['question', ...Array.from({ length: 14 }, (_, index) => `answer ${index}`)];
    const roles = guessRoles(columns);
    assert.equal(roles.outputs.length, 14);
    assert.deepEqual(roleFaults(columns, roles), [
      { place: ['outputs'], why: 'at most 10 columns can hold outputs: leave some out' },
    ]);
    const ten = { ...roles, outputs: roles.outputs.slice(0, 10) };
    assert.deepEqual(roleFaults(columns, ten), []);
  });
});

describe('readsLikeData', () => {
  test('is true for a first line of sentences or numbers', () => {
    assert.ok(readsLikeData(['How do I change my password?', 'Under Settings.', 'Ask us.']));
    assert.ok(readsLikeData(['1', '2', '3']));
  });

  test('is false for names', () => {
    assert.ok(!readsLikeData(['question', 'answer_a', 'answer_b']));
    assert.ok(!readsLikeData(['fruit', 'alpha', 'beta']));
    assert.ok(!readsLikeData(['1', 'answer', '2']));
  });
});

describe('roleFaults', () => {
  const columns = ['q', 'a', 'b'];
  const faultOf = (inputs: string[], expected: string | null, outputs: string[]) =>
    roleFaults(columns, { inputs, expected, outputs }).map(({ place, why }) => [
      place.join('.'),
      why,
    ]);

  test('names a column that the file lacks, and lists its columns', () => {
    assert.deepEqual(faultOf(['question'], null, ['a']), [
      ['inputs.0', 'the file has no column "question": name one of "q", "a", "b"'],
    ]);
  });

  test('refuses a column with two roles', () => {
    const why = '"a" is named twice: give each column one role';
    assert.deepEqual(faultOf(['a'], null, ['a', 'b']), [['outputs.0', why]]);
    assert.deepEqual(faultOf(['q'], null, ['a', 'a']), [['outputs.1', why]]);
    assert.deepEqual(faultOf(['q'], 'a', ['a', 'b']), [['outputs.0', why]]);
  });

  test('asks for at least one output', () => {
    assert.deepEqual(faultOf(['q'], null, []), [
      ['outputs', 'choose at least one column that holds outputs'],
    ]);
  });

  test('refuses invalid variant names, and names that differ in case alone', () => {
    const wide = { inputs: [], expected: null, outputs: ['Model', 'model'] };
    assert.equal(roleFaults(['Model', 'model'], wide).length, 1);
    for (const [longest, isFault] of [
      ['x'.repeat(129), true],
      ['😀'.repeat(128), false],
      ['😀'.repeat(129), true],
    ] as const) {
      const roles = { inputs: [], expected: null, outputs: [longest] };
      assert.equal(roleFaults([longest], roles).length, isFault ? 1 : 0, longest);
    }
  });
});
