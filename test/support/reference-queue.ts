/**
 * The rule by which tasks are handed out, said once more and as plainly as it can be: whoever asks gets
 * all open tasks of the first begun scenario that has a place for them, and a new scenario is begun
 * only when none has. What one skipped is no place for them; what ran out is one again.
 */
export class ReferenceQueue {
  readonly #wanted: number;
  readonly #tasks: readonly string[];
  /** In the order in which they were begun. */
  readonly #scenarios = new Map<number, Map<string, Map<number, Part>>>();

  /** `tasks` names those of every scenario. */
  constructor(tasks: readonly string[], wanted: number) {
    this.#tasks = tasks;
    this.#wanted = wanted;
  }

  /** The begun scenario that the annotator has to get next, if any has a place for them. */
  next(annotator: number): number | undefined {
    for (const scenario of this.#scenarios.keys()) {
      if (this.#placesFor(annotator, scenario).length > 0) return scenario;
    }
    return undefined;
  }

  isBegun(scenario: number): boolean {
    return this.#scenarios.has(scenario);
  }

  /** The annotator gets all tasks of a scenario that have a place for them. */
  take(annotator: number, scenario: number): void {
    if (!this.isBegun(scenario)) {
      this.#scenarios.set(scenario, new Map(this.#tasks.map((task) => [task, new Map()])));
    }
    for (const parts of this.#placesFor(annotator, scenario)) parts.set(annotator, 'open');
  }

  /** What one annotator holds, skipped ones that came back to them included. */
  hold(annotator: number, { scenario, task }: { scenario: number; task: string }): void {
    this.#scenarios.get(scenario)?.get(task)?.set(annotator, 'open');
  }

  held(annotator: number): number {
    return this.#all().filter((parts) => parts.get(annotator) === 'open').length;
  }

  has(annotator: number, { scenario, task }: { scenario: number; task: string }): boolean {
    return this.#scenarios.get(scenario)?.get(task)?.get(annotator) === 'open';
  }

  end(
    annotator: number,
    { scenario, task, part }: { scenario: number; task: string; part: 'judged' | 'skipped' },
  ): void {
    this.#scenarios.get(scenario)?.get(task)?.set(annotator, part);
  }

  expire(annotator: number): void {
    for (const parts of this.#all()) {
      if (parts.get(annotator) === 'open') parts.set(annotator, 'expired');
    }
  }

  /** Begun scenarios that lack judgements. */
  unfinished(): readonly number[] {
    return [...this.#scenarios.keys()].filter((scenario) =>
      this.#partsOf(scenario).some((parts) => countOf(parts, 'judged') < this.#wanted),
    );
  }

  /** Unfinished scenarios that annotators other than this one hold something of. */
  heldByOthers(annotator: number): number {
    return this.unfinished().filter((scenario) =>
      this.#partsOf(scenario).some((parts) =>
        [...parts].some(([other, part]) => other !== annotator && part === 'open'),
      ),
    ).length;
  }

  /** Unfinished scenarios that the annotator was handed, and which may wait for others now. */
  hadBy(annotator: number): number {
    return this.unfinished().filter((scenario) =>
      this.#partsOf(scenario).some((parts) => parts.has(annotator)),
    ).length;
  }

  finished(): number {
    return this.#scenarios.size - this.unfinished().length;
  }

  /** Judgements of each task of what was begun. */
  judgements(): readonly number[] {
    return this.#all().map((parts) => countOf(parts, 'judged'));
  }

  #placesFor(annotator: number, scenario: number): readonly Map<number, Part>[] {
    return this.#partsOf(scenario).filter((parts) => {
      const taken = countOf(parts, 'open') + countOf(parts, 'judged');
      return taken < this.#wanted && (parts.get(annotator) ?? 'expired') === 'expired';
    });
  }

  #partsOf(scenario: number): readonly Map<number, Part>[] {
    return [...(this.#scenarios.get(scenario)?.values() ?? [])];
  }

  #all(): readonly Map<number, Part>[] {
    return [...this.#scenarios.keys()].flatMap((scenario) => this.#partsOf(scenario));
  }
}

type Part = 'open' | 'judged' | 'skipped' | 'expired';

function countOf(parts: ReadonlyMap<number, Part>, part: Part): number {
  return [...parts.values()].filter((each) => each === part).length;
}
