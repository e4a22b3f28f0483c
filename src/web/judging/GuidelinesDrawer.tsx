import { strings } from '../strings.ts';
import { Drawer } from '../ui/Drawer.tsx';
import { PartBoundary } from '../ui/PartBoundary.tsx';
import { Waiting } from '../ui/Waiting.tsx';
import type { Brief } from './brief.ts';
import { MarkdownText } from './lazy-markdown.ts';

interface GuidelinesDrawerProps {
  readonly brief: Brief;
  readonly onClose: () => void;
}

export function GuidelinesDrawer({ brief: { guidelines }, onClose }: GuidelinesDrawerProps) {
  return (
    <Drawer title={strings.judging.guidelines} onClose={onClose}>
      {guidelines === '' ? (
        <p>{strings.judging.noGuidelines}</p>
      ) : (
        <PartBoundary waiting={<Waiting />} instead={<pre>{guidelines}</pre>}>
          <MarkdownText text={guidelines} />
        </PartBoundary>
      )}
    </Drawer>
  );
}
