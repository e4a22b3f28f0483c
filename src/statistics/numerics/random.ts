/**
 * Seeded generator xoshiro128** (Blackman & Vigna 2018), its state filled from the seed by a 32-bit
 * mixing sequence. Passed as an argument, never global: equal seeds give bit-equal results.
 */
export interface Random {
  readonly seed: number;
  /** 32 random bits as an unsigned integer. */
  readonly bits: () => number;
  /** Uniform on [0, 1) with 32 bits of resolution. */
  readonly uniform: () => number;
  /** Uniform integer in [0, size). */
  readonly below: (size: number) => number;
  /** Standard normal. */
  readonly normal: () => number;
}

export function createRandom(seed: number): Random {
  const start = Number.isFinite(seed) ? seed : 0;
  const state = seededState(start);
  const bits = (): number => nextBits(state);
  const uniform = (): number => bits() / 4294967296;
  const normal = (): number => {
    const radius = Math.sqrt(-2 * Math.log((bits() + 1) / 4294967296));
    return radius * Math.cos(2 * Math.PI * uniform());
  };
  return { seed: start, bits, uniform, below: (size) => Math.floor(uniform() * size), normal };
}

function seededState(seed: number): Uint32Array {
  const state = new Uint32Array(4);
  let mix = (seed ^ Math.floor(seed / 4294967296)) >>> 0;
  for (let i = 0; i < 4; i += 1) {
    mix = (mix + 0x9e3779b9) >>> 0;
    let z = mix;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    state[i] = (z ^ (z >>> 16)) >>> 0;
  }
  return state;
}

function nextBits(state: Uint32Array): number {
  const s0 = state[0] ?? 0;
  const s1 = state[1] ?? 0;
  const s2 = (state[2] ?? 0) ^ s0;
  const s3 = (state[3] ?? 0) ^ s1;
  const result = Math.imul(rotate(Math.imul(s1, 5), 7), 9) >>> 0;
  state[1] = s1 ^ s2;
  state[0] = s0 ^ s3;
  state[2] = s2 ^ (s1 << 9);
  state[3] = rotate(s3, 11);
  return result;
}

function rotate(x: number, k: number): number {
  return (x << k) | (x >>> (32 - k));
}
