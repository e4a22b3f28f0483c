import type { ReactNode } from 'react';
import { TextField } from './Field.tsx';
import { inputModeFor, type NumberRule, numberFault } from './number-text.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly rule: NumberRule;
  readonly required?: boolean;
}

/** For forms that read their fields on submit. */
interface UncontrolledProps {
  readonly name: string;
  readonly defaultValue: string | number;
}

/** For forms that keep typed text in their state. */
interface ControlledProps {
  readonly value: string;
  readonly onType: (text: string) => void;
}

/**
 * A number as the user types it: the text stays, even incomplete or wrong. The browser does not
 * submit a form with a number that breaks the rule, and shows the reason.
 */
export function NumberField(props: NumberFieldProps & (UncontrolledProps | ControlledProps)) {
  const { label, hint, rule, required = false } = props;
  const check = (input: HTMLInputElement | null) =>
    input?.setCustomValidity(numberFault(input.value, rule) ?? '');
  const value =
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
      inputMode={inputModeFor(rule)}
      autoComplete="off"
      onInput={({ currentTarget }) => check(currentTarget)}
      required={required}
      {...value}
    />
  );
}
