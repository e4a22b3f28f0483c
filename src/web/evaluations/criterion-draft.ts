import type { Criterion, FullCriterion, Scale } from '../../contract/evaluation-settings.ts';

/** A criterion as it is typed. */
export interface CriterionDraft {
  readonly name: string;
  readonly question: string;
  readonly kind: Scale['kind'];
  /** Steps or options; of numbers the lowest, the highest and the step. */
  readonly values: string;
  readonly isRequired: boolean;
  readonly about: 'output' | 'comparison';
}

export const NEW_CRITERION: CriterionDraft = {
  name: '',
  question: '',
  kind: 'likert',
  values: 'poor, fair, good',
  isRequired: true,
  about: 'output',
};

export function criterionDraftOf({
  name,
  question,
  scale,
  required,
  about,
}: FullCriterion): CriterionDraft {
  return { name, question, kind: scale.kind, values: valuesOf(scale), isRequired: required, about };
}

export function criterionOf(draft: CriterionDraft, isComparison: boolean): Criterion {
  return {
    name: draft.name,
    question: draft.question,
    scale: scaleOf(draft),
    required: draft.isRequired,
    about: isComparison ? draft.about : 'output',
  };
}

function valuesOf({ labels, options, min, max, step }: Scale): string {
  const words = labels ?? options ?? [];
  if (words.length > 0) return words.join(words.some((word) => word.includes(',')) ? '; ' : ', ');
  return [min, max, step].filter((number) => number !== undefined).join(', ');
}

function scaleOf({ kind, values }: CriterionDraft): Scale {
  const list = values
    .split(values.includes(';') ? ';' : ',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  switch (kind) {
    case 'likert':
      return { kind, labels: list };
    case 'choice':
      return { kind, options: list };
    case 'numeric': {
      const [min = 0, max = 100, step] = list.map(Number);
      return { kind, min, max, ...(step === undefined ? {} : { step }) };
    }
    case 'binary':
    case 'text':
      return { kind };
    default:
      return kind satisfies never;
  }
}
