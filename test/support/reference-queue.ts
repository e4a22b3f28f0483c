/**
 * The rule for handing out tasks, implemented a second time and as plainly as possible: an annotator
 * gets all open tasks of the first begun scenario that has a place for them; a new scenario is begun
 * only when none has. A task that they skipped is no place for them; one whose lease expired is.
 */
export class ReferenceQueue {
  readonly #judgementsPerTask: number;
  readonly #tasks: readonly string[];
  /** In the order in which they were begun. */
  readonly #scenarios = new Map<number, Map<string, Map<number, Part>>>();

  /** `tasks` names those of every scenario. */
  constructor(tasks: readonly string[], judgementsPerTask: number) {
    this.#tasks = tasks;
    this.#judgementsPerTask = judgementsPerTask;
  }

  /** The begun scenario that the annotator must get next, if any has a place for them. */
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

  /** The annotator holds a task, such as a skipped one that came back to them. */
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
      this.#partsOf(scenario).some((parts) => countOf(parts, 'judged') < this.#judgementsPerTask),
    );
  }

  /** Unfinished scenarios of which other annotators hold tasks. */
  heldByOthers(annotator: number): number {
    return this.unfinished().filter((scenario) =>
      this.#partsOf(scenario).some((parts) =>
        [...parts].some(([other, part]) => other !== annotator && part === 'open'),
      ),
    ).length;
  }

  /** Unfinished scenarios of which the annotator has had tasks; they may now wait for others. */
  hadBy(annotator: number): number {
    return this.unfinished().filter((scenario) =>
      this.#partsOf(scenario).some((parts) => parts.has(annotator)),
    ).length;
  }

  finished(): number {
    return this.#scenarios.size - this.unfinished().length;
  }

  /** The number of judgements of each begun task. */
  judgements(): readonly number[] {
    return this.#all().map((parts) => countOf(parts, 'judged'));
  }

  #placesFor(annotator: number, scenario: number): readonly Map<number, Part>[] {
    return this.#partsOf(scenario).filter((parts) => {
      const taken = countOf(parts, 'open') + countOf(parts, 'judged');
      return taken < this.#judgementsPerTask && (parts.get(annotator) ?? 'expired') === 'expired';
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
