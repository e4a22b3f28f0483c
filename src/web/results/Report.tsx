import { useQuery } from '@tanstack/react-query';
import { Gavel } from 'lucide-react';
import type { Output } from '../../contract/api.ts';
import type { ResultStatistics } from '../../contract/results/results.ts';
import { type Evaluation, settingsQuery } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import { AgreementSection } from './AgreementSection.tsx';
import { BiasSection } from './BiasSection.tsx';
import { ComputationSection } from './ComputationSection.tsx';
import { CountsSection } from './CountsSection.tsx';
import { DifferencesSection } from './DifferencesSection.tsx';
import { HistorySection } from './HistorySection.tsx';
import { isolatedNames } from './isolated-names.ts';
import { type Names, namesOf } from './names.ts';
import styles from './Report.module.css';
import { ReportFacts } from './ReportFacts.tsx';
import type { ReportView } from './report-view.ts';
import { ScenariosSection } from './ScenariosSection.tsx';
import { ScoresSection } from './ScoresSection.tsx';
import { SequenceSection } from './SequenceSection.tsx';
import { SlicesSection } from './SlicesSection.tsx';
import { VerdictSection } from './VerdictSection.tsx';
import { isWhole } from './whole-statistics.ts';

export interface ReportProps {
  readonly evaluation: Evaluation;
  /** Only counts while the statistics are computed. */
  readonly results: Output<'fetchResults'>;
  /** The reader's choice of slice and order. */
  readonly view: ReportView;
  readonly onView: (view: ReportView) => void;
}

/** The report of an evaluation, from the verdict to the methods. */
export function Report({ evaluation, results, view, onView }: ReportProps) {
  const texts = strings.results;
  // Annotators of a blind evaluation see no results until it is closed.
  if (results.progress === null) {
    return <EmptyState icon={<Gavel />} title={texts.hiddenTitle} text={texts.hiddenText} />;
  }
  const { statistics, progress } = results;
  if (!isWhole(statistics)) {
    return (
      <>
        <p role="status">{texts.computing}</p>
        <p>{texts.judgements(progress.judgements)}</p>
        <Waiting />
      </>
    );
  }
  const names = isolatedNames(namesOf(evaluation, results));
  return (
    <div className={styles['report']}>
      <ReportFacts evaluation={evaluation} />
      <VerdictSection
        evaluation={evaluation}
        statistics={statistics}
        names={names}
        progress={progress}
      />
      <CountsSection statistics={statistics} progress={progress} names={names} />
      <StatisticsSections
        evaluation={evaluation}
        statistics={statistics}
        names={names}
        view={view}
        onView={onView}
      />
    </div>
  );
}

interface StatisticsSectionsProps {
  readonly evaluation: Evaluation;
  readonly statistics: ResultStatistics;
  readonly names: Names;
  readonly view: ReportView;
  readonly onView: (view: ReportView) => void;
}

/** The sections below the verdict and the counts. */
function StatisticsSections(props: StatisticsSectionsProps) {
  const { evaluation, statistics, names, view, onView } = props;
  const { order, ...slice } = view;
  const { data: settings } = useQuery(withTopNotice(settingsQuery(evaluation.id)));
  return (
    <>
      <DifferencesSection statistics={statistics} names={names} />
      <ScoresSection
        statistics={statistics}
        criteria={settings?.value.criteria ?? []}
        names={names}
      />
      <SequenceSection evaluationId={evaluation.id} names={names} />
      <AgreementSection panels={statistics.agreement} names={names} />
      <BiasSection statistics={statistics} names={names} />
      <SlicesSection
        evaluationId={evaluation.id}
        names={names}
        slice={slice}
        onSlice={(chosen) => onView(order === undefined ? chosen : { ...chosen, order })}
      />
      <ScenariosSection
        evaluationId={evaluation.id}
        names={names}
        view={view}
        onOrder={(chosen) =>
          onView(chosen === 'disagreement' ? slice : { ...slice, order: chosen })
        }
      />
      <HistorySection evaluation={evaluation} statistics={statistics} names={names} />
      <ComputationSection statistics={statistics} />
    </>
  );
}
