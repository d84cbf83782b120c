import { createContext } from 'react';
import { createApi, type Api } from './api.ts';

/** Context of the page's API client; main.tsx provides the one with the session. */
export const ApiContext = createContext<Api>(
  createApi({ fetch: (...args) => fetch(...args), onForbidden: () => location.assign('/login') }),
);
