import { strings } from '../../strings.ts';
import { useOverflow } from '../../ui/use-overflow.ts';
import styles from './HeatMap.module.css';
import { paintStyle } from './paint-style.ts';
import { rampPaint } from './plot-colours.ts';
import { moveBetweenTips, Tip } from './Tip.tsx';

interface HeatMapProps {
  readonly label: string;
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => string;
  /** A share between 0 and 1 and a sentence about it, if known. */
  readonly cellOf: (row: string, column: string) => HeatCell | undefined;
}

interface HeatCell {
  readonly value: number;
  readonly text: string;
}

/** As many shades as readers can distinguish side by side. */
const SHADES = 5;

/** The shares of pairs on the colour ramp of scores: darker means more, in dark mode brighter. */
export function HeatMap({ label, ids, nameOf, cellOf }: HeatMapProps) {
  const first = ids
    .flatMap((row) => ids.map((column) => ({ row, column })))
    .find(({ row, column }) => row !== column && cellOf(row, column) !== undefined);
  return (
    <div className={styles['tips']}>
      <div className={styles['frame']} {...useOverflow()}>
        <table className={styles['map']} onKeyDown={moveBetweenTips}>
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <td />
              {ids.map((id) => (
                <th key={id} scope="col">
                  {nameOf(id)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ids.map((id) => (
              <tr key={id}>
                <th scope="row">{nameOf(id)}</th>
                {ids.map((column) => {
                  const cell = id === column ? undefined : cellOf(id, column);
                  return (
                    <td key={column}>
                      {cell !== undefined && (
                        <Tip
                          className={styles['cell']}
                          style={paintStyle(rampPaint(shadeOf(cell.value), SHADES))}
                          isFirst={id === first?.row && column === first.column}
                          text={cell.text}
                        >
                          <span aria-hidden>{strings.results.percent(cell.value)}</span>
                        </Tip>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function shadeOf(share: number): number {
  return Math.min(SHADES - 1, Math.floor(share * SHADES));
}
