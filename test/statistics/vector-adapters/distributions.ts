import * as d from '../../../src/statistics/numerics/distributions.ts';
import * as r from '../references/distributions.ts';
import { logBeta } from '../references/log-beta.ts';
import {
  studentizedRangeQuantileUpper,
  studentizedRangeUpper,
} from '../references/studentized-range.ts';
import { type Adapter, object } from './vector-input.ts';

type Arguments = Readonly<Record<string, number>>;

/** Keys of this family hold the arguments, as in "t=2.5,df=3.7" or "P(X>=600|n=1000,p=0.5)". */
export const distributionAdapters: Readonly<Record<string, Adapter>> = {
  distribution_functions: (_input, expected) =>
    Object.fromEntries(
      Object.entries(expected).map(([name, table]) => [
        name,
        Object.fromEntries(
          Object.keys(object(table)).map((key) => [
            key,
            FUNCTIONS[name]?.(readArguments(key)) ?? null,
          ]),
        ),
      ]),
    ),
};

const FUNCTIONS: Readonly<Record<string, (a: Arguments) => number>> = {
  qnorm: (a) => r.normalQuantile(n(a, 'p')),
  pnorm: (a) => r.normalLower(n(a, 'x')),
  pnorm_upper: (a) => d.normalUpper(n(a, 'x')),
  pt: (a) => d.tLower(n(a, 't'), n(a, 'df')),
  pt_upper: (a) => d.tUpper(n(a, 't'), n(a, 'df')),
  qt: (a) => r.tQuantile(n(a, 'p'), n(a, 'df')),
  pbeta: (a) => r.betaLower(n(a, 'x'), n(a, 'a'), n(a, 'b')),
  pbeta_upper: (a) => r.betaUpper(n(a, 'x'), n(a, 'a'), n(a, 'b')),
  qbeta: (a) => d.betaQuantile(n(a, 'p'), n(a, 'a'), n(a, 'b')),
  pbinom: (a) => d.binomialLower(n(a, 'k'), n(a, 'n'), n(a, 'p')),
  pbinom_upper: (a) => d.binomialUpper(n(a, 'k'), n(a, 'n'), n(a, 'p')),
  dbinom: (a) => d.binomialMass(n(a, 'k'), n(a, 'n'), n(a, 'p')),
  pf: (a) => r.fLower(n(a, 'f'), n(a, 'df1'), n(a, 'df2')),
  pf_upper: (a) => d.fUpper(n(a, 'f'), n(a, 'df1'), n(a, 'df2')),
  qf: (a) => r.fQuantile(n(a, 'p'), n(a, 'df1'), n(a, 'df2')),
  pchisq: (a) => r.chiSquaredLower(n(a, 'x'), n(a, 'df')),
  pchisq_upper: (a) => d.chiSquaredUpper(n(a, 'x'), n(a, 'df')),
  qchisq: (a) => r.chiSquaredQuantile(n(a, 'p'), n(a, 'df')),
  ptukey: (a) => 1 - studentizedRangeUpper(n(a, 'q'), n(a, 'k'), n(a, 'df')),
  ptukey_upper: (a) => studentizedRangeUpper(n(a, 'q'), n(a, 'k'), n(a, 'df')),
  qtukey: (a) => studentizedRangeQuantileUpper(1 - n(a, 'p'), n(a, 'k'), n(a, 'df')),
  lgamma: (a) => r.logGamma(n(a, 'x')),
  lbeta: (a) => logBeta(n(a, 'a'), n(a, 'b')),
};

/** The first argument may be bare or have another name, so it replaces any missing one. */
function n(a: Arguments, name: string): number {
  return a[name] ?? a['first'] ?? Number.NaN;
}

function readArguments(key: string): Arguments {
  const args: Record<string, number> = {};
  const tail = /P\(X\s*([<>]=?)\s*(-?[\d.e+]+)\s*\|?/.exec(key);
  const strict = tail?.[1] === '>' ? 1 : tail?.[1] === '<' ? -1 : 0;
  if (tail !== null) args['k'] = Number(tail[2]) + strict;
  for (const [, name, value] of key.matchAll(/([A-Za-z]\w*)\s*=\s*(-?[\w.+-]+)/g)) {
    args[name ?? ''] = /^inf/i.test(value ?? '') ? Number.POSITIVE_INFINITY : Number(value);
  }
  const names = Object.keys(args);
  if (names.length === 0) args['first'] = Number(key);
  else args['first'] = args[names[0] ?? ''] ?? Number.NaN;
  return args;
}
