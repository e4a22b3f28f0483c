import { Download, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { Section } from '../ui/Page.tsx';
import { Table } from '../ui/Table.tsx';
import { downloadCsv } from './download-csv.ts';
import styles from './Figure.module.css';
import type { Numbers } from './numbers.ts';
import { useReportMedium } from './report-medium.ts';

interface FigureProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly numbers: Numbers;
  /** The plot; without one, only the table is shown. */
  readonly children?: ReactNode;
}

/** A plot with its numbers as a table and as CSV. */
export function Figure({ title, text, numbers, children }: FigureProps) {
  const [isTableShown, setTableShown] = useState(children === undefined);
  const medium = useReportMedium().kind;
  return (
    <Section
      title={title}
      actions={
        medium === 'page' && (
          <span className={styles['tools']}>
            {children !== undefined && (
              <Button
                look="quiet"
                icon={<Table2 aria-hidden />}
                aria-expanded={isTableShown}
                onClick={() => setTableShown(!isTableShown)}
              >
                {strings.results.numbers}
              </Button>
            )}
            <Button
              look="quiet"
              icon={<Download aria-hidden />}
              aria-label={strings.results.csvOf(title)}
              onClick={() => downloadCsv(title, numbers)}
            >
              {strings.results.csv}
            </Button>
          </span>
        )
      }
    >
      {text !== undefined && <p className={styles['text']}>{text}</p>}
      {children !== undefined && (
        <div className={styles['plot']} data-plot>
          {children}
        </div>
      )}
      {isTableShown && <NumbersTable numbers={numbers} />}
      {medium === 'file' && !isTableShown && (
        <details>
          <summary>{strings.results.numbers}</summary>
          <NumbersTable numbers={numbers} />
        </details>
      )}
    </Section>
  );
}

function NumbersTable({ numbers: { columns, rows } }: { readonly numbers: Numbers }) {
  return (
    <Table
      rows={rows}
      rowKey={(_, index) => index}
      columns={columns.map((title, at) => ({
        ...(rows.some((row) => isLong(row[at])) ? { kind: 'text' as const } : {}),
        title,
        cell: (row: Numbers['rows'][number]) => shownValue(row[at]),
      }))}
    />
  );
}

/** Sentences need more width than numbers. */
function isLong(value: string | number | undefined): boolean {
  return typeof value === 'string' && value.length > 40;
}

function shownValue(value: string | number | undefined): ReactNode {
  if (typeof value !== 'number') return value;
  const { number, integer } = strings.results.plots;
  return Number.isInteger(value) ? integer(value) : number(value);
}
