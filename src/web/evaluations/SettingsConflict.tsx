import type { EvaluationSettings } from '../../contract/evaluations/evaluation-settings.ts';
import { BothSides } from '../ui/BothSides.tsx';
import { settingTexts } from './setting-texts.ts';
import { type SettingsDraft, settingsDraftOf } from './settings-draft.ts';

interface SettingsConflictProps {
  /** The version both edits started from. */
  readonly base: EvaluationSettings;
  readonly theirs: EvaluationSettings;
  readonly mine: SettingsDraft;
  readonly onChoose: (chosen: SettingsDraft) => void;
}

export function SettingsConflict({ base, theirs, mine, onChoose }: SettingsConflictProps) {
  const theirDraft = settingsDraftOf(theirs);
  return (
    <BothSides
      before={settingTexts(settingsDraftOf(base))}
      theirs={settingTexts(theirDraft)}
      mine={settingTexts(mine)}
      onTakeTheirs={() => onChoose(theirDraft)}
      onKeepMine={() => onChoose(mine)}
    />
  );
}
