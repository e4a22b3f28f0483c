import { issues, type ValidationIssue } from '../validation.ts';
import { repeats } from './evaluation-faults.ts';

/** The fields of a scenario update that could be read. */
export interface SentScenario {
  readonly scores?: readonly { readonly variant_id?: string }[];
  readonly outputs?: readonly { readonly variant_id?: string }[];
  readonly inputs?: readonly { readonly input_name?: string }[];
}

/** No list may repeat a variant or an input. */
export function scenarioFaults({
  scores = [],
  outputs = [],
  inputs = [],
}: SentScenario): readonly ValidationIssue[] {
  const idsOf = (list: readonly ({ readonly variant_id?: string } | undefined)[]) =>
    list.map((item) => item?.variant_id?.toLowerCase().replaceAll('-', ''));
  const why = 'each variant may be named once';
  return [
    ...repeats(idsOf(scores), ['body', 'scores'], why),
    ...repeats(idsOf(outputs), ['body', 'outputs'], why),
    ...repeats(
      inputs.map((input) => input?.input_name),
      ['body', 'inputs'],
      'each input may be named once',
    ),
  ];
}

/** The parameters of a list's query that name a slice. */
export interface SentSlice {
  readonly slice?: string;
  readonly label?: string;
  readonly pooled?: boolean;
}

/** A slice is an input with one of its values, or with all values that have no slice themselves. */
export function sliceFaults({
  slice,
  label,
  pooled = false,
}: SentSlice): readonly ValidationIssue[] {
  const isNarrow = label !== undefined || pooled;
  if (slice === undefined) return isNarrow ? [issues.missing(['query', 'slice'])] : [];
  if (!isNarrow) return [issues.missing(['query', 'label'])];
  if (label === undefined || !pooled) return [];
  return [issues.valueError(['query', 'pooled'], 'a slice has either a label or is pooled')];
}
