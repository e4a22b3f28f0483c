import type { ResultStatistics } from '../../contract/results.ts';
import { AgreementSection } from './AgreementSection.tsx';
import { BiasSection } from './BiasSection.tsx';
import { ComputationSection } from './ComputationSection.tsx';
import { DifferencesSection } from './DifferencesSection.tsx';
import { DisputedSection } from './DisputedSection.tsx';
import type { Names } from './names.ts';
import { ScoresSection } from './ScoresSection.tsx';
import { SequenceSection } from './SequenceSection.tsx';

interface StatisticsSectionsProps {
  readonly evaluationId: string;
  readonly statistics: ResultStatistics;
  readonly names: Names;
}

/** Everything under the verdict and the counts. */
export function StatisticsSections({ evaluationId, statistics, names }: StatisticsSectionsProps) {
  const [panel] = statistics.agreement;
  return (
    <>
      <DifferencesSection statistics={statistics} names={names} />
      <ScoresSection scores={statistics.scores} names={names} />
      <SequenceSection evaluationId={evaluationId} names={names} />
      <AgreementSection panels={statistics.agreement} names={names} />
      <BiasSection bias={statistics.bias} />
      {panel !== undefined && <DisputedSection panel={panel} />}
      <ComputationSection computation={statistics.computation} />
    </>
  );
}
