import { strings } from '../strings.ts';
import styles from './HeatMap.module.css';

interface HeatMapProps {
  readonly label: string;
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => string;
  /** A share between 0 and 1, if there is one. */
  readonly valueOf: (row: string, column: string) => number | undefined;
}

/** Shares of pairs: the darker, the larger. */
export function HeatMap({ label, ids, nameOf, valueOf }: HeatMapProps) {
  return (
    <table className={styles['map']}>
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
        {ids.map((row) => (
          <tr key={row}>
            <th scope="row">{nameOf(row)}</th>
            {ids.map((column) => {
              const value = row === column ? undefined : valueOf(row, column);
              return (
                <td key={column} data-step={value === undefined ? '' : Math.floor(value * STEPS)}>
                  {value === undefined ? '' : strings.results.percent(value)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The number of shades in the style sheet. */
const STEPS = 4;
