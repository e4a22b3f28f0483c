import type { FullCriterion } from '../../contract/evaluations/evaluation-settings.ts';
import type { CriterionAnswer } from '../judging/criterion-answers.ts';
import type { Criterion } from './study-data.ts';

/** A criterion as the analysis needs it, with answers as numbers. */
export function codedCriterion({ name, scale }: FullCriterion): Criterion {
  const { kind, labels = [], min, max } = scale;
  switch (kind) {
    case 'binary':
      return { name, scale: kind, low: 0, high: 1 };
    case 'likert':
      return { name, scale: kind, low: 1, high: labels.length };
    case 'numeric':
      return { name, scale: kind, low: min ?? null, high: max ?? null };
    case 'choice':
    case 'text':
      return { name, scale: kind, low: null, high: null };
    default:
      return kind satisfies never;
  }
}

/** The number that encodes an answer; an option's number is its place in the list, from 0. */
export function codeAnswer({ scale }: FullCriterion, value: CriterionAnswer['value']): number {
  switch (typeof value) {
    case 'boolean':
      return value ? 1 : 0;
    case 'number':
      return value;
    default:
      return scale.options?.indexOf(value) ?? Number.NaN;
  }
}
