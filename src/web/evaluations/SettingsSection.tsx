import type { EvaluationSettings } from '../../contract/evaluation-settings.ts';
import { strings } from '../strings.ts';
import { Section } from '../ui/Page.tsx';
import styles from './SettingsSection.module.css';

/** How it is judged. */
export function SettingsSection({ settings }: { readonly settings: EvaluationSettings }) {
  const texts = strings.evaluations.how;
  const yesNo = (isSo: boolean) => (isSo ? strings.judging.yes : strings.judging.no);
  const rows: readonly (readonly [string, string])[] = [
    [texts.overlap, String(settings.judgements_per_task)],
    [texts.blind, yesNo(settings.blind)],
    [texts.tie, yesNo(settings.allow_tie)],
    [texts.bothBad, yesNo(settings.allow_both_bad)],
    [texts.presentation, strings.judging.formats[settings.presentation]],
    [strings.evaluations.who.label, strings.evaluations.who.kinds[settings.who_may_judge]],
    [strings.testsets.title, strings.revision(settings.testset_revision)],
    [
      strings.judging.criteria,
      settings.criteria
        .map(({ name, scale }) => `${name} (${texts.scales[scale.kind]})`)
        .join(', '),
    ],
    [strings.judging.guidelines, settings.guidelines],
  ];
  return (
    <Section title={strings.settings.title}>
      <dl className={styles['settings']}>
        {rows
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
      </dl>
    </Section>
  );
}
