import type { PlannedContrast } from '../../../src/domain/results/planned-contrasts.ts';
import { summarizeResults } from '../../../src/domain/results/summarize-results.ts';
import { createRandom, type Random } from '../../../src/statistics/numerics/random.ts';
import { type Rate, shareOf } from './simulation.ts';
import { contrastsIn, type StudyDesign, simulateScores, simulateVotes } from './whole-studies.ts';

/** Simulated studies of one design; `kind` is what their annotators give. */
export interface RepeatedStudy {
  readonly design: StudyDesign;
  readonly kind: 'votes' | 'scores';
  readonly repeats: number;
  readonly seed: number;
}

/** How often any comparison was ever called better or worse, with a look after every case. */
export function everDifferent(study: RepeatedStudy): Rate {
  return shareOf(study.repeats, study.seed, (random) =>
    contrastsIn(simulate(study, random)).some(isDifferent),
  );
}

/**
 * How often the line about other annotators calls neither variant better, where tastes differ but
 * on the whole annotators like both variants equally.
 */
export function othersKeptOpen(study: RepeatedStudy): Rate {
  return shareOf(study.repeats, study.seed, (random) => {
    const { verdict } = summarizeResults(simulate(study, random));
    const { word } = verdict.other_annotators;
    return word !== 'better' && word !== 'worse';
  });
}

export interface StoppedEffects {
  /** Mean estimates of the studies that stopped before the planned end, as shown and as adjusted. */
  readonly shown: number;
  readonly adjusted: number;
  readonly stopped: number;
  readonly repeats: number;
}

/** Studies that end at the first look that settles them. */
export function effectAtStop({ design, repeats, seed, kind }: RepeatedStudy): StoppedEffects {
  let [shown, adjusted, stopped] = [0, 0, 0];
  shareOf(repeats, seed, (random) => {
    const data = simulate({ design, kind }, random);
    const [contrast] = contrastsIn(data);
    const cases = contrast?.found.settlement?.cases ?? design.cases;
    if (cases >= design.cases) return false;
    const stoppedThere = { ...design, judgedCases: cases };
    const again = simulate({ design: stoppedThere, kind }, createRandom(random.seed));
    const { verdict } = summarizeResults(again);
    shown += verdict.effect ?? 0;
    adjusted += verdict.adjusted_effect ?? 0;
    stopped += 1;
    return true;
  });
  return { shown: shown / stopped, adjusted: adjusted / stopped, stopped, repeats };
}

function simulate({ design, kind }: Pick<RepeatedStudy, 'design' | 'kind'>, random: Random) {
  return kind === 'votes' ? simulateVotes(design, random) : simulateScores(design, random);
}

function isDifferent({ found }: PlannedContrast): boolean {
  return found.settlement !== null && found.settlement.word !== 'equivalent';
}
