import { useQuery } from '@tanstack/react-query';
import { UserX } from 'lucide-react';
import { useState } from 'react';
import type { ResultStatistics } from '../../contract/results/results.ts';
import type { Annotators } from '../evaluations/AnnotatorsTable.tsx';
import { ExcludeDialog } from '../evaluations/ExcludeDialog.tsx';
import { type Evaluation, exclusionsQuery } from '../evaluations/evaluation-queries.ts';
import { strings } from '../strings.ts';
import { withTopNotice } from '../top-notice.ts';
import { Button } from '../ui/Button.tsx';

interface ExcludeButtonsProps {
  readonly evaluation: Evaluation;
  readonly statistics: ResultStatistics;
  readonly annotators: Annotators;
}

/** Others can be excluded on the evaluation page. */
const MOST = 3;

/** A button per marked annotator, those with most judgements first. */
export function ExcludeButtons({ evaluation, statistics, annotators }: ExcludeButtonsProps) {
  const { data: exclusions } = useQuery(withTopNotice(exclusionsQuery(evaluation.id)));
  const [chosen, setChosen] = useState<Annotators[number]>();
  if (exclusions === undefined) return null;
  const excluded = new Set(exclusions.map(({ annotator_id }) => annotator_id));
  const marked = statistics.bias.annotators
    .filter(({ annotator, marks }) => marks.length > 0 && !excluded.has(annotator))
    .toSorted((one, other) => other.judgements - one.judgements)
    .flatMap(({ annotator }) => annotators.find(({ id }) => id === annotator) ?? [])
    .slice(0, MOST);
  return (
    <>
      {marked.map((annotator) => (
        <Button
          key={annotator.id}
          icon={<UserX aria-hidden />}
          onClick={() => setChosen(annotator)}
        >
          {strings.results.act.exclude(annotator.name)}
        </Button>
      ))}
      {chosen !== undefined && (
        <ExcludeDialog
          evaluation={evaluation}
          annotator={chosen}
          onClose={() => setChosen(undefined)}
        />
      )}
    </>
  );
}
