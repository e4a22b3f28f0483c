import type { AnnotatorEffect } from '../../contract/results/results.ts';
import { partialPooling } from '../../statistics/annotators/partial-pooling.ts';
import type { ComparedPair } from './compared-pair.ts';
import { presentEstimate } from './present-estimate.ts';
import { optionsAt, type StudyLook } from './study-look.ts';

/** By annotator number; annotators without a comparison have none. */
export type AnnotatorEffects = ReadonlyMap<number, AnnotatorEffect>;

/**
 * The effect of the verdict by annotator, over the completed cases: the annotator's own mean, and
 * that mean shrunk towards all others as far as chance explains the gap. Each interval holds at
 * every look, like that of the verdict, but for one annotator alone.
 */
export function annotatorEffects(look: StudyLook, compared: ComparedPair | null): AnnotatorEffects {
  if (compared === null) return new Map();
  const { completed: study, phase } = look;
  const { groups, values, ...answers } = compared.byAnswer;
  const found = partialPooling(
    {
      values,
      annotator: groups.map((group) => answers.annotator[group] ?? 0),
      case: groups.map((group) => answers.case[group] ?? 0),
      annotators: study.annotators.length,
      cases: study.cases,
    },
    { ...optionsAt(look), ends: compared.contrast.options.ends },
  );
  const kind = phase === 'past_plan' ? 'past_plan' : 'planned';
  return new Map(
    found.map(({ annotator, own, pooled }) => [
      annotator,
      { own, pooled: presentEstimate(pooled, kind) },
    ]),
  );
}
