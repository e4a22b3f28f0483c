import {
  noEstimate,
  type Warning,
  warningList,
} from '../../../src/statistics/intervals/estimate.ts';

export interface EloGame {
  readonly first: number;
  readonly second: number;
  /** Points of the first player: 1, 0.5 or 0. */
  readonly score: number;
}

export interface EloOptions {
  readonly k?: number | undefined;
  readonly initial?: number | undefined;
  readonly base?: number | undefined;
  readonly scale?: number | undefined;
}

export interface EloRatings {
  readonly method: string;
  readonly n: number;
  readonly nClusters: number;
  readonly warnings: readonly Warning[];
  readonly ratings: readonly number[];
}

/**
 * Question: what would an Elo table show? Recursion: expected score 1/(1 + base^((R_j − R_i)/scale)),
 * both players move by k times the surprise. For import and comparison only: the result depends on the
 * order of the games, maximises no likelihood and has no interval. Reference: Elo 1978. Cost: linear.
 */
export function eloRatings(
  games: readonly EloGame[],
  players: number,
  options: EloOptions = {},
): EloRatings {
  const { k = 32, initial = 1000, base = 10, scale = 400 } = options;
  const ratings = new Float64Array(players).fill(initial);
  let n = 0;
  for (const { first, second, score } of games) {
    if (!(score >= 0 && score <= 1) || first === second) continue;
    const a = ratings[first];
    const b = ratings[second];
    if (a === undefined || b === undefined) continue;
    const surprise = k * (score - 1 / (1 + base ** ((b - a) / scale)));
    ratings[first] = a + surprise;
    ratings[second] = b - surprise;
    n += 1;
  }
  const { method, nClusters } = noEstimate('elo', n, []);
  const warnings = warningList(
    n === 0 ? ['no_data'] : [],
    n < games.length ? ['non_finite_excluded'] : [],
  );
  return { method, n, nClusters, warnings, ratings: Array.from(ratings) };
}
