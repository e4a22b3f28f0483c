import type {
  Criterion,
  FullCriterion,
  Scale,
} from '../../contract/evaluations/evaluation-settings.ts';
import { strings } from '../strings.ts';
import { numberIn } from '../ui/number-text.ts';

/** A criterion in the form. */
export interface CriterionDraft {
  readonly name: string;
  readonly question: string;
  readonly kind: Scale['kind'];
  /** The labels or options, one per line. */
  readonly words: string;
  /** For numbers; without a step, any number in the range. */
  readonly min: string;
  readonly max: string;
  readonly step: string;
  readonly isRequired: boolean;
  readonly about: 'output' | 'comparison';
}

export const NEW_CRITERION: CriterionDraft = {
  name: '',
  question: '',
  kind: 'likert',
  words: 'poor\nfair\ngood',
  min: '0',
  max: '100',
  step: '',
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
  const { kind, labels, options, min = 0, max = 100, step = '' } = scale;
  const words = (labels ?? options ?? []).join('\n');
  const numbers = { min: String(min), max: String(max), step: String(step) };
  return { name, question, kind, words, ...numbers, isRequired: required, about };
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

function scaleOf(draft: CriterionDraft): Scale {
  const { kind, words } = draft;
  const list = words.split('\n').flatMap((word) => word.trim() || []);
  switch (kind) {
    case 'likert':
      return { kind, labels: list };
    case 'choice':
      return { kind, options: list };
    case 'numeric':
      return { kind, ...rangeOf(draft) };
    case 'binary':
    case 'text':
      return { kind };
    default:
      return kind satisfies never;
  }
}

function rangeOf({ name, min, max, step }: CriterionDraft) {
  const texts = strings.evaluations.rules;
  const read = (text: string, label: string) => numberIn(text, {}, texts.ofCriterion(name, label));
  return {
    min: read(min, texts.min),
    max: read(max, texts.max),
    ...(step.trim() === '' ? {} : { step: read(step, texts.step) }),
  };
}
