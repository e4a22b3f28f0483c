import { byLabel, metricLines, type Series } from './metric-lines.ts';
import { ProcessMetrics } from './process-metrics.ts';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface Timing {
  readonly buckets: number[];
  seconds: number;
  count: number;
}

/**
 * Counts of this process. Labels name operations, never tenants or their objects. Requests are
 * counted in plain numbers: looking up a labelled series costs more than some requests do.
 */
export class Metrics {
  readonly #process = new ProcessMetrics();
  readonly #requests = new Map<string, Map<number, number>>();
  readonly #timings = new Map<string, Timing>();

  readonly #refusals = new Map<string, number>();
  readonly #calls = new Map<string, number>();
  readonly #upkeepDone = new Map<string, number>();
  readonly #upkeepFailures = new Map<string, number>();
  #stalls = 0;

  /** Counts a refused write by the code of its problem. */
  countRefusal(code: string): void {
    addOne(this.#refusals, code);
  }

  /** Counts a call that generated an output or failed. */
  countCall(outcome: string): void {
    addOne(this.#calls, outcome);
  }

  /** Records how an upkeep job ended, and when, in milliseconds. */
  noteUpkeep(work: string, outcome: 'done' | 'failed', now: number): void {
    if (outcome === 'done') this.#upkeepDone.set(work, now / 1000);
    else addOne(this.#upkeepFailures, work);
  }

  /** Counts a stalled generation run that was restarted. */
  countStall(): void {
    this.#stalls += 1;
  }

  count(operation: string, status: number, milliseconds: number): void {
    const statuses = this.#requests.get(operation) ?? new Map<number, number>();
    if (statuses.size === 0) this.#requests.set(operation, statuses);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const timing = this.#timings.get(operation) ?? this.#startTiming(operation);
    const seconds = milliseconds / 1000;
    timing.seconds += seconds;
    timing.count += 1;
    const bucket = BUCKETS_SECONDS.findIndex((limit) => seconds <= limit);
    if (bucket !== -1) timing.buckets[bucket] = (timing.buckets[bucket] ?? 0) + 1;
  }

  /** Prometheus text (exposition format 0.0.4). */
  print(figures: readonly Series[]): string {
    return [
      ...this.#process.lines(),
      ...this.#requestLines(),
      ...this.#timingLines(),
      ...[...this.#counted(), ...figures].flatMap((series) => [...metricLines(series)]),
      '',
    ].join('\n');
  }

  #counted(): readonly Series[] {
    return [
      {
        name: 'jurybox_refused_writes_total',
        type: 'counter',
        help: 'Refused writes, by the code of the problem.',
        samples: byLabel('code', this.#refusals),
      },
      {
        name: 'jurybox_generation_calls_total',
        type: 'counter',
        help: 'Calls for outputs that this process made, by outcome.',
        samples: byLabel('outcome', this.#calls),
      },
      {
        name: 'jurybox_generation_stalls_total',
        type: 'counter',
        help: 'Times that outputs were claimed but none was started for 30 s.',
        samples: [{ value: this.#stalls }],
      },
      {
        name: 'jurybox_upkeep_success_timestamp_seconds',
        type: 'gauge',
        help: 'When an upkeep job last succeeded in this process.',
        samples: byLabel('work', this.#upkeepDone),
      },
      {
        name: 'jurybox_upkeep_failures_total',
        type: 'counter',
        help: 'Upkeep jobs that failed.',
        samples: byLabel('work', this.#upkeepFailures),
      },
    ];
  }

  #startTiming(operation: string): Timing {
    const timing = { buckets: BUCKETS_SECONDS.map(() => 0), seconds: 0, count: 0 };
    this.#timings.set(operation, timing);
    return timing;
  }

  *#requestLines(): Generator<string> {
    yield '# HELP jurybox_http_requests_total Requests answered, by operation and status.';
    yield '# TYPE jurybox_http_requests_total counter';
    for (const [operation, statuses] of this.#requests) {
      for (const [status, count] of statuses) {
        yield `jurybox_http_requests_total{operation="${operation}",status="${status}"} ${count}`;
      }
    }
  }

  *#timingLines(): Generator<string> {
    const name = 'jurybox_http_request_seconds';
    yield `# HELP ${name} Time from receiving a request to writing its answer, by operation.`;
    yield `# TYPE ${name} histogram`;
    for (const [operation, { buckets, seconds, count }] of this.#timings) {
      let below = 0;
      for (const [index, limit] of BUCKETS_SECONDS.entries()) {
        below += buckets[index] ?? 0;
        yield `${name}_bucket{operation="${operation}",le="${limit}"} ${below}`;
      }
      yield `${name}_bucket{operation="${operation}",le="+Inf"} ${count}`;
      yield `${name}_sum{operation="${operation}"} ${seconds}`;
      yield `${name}_count{operation="${operation}"} ${count}`;
    }
  }
}

function addOne(counts: Map<string, number>, word: string): void {
  counts.set(word, (counts.get(word) ?? 0) + 1);
}
