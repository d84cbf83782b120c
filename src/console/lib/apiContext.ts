import { createContext } from 'react';
import { createApi, type Api } from './api.ts';

/** The API client of the page; main.tsx provides the one that knows the session. */
export const ApiContext = createContext<Api>(
  createApi({ fetch: (...args) => fetch(...args), onForbidden: () => location.assign('/login') }),
);
