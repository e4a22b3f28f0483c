import type { ResultStatistics } from '../../contract/results.ts';
import type { Evaluation } from '../evaluations/evaluation-queries.ts';
import { AgreementSection } from './AgreementSection.tsx';
import { BiasSection } from './BiasSection.tsx';
import { ComputationSection } from './ComputationSection.tsx';
import { DifferencesSection } from './DifferencesSection.tsx';
import type { Names } from './names.ts';
import { ScenariosSection } from './ScenariosSection.tsx';
import { ScoresSection } from './ScoresSection.tsx';
import { SequenceSection } from './SequenceSection.tsx';
import { SlicesSection } from './SlicesSection.tsx';
import type { SliceChoice } from './slice.ts';

interface StatisticsSectionsProps {
  readonly evaluation: Evaluation;
  readonly statistics: ResultStatistics;
  readonly names: Names;
  readonly slice: SliceChoice;
  readonly onSlice: (slice: SliceChoice) => void;
}

/** Everything under the verdict and the counts. */
export function StatisticsSections(props: StatisticsSectionsProps) {
  const { evaluation, statistics, names, slice, onSlice } = props;
  const [panel] = statistics.agreement;
  return (
    <>
      <DifferencesSection statistics={statistics} names={names} />
      <ScoresSection scores={statistics.scores} names={names} />
      <SequenceSection evaluationId={evaluation.id} names={names} />
      <AgreementSection panels={statistics.agreement} names={names} />
      <BiasSection bias={statistics.bias} names={names} />
      <SlicesSection evaluationId={evaluation.id} names={names} slice={slice} onSlice={onSlice} />
      <ScenariosSection
        evaluationId={evaluation.id}
        disputed={panel?.disputed_cases ?? []}
        names={names}
        slice={slice}
      />
      <ComputationSection computation={statistics.computation} />
    </>
  );
}
