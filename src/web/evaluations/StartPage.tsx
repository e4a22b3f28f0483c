import { GuideLink } from '../guide/GuideLink.tsx';
import { useCurrentWorkspace } from '../identity/current-workspace.ts';
import { useMay } from '../identity/session-queries.ts';
import { strings } from '../strings.ts';
import { Page } from '../ui/Page.tsx';
import { StartPanel } from './StartPanel.tsx';

export function StartPage() {
  const workspace = useCurrentWorkspace();
  const may = useMay(workspace?.id);
  return (
    <Page
      title={strings.start.title}
      subtitle={strings.start.subtitle}
      actions={<GuideLink page="start">{strings.guide.links.start}</GuideLink>}
    >
      {workspace !== undefined && may('create_application') ? (
        <StartPanel key={workspace.id} workspaceId={workspace.id} />
      ) : (
        <p>{strings.failures.forbidden}</p>
      )}
    </Page>
  );
}
