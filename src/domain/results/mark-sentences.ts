import type { AnnotatorMark } from '../../contract/results/results.ts';
import { WORDS_PER_SECOND } from '../../statistics/annotators/too-fast.ts';

export type MarkNumbers = Omit<AnnotatorMark, 'sentence'>;

/** What a mark says about an annotator, for people. */
export function markSentence(mark: MarkNumbers): string {
  switch (mark.kind) {
    case 'one_sided':
      return `Chose the ${mark.about ?? 'left'} output in ${mark.count} of ${mark.of} decided comparisons.`;
    case 'too_fast':
      return `Judged in ${decimal(mark.value)} s (median); even at ${WORDS_PER_SECOND} words a second the texts take ${decimal(mark.compared_with)} s to read.`;
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
    return `Gave the score ${decimal(value)}${on(criterion)} to all ${of} outputs.`;
  const verdict = about === 'both_bad' ? 'both bad' : 'it a tie';
  return `Called ${verdict} in all ${of} comparisons.`;
}

function agreementSentence({ about, criterion, value, compared_with, of }: MarkNumbers): string {
  if (about !== 'score') {
    return `Agrees with the others in ${percent(value)} of ${of} shared judgements; the others agree with each other in ${percent(compared_with)}.`;
  }
  return `Scores${on(criterion)} differ from those of the others by ${decimal(value)}; theirs differ by ${decimal(compared_with)} (${of} shared outputs).`;
}

function driftSentence({ about, criterion, value, compared_with }: MarkNumbers): string {
  if (about === 'score') {
    return `Scored ${decimal(compared_with)}${on(criterion)} on average in the first half of their tasks and ${decimal(value)} in the second.`;
  }
  const answer = about === 'tie' ? 'Saw no winner' : 'Chose the left output';
  return `${answer} in ${percent(compared_with)} of the first half of their comparisons and in ${percent(value)} of the second.`;
}

function on(criterion: string | null): string {
  return criterion === null ? '' : ` on ${criterion}`;
}

function percent(share: number | null): string {
  return `${Math.round(100 * (share ?? 0))} %`;
}

/** Two digits that count: 0.76, 3.2, 12. */
function decimal(value: number | null): string {
  return String(Number((value ?? 0).toPrecision(2)));
}
