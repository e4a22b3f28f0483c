import { issues, type ValidationIssue } from '../../contract/validation.ts';
import type { StoredSettings } from '../evaluations/evaluation-settings.ts';

type Loc = readonly (string | number)[];

/** A score sent through an original route; `withdrawn` for empty text. */
export type SentScore =
  | { readonly score: number | 'withdrawn' }
  | { readonly issue: ValidationIssue };

/** Reads a score: a number, or its decimal text, within the scale. */
export function readScore(
  { scoreMin, scoreMax }: Pick<StoredSettings, 'scoreMin' | 'scoreMax'>,
  sent: unknown,
  loc: Loc,
): SentScore {
  if (sent === '') return { score: 'withdrawn' };
  if (typeof sent !== 'number' && typeof sent !== 'string') return { issue: issues.floatType(loc) };
  const score = typeof sent === 'number' ? sent : parseDecimal(sent);
  if (score === undefined) return { issue: issues.floatParsing(loc) };
  if (score < scoreMin) return { issue: issues.greaterThanEqual(loc, scoreMin) };
  if (score > scoreMax) return { issue: issues.lessThanEqual(loc, scoreMax) };
  // Adding zero makes −0 a plain zero, whose text is stored.
  return { score: score + 0 };
}

function parseDecimal(text: string): number | undefined {
  if (!/^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

export type SentVote =
  | { readonly outcome: 'tie' | 'both_bad' | 'withdrawn' }
  | { readonly outcome: 'slot'; readonly winner: number; readonly namedBy: 'slot' | 'variant' };

/** Reads a vote in the words of the original; undefined where it is not valid. */
export function readVote(
  { allowTie, allowBothBad }: Pick<StoredSettings, 'allowTie' | 'allowBothBad'>,
  text: string,
  read: (text: string) => { variant: number; namedBy: 'slot' | 'variant' } | undefined,
): SentVote | undefined {
  if (text === '') return { outcome: 'withdrawn' };
  if (text === '1') return allowTie ? { outcome: 'tie' } : undefined;
  if (text === '0') return allowBothBad ? { outcome: 'both_bad' } : undefined;
  const named = read(text);
  return named && { outcome: 'slot', winner: named.variant, namedBy: named.namedBy };
}
