import { Field as Base } from '@base-ui/react/field';
import type { ComponentProps, ReactNode } from 'react';
import { strings } from '../strings.ts';
import styles from './Field.module.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
}

/** A labelled control; the hint is read with it. */
function Field({ label, hint, children }: FieldProps & { readonly children: ReactNode }) {
  return (
    <Base.Root className={styles['field']}>
      <Base.Label className={styles['label']}>{label}</Base.Label>
      {children}
      {hint !== undefined && <Base.Description className={styles['hint']}>{hint}</Base.Description>}
    </Base.Root>
  );
}

const VISIBLE = '.*[\\p{L}\\p{N}\\p{P}\\p{S}].*';

export function TextField({ label, hint, ...rest }: FieldProps & ComponentProps<'input'>) {
  // A name of spaces and zero-width characters would be an invisible link.
  const isName = rest.required === true && rest.type === undefined;
  const rule = isName ? { pattern: VISIBLE, title: strings.visibleText } : {};
  return (
    <Field label={label} hint={hint}>
      <Base.Control render={<input {...rule} {...rest} className={styles['control']} />} />
    </Field>
  );
}

/** The first field of a form: the name of what it creates or renames. */
export function NameField(props: FieldProps & ComponentProps<'input'>) {
  return <TextField maxLength={128} autoFocus required {...props} />;
}

export function TextAreaField({ label, hint, ...rest }: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint}>
      <Base.Control
        render={
          <textarea rows={3} {...rest} className={`${styles['control']} ${styles['area']}`} />
        }
      />
    </Field>
  );
}

export function SelectField({ label, hint, ...rest }: FieldProps & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint}>
      <Base.Control
        render={<select {...rest} className={`${styles['control']} ${styles['select']}`} />}
      />
    </Field>
  );
}
