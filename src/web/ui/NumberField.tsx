import type { ReactNode } from 'react';
import { TextField } from './Field.tsx';
import { type NumberRule, numberFault } from './number-text.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly rule: NumberRule;
  readonly required?: boolean;
}

/** Of forms that are read when they are sent. */
interface NamedProps {
  readonly name: string;
  readonly defaultValue: string | number;
}

/** Of forms that keep what is typed themselves. */
interface KeptProps {
  readonly value: string;
  readonly onType: (text: string) => void;
}

/**
 * A number as it is typed: the text stays whatever it is, half typed or wrong. A form is not sent
 * while it is no number of the rule, and the browser shows the sentence that says why.
 */
export function NumberField(props: NumberFieldProps & (NamedProps | KeptProps)) {
  const { label, hint, rule, required = false } = props;
  const check = (input: HTMLInputElement | null) =>
    input?.setCustomValidity(numberFault(input.value, rule) ?? '');
  const kept =
    'onType' in props
      ? {
          value: props.value,
          onChange: ({ target }: { readonly target: HTMLInputElement }) =>
            props.onType(target.value),
        }
      : { name: props.name, defaultValue: props.defaultValue };
  return (
    <TextField
      ref={check}
      label={label}
      hint={hint}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      onInput={({ currentTarget }) => check(currentTarget)}
      required={required}
      {...kept}
    />
  );
}
