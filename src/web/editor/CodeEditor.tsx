import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching } from '@codemirror/language';
import { linter, lintGutter } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import { Annotation, EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import styles from './CodeEditor.module.css';
import { editorLook } from './editor-look.ts';
import { parameterHints } from './parameter-hints.ts';
import { promptVariables } from './prompt-variables.ts';
import { ShadowPlace } from './ShadowPlace.tsx';
import { typeOverSelection } from './type-over-selection.ts';

export interface CodeEditorProps {
  readonly label: string;
  readonly language: 'json' | 'prompt';
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly mode: 'edit' | 'read';
}

/** Marks changes that come from the page, so they are not reported back to it. */
const fromPage = Annotation.define<true>();

/** Tab leaves the editor, like every other field. */
export function CodeEditor({ label, language, value, onChange, mode }: CodeEditorProps) {
  const editor = useRef<EditorView>(undefined);
  const report = useEffectEvent(onChange);
  useEffect(() => {
    const view = editor.current;
    if (view === undefined || view.state.doc.toString() === value) return;
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: value },
      annotations: fromPage.of(true),
    });
  }, [value]);
  const fill = (root: ShadowRoot) => {
    const view = new EditorView({
      doc: value,
      root,
      parent: root,
      extensions: [
        languageParts(language),
        editorLook,
        typeOverSelection,
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
        EditorView.contentAttributes.of({ 'aria-label': label }),
        EditorState.readOnly.of(mode === 'read'),
        EditorView.updateListener.of((update) => {
          const isOurs = update.transactions.some((step) => step.annotation(fromPage) === true);
          if (update.docChanged && !isOurs) report(update.state.doc.toString());
        }),
      ],
    });
    editor.current = view;
    return () => view.destroy();
  };
  return (
    <ShadowPlace
      className={`${styles['editor']} ${styles[language]}`}
      version={`${language} ${mode} ${label}`}
      fill={fill}
    />
  );
}

function languageParts(language: CodeEditorProps['language']): Extension {
  if (language === 'prompt') return promptVariables;
  return [
    json(),
    linter(jsonParseLinter()),
    parameterHints,
    lintGutter(),
    lineNumbers(),
    bracketMatching(),
    highlightActiveLine(),
  ];
}
