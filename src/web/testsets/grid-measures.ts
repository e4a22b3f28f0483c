/** In pixels, as in the grid's style sheets. */
export const ROW_HEIGHT = 34;
export const COLUMN_WIDTH = 220;
export const GUTTER_WIDTH = 64;
