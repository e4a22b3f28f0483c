import type { SeveralVariants } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';
import { estimateCells, estimateColumns } from './estimate-numbers.ts';
import { Figure } from './Figure.tsx';
import type { Names } from './names.ts';
import { HeatMap } from './plots/HeatMap.tsx';

type Cell = SeveralVariants['win_matrix'][number];

interface WinMatrixProps {
  readonly cells: readonly Cell[];
  readonly order: readonly string[];
  readonly names: Names;
}

export function WinMatrix({ cells, order, names }: WinMatrixProps) {
  const texts = strings.results;
  const unit = texts.units.share;
  const byPair = new Map(cells.map((cell) => [`${cell.variant} ${cell.against}`, cell]));
  const cellOf = (row: string, column: string) => {
    const direct = byPair.get(`${row} ${column}`);
    const cell = direct ?? byPair.get(`${column} ${row}`);
    const rate = cell?.win_rate.estimate ?? null;
    if (cell === undefined || rate === null) return undefined;
    const value = direct === undefined ? 1 - rate : rate;
    const [first, second] = [names.variant(row), names.variant(column)];
    return { value, text: texts.plots.wins({ first, second, value, judgements: cell.votes }) };
  };
  if (!cells.some(({ win_rate }) => win_rate.estimate !== null)) return null;
  return (
    <Figure
      title={texts.matrix}
      text={texts.matrixText}
      numbers={{
        columns: [
          texts.variant,
          texts.against,
          ...estimateColumns(texts.winRate, unit).slice(0, 1),
          texts.count,
        ],
        rows: cells.map(({ variant, against, win_rate, votes }) => [
          names.variant(variant),
          names.variant(against),
          ...estimateCells(win_rate, unit).slice(0, 1),
          votes,
        ]),
      }}
    >
      <HeatMap label={texts.matrix} ids={order} nameOf={names.variant} cellOf={cellOf} />
    </Figure>
  );
}
