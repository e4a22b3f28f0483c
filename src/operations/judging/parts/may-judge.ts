import { Problem } from '../../../contract/problems.ts';
import { mayDo } from '../../../domain/identity/permissions.ts';
import type { Judging } from '../../../storage/judging/judges.ts';
import type { Gate } from '../../gate.ts';

const ONLY_GUESTS =
  'Only guests judge this evaluation. Open a guest link, or ask one of its editors to let members judge.';
const ONLY_LISTED =
  'Only the members listed in its settings judge this evaluation. Ask one of its editors to add you.';

/** The refusal gives the reason: the roles of this person, or the settings of the evaluation. */
export function requireJudge(gate: Gate, judging: Judging): void {
  if (mayJudge(judging)) return;
  const { judge, evaluation } = judging;
  if (!mayDo(judge.standing.roles, 'run_evaluations')) throw gate.refusal('run_evaluations');
  const why = evaluation.settings.whoMayJudge === 'guests' ? ONLY_GUESTS : ONLY_LISTED;
  throw new Problem('forbidden', why, { members: { permission: 'run_evaluations' } });
}

/** Whether this person may judge: guests by the evaluation's link, members by role and settings. */
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
