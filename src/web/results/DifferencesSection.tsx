import type { ResultStatistics } from '../../contract/results/results.ts';
import { strings } from '../strings.ts';
import type { Names } from './names.ts';
import { PairDifferences } from './PairDifferences.tsx';
import { RankingSection } from './RankingSection.tsx';
import { TwoVariantsSection } from './TwoVariantsSection.tsx';
import { variantOrder } from './variant-order.ts';
import { WinMatrix } from './WinMatrix.tsx';

interface DifferencesSectionProps {
  readonly statistics: ResultStatistics;
  readonly names: Names;
}

/** The differences between variants that are compared with each other. */
export function DifferencesSection({ statistics, names }: DifferencesSectionProps) {
  const { several_variants: several } = statistics;
  const order = variantOrder(statistics);
  return (
    <>
      <TwoVariantsSection statistics={statistics} names={names} />
      {several !== null && (
        <>
          <RankingSection variants={several.variants} names={names} />
          <PairDifferences
            title={strings.results.winRates}
            differences={several.differences}
            order={order}
            names={names}
            unit="points"
          />
          <WinMatrix cells={several.win_matrix} order={order} names={names} />
        </>
      )}
    </>
  );
}
