import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: ButtonLook;
  readonly icon?: ReactNode;
  /** Shows that work is under way, and ignores further clicks. */
  readonly isBusy?: boolean;
}

export function Button({ look = 'plain', icon, isBusy, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(look)}
      disabled={rest.disabled === true || isBusy === true}
      aria-busy={isBusy}
    >
      {icon}
      {children}
    </button>
  );
}

export function buttonClass(look: ButtonLook): string {
  return `${styles['button']} ${styles[look]}`;
}
