import { mayDo } from '../../../domain/identity/permissions.ts';
import type { Judging } from '../../../storage/judging/judges.ts';

/** Whether the evaluation lets this person judge: guests came by its link, members by its settings. */
export function mayJudge({ judge, evaluation }: Judging): boolean {
  if (judge.kind === 'guest') return true;
  if (!mayDo(judge.standing.roles, 'run_evaluations')) return false;
  const { whoMayJudge, annotatorIds } = evaluation.settings;
  switch (whoMayJudge) {
    case 'members':
      return true;
    case 'listed':
      return annotatorIds.includes(judge.annotatorId);
    case 'guests':
      return false;
    default:
      return whoMayJudge satisfies never;
  }
}
