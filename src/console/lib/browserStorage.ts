import { guardStorage } from './storage.ts';

/** Local storage that never throws, for lasting preferences. */
export const localStore = guardStorage(() => localStorage);

/** Session storage that never throws, for data of this tab. */
export const sessionStore = guardStorage(() => sessionStorage);
