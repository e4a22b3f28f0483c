import { strings } from '../strings.ts';
import styles from './BothSides.module.css';
import { Button } from './Button.tsx';
import table from './Table.module.css';

/** What the fields of something say, in the words of its form. */
export type Fields = readonly (readonly [name: string, text: string])[];

interface BothSidesProps {
  /** What both started from. The three have the same fields in the same order. */
  readonly before: Fields;
  readonly theirs: Fields;
  readonly mine: Fields;
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: () => void;
}

/** Somebody else saved meanwhile: what differs is shown side by side, and a person chooses. */
export function BothSides({ before, theirs, mine, onTakeTheirs, onKeepMine }: BothSidesProps) {
  const texts = strings.conflict;
  const rows = theirs.flatMap(([name, their], index) => {
    const [was = '', my = ''] = [before[index]?.[1], mine[index]?.[1]];
    return their === my ? [] : [{ name, was, their, my }];
  });
  return (
    <div role="alert" className={styles['sides']}>
      <strong>{texts.title}</strong>
      <p className={styles['text']}>{texts.text}</p>
      <div className={table['frame']}>
        <table className={table['table']}>
          <thead>
            <tr>
              <th scope="col">{texts.field}</th>
              <th scope="col">{texts.before}</th>
              <th scope="col">{texts.saved}</th>
              <th scope="col">{texts.mine}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, was, their, my }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td dir="auto">{was}</td>
                <td dir="auto">{their}</td>
                <td dir="auto">{my}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles['actions']}>
        <Button onClick={onTakeTheirs}>{texts.takeTheirs}</Button>
        <Button look="primary" onClick={onKeepMine}>
          {texts.keepMine}
        </Button>
      </div>
    </div>
  );
}
