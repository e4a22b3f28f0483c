import { Fragment, type ReactNode, useState } from 'react';
import type { Versioned } from '../api.ts';
import { isRevisionConflict } from '../revision-conflict.ts';
import { BothSides, type Fields } from './BothSides.tsx';
import { FormDialog, type FormDialogProps } from './FormDialog.tsx';
import type { FormValues } from './form-values.ts';

interface VersionedFormDialogProps<Value>
  extends Omit<FormDialogProps, 'onSubmit' | 'canSubmit' | 'children'> {
  readonly start: Versioned<Value>;
  readonly fetchNewest: () => Promise<Versioned<Value>>;
  /** What stands in `value` once the form is saved over it. */
  readonly typedInto: (value: Value, values: FormValues) => Value;
  /** What the form shows of it, in words. */
  readonly fieldsOf: (value: Value) => Fields;
  /** Writes against the version that it is given. */
  readonly onSave: (values: FormValues, base: Versioned<Value>) => Promise<void>;
  readonly children: (value: Value) => ReactNode;
}

interface Conflict<Value> {
  readonly newest: Versioned<Value>;
  readonly values: FormValues;
}

/** A form over something that others may change meanwhile: then both sides are shown. */
export function VersionedFormDialog<Value>(props: VersionedFormDialogProps<Value>) {
  const { start, fetchNewest, typedInto, fieldsOf, onSave, children, ...dialog } = props;
  const [base, setBase] = useState(start);
  const [conflict, setConflict] = useState<Conflict<Value>>();
  /** What the fields were filled with; another one fills them anew. */
  const [shown, setShown] = useState(start);
  const save = async (values: FormValues, against: Versioned<Value>): Promise<void> => {
    try {
      return await onSave(values, against);
    } catch (error) {
      if (!isRevisionConflict(error)) throw error;
    }
    const newest = await fetchNewest();
    // What somebody changed elsewhere in it is no matter of this form.
    if (isSame(fieldsOf(newest.value), fieldsOf(against.value))) return save(values, newest);
    setConflict({ newest, values });
  };
  const goOn = ({ newest }: Conflict<Value>) => {
    setBase(newest);
    setConflict(undefined);
  };
  return (
    <FormDialog
      {...dialog}
      canSubmit={conflict === undefined}
      onSubmit={(values) => save(values, base)}
    >
      {conflict !== undefined && (
        <BothSides
          before={fieldsOf(base.value)}
          theirs={fieldsOf(conflict.newest.value)}
          mine={fieldsOf(typedInto(conflict.newest.value, conflict.values))}
          onKeepMine={() => goOn(conflict)}
          onTakeTheirs={() => {
            goOn(conflict);
            setShown(conflict.newest);
          }}
        />
      )}
      <Fragment key={shown.etag}>{children(shown.value)}</Fragment>
    </FormDialog>
  );
}

function isSame(one: Fields, other: Fields): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
