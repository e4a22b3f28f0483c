import type { Client } from '../../../src/client/client.ts';
import { fillOutputs } from '../../support/evaluation-outputs.ts';
import { makeHumanEvaluation } from '../../support/evaluations.ts';

const ROWS = [
  { question: 'Which sofa fits a small living room?', customer: 'no. 17' },
  { question: 'Do you deliver on Saturdays?', customer: 'no. 18' },
  { question: 'How do I clean an oiled table?', customer: 'no. 19' },
];

const TABLE = [
  'These three fit into **3 × 3 m**:',
  '',
  '| Sofa | Width | Price |',
  '| --- | ---: | ---: |',
  '| Oslo | 148 cm | 499 € |',
  '| Turin | 162 cm | 640 € |',
  '| Porto | 170 cm | 590 € |',
  '',
  '- [x] delivered to your room',
  '- [ ] old sofa taken along',
].join('\n');

const PROSE =
  'For a small room we suggest **Oslo**: it is 148 cm wide, costs 499 €, and arrives within a week.\n\n> Measure your staircase first.\n\nShall I reserve one for you?';

/** Tasks with Markdown, one of them a table. */
export async function makeMarkdownTask(owner: Client): Promise<string> {
  const made = await makeHumanEvaluation(owner, { rows: ROWS });
  await fillOutputs(owner, made, (_, variant) => (variant === 0 ? TABLE : PROSE));
  return made.evaluation_id;
}

/** Tasks with one output and three criteria. */
export async function makeScoreTask(owner: Client): Promise<string> {
  const labels = ['useless', 'weak', 'fair', 'good', 'excellent'];
  const made = await makeHumanEvaluation(owner, {
    type: 'single_model_test',
    rows: ROWS,
    settings: {
      criteria: [
        { name: 'Helpfulness', scale: { kind: 'likert', labels } },
        { name: 'Tone', scale: { kind: 'likert', labels: ['rude', 'neutral', 'kind'] } },
        { name: 'Correct', scale: { kind: 'binary' } },
      ],
    },
  });
  await fillOutputs(owner, made, () => PROSE);
  return made.evaluation_id;
}
