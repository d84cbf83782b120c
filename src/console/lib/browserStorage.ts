import { guardStorage } from './storage.ts';

/** Local storage that never throws: what the reader chose, for good. */
export const localStore = guardStorage(() => localStorage);

/** Session storage that never throws: what lasts as long as the tab. */
export const sessionStore = guardStorage(() => sessionStorage);
