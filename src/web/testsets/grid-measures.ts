/** In pixels, equal to the style sheets of the grid. */
export const ROW_HEIGHT = 34;
export const COLUMN_WIDTH = 220;
export const GUTTER_WIDTH = 64;
