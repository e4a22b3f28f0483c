/** The app that names in a command belong to; ids need none. */
export const APP_OPTION = ['--app <app>', 'name or id of the app (JURYBOX_APP)'] as const;

export interface OfApp {
  readonly app?: string;
}
