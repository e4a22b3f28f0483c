import { strings } from '../strings.ts';
import styles from './BothSides.module.css';
import { Button } from './Button.tsx';
import { Table } from './Table.tsx';

/** Fields of a form with their texts. */
export type Fields = readonly (readonly [name: string, text: string])[];

interface BothSidesProps {
  /** The version both edits started from. All three have the same fields in the same order. */
  readonly before: Fields;
  readonly theirs: Fields;
  readonly mine: Fields;
  readonly onTakeTheirs: () => void;
  readonly onKeepMine: () => void;
}

/** Another user saved meanwhile: shows the differing fields, and the user chooses a side. */
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
      <Table
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { kind: 'name', title: texts.field, cell: ({ name }) => name },
          { kind: 'text', title: texts.before, cell: ({ was }) => was },
          { kind: 'text', title: texts.saved, cell: ({ their }) => their },
          { kind: 'text', title: texts.mine, cell: ({ my }) => my },
        ]}
      />
      <div className={styles['actions']}>
        <Button onClick={onTakeTheirs}>{texts.takeTheirs}</Button>
        <Button look="primary" onClick={onKeepMine}>
          {texts.keepMine}
        </Button>
      </div>
    </div>
  );
}
