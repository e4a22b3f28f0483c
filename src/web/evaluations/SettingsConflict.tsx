import type { EvaluationSettings } from '../../contract/evaluation-settings.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import table from '../ui/Table.module.css';
import styles from './NewEvaluationPage.module.css';
import { settingTexts } from './setting-texts.ts';
import { type SettingsDraft, settingsDraftOf } from './settings-draft.ts';

interface SettingsConflictProps {
  /** What both started from. */
  readonly base: EvaluationSettings;
  readonly theirs: EvaluationSettings;
  readonly mine: SettingsDraft;
  readonly onChoose: (chosen: SettingsDraft) => void;
}

/** Somebody saved other settings meanwhile: both sides are shown, and a person chooses. */
export function SettingsConflict({ base, theirs, mine, onChoose }: SettingsConflictProps) {
  const texts = strings.conflict;
  const theirDraft = settingsDraftOf(theirs);
  const [was, their, my] = [settingsDraftOf(base), theirDraft, mine].map(settingTexts);
  const rows = (their ?? []).flatMap(([name, value], index) => {
    const [before = '', own = ''] = [was?.[index]?.[1], my?.[index]?.[1]];
    return value === own ? [] : [{ name, before, value, own }];
  });
  return (
    <div role="alert" className={styles['group']}>
      <strong>{texts.title}</strong>
      <p className={styles['soft']}>{texts.text}</p>
      <div className={table['frame']}>
        <table className={table['table']}>
          <thead>
            <tr>
              <th scope="col">{strings.settings.title}</th>
              <th scope="col">{texts.before}</th>
              <th scope="col">{texts.saved}</th>
              <th scope="col">{texts.mine}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, before, value, own }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td dir="auto">{before}</td>
                <td dir="auto">{value}</td>
                <td dir="auto">{own}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles['actions']}>
        <Button onClick={() => onChoose(theirDraft)}>{texts.takeTheirs}</Button>
        <Button look="primary" onClick={() => onChoose(mine)}>
          {texts.keepMine}
        </Button>
      </div>
    </div>
  );
}
