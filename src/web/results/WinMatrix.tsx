import type { SeveralVariants } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';
import { Figure } from './Figure.tsx';
import { HeatMap } from './HeatMap.tsx';
import type { Names } from './names.ts';

interface WinMatrixProps {
  readonly cells: SeveralVariants['win_matrix'];
  readonly names: Names;
}

export function WinMatrix({ cells, names }: WinMatrixProps) {
  const texts = strings.results;
  const ids = [...new Set(cells.flatMap(({ variant, against }) => [variant, against]))];
  const rateOf = (row: string, column: string): number | undefined => {
    const cell = cells.find(({ variant, against }) => variant === row && against === column);
    if (cell !== undefined) return cell.win_rate.estimate ?? undefined;
    const mirrored = cells.find(({ variant, against }) => variant === column && against === row);
    const rate = mirrored?.win_rate.estimate;
    return rate === null || rate === undefined ? undefined : 1 - rate;
  };
  return (
    <Figure
      title={texts.matrix}
      text={texts.matrixText}
      numbers={{
        columns: [texts.variant, texts.against, texts.winRate, texts.votes],
        rows: cells.map(({ variant, against, win_rate, votes }) => [
          names.variant(variant),
          names.variant(against),
          win_rate.estimate ?? '',
          votes,
        ]),
      }}
    >
      <HeatMap label={texts.matrix} ids={ids} nameOf={names.variant} valueOf={rateOf} />
    </Figure>
  );
}
