import type { ReactNode } from 'react';
import { TextField } from './Field.tsx';
import { type NumberRule, numberFault, padFor } from './number-text.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly rule: NumberRule;
  readonly required?: boolean;
}

/** For forms that read their fields when they are sent. */
interface NamedProps {
  readonly name: string;
  readonly defaultValue: string | number;
}

/** For forms that keep typed text in their state. */
interface KeptProps {
  readonly value: string;
  readonly onType: (text: string) => void;
}

/**
 * A number as the user types it: the text stays, even half typed or wrong. The browser does not send
 * a form with a number that breaks the rule, and shows the reason.
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
      inputMode={padFor(rule)}
      autoComplete="off"
      onInput={({ currentTarget }) => check(currentTarget)}
      required={required}
      {...kept}
    />
  );
}
