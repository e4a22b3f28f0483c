import { ApiError } from '../../client/client.ts';
import { strings } from '../strings.ts';
import { useConfirm } from '../ui/ConfirmProvider.tsx';
import type { FormValues } from '../ui/form-values.ts';
import { type NewProvider, providerOf } from './provider-form.ts';

type Save = (provider: NewProvider) => Promise<void>;

/**
 * Saves a provider. If its address is on the server's own machine and the user may allow that, asks
 * the user and saves again with the permission.
 */
export function useLoopbackConfirmation(): (values: FormValues, save: Save) => Promise<void> {
  const confirm = useConfirm();
  return async (values, save) => {
    const provider = providerOf(values);
    try {
      await save(provider);
    } catch (error) {
      if (!needsPermission(error)) throw error;
      const { host } = new URL(provider.base_url);
      const texts = strings.providers.loopback;
      const isSure = await confirm({
        title: texts.title(host),
        text: texts.text,
        action: texts.allow,
      });
      if (!isSure) throw error;
      await save({ ...provider, allow_loopback: true });
    }
  };
}

function needsPermission(error: unknown): boolean {
  return (
    error instanceof ApiError && error.issues.some(({ msg }) => msg.includes('allow_loopback'))
  );
}
