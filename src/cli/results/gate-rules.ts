import type { ResultStatistics } from '../../contract/results/results.ts';
import type { ResultNames } from '../../domain/results/sentences/wording.ts';
import { standingOf } from './standing-of.ts';

export interface GateRules {
  readonly requiresSettled: boolean;
  readonly winner: string | undefined;
  readonly notWorse: string | undefined;
  readonly minJudgements: number | undefined;
  readonly minAnnotators: number | undefined;
  /** All variants of the evaluation. */
  readonly variants: readonly string[];
  readonly names: ResultNames;
}

/** `open`: more judgements may decide it. */
export interface Finding {
  readonly rule: string;
  readonly state: 'met' | 'not_met' | 'open';
  readonly reason: string;
}

/** Each requested rule, and whether the results meet it. */
export function judgeRules(statistics: ResultStatistics, rules: GateRules): Finding[] {
  const { verdict } = statistics;
  return [
    ...(rules.requiresSettled ? [settled(statistics)] : []),
    ...(rules.winner === undefined ? [] : [winner(statistics, rules, rules.winner)]),
    ...(rules.notWorse === undefined ? [] : [notWorse(statistics, rules, rules.notWorse)]),
    ...atLeast('min-judgements', rules.minJudgements, verdict.judgements),
    ...atLeast('min-annotators', rules.minAnnotators, verdict.annotators),
  ];
}

function settled({ verdict }: ResultStatistics): Finding {
  return verdict.settled
    ? { rule: 'settled', state: 'met', reason: 'the verdict is settled' }
    : { rule: 'settled', state: 'open', reason: 'the verdict is not settled yet' };
}

function winner(statistics: ResultStatistics, rules: GateRules, id: string): Finding {
  const standings = standingsOf(statistics, rules, id);
  const against = (word: string) => named(standings, word, rules.names);
  const rule = `winner ${rules.names.variant(id)}`;
  if (standings.every(({ word }) => word === 'better')) {
    return { rule, state: 'met', reason: 'it is better than every other variant' };
  }
  const lost = [...against('worse'), ...against('equivalent')];
  if (lost.length > 0) {
    return { rule, state: 'not_met', reason: `it is not better than ${lost.join(', ')}` };
  }
  const open = [...against('not_worse'), ...against('not_yet_clear')].join(', ');
  return { rule, state: 'open', reason: `it is not clear yet against ${open}` };
}

function notWorse(statistics: ResultStatistics, rules: GateRules, id: string): Finding {
  const standings = standingsOf(statistics, rules, id);
  const rule = `not worse ${rules.names.variant(id)}`;
  const lost = named(standings, 'worse', rules.names);
  if (lost.length > 0)
    return { rule, state: 'not_met', reason: `it is worse than ${lost.join(', ')}` };
  const open = named(standings, 'not_yet_clear', rules.names);
  if (open.length > 0) {
    return { rule, state: 'open', reason: `it is not clear yet against ${open.join(', ')}` };
  }
  return { rule, state: 'met', reason: 'no other variant is better by a difference that matters' };
}

interface AgainstOther {
  readonly other: string;
  readonly word: ReturnType<typeof standingOf>;
}

function standingsOf(
  statistics: ResultStatistics,
  { variants }: GateRules,
  id: string,
): AgainstOther[] {
  return variants
    .filter((other) => other !== id)
    .map((other) => ({ other, word: standingOf(statistics, id, other) }));
}

function named(standings: readonly AgainstOther[], word: string, names: ResultNames): string[] {
  return standings
    .filter((standing) => standing.word === word)
    .map(({ other }) => names.variant(other));
}

function atLeast(rule: string, least: number | undefined, have: number): Finding[] {
  if (least === undefined) return [];
  const state = have >= least ? 'met' : 'open';
  return [{ rule: `${rule} ${least}`, state, reason: `there are ${have}` }];
}
