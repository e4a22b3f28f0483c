import { EditorView } from '@codemirror/view';

/**
 * Typing over highlighted text is done here instead of by the browser: Chromium would carry the look
 * of the old text into the new one as an inline style, which the page's policy refuses.
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
