import {
  type BettingSequence,
  startBettingSequence,
  summarizeBetting,
} from '../references/always-valid.ts';
import {
  betaMixtureEvidence,
  gammaExponentialBoundary,
  normalMixtureBoundary,
  tunedBetaMixtureSequence,
} from '../references/mixture-boundaries.ts';
import { asymptoticSequence, betaMixtureSequence } from '../references/mixture-sequences.ts';
import {
  type Adapter,
  decode,
  ends,
  type JsonObject,
  object,
  type VectorInput,
} from './vector-input.ts';

const fixedBeta: Adapter = (input, expected) => {
  const result = betaMixtureSequence(counts(input), {
    alpha: input.number('alpha', 0.05),
    priorA: input.number('prior_a', 10),
    priorB: input.number('prior_b', input.number('prior_a', 10)),
  });
  const prior = {
    a: input.number('prior_a', 10),
    b: input.number('prior_b', input.number('prior_a', 10)),
  };
  const evidence = Object.keys(expected)
    .map((key) => /^(log_)?e_value_p_(half|[\d.]+)$/.exec(key))
    .filter((match) => match !== null)
    .map((match) => {
      const p = match[2] === 'half' ? 0.5 : Number(match[2]);
      const log = betaMixtureEvidence(counts(input), p, prior);
      return [match[0], match[1] === undefined ? Math.exp(log) : log] as const;
    });
  return {
    ...Object.fromEntries(evidence),
    ci: ends(result.interval),
  };
};

const tunedBeta: Adapter = (input) => {
  const alpha = input.number('alpha', 0.05);
  const result = tunedBetaMixtureSequence(counts(input), {
    alpha,
    tOpt: input.number('t_opt', 100),
    alphaOpt: input.number('alpha_opt', 0.05),
  });
  return { ci: ends(result.interval) };
};

function boundary(bound: (v: number, input: VectorInput) => number | null): Adapter {
  return (input) => {
    const v = input.get('v', 't');
    if (Array.isArray(v)) return { bound: v.map((x) => bound(Number(x), input)) };
    return { bound: bound(Number(v), input) };
  };
}

const gammaExponential = boundary((v, input) =>
  gammaExponentialBoundary(v, { ...boundaryOptions(input), c: input.number('c', 1) }),
);

const normalMixture = boundary((v, input) =>
  normalMixtureBoundary(v, {
    ...boundaryOptions(input),
    sides: isOneSided(input) ? 'one' : 'two',
  }),
);

const asymptotic: Adapter = (input) => {
  const times = input.get('t');
  const results = (Array.isArray(times) ? times : [times ?? 1]).map((t) =>
    asymptoticSequence(
      { estimate: input.number('estimate', 0), t: Number(t), sd: input.number('sd', 1) },
      { alpha: input.number('alpha', 0.05), tOpt: input.number('t_opt', 100), startAt: 1 },
    ),
  );
  const widths = results.map((result) => result.halfWidth);
  return {
    rho: results[0]?.rho,
    half_width: Array.isArray(times) ? widths : widths[0],
    ci: ends(results[0]?.interval ?? null),
  };
};

const betting: Adapter = (input, expected) => {
  const values = decode(input.get('x_in_order', 'x'), input.text('coding', ''));
  const sequence = startBettingSequence({ alpha: input.number('alpha', 0.05) });
  const snapshots = new Map<number, Snapshot>();
  const snapshotTimes = new Set(
    Object.values(expected).flatMap((part) => Object.keys(object(part)).map(Number)),
  );
  const running = { low: 0, high: 1 };
  values.forEach((x, i) => {
    sequence.feed(x);
    if (expected['cs_running_intersection'] !== undefined) intersect(running, sequence.interval());
    if (snapshotTimes.has(i + 1))
      snapshots.set(i + 1, { ...snapshotOf(sequence), running: ends(running) });
  });
  const at = (key: string, value: (s: Snapshot) => unknown): unknown =>
    keyed(expected, key, snapshots, value);
  const summary = summarizeBetting(sequence);
  return {
    capital_at_m_half: at('capital_at_m_half', (s) => s.capital),
    lambda_first5: sequence.bets.slice(0, 5),
    cs_without_running_intersection: at('cs_without_running_intersection', (s) => s.current),
    cs_running_intersection: at('cs_running_intersection', (s) => s.running),
    anytime_p: at('anytime_p', (s) => s.p),
    e_value: summary.eValue,
    ci: ends(summary.interval),
    p_anytime: summary.anytimeP,
  };
};

export const sequenceAdapters: Readonly<Record<string, Adapter>> = {
  confidence_sequence_bernoulli_fixed_beta_prior: fixedBeta,
  confidence_sequence_bernoulli_beta_mixture: tunedBeta,
  confidence_sequence_gamma_exponential: gammaExponential,
  confidence_sequence_normal_mixture: normalMixture,
  normal_mixture_boundary: normalMixture,
  confidence_sequence_asymptotic: asymptotic,
  betting_confidence_sequence: betting,
};

interface Snapshot {
  readonly capital: number;
  readonly current: unknown;
  readonly running: unknown;
  readonly p: number;
}

function snapshotOf(sequence: BettingSequence): Snapshot {
  return {
    capital: Math.exp(sequence.logCapital(0.5)),
    current: ends(sequence.interval()),
    running: null,
    p: summarizeBetting(sequence).anytimeP,
  };
}

function intersect(
  running: { low: number; high: number },
  current: { readonly low: number; readonly high: number } | null,
): void {
  running.low = Math.max(running.low, current?.low ?? 0);
  running.high = Math.min(running.high, current?.high ?? 1);
}

function keyed(
  expected: JsonObject,
  key: string,
  snapshots: ReadonlyMap<number, Snapshot>,
  value: (snapshot: Snapshot) => unknown,
): unknown {
  return Object.fromEntries(
    Object.keys(object(expected[key])).map((t) => {
      const snapshot = snapshots.get(Number(t));
      return [t, snapshot === undefined ? null : value(snapshot)];
    }),
  );
}

function counts(input: VectorInput) {
  return {
    successes: input.number('successes', 0),
    trials: Number(input.get('trials', 'n') ?? 0),
  };
}

function boundaryOptions(input: VectorInput) {
  return {
    alpha: input.number('alpha', 0.05),
    vOpt: Number(input.get('v_opt', 't_opt') ?? 1),
    alphaOpt: input.number('alpha_opt', 0.05),
  };
}

function isOneSided(input: VectorInput): boolean {
  const given = input.get('is_one_sided', 'one_sided');
  return given === true || input.number('sides', 2) === 1 || /one/.test(input.text('sides', ''));
}
