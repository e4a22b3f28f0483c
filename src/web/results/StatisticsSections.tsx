import type { ResultStatistics } from '../../contract/results/results.ts';
import type { Evaluation } from '../evaluations/evaluation-queries.ts';
import { AgreementSection } from './AgreementSection.tsx';
import { BiasSection } from './BiasSection.tsx';
import { ComputationSection } from './ComputationSection.tsx';
import { DifferencesSection } from './DifferencesSection.tsx';
import type { Names } from './names.ts';
import type { ReportView } from './report-view.ts';
import { ScenariosSection } from './ScenariosSection.tsx';
import { ScoresSection } from './ScoresSection.tsx';
import { SequenceSection } from './SequenceSection.tsx';
import { SlicesSection } from './SlicesSection.tsx';

interface StatisticsSectionsProps {
  readonly evaluation: Evaluation;
  readonly statistics: ResultStatistics;
  readonly names: Names;
  readonly view: ReportView;
  readonly onView: (view: ReportView) => void;
}

/** The sections below the verdict and the counts. */
export function StatisticsSections(props: StatisticsSectionsProps) {
  const { evaluation, statistics, names, view, onView } = props;
  const { order, ...slice } = view;
  return (
    <>
      <DifferencesSection statistics={statistics} names={names} />
      <ScoresSection scores={statistics.scores} names={names} />
      <SequenceSection evaluationId={evaluation.id} names={names} />
      <AgreementSection panels={statistics.agreement} names={names} />
      <BiasSection bias={statistics.bias} names={names} />
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
      <ComputationSection computation={statistics.computation} />
    </>
  );
}
