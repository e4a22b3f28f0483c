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
  /** `value` with the form's values applied. */
  readonly typedInto: (value: Value, values: FormValues) => Value;
  /** The texts of the form's fields. */
  readonly fieldsOf: (value: Value) => Fields;
  /** Saves against the given version. */
  readonly onSave: (values: FormValues, base: Versioned<Value>) => Promise<void>;
  readonly children: (value: Value) => ReactNode;
}

interface Conflict<Value> {
  readonly newest: Versioned<Value>;
  readonly values: FormValues;
}

/** A form over values that other users may change meanwhile; on a conflict it shows both sides. */
export function VersionedFormDialog<Value>(props: VersionedFormDialogProps<Value>) {
  const { start, fetchNewest, typedInto, fieldsOf, onSave, children, ...dialog } = props;
  const [base, setBase] = useState(start);
  const [conflict, setConflict] = useState<Conflict<Value>>();
  /** The version in the fields; a new one refills them. */
  const [shown, setShown] = useState(start);
  const save = async (values: FormValues, against: Versioned<Value>): Promise<void> => {
    try {
      return await onSave(values, against);
    } catch (error) {
      if (!isRevisionConflict(error)) throw error;
    }
    const newest = await fetchNewest();
    const stored = fieldsOf(newest.value);
    // The other user changed only fields outside this form.
    const isUnchanged = isSame(stored, fieldsOf(against.value));
    // An earlier response to the same save was lost.
    const isSaved = isSame(stored, fieldsOf(typedInto(newest.value, values)));
    if (isUnchanged || isSaved) return save(values, newest);
    setConflict({ newest, values });
  };
  const resolve = ({ newest }: Conflict<Value>) => {
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
          onKeepMine={() => resolve(conflict)}
          onTakeTheirs={() => {
            resolve(conflict);
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
