import type { FullCriterion } from '../../contract/evaluations/evaluation-settings.ts';
import type { JudgementSubmission } from '../../contract/judging/assignments.ts';
import { exactNumber } from '../localized.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions, DialogBody } from '../ui/Dialog.tsx';
import { Table } from '../ui/Table.tsx';
import { answerText } from './answer-text.ts';
import { SIDES } from './questions.ts';
import type { JudgedElsewhere } from './send-outbox.ts';

interface JudgedTwiceDialogProps {
  readonly conflict: JudgedElsewhere;
  readonly criteria: readonly FullCriterion[];
  readonly onChoose: (choice: 'keep stored' | 'replace') => void;
}

/** The annotator judged a task here and elsewhere, and chooses which judgement counts. */
export function JudgedTwiceDialog({ conflict, criteria, onChoose }: JudgedTwiceDialogProps) {
  const texts = strings.judging.twice;
  const { assignment, submission } = conflict;
  const stored = textsOf(conflict, criteria, assignment.judgement ?? {});
  const mine = textsOf(conflict, criteria, submission);
  const names = [...new Set([...stored.keys(), ...mine.keys()])];
  return (
    <Dialog title={texts.title} description={texts.text} size="medium">
      <DialogBody>
        {assignment.inputs.map(({ input_name, input_value }) => (
          <p key={input_name} dir="auto">
            {input_value}
          </p>
        ))}
        <Table
          rows={names}
          rowKey={(name) => name}
          columns={[
            { kind: 'name', title: '', cell: (name) => name },
            { kind: 'text', title: texts.stored, cell: (name) => stored.get(name) },
            { kind: 'text', title: texts.here, cell: (name) => mine.get(name) },
          ]}
        />
      </DialogBody>
      <DialogActions>
        <Button onClick={() => onChoose('keep stored')}>{texts.keep}</Button>
        <Button look="primary" onClick={() => onChoose('replace')}>
          {texts.replace}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type JudgementParts = {
  readonly [Part in keyof JudgementSubmission]?: JudgementSubmission[Part] | null;
};

/** A judgement's answers by question, worded as on the screen. */
function textsOf(
  { assignment: { slots } }: JudgedElsewhere,
  criteria: readonly FullCriterion[],
  judgement: JudgementParts,
): ReadonlyMap<string, string> {
  const sideOf = (slotId: string | null | undefined) =>
    SIDES[slots.findIndex(({ slot_id }) => slot_id === slotId)] ?? '';
  const { votes, verdict, score, note } = strings.judging;
  const rows: (readonly [string, string])[] = [];
  if (judgement.outcome) rows.push([verdict, outcomeText(judgement.outcome, sideOf, votes)]);
  if (judgement.score !== undefined && judgement.score !== null)
    rows.push([score, exactNumber(judgement.score)]);
  for (const answer of judgement.answers ?? []) {
    const { criterion, slot_id } = answer;
    const side = slots.length > 1 ? sideOf(slot_id) : '';
    rows.push([side === '' ? criterion : `${criterion} (${side})`, answerText(answer, criteria)]);
  }
  if (judgement.note) rows.push([note, judgement.note]);
  return new Map(rows);
}

function outcomeText(
  outcome: string,
  sideOf: (slotId: string) => string,
  votes: typeof strings.judging.votes,
): string {
  if (outcome === 'tie' || outcome === 'both_bad') return votes[outcome];
  return sideOf(outcome) === SIDES[0] ? votes.left : votes.right;
}
