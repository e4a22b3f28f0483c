import { hash } from 'node:crypto';
import type { ScenarioInput } from '../../../contract/evaluations/scenarios.ts';
import type { Queryable } from '../../../storage/database.ts';
import { listInputs } from '../../../storage/evaluations/evaluation-extensions.ts';
import type { HumanEvaluation } from '../../../storage/evaluations/human-evaluations.ts';
import { Pace } from '../../pace.ts';

const SCENARIOS_AT_ONCE = 500;

/**
 * Distinguishes rows that are scenarios already from new ones by their inputs, which determine the
 * outputs. Of rows with equal inputs, as many are known as there are scenarios with them.
 */
export class KnownInputs {
  /** Digests instead of texts, which can be large. */
  readonly #counts = new Map<string, number>();

  static async of(
    db: Queryable,
    { id, standing, scenarioCount }: HumanEvaluation,
  ): Promise<KnownInputs> {
    const known = new KnownInputs();
    const pace = new Pace();
    for (let from = 0; from < scenarioCount; from += SCENARIOS_AT_ONCE) {
      const span = { evaluationId: id, from, to: from + SCENARIOS_AT_ONCE - 1 };
      for (const inputs of await listInputs(db, standing.workspaceId, span)) known.#add(inputs, 1);
      await pace.keep();
    }
    return known;
  }

  /** Whether a scenario has these inputs; each scenario matches one row. */
  take(inputs: readonly ScenarioInput[]): boolean {
    const isKnown = (this.#counts.get(keyOf(inputs)) ?? 0) > 0;
    if (isKnown) this.#add(inputs, -1);
    return isKnown;
  }

  #add(inputs: readonly ScenarioInput[], change: number): void {
    const key = keyOf(inputs);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + change);
  }
}

function keyOf(inputs: readonly ScenarioInput[]): string {
  const texts = inputs.map(({ input_name, input_value }) => [input_name, input_value]);
  return hash('sha256', JSON.stringify(texts), 'base64');
}
