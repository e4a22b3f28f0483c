import { monitorEventLoopDelay } from 'node:perf_hooks';

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/** Resource use of this process, under prom-client's names, which Node dashboards expect. */
export class ProcessMetrics {
  readonly #startedAt = Date.now() / 1000 - process.uptime();
  #delay: ReturnType<typeof monitorEventLoopDelay> | undefined;

  *lines(): Generator<string> {
    const { user, system } = process.cpuUsage();
    yield* series('process_cpu_user_seconds_total', 'counter', user / MICROSECONDS);
    yield* series('process_cpu_system_seconds_total', 'counter', system / MICROSECONDS);
    yield* series('process_cpu_seconds_total', 'counter', (user + system) / MICROSECONDS);
    yield* series('process_start_time_seconds', 'gauge', this.#startedAt);
    const { rss, heapTotal, heapUsed, external } = process.memoryUsage();
    yield* series('process_resident_memory_bytes', 'gauge', rss);
    yield* series('nodejs_heap_size_total_bytes', 'gauge', heapTotal);
    yield* series('nodejs_heap_size_used_bytes', 'gauge', heapUsed);
    yield* series('nodejs_external_memory_bytes', 'gauge', external);
    yield* this.#delayLines();
  }

  /**
   * Since the last scrape. Measuring starts with the first one, because it wakes an idle process.
   */
  *#delayLines(): Generator<string> {
    if (this.#delay === undefined) {
      this.#delay = monitorEventLoopDelay({ resolution: 10 });
      this.#delay.enable();
      return;
    }
    if (this.#delay.count > 0) {
      const { mean, max } = this.#delay;
      yield* series('nodejs_eventloop_lag_mean_seconds', 'gauge', mean / NANOSECONDS);
      yield* series('nodejs_eventloop_lag_max_seconds', 'gauge', max / NANOSECONDS);
      const p99 = this.#delay.percentile(99);
      yield* series('nodejs_eventloop_lag_p99_seconds', 'gauge', p99 / NANOSECONDS);
    }
    this.#delay.reset();
  }
}

function series(name: string, type: 'counter' | 'gauge', value: number): readonly string[] {
  return [`# TYPE ${name} ${type}`, `${name} ${value}`];
}
