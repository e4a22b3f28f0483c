import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { client, queryClient } from '../api.ts';
import { strings } from '../strings.ts';
import { Button } from '../ui/Button.tsx';
import { announceFailure } from '../ui/Toasts.tsx';

/** Creates a demo app and opens it. */
export function SampleButton({ workspaceId }: { readonly workspaceId: string }) {
  const texts = strings.start;
  const navigate = useNavigate();
  const creation = useMutation({
    mutationFn: () => client.createSampleApp({ body: { workspace_id: workspaceId } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['apps', 'of workspace'] }),
    onError: announceFailure,
  });
  /** Not called once the user has left the page. */
  const open = ({ app_id }: { readonly app_id: string }) =>
    void navigate({ to: '/apps/$appId', params: { appId: app_id } });
  return (
    <Button
      icon={<Sparkles aria-hidden />}
      title={texts.sampleHint}
      isBusy={creation.isPending}
      onClick={() => creation.mutate(undefined, { onSuccess: open })}
    >
      {creation.isPending ? texts.creatingSample : texts.sample}
    </Button>
  );
}
