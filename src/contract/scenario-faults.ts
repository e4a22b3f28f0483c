import { repeats } from './evaluation-faults.ts';
import type { ValidationIssue } from './validation.ts';

/** An update of a scenario as far as it could be read. */
export interface SentScenario {
  readonly scores?: readonly { readonly variant_id?: string }[];
  readonly outputs?: readonly { readonly variant_id?: string }[];
  readonly inputs?: readonly { readonly input_name?: string }[];
}

/** Lists in which nothing may stand twice. */
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
