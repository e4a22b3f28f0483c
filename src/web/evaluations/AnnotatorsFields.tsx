import { useState } from 'react';
import { WHO_MAY_JUDGE } from '../../contract/evaluations/evaluation-settings.ts';
import { useWorkspaces } from '../identity/session-queries.ts';
import { strings } from '../strings.ts';
import { SelectField } from '../ui/Field.tsx';
import { Checks } from './Checks.tsx';
import styles from './NewEvaluationPage.module.css';
import type { ChangeSettings, SettingsDraft } from './settings-draft.ts';

interface AnnotatorsFieldsProps {
  readonly draft: SettingsDraft;
  readonly change: ChangeSettings;
  readonly workspaceId: string | null | undefined;
}

/** Chooses who may judge. */
export function AnnotatorsFields({ draft, change, workspaceId }: AnnotatorsFieldsProps) {
  const texts = strings.evaluations.annotators;
  const members = useWorkspaces().find(({ id }) => id === workspaceId)?.members ?? [];
  const memberOptions = members.map(({ user }) => ({ value: user.id, label: user.username }));
  // Former members stay on the list until the editor removes them; only their ids are known here.
  const [listed] = useState(draft.annotatorIds);
  const formerOptions = listed
    .filter((id) => members.length > 0 && !memberOptions.some(({ value }) => value === id))
    .map((value) => ({ value, label: texts.left(value) }));
  return (
    <>
      <SelectField
        label={texts.label}
        value={draft.whoMayJudge}
        onChange={({ target }) => {
          const whoMayJudge = WHO_MAY_JUDGE.find((one) => one === target.value);
          if (whoMayJudge !== undefined) change({ whoMayJudge });
        }}
      >
        {WHO_MAY_JUDGE.map((who) => (
          <option key={who} value={who}>
            {texts.kinds[who]}
          </option>
        ))}
      </SelectField>
      {draft.whoMayJudge === 'listed' && (
        <Checks
          legend={strings.settings.members}
          options={[...memberOptions, ...formerOptions]}
          chosen={draft.annotatorIds}
          onChange={(annotatorIds) => change({ annotatorIds })}
        />
      )}
      <p className={styles['soft']}>{texts.linkLater}</p>
    </>
  );
}
