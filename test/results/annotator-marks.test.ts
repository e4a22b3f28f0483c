import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnnotatorMark } from '../../src/contract/results/results.ts';
import type { StudySettings } from '../../src/domain/results/study-data.ts';
import { summarizeResults } from '../../src/domain/results/summarize-results.ts';
import { withoutPeople } from '../../src/operations/results/parts/without-people.ts';
import { createRandom } from '../../src/statistics/numerics/random.ts';
import {
  LIKERT,
  type ScoreRow,
  type StudyParts,
  studyOf,
  type VoteRow,
} from '../support/studies.ts';

const CASES = 60;
const ANNOTATORS = 4;
/** The annotator who judges in the way under test. */
const ODD = 3;

/** Four annotators judge every case; the second variant wins three times in four. */
function votesWith(odd: (honest: VoteRow, position: number) => Partial<VoteRow>): VoteRow[] {
  const random = createRandom(8);
  const votes: VoteRow[] = [];
  for (let position = 0; position < CASES; position += 1) {
    const winner = random.uniform() < 0.75 ? 1 : 0;
    for (let annotator = 0; annotator < ANNOTATORS; annotator += 1) {
      const left = random.below(2);
      const own = random.uniform() < 0.85 ? winner : 1 - winner;
      const honest = {
        case: position,
        annotator,
        left,
        right: 1 - left,
        outcome: random.uniform() < 0.15 ? 2 : own === left ? 0 : 1,
        at: position * 60_000,
        ms: 20_000 + random.below(20_000),
      };
      votes.push(annotator === ODD ? { ...honest, ...odd(honest, position) } : honest);
    }
  }
  return votes;
}

function scoresWith(odd: (honest: ScoreRow, position: number) => Partial<ScoreRow>): ScoreRow[] {
  const random = createRandom(9);
  const scores: ScoreRow[] = [];
  for (let position = 0; position < CASES; position += 1) {
    const level = 3 + random.normal();
    for (let annotator = 0; annotator < ANNOTATORS; annotator += 1) {
      for (let variant = 0; variant < 2; variant += 1) {
        const raw = level + 0.5 * variant + 0.5 * random.normal();
        const honest = {
          case: position,
          annotator,
          variant,
          value: Math.min(5, Math.max(1, Math.round(raw))),
          at: (2 * position + variant) * 60_000,
          ms: 20_000,
        };
        scores.push(annotator === ODD ? { ...honest, ...odd(honest, position) } : honest);
      }
    }
  }
  return scores;
}

const lengths = new Float64Array(2 * CASES).fill(900);

function marksOf(parts: StudyParts): readonly AnnotatorMark[] {
  const { annotators } = summarizeResults(studyOf({ lengths, ...parts })).bias;
  for (const { annotator, marks, without } of annotators) {
    if (annotator === `annotator-${ODD}`) continue;
    assert.deepEqual([marks, without], [[], null], annotator);
  }
  return annotators.find(({ annotator }) => annotator === `annotator-${ODD}`)?.marks ?? [];
}

const kindsOf = (parts: StudyParts): readonly string[] => marksOf(parts).map(({ kind }) => kind);

describe('marks of annotators', () => {
  it('are not given to honest annotators, even when the winner is clear', () => {
    assert.deepEqual(kindsOf({ votes: votesWith(() => ({})) }), []);
    assert.deepEqual(kindsOf({ scores: scoresWith(() => ({})) }), []);
    const sweep = votesWith(() => ({})).map((vote) => ({
      ...vote,
      outcome: vote.left === 1 ? 0 : 1,
    }));
    assert.deepEqual(kindsOf({ votes: sweep }), []);
  });

  it('name an annotator who always chooses the left output', () => {
    const marks = marksOf({ votes: votesWith(() => ({ outcome: 0 })) });
    const mark = marks.find(({ kind }) => kind === 'one_sided');
    assert.deepEqual([mark?.about, mark?.count, mark?.of], ['left', CASES, CASES]);
    assert.equal(mark?.sentence, 'Chose the left output in 60 of 60\u00a0decided comparisons.');
    assert.ok((mark?.p_value ?? 1) < 1e-10);
  });

  it('do not mistake a variant that was always on the left for a side', () => {
    const fixed = votesWith(() => ({})).map((vote) => ({ ...vote, left: 1, right: 0, outcome: 0 }));
    assert.deepEqual(kindsOf({ votes: fixed }), []);
  });

  it('name an annotator who judges faster than people read', () => {
    const [mark, ...more] = marksOf({ votes: votesWith(() => ({ ms: 760 })) });
    assert.deepEqual(more, []);
    assert.equal(mark?.kind, 'too_fast');
    assert.equal(mark?.value, 0.76);
    // 1,800 bytes are 300 words: 20 seconds, and half a second to press a key.
    assert.equal(mark?.compared_with, 20.5);
    assert.deepEqual(
      kindsOf({
        votes: votesWith(() => ({ ms: 760 })),
        lengths: new Float64Array(2 * CASES).fill(6),
      }),
      [],
    );
  });

  it('time every scored output once, whichever of its criteria were answered', () => {
    const criteria = [LIKERT, { ...LIKERT, name: 'polite' }];
    // Criterion 0 is optional, and answered in the first five scenarios only.
    const scores = scoresWith(() => ({ ms: 760 })).flatMap((score) => [
      ...(score.case < 5 ? [score] : []),
      { ...score, criterion: 1 },
    ]);
    const mark = marksOf({ scores, criteria }).find(({ kind }) => kind === 'too_fast');
    assert.deepEqual([mark?.count, mark?.of, mark?.value], [2 * CASES, 2 * CASES, 0.76]);
  });

  it('name an annotator who gives every output the same score, unless the others do', () => {
    const [mark] = marksOf({ scores: scoresWith(() => ({ value: 4 })) });
    assert.deepEqual(
      [mark?.kind, mark?.about, mark?.criterion, mark?.value, mark?.of],
      ['same_score', 'score', LIKERT.name, 4, 2 * CASES],
    );
    const everyone = scoresWith(() => ({})).map((score) => ({ ...score, value: 5 }));
    assert.deepEqual(kindsOf({ scores: everyone }), []);
  });

  it('name an annotator who always calls both bad', () => {
    const marks = marksOf({ votes: votesWith(() => ({ outcome: 3 })) });
    assert.deepEqual([marks[0]?.kind, marks[0]?.about], ['same_score', 'both_bad']);
  });

  it('name an annotator who agrees with the others far less than they do with each other', () => {
    const random = createRandom(4);
    const [mark] = marksOf({ votes: votesWith(() => ({ outcome: random.below(3) })) });
    assert.equal(mark?.kind, 'low_agreement');
    assert.ok((mark?.value ?? 1) < (mark?.compared_with ?? 0) - 0.1);
    const scored = marksOf({ scores: scoresWith(() => ({ value: 1 + random.below(5) })) });
    assert.deepEqual([scored[0]?.kind, scored[0]?.about], ['low_agreement', 'score']);
    assert.ok((scored[0]?.value ?? 0) > (scored[0]?.compared_with ?? 9));
  });

  it('name an annotator whose answers change over time', () => {
    const drifting = votesWith(({ outcome }, position) =>
      position > 25 ? { outcome: 2 } : { outcome },
    );
    assert.ok(
      marksOf({ votes: drifting }).some(({ kind, about }) => kind === 'drift' && about === 'tie'),
    );
    const stricter = scoresWith(({ value }, position) => ({
      value: Math.max(1, value - Math.floor(position / 20)),
    }));
    const mark = marksOf({ scores: stricter }).find(({ kind }) => kind === 'drift');
    assert.ok((mark?.value ?? 9) < (mark?.compared_with ?? 0) - 0.5);
  });

  it('come with the headline of the others alone', () => {
    const votes = votesWith(() => ({ outcome: 0 }));
    const { bias } = summarizeResults(studyOf({ votes }));
    const others = votes.filter(({ annotator }) => annotator !== ODD);
    const alone = summarizeResults(studyOf({ votes: others }));
    const odd = bias.annotators.find(({ annotator }) => annotator === `annotator-${ODD}`);
    assert.deepEqual(odd?.without, alone.two_variants?.score_win_rate);
  });

  it('come without a headline where no other annotator judged', () => {
    const votes = votesWith(() => ({ outcome: 0 })).filter(({ annotator }) => annotator === ODD);
    const { annotators } = summarizeResults(studyOf({ votes })).bias;
    assert.deepEqual(
      annotators[0]?.marks.map(({ kind }) => kind),
      ['one_sided'],
    );
    assert.equal(annotators[0]?.without, null);
  });
});

describe('exclusion by rules', () => {
  const rules = (...exclusionRules: StudySettings['exclusionRules']) => ({
    settings: { exclusionRules },
  });

  it('leaves marked annotators out, counts them separately and keeps the headline of all', () => {
    const votes = votesWith(() => ({ outcome: 0 }));
    const {
      computation,
      two_variants: two,
      warnings,
      bias,
    } = summarizeResults(studyOf({ votes, ...rules('one_sided') }));
    const { exclusions } = computation;
    assert.deepEqual(exclusions.rules, ['one_sided']);
    assert.deepEqual(exclusions.rule_annotators, [
      { annotator: `annotator-${ODD}`, rules: ['one_sided'] },
    ]);
    assert.deepEqual([exclusions.by_rule, exclusions.by_annotator], [CASES, 0]);
    const { wins = 0, ties = 0, both_bad = 0, losses = 0 } = two?.counts ?? {};
    assert.equal(wins + ties + both_bad + losses, 3 * CASES);
    assert.notEqual(exclusions.headline_with_all?.estimate, two?.score_win_rate.estimate);
    assert.equal(bias.annotators.length, 3);
    assert.ok(warnings.includes('excluded_judgements'));
  });

  it('shows the excluded annotators to leads only', () => {
    const votes = votesWith(() => ({ outcome: 0 }));
    const settings = { exclusionRules: ['one_sided' as const], excludedAnnotators: [0] };
    const shown = withoutPeople(summarizeResults(studyOf({ votes, settings })));
    assert.ok(!JSON.stringify(shown).includes('annotator-'));
    assert.equal(shown.computation.exclusions.by_rule, CASES);
    assert.equal(shown.computation.exclusions.by_annotator, CASES);
  });

  it('keeps an annotator whose mark is not among the rules', () => {
    const votes = votesWith(() => ({ outcome: 0 }));
    const { computation } = summarizeResults(studyOf({ votes, ...rules('too_fast') }));
    assert.equal(computation.exclusions.by_rule, 0);
    assert.equal(computation.exclusions.headline_with_all, null);
  });

  it('looks at all judgements, even at those too fast to count', () => {
    const votes = votesWith(() => ({ ms: 760 }));
    const settings = { exclusionRules: ['too_fast' as const], minimumSeconds: 1 };
    const { computation } = summarizeResults(studyOf({ votes, lengths, settings }));
    assert.deepEqual([computation.exclusions.by_rule, computation.exclusions.by_time], [CASES, 0]);
  });

  it('leaves out no annotator where the rules match all, and warns of it', () => {
    const votes = votesWith(() => ({})).map((vote) => ({ ...vote, ms: 500 }));
    const { computation, warnings } = summarizeResults(
      studyOf({ votes, lengths, ...rules('too_fast') }),
    );
    assert.equal(computation.judgements, 4 * CASES);
    assert.deepEqual(computation.exclusions.rule_annotators, []);
    assert.ok(warnings.includes('rules_exclude_all'));
  });
});
