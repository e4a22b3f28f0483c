import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clusterCells } from '../../../test/statistics/references/cluster-cells.ts';
import { positionByAnnotator } from '../../../test/statistics/references/position-by-annotator.ts';
import { createRandom } from '../numerics/random.ts';
import { annotatorProfiles } from './annotator-profiles.ts';

describe('annotatorProfiles', () => {
  it('gives the lowest z to an annotator who disagrees with all others', () => {
    const random = createRandom(2);
    const labels = Array.from({ length: 40 }, (_, unit) => unit).flatMap((unit) => {
      const truth = unit % 3;
      const labelBy = (annotator: string, noise: number) => ({
        unit,
        annotator,
        label: random.uniform() < noise ? random.below(3) : truth,
        seconds: 5 + random.below(5),
      });
      return [
        labelBy('careful', 0.05),
        labelBy('good', 0.1),
        labelBy('fair', 0.2),
        labelBy('guessing', 1),
      ];
    });
    const profiles = annotatorProfiles({
      unit: labels.map((l) => l.unit),
      annotator: labels.map((l) => l.annotator),
      label: labels.map((l) => l.label),
      seconds: labels.map((l) => l.seconds),
    });
    const lowest = [...profiles].sort((a, b) => (a.agreementZ ?? 0) - (b.agreementZ ?? 0))[0];
    assert.equal(lowest?.annotator, 'guessing');
    assert.ok((lowest?.agreementZ ?? 0) < -1);
  });

  it('compares with the others only, even where an annotator labelled a unit twice', () => {
    const [first, second] = annotatorProfiles({
      unit: [1, 1, 1, 1, 2],
      annotator: ['a', 'a', 'b', 'c', 'a'],
      label: ['x', 'y', 'x', 'z', 'x'],
    });
    assert.equal(first?.agreement.estimate, 0.25);
    assert.equal(first?.agreement.n, 2);
    assert.equal(second?.agreement.estimate, 1 / 3);
  });

  it('finds an annotator who always chooses the first side', () => {
    const votes: Record<'first' | 'second' | 'outcome', number[]> = {
      first: [],
      second: [],
      outcome: [],
    };
    const annotators: number[] = [];
    for (let v = 0; v < 120; v += 1) {
      votes.first.push(v % 2);
      votes.second.push(1 - (v % 2));
      annotators.push(v % 4);
      votes.outcome.push(v % 4 === 3 ? 0 : Math.floor(v / 4) % 2);
    }
    const cells = clusterCells(votes, annotators, { variants: 2, clusters: 4 });
    const sides = positionByAnnotator(cells);
    assert.ok((sides[3]?.shrunk ?? 0) > 1);
    assert.ok(Math.abs(sides[0]?.shrunk ?? 9) < 0.6);
  });
});
