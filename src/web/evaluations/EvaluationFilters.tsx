import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { OVERVIEW_ORDERS } from '../../contract/evaluations/evaluation-overviews.ts';
import { EVALUATION_STATUSES } from '../../contract/evaluations/human-evaluations.ts';
import { strings } from '../strings.ts';
import { testsetsQuery } from '../testsets/testset-queries.ts';
import { toldByPage } from '../told-by-page.ts';
import { Button } from '../ui/Button.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { variantsQuery } from '../variants/app-queries.ts';
import styles from './EvaluationFilters.module.css';
import { type OverviewSearch, overviewSearchOf } from './overview-search.ts';

interface EvaluationFiltersProps {
  readonly appId: string;
  readonly search: OverviewSearch;
  readonly onChange: (search: OverviewSearch) => void;
}

/** A person who types gets results when they pause, not at every key. */
const PAUSE_MS = 250;

/** What a list of evaluations shows, and in which order. */
export function EvaluationFilters({ appId, search, onChange }: EvaluationFiltersProps) {
  const { data: variants = [] } = useQuery(toldByPage(variantsQuery(appId)));
  const { data: testsets = [] } = useQuery(toldByPage(testsetsQuery(appId)));
  const sought = search.search ?? '';
  const [words, setWords] = useState(sought);
  /** What this form asked for last; the address follows a moment later. */
  const asked = useRef(sought);
  const texts = strings.overviews.filters;
  const change = (part: Record<string, unknown>) =>
    onChange(overviewSearchOf({ ...search, ...part }));
  const searchFor = useEffectEvent((text: string) => {
    if (text === sought) return;
    asked.current = text;
    change({ search: text });
  });
  useEffect(() => {
    const timer = setTimeout(() => searchFor(words.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  useEffect(() => {
    if (sought === asked.current) return;
    // A link or the browser's history led to this address.
    asked.current = sought;
    setWords(sought);
  }, [sought]);
  const isFiltered = Object.keys(search).some((name) => name !== 'order');
  const clear = () => {
    asked.current = '';
    setWords('');
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
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <Choice
          label={texts.status}
          value={search.status}
          onChange={(status) => change({ status })}
          options={EVALUATION_STATUSES.map((status) => [
            status,
            strings.evaluations.statuses[status],
          ])}
        />
        <Choice
          label={texts.variant}
          value={search.variant}
          onChange={(variant) => change({ variant })}
          options={variants.map(({ variant_id, variant_name }) => [variant_id, variant_name])}
        />
        <Choice
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

interface ChoiceProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string | undefined) => void;
}

/** One of several, or any. */
function Choice({ label, value = '', options, onChange }: ChoiceProps) {
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    >
      <option value="">{strings.overviews.filters.any}</option>
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}
