import { EditorView } from '@codemirror/view';

/**
 * Replaces selected text instead of the browser: Chromium would carry the look of highlighted text
 * over as an inline style, which the page's Content Security Policy refuses.
 */
export const typeOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { selection, readOnly } = view.state;
    if (event.inputType !== 'insertText' || event.data === null) return false;
    if (selection.main.empty || readOnly || view.composing) return false;
    view.dispatch(view.state.replaceSelection(event.data), {
      userEvent: 'input.type',
      scrollIntoView: true,
    });
    return true;
  },
});
