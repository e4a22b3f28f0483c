import type { Output } from '../../contract/api.ts';
import type {
  Answer,
  Assignment,
  JudgementSubmission,
} from '../../contract/judging/assignments.ts';
import type { Shell } from '../shell.ts';
import { askCriterion } from './ask-criterion.ts';
import { SLOT_LETTERS } from './draw-task.ts';
import type { Keyboard } from './keyboard.ts';

export type Decision =
  | { readonly kind: 'quit' | 'skip' | 'undo' | 'guidelines' }
  | { readonly kind: 'flag'; readonly reason: string }
  | { readonly kind: 'judgement'; readonly submission: JudgementSubmission };

interface Question {
  readonly shell: Shell;
  readonly keyboard: Keyboard;
  readonly brief: Output<'fetchBrief'>;
  readonly task: Assignment;
}

/** Asks the annotator about one task. Most decisions take one key. */
export async function askJudgement(question: Question): Promise<Decision> {
  const { shell, keyboard, brief } = question;
  const isComparison = brief.evaluation_type === 'human_a_b_testing';
  const needsScore = !isComparison && brief.criteria.length === 0;
  let note = '';
  shell.say(shell.paint('dim', keysOf(question)));
  for (;;) {
    // A score is a line, everything else one key.
    const key = needsScore ? (await keyboard.line())?.trim().toLowerCase() : await keyboard.key();
    if (key === undefined || key === 'q') return { kind: 'quit' };
    if (key === 's') return { kind: 'skip' };
    if (key === 'u') return { kind: 'undo' };
    if (key === 'g') return { kind: 'guidelines' };
    if (key === 'f')
      return { kind: 'flag', reason: await askLine(question, 'What is wrong with it?') };
    if (key === 'n') {
      note = await askLine(question, 'Note:');
      continue;
    }
    const verdict = isComparison
      ? outcomeOf(key, question)
      : needsScore
        ? scoreOf(key, brief)
        : key === ' ' || key === 'c'
          ? {}
          : undefined;
    if (verdict === undefined) continue;
    const answers = await askCriteria(question);
    if (answers === undefined) return { kind: 'quit' };
    const submission = { ...verdict, answers, ...(note === '' ? {} : { note }) };
    return { kind: 'judgement', submission };
  }
}

function keysOf({ brief, task }: Question): string {
  const letters = task.slots.map((_, index) => SLOT_LETTERS.charAt(index));
  const verdicts =
    brief.evaluation_type === 'human_a_b_testing'
      ? [
          `${letters.join(' or ')} better`,
          ...(brief.allow_tie ? ['T tie'] : []),
          ...(brief.allow_both_bad ? ['X both bad'] : []),
        ]
      : brief.criteria.length === 0
        ? [`a score from ${brief.score_min} to ${brief.score_max}, Enter`]
        : ['C answer the criteria'];
  return [...verdicts, 'N note', 'S skip', 'F flag', 'U undo', 'G guidelines', 'Q quit'].join(
    ' · ',
  );
}

function outcomeOf(key: string, { brief, task }: Question): JudgementSubmission | undefined {
  if (key === 't' && brief.allow_tie) return { outcome: 'tie' };
  if (key === 'x' && brief.allow_both_bad) return { outcome: 'both_bad' };
  const place = key.length === 1 ? SLOT_LETTERS.toLowerCase().indexOf(key) : -1;
  const slot = place < 0 ? undefined : task.slots[place];
  return slot === undefined ? undefined : { outcome: slot.slot_id };
}

function scoreOf(
  text: string,
  { score_min, score_max }: Question['brief'],
): JudgementSubmission | undefined {
  const score = Number(text);
  const isScore = text !== '' && score >= score_min && score <= score_max;
  return isScore ? { score } : undefined;
}

/** Asks criteria about the comparison once, others per slot; undefined at the end of the input. */
async function askCriteria({
  shell,
  keyboard,
  brief,
  task,
}: Question): Promise<Answer[] | undefined> {
  const answers: Answer[] = [];
  for (const criterion of brief.criteria) {
    const slots = criterion.about === 'comparison' ? [undefined] : task.slots;
    for (const [place, slot] of slots.entries()) {
      const about = slots.length > 1 ? `${SLOT_LETTERS.charAt(place)}: ` : '';
      const value = await askCriterion({ shell, keyboard, criterion, about });
      if (value === undefined) return undefined;
      if (value === null) continue;
      const slot_id = slot?.slot_id ?? null;
      answers.push({ criterion: criterion.name, slot_id, value });
    }
  }
  return answers;
}

async function askLine({ shell, keyboard }: Question, question: string): Promise<string> {
  shell.say(question);
  return (await keyboard.line()) ?? '';
}
