import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { strings } from '../strings.ts';
import styles from './DiffView.module.css';
import { editorLook } from './editor-look.ts';
import { ShadowPlace } from './ShadowPlace.tsx';

export interface DiffSide {
  readonly title: string;
  readonly text: string;
}

interface DiffViewProps {
  readonly left: DiffSide;
  readonly right: DiffSide;
}

/** Below this width two sides are too narrow to read, so the diff has one column. */
const NARROW = '(max-width: 720px)';

/** Two texts side by side, with the words that differ marked. */
export function DiffView({ left, right }: DiffViewProps) {
  const isNarrow = matchMedia(NARROW).matches;
  const fill = (root: ShadowRoot) => {
    const view = isNarrow ? oneColumn(root, left, right) : twoColumns(root, left, right);
    return () => view.destroy();
  };
  return (
    <div className={styles['diff']}>
      <div className={styles['titles']} aria-hidden>
        <span>{left.title}</span>
        <span>{right.title}</span>
      </div>
      {left.text === right.text ? (
        <p className={styles['same']}>{strings.diff.same}</p>
      ) : (
        <ShadowPlace
          className={styles['body']}
          version={JSON.stringify([left, right, isNarrow])}
          fill={fill}
        />
      )}
    </div>
  );
}

const COLLAPSED = { margin: 3, minSize: 6 };

function twoColumns(root: ShadowRoot, left: DiffSide, right: DiffSide): MergeView {
  return new MergeView({
    root,
    parent: root,
    a: { doc: left.text, extensions: readOnly(left.title) },
    b: { doc: right.text, extensions: readOnly(right.title) },
    collapseUnchanged: COLLAPSED,
    gutter: false,
  });
}

function oneColumn(root: ShadowRoot, left: DiffSide, right: DiffSide): EditorView {
  return new EditorView({
    root,
    parent: root,
    doc: right.text,
    extensions: [
      readOnly(right.title),
      unifiedMergeView({
        original: left.text,
        mergeControls: false,
        gutter: false,
        collapseUnchanged: COLLAPSED,
      }),
    ],
  });
}

function readOnly(label: string): Extension {
  return [
    editorLook,
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true' }),
  ];
}
