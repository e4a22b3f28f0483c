import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { OVERVIEW_ORDERS } from '../../contract/evaluations/evaluation-overviews.ts';
import { EVALUATION_STATUSES } from '../../contract/evaluations/human-evaluations.ts';
import { strings } from '../strings.ts';
import { testsetsQuery } from '../testsets/testset-queries.ts';
import { withTopNotice } from '../top-notice.ts';
import { Button } from '../ui/Button.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { useTypingPause } from '../ui/use-typing-pause.ts';
import { variantsQuery } from '../variants/app-queries.ts';
import styles from './EvaluationFilters.module.css';
import { type OverviewSearch, overviewSearchOf } from './overview-search.ts';

interface EvaluationFiltersProps {
  readonly appId: string;
  readonly search: OverviewSearch;
  readonly onChange: (search: OverviewSearch) => void;
}

/** Filters and sorts a list of evaluations. */
export function EvaluationFilters({ appId, search, onChange }: EvaluationFiltersProps) {
  const { data: variants = [] } = useQuery(withTopNotice(variantsQuery(appId)));
  const { data: testsets = [] } = useQuery(withTopNotice(testsetsQuery(appId)));
  const applied = search.search ?? '';
  const [text, setText] = useState(applied);
  /** The search this form requested last; the address follows a moment later. */
  const requested = useRef(applied);
  const texts = strings.overviews.filters;
  const change = (part: Record<string, unknown>) =>
    onChange(overviewSearchOf({ ...search, ...part }));
  useTypingPause(text.trim(), (next) => {
    if (next === applied) return;
    requested.current = next;
    change({ search: next });
  });
  useEffect(() => {
    if (applied === requested.current) return;
    // A link or the browser's history led to this address.
    requested.current = applied;
    setText(applied);
  }, [applied]);
  const isFiltered = Object.entries(search).some(
    ([name, value]) => name !== 'order' && value !== undefined,
  );
  const clear = () => {
    requested.current = '';
    setText('');
    onChange(search.order === undefined ? {} : { order: search.order });
  };
  return (
    <form role="search" aria-label={texts.title} onSubmit={(event) => event.preventDefault()}>
      <div className={styles['bar']}>
        <TextField
          label={texts.search}
          type="search"
          placeholder={texts.searchHint}
          maxLength={128}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <FilterField
          label={texts.status}
          value={search.status}
          onChange={(status) => change({ status })}
          options={EVALUATION_STATUSES.map((status) => [
            status,
            strings.evaluations.statuses[status],
          ])}
        />
        <FilterField
          label={texts.variant}
          value={search.variant}
          onChange={(variant) => change({ variant })}
          options={variants.map(({ variant_id, variant_name }) => [variant_id, variant_name])}
        />
        <FilterField
          label={texts.testset}
          value={search.testset}
          onChange={(testset) => change({ testset })}
          options={testsets.map(({ id, name }) => [id, name])}
        />
        <SelectField
          label={texts.order}
          value={search.order ?? 'newest'}
          onChange={({ target }) => change({ order: target.value })}
        >
          {OVERVIEW_ORDERS.map((order) => (
            <option key={order} value={order}>
              {texts.orders[order]}
            </option>
          ))}
        </SelectField>
      </div>
      <div className={styles['checks']}>
        {(['mine', 'archived'] as const).map((name) => (
          <label key={name} className={styles['check']}>
            <input
              type="checkbox"
              checked={search[name] === true}
              onChange={({ target }) => change({ [name]: target.checked })}
            />
            {texts[name]}
          </label>
        ))}
        {isFiltered && (
          <Button look="quiet" onClick={clear}>
            {texts.clear}
          </Button>
        )}
      </div>
    </form>
  );
}

interface FilterFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string | undefined) => void;
}

/** One of several, or any. */
function FilterField({ label, value = '', options, onChange }: FilterFieldProps) {
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      <option value="">{strings.overviews.filters.any}</option>
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
