import type { ResultSeries } from '../../contract/results/result-series.ts';
import { traceMean } from '../../statistics/sequences/planned-mean.ts';
import { formatTimestamp } from '../timestamps.ts';
import type { CleanStudy } from './clean-study.ts';
import { primaryCriterion } from './find-verdict.ts';
import { leaderContrasts } from './leader-contrasts.ts';
import { type PlannedContrast, voteContrasts } from './planned-contrasts.ts';
import { resultWarnings } from './present-estimate.ts';
import { studyByRules } from './study-by-rules.ts';
import type { StudyData } from './study-data.ts';
import { lookAt, type StudyLook } from './study-look.ts';
import { summarizeScores } from './summarize-scores.ts';

/** More points than a screen has columns would only take time. */
const MOST_POINTS = 400;

/** How the verdict developed: its interval after completed cases. Pure and repeatable. */
export function summarizeSeries(data: StudyData): ResultSeries {
  const study = studyByRules(data);
  const look = lookAt(study);
  const { contrasts, criterion } = comparisonOf(study, look);
  const leading = leaderContrasts(study, contrasts);
  const { reference = 0, equivalence: zone = 0 } = leading[0]?.options ?? {};
  const completed = look.order.positions.length;
  return {
    lines: leading.map((contrast) => lineOf(look, contrast, criterion)),
    planned_cases: look.planned,
    completed_cases: completed,
    zone: zone > 0 ? { low: reference - zone, high: reference + zone } : null,
    warnings: resultWarnings(
      completed > 0 ? [] : ['no_data'],
      look.order.incomplete > 0 ? ['incomplete_cases'] : [],
    ),
  };
}

interface Compared {
  readonly contrasts: readonly PlannedContrast[];
  readonly criterion: string | null;
}

function comparisonOf(study: CleanStudy, look: StudyLook): Compared {
  if (study.kind === 'comparison') {
    return { contrasts: voteContrasts(study, look), criterion: null };
  }
  const result = primaryCriterion(summarizeScores(look));
  return { contrasts: result?.contrasts ?? [], criterion: result?.criterion.name ?? null };
}

type Line = ResultSeries['lines'][number];

function lineOf(look: StudyLook, contrast: PlannedContrast, criterion: string | null): Line {
  const { completed: study, planned } = look;
  const { values, options } = contrast;
  const stops = stopsOf(values.length, MOST_POINTS);
  const traced = traceMean({ values, planned }, options, stops);
  // The verdict also counts judgements that an extension added to completed scenarios.
  const points = [...traced.slice(0, -1), contrast.found];
  return {
    variant: study.variants[contrast.variant] ?? '',
    against: study.variants[contrast.against] ?? null,
    criterion,
    estimand:
      study.kind === 'scoring'
        ? 'mean_score_difference'
        : options.kind === 'rate'
          ? 'score_win_rate'
          : 'win_rate_difference',
    method: contrast.found.method,
    level: study.settings.level,
    reference: options.reference,
    points: points.flatMap(({ estimate, interval }, p) => {
      const cases = stops[p] ?? 0;
      if (estimate === null) return [];
      const completed_at = timeOf(look, cases);
      return [
        { cases, completed_at, estimate, low: interval?.low ?? null, high: interval?.high ?? null },
      ];
    }),
  };
}

function stopsOf(cases: number, most: number): readonly number[] {
  const step = Math.max(1, cases / most);
  const stops = new Set<number>();
  for (let at = step; at < cases; at += step) stops.add(Math.floor(at));
  if (cases > 0) stops.add(cases);
  return [...stops];
}

function timeOf({ order }: StudyLook, cases: number): string | null {
  const at = order.completedAtMs[cases - 1] ?? Number.NaN;
  return Number.isFinite(at) && Math.abs(at) < 8.64e15 ? formatTimestamp(at) : null;
}
