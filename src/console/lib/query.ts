import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './problems.ts';

/** What the query client does with errors that no page shows itself. */
export interface QueryOptions {
  /** A load failed while older data is on screen, so that nothing else would tell of it. */
  onStaleLoadError: (error: unknown) => void;
}

/** The cache of server state. Refused calls are final; lost connections and server trouble are tried again twice. */
export function createQueryClient(options: QueryOptions): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.['isQuiet'] === true) reportError(error);
        else if (query.state.data !== undefined && !isSignedOut(error)) options.onStaleLoadError(error);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        networkMode: 'always',
        retry: (count, error) => count < 2 && isWorthRetrying(error),
        retryDelay: (attempt) => 400 * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

function isWorthRetrying(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 502);
}

/** Whether an error only says that the session is over; the way to the login page is the whole answer to it. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}
