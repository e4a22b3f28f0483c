import { type AnnotatorMarks, annotatorMarks } from './annotator-marks.ts';
import {
  type CleanStudy,
  cleanStudy,
  hasExclusions,
  type RuleExclusion,
  withoutExclusions,
} from './clean-study.ts';
import { answersOf, type StudyAnswers } from './study-answers.ts';
import type { StudyData } from './study-data.ts';

/** Marks come from all judgements, before any exclusion, so that no exclusion causes another. */
export function marksOf(
  data: StudyData,
  analysed?: { readonly study: CleanStudy; readonly answers: StudyAnswers },
): AnnotatorMarks {
  if (analysed !== undefined && !hasExclusions(analysed.study)) {
    return annotatorMarks(analysed.study, analysed.answers);
  }
  const whole = cleanStudy(withoutExclusions(data));
  return annotatorMarks(whole, answersOf(whole));
}

/**
 * The study as it is analysed: without the annotators whom its rules leave out. Rules that would
 * leave out every judgement leave out none, and `areRulesWaived` is set.
 */
export function studyByRules(data: StudyData): CleanStudy {
  const ruled = data.settings.exclusionRules.length === 0 ? [] : matchesOf(data);
  if (ruled.length === 0) return cleanStudy(data);
  const study = cleanStudy(data, ruled);
  if (study.votes.case.length + study.choices.case.length + study.scores.case.length > 0) {
    return study;
  }
  const whole = cleanStudy(data);
  return { ...whole, exclusions: { ...whole.exclusions, areRulesWaived: true } };
}

function matchesOf(data: StudyData): readonly RuleExclusion[] {
  const excluding = new Set<string>(data.settings.exclusionRules);
  return marksOf(data).flatMap((marks, annotator) => {
    const rules = [...new Set(marks.map(({ kind }) => kind))].filter((kind) => excluding.has(kind));
    return rules.length === 0 ? [] : [{ annotator, rules }];
  });
}
