import { getRouteApi } from '@tanstack/react-router';
import { queryClient, type Versioned } from '../api.ts';
import { savePastRename } from '../save-past-rename.ts';
import { strings } from '../strings.ts';
import { TextField } from '../ui/Field.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { type FormValues, optionalText } from '../ui/form-values.ts';
import { announce } from '../ui/Toasts.tsx';
import { compareTables } from './grid-table.ts';
import { saveTestset } from './save-testset.ts';
import { type Testset, testsetQuery } from './testset-queries.ts';
import type { TestsetDraft } from './use-testset-draft.ts';

const route = getRouteApi('/signed-in/apps/$appId/testsets/$testsetId');

interface SaveTestsetDialogProps {
  readonly testset: Versioned<Testset>;
  readonly draft: TestsetDraft;
  /** Another user saved first. */
  readonly onConflict: () => void;
  readonly onClose: () => void;
}

export function SaveTestsetDialog({ testset, draft, onConflict, onClose }: SaveTestsetDialogProps) {
  const { appId } = route.useParams();
  const save = async ({ message }: FormValues) => {
    const { table, etag, revision } = draft;
    const place = { appId, testsetId: testset.value.id };
    const base = { etag, value: { ...testset.value, revision } };
    const saved = await savePastRename(base, {
      save: (against) =>
        saveTestset({
          appId,
          testset: against.value,
          etag: against.etag,
          table,
          message: optionalText(message),
        }),
      fetchNewest: () => queryClient.fetchQuery({ ...testsetQuery(place), staleTime: 0 }),
      isSaved: ({ csvdata }) => JSON.stringify(csvdata) === JSON.stringify(table.rows),
    });
    if (saved === undefined) return onConflict();
    draft.rebase(saved);
    announce({ text: strings.variants.saved(saved.value.revision) });
    onClose();
  };
  return (
    <FormDialog
      title={strings.testsets.saveTitle}
      description={strings.testsets.changes(compareTables(draft.base, draft.table))}
      submitLabel={strings.actions.save}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={strings.message}
        hint={strings.messageHint}
        name="message"
        maxLength={2000}
        autoFocus
      />
    </FormDialog>
  );
}
