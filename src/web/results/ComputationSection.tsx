import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { Computation } from '../../contract/results/results.ts';
import settings from '../evaluations/SettingsSection.module.css';
import { strings } from '../strings.ts';
import { Section } from '../ui/Page.tsx';
import { methodPageOf } from './method-page-of.ts';
import { useReportMedium } from './report-medium.ts';

/** Every method with its sample size, the seed, and the judgements left out. */
export function ComputationSection({ computation }: { readonly computation: Computation }) {
  const texts = strings.results;
  const { exclusions } = computation;
  const { by_annotator, by_rule, by_time, invalid } = exclusions;
  const excluded = by_annotator + by_rule + by_time + invalid;
  const rows: readonly (readonly [string, ReactNode])[] = [
    [texts.computed.estimand, texts.word(computation.estimand)],
    [texts.computed.weighting, texts.word(computation.weighting)],
    [texts.computed.scope, texts.word(computation.scope)],
    [texts.computed.inference, texts.word(computation.inference)],
    [texts.computed.level, texts.percent(computation.level)],
    [texts.computed.cases, computation.cases],
    [texts.computed.judged, computation.judged_cases],
    [texts.computed.completed, computation.completed_cases],
    [texts.computed.judgements, computation.judgements],
    [texts.computed.annotators, computation.annotators],
    [texts.computed.excluded, excluded],
    [texts.computed.seed, computation.seed],
    [texts.computed.draws, computation.draws],
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

/** Each leads to the page that explains it. */
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
