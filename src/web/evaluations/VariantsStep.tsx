import type { Output } from '../../contract/api.ts';
import { defaultSources } from '../outputs/source-draft.ts';
import { strings } from '../strings.ts';
import { SelectField, TextField } from '../ui/Field.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Checks } from './Checks.tsx';
import { InputChecks } from './InputChecks.tsx';
import styles from './NewEvaluationPage.module.css';
import type { Change, NewEvaluation } from './new-evaluation.ts';
import { TypeField } from './TypeField.tsx';
import type { Subject, Variants } from './use-subject.ts';

interface VariantsStepProps {
  readonly draft: NewEvaluation;
  readonly change: Change;
  readonly app: {
    readonly appId: string;
    readonly variants: Variants;
    /** Undefined until loaded. */
    readonly testsets: Output<'listTestsets'> | undefined;
  };
  readonly subject: Subject;
}

export function VariantsStep({ draft, change, app, subject }: VariantsStepProps) {
  const texts = strings.evaluations.setup;
  const { table, inputs } = subject;
  return (
    <>
      <TypeField type={draft.type} onChange={(type) => change({ type })} />
      <Checks
        legend={texts.variants}
        options={app.variants.map(({ variant_id, variant_name, revision }) => ({
          value: variant_id,
          label: strings.variants.atRevision(variant_name, revision),
        }))}
        chosen={draft.variantIds}
        onChange={(variantIds) =>
          change({ variantIds, sources: { ...defaultSources(app.variants), ...draft.sources } })
        }
      />
      <p className={styles['soft']}>{texts.pinned}</p>
      {app.testsets?.length === 0 ? (
        <LinkButton to="/apps/$appId/testsets" params={{ appId: app.appId }}>
          {texts.noTestset}
        </LinkButton>
      ) : (
        <SelectField
          label={texts.testset}
          value={draft.testsetId}
          onChange={({ target }) =>
            change({ testsetId: target.value, inputs: null, expected: null })
          }
          required
        >
          <option value="">{texts.choose}</option>
          {app.testsets?.map(({ id, name, row_count }) => (
            <option key={id} value={id}>
              {texts.testsetOption(name, row_count)}
            </option>
          ))}
        </SelectField>
      )}
      {table !== undefined && inputs !== undefined && table.columns.length > 0 && (
        <>
          <InputChecks
            table={table}
            variants={subject.variants}
            expected={subject.expected}
            inputs={inputs}
            onChange={(chosen) => change({ inputs: chosen })}
          />
          <SelectField
            label={texts.expected}
            hint={texts.expectedHint}
            value={subject.expected ?? ''}
            onChange={({ target }) => change({ expected: target.value })}
          >
            <option value="">{texts.noExpected}</option>
            {table.columns
              .filter((column) => column !== '')
              .map((column) => (
                <option key={column} value={column}>
                  {column}
                </option>
              ))}
          </SelectField>
        </>
      )}
      <TextField
        label={strings.overviews.labels.name}
        hint={strings.overviews.labels.nameHint}
        maxLength={128}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
      />
    </>
  );
}
