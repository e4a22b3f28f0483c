import { useState } from 'react';
import { ENDPOINTS } from '../../contract/api.ts';
import { strings } from '../strings.ts';
import { SelectField, TextField } from '../ui/Field.tsx';
import { useTypingPause } from '../ui/use-typing-pause.ts';
import styles from './AuditPage.module.css';
import type { AuditFilter } from './audit-filter.ts';
import type { Workspace } from './session-queries.ts';

const texts = strings.audit;

const OPERATIONS = ENDPOINTS.filter(({ method }) => method !== 'GET')
  .map(({ operationId }) => operationId)
  .toSorted();

interface AuditFiltersProps {
  readonly members: Workspace['members'];
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

export function AuditFilters({ members, filter, onChange }: AuditFiltersProps) {
  const [objectId, setObjectId] = useState('');
  useTypingPause(objectId, () => onChange({ ...filter, objectId }));
  return (
    <div className={styles['bar']}>
      <SelectField
        label={texts.who}
        value={filter.actorId ?? ''}
        onChange={({ target }) => onChange({ ...filter, actorId: target.value })}
      >
        <option value="">{texts.noFilter}</option>
        {members.map(({ user }) => (
          <option key={user.id} value={user.id}>
            {user.username}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={texts.what}
        value={filter.operation ?? ''}
        onChange={({ target }) => onChange({ ...filter, operation: target.value })}
      >
        <option value="">{texts.noFilter}</option>
        {OPERATIONS.map((operation) => (
          <option key={operation}>{operation}</option>
        ))}
      </SelectField>
      <TextField
        label={texts.object}
        placeholder={texts.objectHint}
        value={objectId}
        onChange={({ target }) => setObjectId(target.value)}
      />
      <TextField
        label={texts.since}
        type="date"
        value={filter.since ?? ''}
        onChange={({ target }) => onChange({ ...filter, since: target.value })}
      />
      <TextField
        label={texts.until}
        type="date"
        value={filter.until ?? ''}
        onChange={({ target }) => onChange({ ...filter, until: target.value })}
      />
    </div>
  );
}
