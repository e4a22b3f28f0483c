import type { ResultStatistics } from '../../../contract/results/results.ts';
import { type KnownOrder, knownOrder } from './known-order.ts';
import {
  criterionOf,
  onCriterion,
  scaleText,
  tiesText,
  unitOf,
  type VerdictLead,
  variantsOf,
  verdictLead,
  zoneText,
} from './verdict-lead.ts';
import { count, inBrackets, intervalText, list, type ResultNames } from './wording.ts';

/** The answer in one line, with its figure. */
export function headline(statistics: ResultStatistics, names: ResultNames): string {
  const { kind, verdict } = statistics;
  const isComplete = verdict.plan.completed_cases > 0;
  if (variantsOf(statistics).length > 2 && isComplete) return severalVariants(statistics, names);
  if (verdict.effect === null || verdict.cases === 0) return whyNoVerdict(statistics);
  if (verdict.against === null) return meanOfOne(statistics, names);
  const lead = verdictLead(statistics, names);
  if (lead === null) return whyNoVerdict(statistics);
  return kind === 'comparison' ? winRates(statistics, lead) : scores(statistics, lead);
}

function whyNoVerdict(statistics: ResultStatistics): string {
  const { kind, verdict, scores: criteria } = statistics;
  if (verdict.judgements === 0) return whyNoJudgements(statistics);
  if (kind === 'scoring' && criteria.every(({ scale }) => scale === 'choice')) {
    return 'No verdict: no criterion has an order by which outputs could be compared.';
  }
  return 'No verdict yet: no scenario has all its judgements.';
}

function whyNoJudgements({ computation: { exclusions } }: ResultStatistics): string {
  const { by_annotator, by_rule, by_time } = exclusions;
  return by_annotator + by_rule + by_time > 0
    ? 'No verdict: all judgements are left out.'
    : 'No verdict yet: there are no judgements.';
}

function meanOfOne(statistics: ResultStatistics, names: ResultNames): string {
  const { verdict } = statistics;
  const unit = unitOf(statistics);
  const range = verdict.interval && intervalText(verdict.interval, unit);
  const mean = `${unit.value(verdict.effect ?? 0)}${onCriterion(verdict)} on average`;
  return `${names.variant(verdict.variant ?? '')} scores ${mean}${inBrackets([scaleText(statistics), range])}.`;
}

function winRates(statistics: ResultStatistics, lead: VerdictLead): string {
  const { verdict } = statistics;
  const { ahead, behind, effect } = lead;
  const rate = `${lead.unit.value(effect)} of comparisons`;
  const figures = inBrackets([tiesText(statistics), lead.interval(verdict.interval)]);
  if (verdict.word === 'equivalent') {
    return `${ahead} and ${behind} differ by less than ${zoneText(statistics)} from an even split, the difference that matters here: ${ahead} wins ${rate}${figures}.`;
  }
  if (verdict.settled) return `${ahead} is better than ${behind}: it wins ${rate}${figures}.`;
  return lead.isEven
    ? `Not settled yet: ${ahead} and ${behind} are even so far${figures}.`
    : `Not settled yet: ${ahead} leads ${behind} and wins ${rate} so far${figures}.`;
}

function scores(statistics: ResultStatistics, lead: VerdictLead): string {
  const { verdict } = statistics;
  const { ahead, behind, effect } = lead;
  const by = lead.unit.value(effect);
  const on = onCriterion(verdict);
  const range = lead.interval(verdict.interval);
  const figures = inBrackets([scaleText(statistics), range]);
  if (verdict.word === 'equivalent') {
    const where = `${on}${inBrackets([scaleText(statistics)])}`;
    const gap = lead.isEven ? 'they score the same' : `${ahead} scores ${by} higher`;
    return `${ahead} and ${behind} differ by less than ${zoneText(statistics)}${where}, the difference that matters here: ${gap}${inBrackets([range])}.`;
  }
  if (verdict.settled) return `${ahead} scores ${by} higher than ${behind}${on}${figures}.`;
  return lead.isEven
    ? `Not settled yet: ${ahead} and ${behind} score the same${on} so far${figures}.`
    : `Not settled yet: ${ahead} scores ${by} higher than ${behind}${on} so far${figures}.`;
}

function severalVariants(statistics: ResultStatistics, names: ResultNames): string {
  const { verdict, several_variants } = statistics;
  const differences = several_variants?.differences ?? criterionOf(statistics)?.differences ?? [];
  const leader = verdict.variant ?? '';
  const others = variantsOf(statistics).filter((id) => id !== leader);
  const order = knownOrder([leader, ...others], differences);
  const alike = alikeText(statistics, order, names);
  if (verdict.word === 'equivalent' && alike !== null) return alike;
  const on = onCriterion(verdict);
  const where = on === '' ? '' : `${on}${inBrackets([scaleText(statistics)])}`;
  const known = orderText(order, { all: [leader, ...others], where, names });
  return alike === null ? known : `${known} ${alike}`;
}

interface OrderWords {
  readonly all: readonly string[];
  /** " on helpfulness (scale 1 to 5)", or nothing. */
  readonly where: string;
  readonly names: ResultNames;
}

function orderText(
  { top, below, isFoundBetter }: KnownOrder,
  { all, where, names }: OrderWords,
): string {
  const [leader = '', ...tied] = top;
  if (below.length === 0 || top.length === 0) {
    return `Nothing separates the ${all.length} variants${where} yet.`;
  }
  const first = names.variant(leader);
  if (tied.length === 0) {
    const others = all.filter((id) => id !== leader);
    const open = others.filter((id) => !isFoundBetter(leader, id));
    if (open.length > 0) {
      const beaten = others.filter((id) => isFoundBetter(leader, id));
      return `${first} is better than ${named(beaten, names)}${where}; against ${named(open, names)} it is not yet clear.`;
    }
    const whom = others.length > MOST_NAMED ? `all ${others.length} others` : named(others, names);
    return `${first} is better than ${whom}${where}.`;
  }
  const worse = below.map(({ variants, than }) => {
    const whom =
      than.length < top.length ? named(than, names) : top.length === 2 ? 'both' : 'all of them';
    return `${named(variants, names)} ${variants.length === 1 ? 'is' : 'are'} worse than ${whom}`;
  });
  return `${first} is best or tied with ${named(tied, names)}${where}; ${worse.join('; ')}.`;
}

/** Longer lists are left to the table. */
const MOST_NAMED = 4;

function named(ids: readonly string[], names: ResultNames): string {
  return ids.length > MOST_NAMED ? count(ids.length, 'variant') : list(ids.map(names.variant));
}

/** Which differences from the leading variant are too small to matter. */
function alikeText(
  statistics: ResultStatistics,
  { top, areEquivalent }: KnownOrder,
  names: ResultNames,
): string | null {
  const [leader = '', ...tied] = top;
  const alike = tied.filter((id) => areEquivalent(leader, id));
  if (alike.length === 0) return null;
  const zone = zoneText(statistics);
  return `${names.variant(leader)} differs from ${named(alike, names)} by less than ${zone}, the difference that matters here.`;
}
