import type { ResultEstimate } from '../../contract/results/result-estimates.ts';
import type { CleanStudy } from './clean-study.ts';
import { primaryCriterion } from './find-verdict.ts';
import { leaderContrasts } from './leader-contrasts.ts';
import { voteContrasts } from './planned-contrasts.ts';
import { presentContrast } from './present-estimate.ts';
import { lookAt } from './study-look.ts';
import { summarizeScores } from './summarize-scores.ts';

/** Only the figure of the verdict, to show what it would be with other judgements. */
export function headlineOf(study: CleanStudy): ResultEstimate | null {
  const look = lookAt(study);
  const contrasts =
    study.kind === 'comparison'
      ? voteContrasts(study, look)
      : (primaryCriterion(summarizeScores(look))?.contrasts ?? []);
  const [first] = leaderContrasts(study, contrasts);
  return first === undefined ? null : presentContrast(look, first);
}
