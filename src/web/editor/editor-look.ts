import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Takes the page's colours: custom properties are inherited into shadow roots. */
const theme = EditorView.theme({
  '&': {
    color: 'var(--text)',
    backgroundColor: 'var(--bg)',
    fontSize: 'var(--font-size-note)',
    height: '100%',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    lineHeight: '1.6',
  },
  '.cm-content, .cm-gutters': { minHeight: 'var(--editor-height, 0) !important' },
  '.cm-content': { caretColor: 'var(--text)', padding: 'var(--space-8) 0' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    color: 'var(--text-soft)',
    backgroundColor: 'var(--bg-side)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--bg-hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'light-dark(#bfe3d0, #28573f)' },
  '.cm-variable': {
    color: 'var(--variable)',
    backgroundColor: 'var(--variable-soft)',
    borderRadius: '3px',
    padding: '0 1px',
  },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--bg-raised)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: 'var(--space-4) var(--space-8)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--text)',
    backgroundColor: 'var(--bg-selected)',
  },
  '.cm-completionMatchedText': { fontWeight: '600', textDecoration: 'none' },
  '.cm-completionDetail': { color: 'var(--text-soft)', fontStyle: 'normal' },
  '.cm-panels': { color: 'var(--text)', backgroundColor: 'var(--bg-side)' },
  '.cm-changedLine': { backgroundColor: 'light-dark(#eef8f2, #13231b) !important' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': {
    backgroundColor: 'light-dark(#fdf0ee, #2a1717) !important',
  },
  '.cm-changedText, .cm-insertedLine .cm-changedText': {
    background: 'light-dark(#c4e8d3, #1f5a3d) !important',
    borderRadius: '2px',
  },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText, .cm-deletedText': {
    background: 'light-dark(#f7cfca, #6b2a26) !important',
    borderRadius: '2px',
  },
  '.cm-collapsedLines': {
    color: 'var(--text-soft)',
    background: 'var(--bg-side)',
    fontFamily: 'var(--font)',
  },
});

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: 'light-dark(#0b5394, #8ab8ff)' },
  { tag: tags.string, color: 'light-dark(#20694a, #8fd9b0)' },
  { tag: tags.number, color: 'light-dark(#8a4b00, #f2b97a)' },
  { tag: [tags.bool, tags.null], color: 'light-dark(#8a2a5b, #f0a0c8)' },
]);

export const editorLook: Extension = [
  theme,
  syntaxHighlighting(highlight),
  EditorView.lineWrapping,
];
