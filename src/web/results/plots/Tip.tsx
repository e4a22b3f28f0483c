import type { CSSProperties, KeyboardEvent, ReactNode } from 'react';
import { useReportMedium } from '../report-medium.ts';
import styles from './Tip.module.css';

interface TipProps {
  /** Shown on hover or focus. */
  readonly text: string;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  /** Keyboard focus enters a plot at its first tip; arrow keys move on from there. */
  readonly isFirst: boolean;
  readonly children?: ReactNode;
}

/** A part of a plot that shows a text on hover or focus. */
export function Tip({ text, className = '', style, isFirst, children }: TipProps) {
  const isOnPage = useReportMedium().kind === 'page';
  const classes = `${styles['tip']} ${className}`;
  if (!isOnPage) {
    return (
      <span className={classes} style={style} title={text}>
        {children}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classes}
      style={style}
      aria-label={text}
      tabIndex={isFirst ? 0 : -1}
      data-tip={text}
    >
      {children}
    </button>
  );
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};

/** Key handler for the element around tips: arrow keys, Home and End move between them. */
export function moveBetweenTips(event: KeyboardEvent<HTMLElement>): void {
  const tips = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tip]')];
  const at = tips.findIndex((tip) => tip === document.activeElement);
  if (at < 0) return;
  const step = STEPS[event.key];
  const next =
    event.key === 'Home' ? 0 : event.key === 'End' ? tips.length - 1 : at + (step ?? Number.NaN);
  const tip = tips[next];
  if (tip === undefined) return;
  event.preventDefault();
  tip.focus();
}
