import type { ResultStatistics } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';
import { Figure } from './Figure.tsx';
import type { Names } from './names.ts';
import { SharesBar } from './SharesBar.tsx';

interface ScoresSectionProps {
  readonly scores: ResultStatistics['scores'];
  readonly names: Names;
}

/** Scores as they were given, one bar a variant. */
export function ScoresSection({ scores, names }: ScoresSectionProps) {
  const texts = strings.results;
  return scores.map(({ criterion, variants }) => (
    <Figure
      key={criterion}
      title={texts.scores(criterion)}
      numbers={{
        columns: [texts.variant, texts.score, texts.count],
        rows: variants.flatMap(({ variant, distribution }) =>
          distribution.map(({ value, count }) => [names.variant(variant), value, count]),
        ),
      }}
    >
      {variants
        .filter(({ distribution }) => distribution.some(({ count }) => count > 0))
        .map(({ variant, mean, distribution }) => (
          <div key={variant}>
            <p>{texts.mean(names.variant(variant), texts.decimal(mean.estimate ?? Number.NaN))}</p>
            <SharesBar
              label={names.variant(variant)}
              parts={distribution.map(({ value, count }) => ({ label: String(value), count }))}
            />
          </div>
        ))}
    </Figure>
  ));
}
