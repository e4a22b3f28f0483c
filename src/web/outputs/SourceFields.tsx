import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import styles from '../evaluations/NewEvaluationPage.module.css';
import { strings } from '../strings.ts';
import { FailureNotice } from '../ui/FailureNotice.tsx';
import { SelectField } from '../ui/Field.tsx';
import { providersQuery } from './provider-queries.ts';
import type { SourceDraft } from './source-draft.ts';

interface VariantChoice {
  readonly id: string;
  readonly name: string;
  /** The URI of its base. */
  readonly uri: string | null;
}

interface SourceFieldsProps {
  readonly workspaceId: string | null | undefined;
  readonly variants: readonly VariantChoice[];
  readonly chosen: Readonly<Record<string, SourceDraft>>;
  /** Why a variant's outputs cannot be generated from its source. */
  readonly faults?: readonly { readonly variantId: string; readonly text: string }[];
  readonly onChoose: (variantId: string, source: SourceDraft) => void;
}

/** The source of each variant's outputs. */
export function SourceFields(props: SourceFieldsProps) {
  const { workspaceId, variants, chosen, faults = [], onChoose } = props;
  const providers = useQuery(providersQuery(workspaceId));
  const texts = strings.outputs;
  const kinds: readonly SourceDraft[] = [
    'base',
    'import',
    ...(providers.data ?? []).map(({ id }) => `provider/${id}` as const),
  ];
  const labelOf = (kind: SourceDraft, uri: string | null) => {
    if (kind === 'import') return texts.sources.import;
    if (kind === 'base') return uri === null ? texts.sources.noUri : texts.sources.base;
    const provider = providers.data?.find(({ id }) => kind === `provider/${id}`);
    return texts.sources.provider(provider?.name ?? '');
  };
  return (
    <>
      <p className={styles['soft']}>{texts.sourcesText}</p>
      <FailureNotice error={providers.error} onRetry={() => void providers.refetch()} />
      {variants.map(({ id, name, uri }) => (
        <SelectField
          key={id}
          label={texts.sourceOf(name)}
          hint={hintOf(faults.find(({ variantId }) => variantId === id)?.text)}
          value={chosen[id] ?? 'import'}
          onChange={({ target }) => {
            const kind = kinds.find((one) => one === target.value);
            if (kind !== undefined) onChoose(id, kind);
          }}
        >
          {providers.data !== undefined && !kinds.includes(chosen[id] ?? 'import') && (
            <option value={chosen[id]} disabled>
              {texts.sources.providerGone}
            </option>
          )}
          {kinds.map((kind) => (
            <option key={kind} value={kind} disabled={kind === 'base' && uri === null}>
              {labelOf(kind, uri)}
            </option>
          ))}
        </SelectField>
      ))}
      {providers.data?.length === 0 && (
        <p className={styles['soft']}>
          <Link to="/settings/providers">{texts.addProvider}</Link>
        </p>
      )}
    </>
  );
}

function hintOf(fault: string | undefined) {
  return fault === undefined ? undefined : <span className={styles['warning']}>{fault}</span>;
}
