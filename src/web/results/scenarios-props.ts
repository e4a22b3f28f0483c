import type { HumanEvaluationScenario } from '../../contract/scenarios.ts';
import type { Names } from './names.ts';

/** What is known about the cases of a report, on the page and in a file. */
export interface ScenariosProps {
  readonly evaluationId: string;
  readonly names: Names;
  /** Undefined where fewer than two have judged. */
  readonly disagreementOf: (scenario: HumanEvaluationScenario) => number | undefined;
}
