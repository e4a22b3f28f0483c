import { ApiError } from '../../client/client.ts';
import { strings } from '../strings.ts';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { type NewProvider, providerOf } from './provider-form.ts';

type Save = (sent: NewProvider) => Promise<void>;

/**
 * Saves a provider. Where its address is on the machine of the server and the user may allow that,
 * they are asked, and it is saved again with their word.
 */
export function useLoopbackConfirmation(): (values: FormValues, save: Save) => Promise<void> {
  const confirm = useConfirm();
  return async (values, save) => {
    const sent = providerOf(values);
    try {
      await save(sent);
    } catch (error) {
      if (!isAsked(error)) throw error;
      const { host } = new URL(sent.base_url);
      const texts = strings.providers.loopback;
      const isSure = await confirm({
        title: texts.title(host),
        text: texts.text,
        action: texts.allow,
      });
      if (!isSure) throw error;
      await save({ ...sent, allow_loopback: true });
    }
  };
}

function isAsked(error: unknown): boolean {
  return (
    error instanceof ApiError && error.issues.some(({ msg }) => msg.includes('allow_loopback'))
  );
}
