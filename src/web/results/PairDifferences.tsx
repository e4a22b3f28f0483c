import type { ResultEstimate } from '../../contract/results/result-estimates.ts';
import type { ResultStatistics } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';
import { estimateNumbers } from './estimate-numbers.ts';
import { Figure } from './Figure.tsx';
import type { Names } from './names.ts';
import { IntervalPlot } from './plots/IntervalPlot.tsx';

type Several = NonNullable<ResultStatistics['several_variants']>;
type Difference = Pick<
  Several['differences'][number],
  'variant' | 'against' | 'difference' | 'known'
>;

interface PairDifferencesProps {
  readonly title: string;
  readonly differences: readonly Difference[];
  /** The order of variants on the page. */
  readonly order: readonly string[];
  readonly names: Names;
  readonly unit: 'points' | 'score';
  /** A sentence to add about these differences. */
  readonly note?: string;
}

/** With more pairs, the plot shows only those of the leading variant. */
const MOST_PAIRS = 10;

/** The difference of each pair of variants; the table says which are settled. */
export function PairDifferences(props: PairDifferencesProps) {
  const { title, order, names, note = '' } = props;
  const texts = strings.results;
  const unit = texts.units[props.unit];
  const differences = inOrder(props.differences, order);
  const rows = differences.map(({ variant, against, difference }) => ({
    label: texts.between(names.variant(variant), names.variant(against)),
    value: difference,
  }));
  if (!rows.some(({ value }) => value.estimate !== null)) return null;
  const [only, ...others] = differences;
  const direction =
    only !== undefined && others.length === 0
      ? texts.direction(names.variant(only.against), names.variant(only.variant))
      : texts.pairDirection;
  const isMany = rows.length > MOST_PAIRS;
  const drawn = isMany ? rows.filter((_, row) => differences[row]?.variant === order[0]) : rows;
  const text = isMany ? texts.leaderText(names.variant(order[0] ?? '')) : texts.differencesText;
  const numbers = estimateNumbers(texts.difference, rows, unit);
  return (
    <Figure
      title={title}
      text={`${text} ${note}`.trim()}
      numbers={{
        columns: [...numbers.columns, texts.settled],
        rows: numbers.rows.map((cells, row) => [
          ...cells,
          texts.known[differences[row]?.known ?? 'not_yet_clear'],
        ]),
      }}
    >
      <IntervalPlot
        label={title}
        rows={drawn}
        reference={0}
        unit={unit}
        axis={texts.axis(direction, unit.symbol)}
      />
    </Figure>
  );
}

/** Each difference from the side of the variant that comes first on the page. */
function inOrder(
  differences: readonly Difference[],
  order: readonly string[],
): readonly Difference[] {
  const place = (id: string) => order.indexOf(id);
  return differences
    .map((one) => (place(one.variant) <= place(one.against) ? one : reversed(one)))
    .toSorted(
      (one, other) =>
        place(one.variant) - place(other.variant) || place(one.against) - place(other.against),
    );
}

const REVERSED = {
  better: 'worse',
  worse: 'better',
  equivalent: 'equivalent',
  not_yet_clear: 'not_yet_clear',
} as const;

function reversed({ variant, against, difference, known }: Difference): Difference {
  return {
    variant: against,
    against: variant,
    difference: negative(difference),
    known: REVERSED[known],
  };
}

function negative(value: ResultEstimate): ResultEstimate {
  const { estimate, interval } = value;
  return {
    ...value,
    estimate: estimate === null ? null : -estimate,
    interval: interval && { ...interval, low: -interval.high, high: -interval.low },
  };
}
