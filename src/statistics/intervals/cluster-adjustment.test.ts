import assert from 'node:assert/strict';
import { it } from 'node:test';
import { bradleyTerry } from '../../../test/statistics/references/bradley-terry.ts';
import { clusterCells } from '../../../test/statistics/references/cluster-cells.ts';
import { scoreLayout } from '../../../test/statistics/references/score-layout.ts';
import { pairRowsFrom } from '../pairwise/aggregate.ts';
import { clusteredContrast } from './clustered-covariance.ts';

/**
 * Reference values: R 4.2.2, clubSandwich 0.5.8, coef_test(vcov = "CR2", test = "Satterthwaite").
 */
it('the small-sample correction of a least-squares fit equals clubSandwich', () => {
  const variants = '202012022111121120111012210212110000100020010021211210100010';
  const values = [
    2.04694283328751, 0.662635549466273, 3.33232704249588, 0.776268454865682, 3.2267696300366,
    0.374361835412019, 2.46036932061467, 2.09164789975905, 0.401435456322664, -0.942849223957015,
    -1.31859348578673, 2.48655255871279, 1.03334041640545, 0.411120023256747, 0.608627379918663,
    -0.266093949266883, 0.801097405646744, -1.45303699523586, -1.2700912313085, -0.33515730489431,
    1.54052933975151, 1.40568421984264, 1.453891972599, -0.56567406836207, 0.307294054986129,
    -1.45849031531675, -0.0959449297124767, -1.80307968090759, -1.05001215927524,
    -0.192613983193991, 0.70560443084781, 1.14843058060463, 0.242771448703889, 1.52067108135057,
    2.50582589256698, -0.320054907525516, -1.42017826449104, -2.29610692387041, -0.510900759439594,
    -2.6750717563667, 0.4611404592218, 1.93718767868516, 0.668161130051452, 1.4944490126953,
    -1.2587169721858, -3.16030597811895, -3.83639398115711, -1.35516144652807, -1.68948148507812,
    -1.39268520395976, 0.37147082312596, 0.229483240278731, 1.36861288466717, 1.47566775590555,
    0.388959993667464, -0.0343194988526353, -0.418321984960581, 0.717250034749977, 3.44897037879728,
    0.0196381633601178,
  ];
  const scores = values.map((value, r) => ({
    case: Math.floor(r / 5),
    annotator: 'one',
    variant: Number(variants[r]),
    value,
  }));
  const { contrasts } = scoreLayout(scores);
  const against = contrasts.filter(({ pair }) => pair[0] === 0);
  close(
    against.map((c) => -(c.estimate ?? 0)),
    [0.4538966870495804, 0.1578927408211518],
  );
  close(
    against.map((c) => c.standardError ?? 0),
    [0.4950949698066877, 0.4768046744663443],
  );
  close(
    against.map((c) => c.df ?? 0),
    [9.820168977836806, 8.619979245544117],
  );
});

/**
 * For a weighted fit the matrix square root behind CR2 is not unique: ours is symmetric in the
 * standardised residuals, that of clubSandwich in the raw ones. Both are exactly unbiased under the
 * model and differ here by less than one part in a thousand.
 */
it('the small-sample correction of a Bradley–Terry fit agrees with clubSandwich on the logistic model', () => {
  const first = digits(
    '323102021223202111103020030333021201230021230120232003312111123333010132211122011223331002131332232203200311003003321001',
  );
  const second = digits(
    '110333312302020300011101311000302132002132323311110320030320300211232013033203232031213111322210311022032033221232100213',
  );
  const won = digits(
    '101100010000101101000000000000110110010011111110011111000011011100000101111010010000001100110000010010010010000100011001',
  );
  const sizes = [4, 6, 8, 10, 12, 14, 16, 6, 10, 12, 14, 8];
  const cluster = sizes.flatMap((size, g) => Array.from({ length: size }, () => g));
  const outcome = won.map((w) => 1 - w);
  const rows = first.map((i, v) => ({
    first: i,
    second: second[v] ?? 0,
    firstWins: won[v] ?? 0,
    secondWins: 1 - (won[v] ?? 0),
  }));
  const { solution } = bradleyTerry(pairRowsFrom(rows, 4), { ghost: 0 });
  assert.ok(solution);
  const cases = clusterCells({ first, second, outcome }, cluster, { variants: 4, clusters: 12 });
  const results = [1, 2, 3].map((i) => {
    const contrast = [0, 1, 2, 3].map((k) => (k === i ? 1 : k === 0 ? -1 : 0));
    return clusteredContrast(solution, contrast, { clusters: { cases } });
  });
  close(
    results.map((r) => r.estimate ?? 0),
    [0.794414578933186, 0.5209435676630647, 0.02266960161720537],
  );
  close(
    results.map((r) => r.standardError ?? 0),
    [0.3148645867515336, 0.3093117870195197, 0.4166225903819357],
    4e-4,
  );
  close(
    results.map((r) => r.df ?? 0),
    [8.72098500742714, 8.276266878132681, 8.69991448646884],
    0.03,
  );
});

function digits(text: string): number[] {
  return [...text].map(Number);
}

function close(actual: readonly number[], expected: readonly number[], within = 1e-7): void {
  assert.equal(actual.length, expected.length);
  actual.forEach((value, i) => {
    assert.ok(Math.abs(value - (expected[i] ?? 0)) < within, `${value} is not ${expected[i]}`);
  });
}
