import { strings } from '../strings.ts';
import type { Fields } from '../ui/BothSides.tsx';
import { zoneTexts } from './analysis-draft.ts';
import { isComparison } from './is-comparison.ts';
import type { SettingsDraft } from './settings-draft.ts';

/** Settings as names and values, labelled as in the forms. */
export function settingTexts(draft: SettingsDraft): Fields {
  const { rules: texts, analysis } = strings.evaluations;
  const yesNo = (isOn: boolean) => (isOn ? strings.judging.yes : strings.judging.no);
  return [
    [strings.evaluations.setup.type, strings.evaluations.types[draft.type]],
    [texts.overlap, draft.judgementsPerTask],
    [texts.blind, yesNo(draft.isBlind)],
    ...(isComparison(draft.type)
      ? [
          [texts.tie, yesNo(draft.allowTie)] as const,
          [texts.bothBad, yesNo(draft.allowBothBad)] as const,
          [texts.pairs, draft.pairsPerScenario] as const,
        ]
      : []),
    ...(!isComparison(draft.type) && draft.criteria.length === 0
      ? [[texts.lowest, draft.scoreMin] as const, [texts.highest, draft.scoreMax] as const]
      : []),
    [texts.presentation, strings.judging.formats[draft.presentation]],
    [strings.evaluations.annotators.label, strings.evaluations.annotators.kinds[draft.whoMayJudge]],
    [
      strings.judging.criteria,
      draft.criteria.map(({ name, kind }) => `${name} (${texts.scales[kind]})`).join(', '),
    ],
    [strings.judging.guidelines, draft.guidelines],
    [zoneTexts(draft).label, draft.zone],
    [analysis.level, draft.level],
    [analysis.minimum, draft.minimumSeconds],
    [analysis.exclude, draft.exclusionRules.map((rule) => analysis.rules[rule]).join(', ')],
  ];
}
