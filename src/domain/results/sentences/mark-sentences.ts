import type { AnnotatorMark } from '../../../contract/results/results.ts';
import { WORDS_PER_SECOND } from '../../../statistics/annotators/too-fast.ts';
import { onCriterion } from './verdict-lead.ts';
import { count, decimal, integer, percent, seconds } from './wording.ts';

export type MarkNumbers = Omit<AnnotatorMark, 'sentence'>;

/** A mark of an annotator as a sentence. */
export function markSentence(mark: MarkNumbers): string {
  switch (mark.kind) {
    case 'one_sided':
      return `Chose the ${mark.about ?? 'left'} output in ${integer(mark.count)} of ${count(mark.of, 'decided comparison')}.`;
    case 'too_fast':
      return `Judged in ${seconds(mark.value ?? 0)} (median); even at ${WORDS_PER_SECOND} words a second the texts take ${seconds(mark.compared_with ?? 0)} to read.`;
    case 'same_score':
      return sameSentence(mark);
    case 'low_agreement':
      return agreementSentence(mark);
    case 'drift':
      return driftSentence(mark);
  }
}

function sameSentence({ about, criterion, value, of }: MarkNumbers): string {
  if (about === 'score')
    return `Gave the score ${decimal(value ?? 0)}${onCriterion({ criterion })} to all ${count(of, 'output')}.`;
  const verdict = about === 'both_bad' ? 'both bad' : 'it a tie';
  return `Called ${verdict} in all ${count(of, 'comparison')}.`;
}

function agreementSentence({ about, criterion, value, compared_with, of }: MarkNumbers): string {
  if (about !== 'score') {
    return `Agrees with the others in ${percent(value ?? 0)} of ${count(of, 'shared judgement')}; the others agree with each other in ${percent(compared_with ?? 0)}.`;
  }
  return `Scores${onCriterion({ criterion })} differ from those of the others by ${decimal(value ?? 0)}; theirs differ by ${decimal(compared_with ?? 0)} (${count(of, 'shared output')}).`;
}

function driftSentence({ about, criterion, value, compared_with }: MarkNumbers): string {
  if (about === 'score') {
    return `Scored ${decimal(compared_with ?? 0)}${onCriterion({ criterion })} on average in the first half of their tasks and ${decimal(value ?? 0)} in the second.`;
  }
  const answer = about === 'tie' ? 'Saw no winner' : 'Chose the left output';
  return `${answer} in ${percent(compared_with ?? 0)} of the first half of their comparisons and in ${percent(value ?? 0)} of the second.`;
}
