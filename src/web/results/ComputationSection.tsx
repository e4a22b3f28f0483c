import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { Computation, ResultStatistics } from '../../contract/results/results.ts';
import {
  estimandText,
  exclusionsText,
  intervalsText,
  planText,
} from '../../domain/results/sentences/computation-words.ts';
import { zoneText } from '../../domain/results/sentences/verdict-lead.ts';
import settings from '../evaluations/SettingsSection.module.css';
import { wholeNumber } from '../localized.ts';
import { strings } from '../strings.ts';
import { Section } from '../ui/Page.tsx';
import { methodPageOf } from './method-page-of.ts';
import { useReportMedium } from './report-medium.ts';

/** The estimand, the plan, the exclusions and all methods. */
export function ComputationSection({ statistics }: { readonly statistics: ResultStatistics }) {
  const texts = strings.results;
  const { computation } = statistics;
  const zone = zoneText(statistics);
  const rows: readonly (readonly [string, ReactNode])[] = [
    [texts.computed.estimand, estimandText(statistics)],
    [texts.computed.plan, planText(statistics)],
    [texts.computed.intervals, intervalsText(statistics)],
    [texts.computed.level, texts.percent(computation.level)],
    ...(zone === null ? [] : [[texts.computed.zone, zone] as const]),
    [texts.computed.cases, wholeNumber(computation.cases)],
    [texts.computed.judged, wholeNumber(computation.judged_cases)],
    [texts.computed.completed, wholeNumber(computation.completed_cases)],
    [texts.computed.judgements, wholeNumber(computation.judgements)],
    [texts.computed.annotators, wholeNumber(computation.annotators)],
    [texts.computed.excluded, exclusionsText(statistics)],
    [texts.computed.methods, <Methods key="methods" methods={computation.methods} />],
  ];
  return (
    <Section title={texts.how}>
      <dl className={settings['settings']}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** Method names; on the page, each links to its explanation. */
function Methods({ methods }: Pick<Computation, 'methods'>) {
  const isOnPage = useReportMedium().kind === 'page';
  return methods.map((code, index) => {
    const method = methodPageOf(code);
    const name = strings.results.word(code);
    return (
      <Fragment key={code}>
        {index > 0 && ', '}
        {isOnPage && method !== undefined ? (
          <Link to="/methods/$method" params={{ method }}>
            {name}
          </Link>
        ) : (
          name
        )}
      </Fragment>
    );
  });
}
