import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Evaluation, settingsQuery } from '../evaluations/evaluation-queries.ts';
import { settingTexts } from '../evaluations/setting-texts.ts';
import { settingsDraftOf } from '../evaluations/settings-draft.ts';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import { appQuery } from '../variants/app-queries.ts';
import styles from './Report.module.css';
import { useReportMedium } from './report-medium.ts';

/** The facts that a printed or saved report needs, because it has no page around it. */
export function ReportFacts({ evaluation }: { readonly evaluation: Evaluation }) {
  const { data: app } = useQuery(withTopNotice(appQuery(evaluation.app_id)));
  const { data: settings } = useQuery(withTopNotice(settingsQuery(evaluation.id)));
  const medium = useReportMedium().kind;
  const texts = strings.results.facts;
  const variants = evaluation.variant_names.map((name, index) =>
    texts.atRevision(name, Number(evaluation.revisions[index])),
  );
  const testset =
    settings === undefined
      ? evaluation.testset_name
      : texts.atRevision(evaluation.testset_name, settings.value.testset_revision);
  const rows: readonly (readonly [string, ReactNode])[] = [
    [texts.app, app?.value.app_name],
    [texts.variants, variants.join(', ')],
    [texts.testset, testset],
    [texts.created, texts.day(new Date(evaluation.created_at))],
    [texts.reported, texts.moment(new Date())],
    [texts.address, location.href],
    ...(settings === undefined
      ? []
      : settingTexts(settingsDraftOf(settings.value)).filter(([, text]) => text !== '')),
  ];
  return (
    <dl className={styles[medium === 'file' ? 'facts' : 'printedFacts']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
