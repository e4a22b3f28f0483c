import { useState } from 'react';
import type { Output } from '../../contract/api.ts';
import { queryClient } from '../api.ts';
import { usualSources } from '../outputs/source-draft.ts';
import { strings } from '../strings.ts';
import { tableOf } from '../testsets/grid-table.ts';
import { testsetQuery } from '../testsets/testset-queries.ts';
import { SelectField } from '../ui/Field.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { announceFailure } from '../ui/Toasts.tsx';
import { Checks } from './Checks.tsx';
import styles from './NewEvaluationPage.module.css';
import { type Change, inputsAmong, type NewEvaluation } from './new-evaluation.ts';
import { TypeField } from './TypeField.tsx';

interface WhatStepProps {
  readonly draft: NewEvaluation;
  readonly change: Change;
  readonly place: {
    readonly appId: string;
    readonly variants: Output<'listAppVariants'>;
    readonly testsets: Output<'listTestsets'>;
  };
}

export function WhatStep({ draft, change, place }: WhatStepProps) {
  const texts = strings.evaluations.what;
  const [columns, setColumns] = useState<readonly string[]>([]);
  const choose = async (testsetId: string) => {
    change({ testsetId, inputs: [] });
    setColumns([]);
    if (testsetId === '') return;
    const testset = await queryClient.fetchQuery(testsetQuery({ appId: place.appId, testsetId }));
    const found = tableOf(testset.value.csvdata).columns;
    setColumns(found);
    change({ inputs: inputsAmong(found) });
  };
  return (
    <>
      <TypeField type={draft.type} onChange={(type) => change({ type })} />
      <Checks
        legend={texts.variants}
        options={place.variants.map(({ variant_id, variant_name, revision }) => ({
          value: variant_id,
          label: strings.variants.atRevision(variant_name, revision),
        }))}
        chosen={draft.variantIds}
        onChange={(variantIds) =>
          change({ variantIds, sources: { ...usualSources(place.variants), ...draft.sources } })
        }
      />
      <p className={styles['soft']}>{texts.pinned}</p>
      {place.testsets.length === 0 ? (
        <LinkButton to="/apps/$appId/testsets" params={{ appId: place.appId }}>
          {texts.noTestset}
        </LinkButton>
      ) : (
        <SelectField
          label={texts.testset}
          value={draft.testsetId}
          onChange={({ target }) => void choose(target.value).catch(announceFailure)}
          required
        >
          <option value="">{texts.choose}</option>
          {place.testsets.map(({ id, name, row_count }) => (
            <option key={id} value={id}>
              {texts.testsetOption(name, row_count)}
            </option>
          ))}
        </SelectField>
      )}
      {columns.length > 0 && (
        <Checks
          legend={texts.inputs}
          options={columns.map((column) => ({ value: column, label: column }))}
          chosen={draft.inputs}
          onChange={(inputs) => change({ inputs })}
        />
      )}
    </>
  );
}
