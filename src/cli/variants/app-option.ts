/** The app in which names are looked up; ids need none. */
export const APP_OPTION = ['--app <app>', 'name or id of the app (JURYBOX_APP)'] as const;

export interface OfApp {
  readonly app?: string;
}
