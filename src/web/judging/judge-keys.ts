import { latinKeyOf } from '../ui/latin-key.ts';
import type { Brief } from './brief.ts';

export type Command =
  | { readonly kind: 'vote'; readonly vote: Vote }
  | { readonly kind: 'digit'; readonly digit: number }
  | { readonly kind: 'scroll'; readonly step: ScrollStep }
  | { readonly kind: PlainCommand };

export type ScrollStep = 'page down' | 'page up' | 'down' | 'up' | 'start' | 'end';

export type Vote = 'left' | 'right' | 'tie' | 'both_bad';

type PlainCommand =
  | 'submit'
  | 'note'
  | 'skip'
  | 'flag'
  | 'undo'
  | 'guidelines'
  | 'diff'
  | 'lock'
  | 'wide'
  | 'expected'
  | 'help';

export interface Pressed {
  readonly key: string;
  /** The physical key. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const PLAIN: Readonly<Record<string, PlainCommand>> = {
  enter: 'submit',
  n: 'note',
  s: 'skip',
  f: 'flag',
  u: 'undo',
  g: 'guidelines',
  d: 'diff',
  l: 'lock',
  w: 'wide',
  e: 'expected',
  '?': 'help',
};

const STEPS: Readonly<Record<string, ScrollStep>> = {
  ' ': 'page down',
  pagedown: 'page down',
  pageup: 'page up',
  j: 'down',
  k: 'up',
  home: 'start',
  end: 'end',
};

const VOTES: Readonly<Record<string, Vote>> = {
  a: 'left',
  arrowleft: 'left',
  b: 'right',
  arrowright: 'right',
  t: 'tie',
  x: 'both_bad',
};

export function commandOf(pressed: Pressed, brief: Brief): Command | undefined {
  const key = latinKeyOf(pressed);
  if (pressed.altKey) return undefined;
  if (pressed.ctrlKey || pressed.metaKey) {
    // Ctrl+Shift+Z means redo in other programs.
    return key === 'z' && !pressed.shiftKey ? { kind: 'undo' } : undefined;
  }
  if (/^\d$/.test(key)) return { kind: 'digit', digit: Number(key) };
  const step = key === ' ' && pressed.shiftKey ? 'page up' : STEPS[key];
  if (step !== undefined) return { kind: 'scroll', step };
  const vote = VOTES[key];
  if (vote !== undefined && isAllowed(vote, brief)) return { kind: 'vote', vote };
  const kind = PLAIN[key];
  return kind === undefined ? undefined : { kind };
}

export function isAllowed(vote: Vote, brief: Brief): boolean {
  if (brief.evaluation_type !== 'human_a_b_testing') return false;
  if (vote === 'tie') return brief.allow_tie;
  return vote !== 'both_bad' || brief.allow_both_bad;
}
