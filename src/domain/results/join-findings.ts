import type { Computation, ResultStatistics } from '../../contract/results/results.ts';
import { methodsOf } from './methods-of.ts';

/** What the judgements say. */
export interface Findings extends Omit<ResultStatistics, keyof Trust | 'computation'> {
  readonly computation: Omit<Computation, 'methods'>;
}

/** How far they are to be trusted: takes about as long as the findings, and needs none of them. */
export type Trust = Pick<ResultStatistics, 'agreement' | 'bias' | 'length_effect'>;

/** Both halves as the results page shows them. */
export function joinFindings(findings: Findings, trust: Trust): ResultStatistics {
  const { agreement, bias, length_effect } = trust;
  const { kind, verdict, two_variants, several_variants, scores, slices, computation } = findings;
  const blocks = { two_variants, several_variants, scores, agreement, bias, length_effect, slices };
  return {
    kind,
    verdict,
    ...blocks,
    computation: { ...computation, methods: methodsOf([verdict, blocks]) },
    warnings: findings.warnings,
  };
}
