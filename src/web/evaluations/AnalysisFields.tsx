import { EXCLUSION_RULES } from '../../contract/evaluations/evaluation-settings.ts';
import { strings } from '../strings.ts';
import { NumberField } from '../ui/NumberField.tsx';
import { LEVEL, SECONDS, zoneTexts } from './analysis-draft.ts';
import { Checks } from './Checks.tsx';
import styles from './NewEvaluationPage.module.css';
import type { ChangeSettings, SettingsDraft } from './settings-draft.ts';

interface AnalysisFieldsProps {
  readonly draft: SettingsDraft;
  readonly change: ChangeSettings;
  readonly isJudged: boolean;
}

/** How results are computed; annotators never see it. */
export function AnalysisFields({ draft, change, isJudged }: AnalysisFieldsProps) {
  const texts = strings.evaluations.analysis;
  const zone = zoneTexts(draft);
  return (
    <fieldset className={styles['group']}>
      <legend>{texts.title}</legend>
      {isJudged && <p className={styles['soft']}>{texts.recorded}</p>}
      <div className={styles['pair']}>
        <NumberField
          label={zone.label}
          hint={zone.hint}
          rule={zone.rule}
          value={draft.zone}
          onType={(text) => change({ zone: text })}
        />
        <NumberField
          label={texts.level}
          hint={texts.levelHint}
          rule={LEVEL}
          value={draft.level}
          onType={(level) => change({ level })}
          required
        />
        <NumberField
          label={texts.minimum}
          hint={texts.minimumHint}
          rule={SECONDS}
          value={draft.minimumSeconds}
          onType={(minimumSeconds) => change({ minimumSeconds })}
        />
      </div>
      <Checks
        legend={texts.exclude}
        options={EXCLUSION_RULES.map((rule) => ({ value: rule, label: texts.rules[rule] }))}
        chosen={draft.exclusionRules}
        onChange={(chosen) =>
          change({ exclusionRules: EXCLUSION_RULES.filter((rule) => chosen.includes(rule)) })
        }
      />
    </fieldset>
  );
}
