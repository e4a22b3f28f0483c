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
  return scores.map(({ criterion, scale, variants }) => (
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
            <p>
              {mean.estimate === null
                ? names.variant(variant)
                : texts.mean(names.variant(variant), unitOf(scale).value(mean.estimate))}
            </p>
            <SharesBar
              label={names.variant(variant)}
              parts={distribution.map(({ value, count }) => ({ label: String(value), count }))}
            />
          </div>
        ))}
    </Figure>
  ));
}

/** Yes is 1 and no 0, so their mean is the share of yes. */
function unitOf(scale: ResultStatistics['scores'][number]['scale']) {
  return scale === 'binary' ? strings.results.units.share : strings.results.units.score;
}
