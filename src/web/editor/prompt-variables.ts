import { Decoration, MatchDecorator, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const matcher = new MatchDecorator({
  regexp: /\{\{[^{}\n]{1,100}\}\}/g,
  decoration: Decoration.mark({ class: 'cm-variable' }),
});

/** Marks `{{variables}}` in prompts. */
export const promptVariables = ViewPlugin.define(
  (view) => {
    const marks = { decorations: matcher.createDeco(view) };
    return {
      ...marks,
      update(update: ViewUpdate) {
        this.decorations = matcher.updateDeco(update, this.decorations);
      },
    };
  },
  { decorations: ({ decorations }) => decorations },
);
