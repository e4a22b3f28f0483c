import {
  arcsineEffect,
  oneProportionPower,
  oneProportionSampleSize,
  type TDesign,
  tTestDetectable,
  tTestPower,
  tTestSampleSize,
  twoProportionPower,
  twoProportionSampleSize,
} from '../references/power.ts';
import {
  type PowerResult,
  signTestPower,
  signTestSampleSize,
} from '../references/sign-test-power.ts';
import { type Adapter, list, object, VectorInput } from './vector-input.ts';

type Solver = (one: VectorInput) => Solutions;

interface Solutions {
  readonly power: () => PowerResult;
  readonly n: () => PowerResult;
  readonly delta?: () => PowerResult;
}

/** Every case solves for `power`, `n` or `delta`; several results of one kind form a list. */
function plan(solver: Solver): Adapter {
  return (input, expected) => {
    const cases = input.has('cases')
      ? list(input.get('cases')).map((c) => new VectorInput(object(c)))
      : [input];
    const results = new Map<string, (number | null)[]>();
    for (const one of cases) {
      const quantity = one.text('solve', one.has('n') ? 'power' : 'n');
      const solutions = solver(one);
      const value =
        quantity === 'delta' && solutions.delta !== undefined
          ? solutions.delta().estimate
          : quantity === 'power'
            ? solutions.power().power
            : solutions.n().sampleSize;
      results.set(quantity, [...(results.get(quantity) ?? []), value]);
    }
    const outcome: Record<string, unknown> = {};
    for (const [key, values] of results) {
      outcome[key] = Array.isArray(expected[key]) ? values : values[0];
    }
    return outcome;
  };
}

const tTest = (kind: TDesign['kind']): Adapter =>
  plan((one) => {
    const own = one.text('type', kind).replace(/[._]/g, '-');
    const testKind = own.startsWith('paired')
      ? 'paired'
      : own.startsWith('one')
        ? 'one-sample'
        : 'two-sample';
    const design = {
      delta: one.number('delta', one.number('d', 0)),
      sd: one.number('sd', 1),
      kind: testKind,
    } as const;
    const options = {
      ...sided(one),
      strict: one.get('strict') === true ? ('on' as const) : ('off' as const),
    };
    return {
      power: () => tTestPower(design, one.number('n', 0), options),
      n: () => tTestSampleSize(design, one.number('power', 0.8), options),
      delta: () =>
        tTestDetectable(design, one.number('n', 0), {
          ...options,
          power: one.number('power', 0.8),
        }),
    };
  });

const oneProportion = plan((one) => {
  const h = one.has('h')
    ? one.number('h', 0)
    : arcsineEffect(one.number('p1', 0.5), one.number('p0', 0.5));
  const options = { alpha: alphaOf(one), alternative: one.alternative() };
  return {
    power: () => oneProportionPower(h, one.number('n', 0), options),
    n: () => oneProportionSampleSize(h, one.number('power', 0.8), options),
  };
});

const twoProportions = plan((one) => {
  const rates = { p1: one.number('p1', 0.5), p2: one.number('p2', 0.5) };
  const options = {
    ...sided(one),
    strict: one.get('strict') === true ? ('on' as const) : ('off' as const),
  };
  return {
    power: () => twoProportionPower(rates, one.number('n', 0), options),
    n: () => twoProportionSampleSize(rates, one.number('power', 0.8), options),
  };
});

const signTest = plan((one) => {
  const p = Number(one.get('p', 'p1') ?? 0.5);
  const options = { ...sided(one), tieShare: Number(one.get('tie_share', 'tie_rate') ?? 0) };
  return {
    power: () => signTestPower(p, one.number('n', 0), { ...options, p0: one.number('p0', 0.5) }),
    n: () => signTestSampleSize(p, one.number('power', 0.8), options),
  };
});

export const planningAdapters: Readonly<Record<string, Adapter>> = {
  power_t_two_sample: tTest('two-sample'),
  power_t_paired: tTest('paired'),
  power_t_one_sample: tTest('one-sample'),
  power_one_proportion: oneProportion,
  power_two_proportions: twoProportions,
  power_sign_test: signTest,
  power_sign_test_exact: signTest,
};

function sided(one: VectorInput) {
  const name = one.text('alternative', 'two-sided').replace(/[._ ]/g, '-');
  return {
    alpha: alphaOf(one),
    alternative: name === 'two-sided' ? ('two-sided' as const) : ('one-sided' as const),
  };
}

function alphaOf(one: VectorInput): number {
  return Number(one.get('alpha', 'sig_level') ?? 0.05);
}
