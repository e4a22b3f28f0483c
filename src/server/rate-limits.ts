import { Problem } from '../contract/problems.ts';

/** Requests per minute; twice as many may come at once. 0 means no limit. */
export interface RateLimit {
  readonly name: string;
  readonly perMinute: number;
}

interface Bucket {
  tokens: number;
  filledAt: number;
}

const MAX_BUCKETS = 10_000;

/** Token buckets of this process, by credential or address. */
export class RateLimiter {
  readonly #limit: RateLimit;
  readonly #buckets = new Map<string, Bucket>();

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  /** Takes one request from the bucket and returns the headers with the number left. */
  take(subject: string, now: number): Record<string, string> {
    const { name, perMinute } = this.#limit;
    if (perMinute === 0) return {};
    const bucket = this.#fill(subject, now);
    const left = Math.floor(bucket.tokens) - 1;
    const headers = {
      'ratelimit-policy': `"${name}";q=${perMinute};w=60`,
      ratelimit: `"${name}";r=${Math.max(left, 0)};t=60`,
    };
    if (left < 0) {
      const seconds = Math.ceil(((1 - bucket.tokens) * 60) / perMinute);
      throw new Problem('rate_limited', `Too many requests. Wait ${seconds} seconds.`, {
        headers: { ...headers, 'retry-after': String(seconds) },
      });
    }
    bucket.tokens -= 1;
    return headers;
  }

  #fill(subject: string, now: number): Bucket {
    const capacity = this.#limit.perMinute * 2;
    const bucket = this.#buckets.get(subject) ?? { tokens: capacity, filledAt: now };
    const gained = ((now - bucket.filledAt) / 60_000) * this.#limit.perMinute;
    bucket.tokens = Math.min(capacity, bucket.tokens + Math.max(gained, 0));
    bucket.filledAt = now;
    // Re-inserted at the end, so that the first bucket is the one longest unused.
    this.#buckets.delete(subject);
    this.#buckets.set(subject, bucket);
    if (this.#buckets.size > MAX_BUCKETS) {
      const oldest = this.#buckets.keys().next();
      if (!oldest.done) this.#buckets.delete(oldest.value);
    }
    return bucket;
  }
}
