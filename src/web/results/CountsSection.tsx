import type { Progress } from '../../contract/results/evaluation-results.ts';
import type { ResultStatistics } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';
import { Figure } from './Figure.tsx';
import type { Names } from './names.ts';
import { NEUTRAL, variantPaint } from './plots/plot-colours.ts';
import { Legend, type Part, StackedBar } from './plots/StackedBar.tsx';
import { moveBetweenTips } from './plots/Tip.tsx';

interface CountsSectionProps {
  readonly statistics: ResultStatistics;
  readonly progress: Progress;
  readonly names: Names;
}

/** The outcomes of comparisons. Scores have their own section, criterion by criterion. */
export function CountsSection({ statistics, progress, names }: CountsSectionProps) {
  const texts = strings.results;
  const parts = partsOf(statistics, names);
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  const used = statistics.computation.judgements;
  return (
    <Figure
      title={texts.counts}
      text={texts.counted({ used, shown: all, given: progress.judgements })}
      numbers={{
        columns: [texts.verdict, texts.count, texts.share],
        rows: parts.map(({ label, count }) => [label, count, (100 * count) / all]),
      }}
    >
      <div role="group" aria-label={texts.counts} onKeyDown={moveBetweenTips}>
        <StackedBar parts={parts} isFirst />
      </div>
      <Legend
        parts={parts.map(({ label, count, paint }) => ({
          paint,
          label: texts.plots.part(label, count, count / all),
        }))}
      />
    </Figure>
  );
}

/** For two variants: one's wins, ties, both bad, the other's wins. For more: decided or not. */
function partsOf(statistics: ResultStatistics, names: Names): readonly Part[] {
  const { two_variants: two, several_variants: several } = statistics;
  const texts = strings.results;
  const [tiePaint, badPaint] = NEUTRAL;
  const neutral = (ties: number, bothBad: number): readonly Part[] => [
    { label: strings.judging.votes.tie, count: ties, paint: tiePaint },
    { label: strings.judging.votes.both_bad, count: bothBad, paint: badPaint },
  ];
  const better = (id: string, count: number): Part => ({
    label: texts.better(names.variant(id)),
    count,
    paint: variantPaint(names.place(id)),
  });
  if (two !== null) {
    const { wins, losses, ties, both_bad } = two.counts;
    return [better(two.against, losses), ...neutral(ties, both_bad), better(two.variant, wins)];
  }
  if (several === null) return [];
  const { choices, win_matrix } = several;
  const sum = (pick: (cell: (typeof win_matrix)[number]) => number) =>
    win_matrix.reduce((all, cell) => all + pick(cell), 0);
  const ties = sum((cell) => cell.ties) + choices.all_good;
  const bothBad = sum((cell) => cell.both_bad) + choices.all_bad;
  const total = sum((cell) => cell.votes) + choices.total;
  const decided: Part = {
    label: texts.decided,
    count: total - ties - bothBad,
    paint: DECIDED,
  };
  return [decided, ...neutral(ties, bothBad)];
}

const DECIDED: Part['paint'] = {
  fill: { light: '#20694a', dark: '#6fcf9f' },
  ink: { light: '#ffffff', dark: '#000000' },
};
