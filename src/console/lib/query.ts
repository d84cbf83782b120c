import {
  QueryCache,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError, isOfSession } from './problems.ts';

/** Handlers of errors that no page shows itself. */
export interface QueryOptions {
  /** Called when data cannot be loaded, unless the session is over, or a page explains why it has nothing to show. */
  onLoadError: (error: unknown) => void;
}

/**
 * A cache that also loads again what is loading for the first time when it is invalidated: that response may be older
 * than the change. The library only restarts loads of queries that have data. Without a refetch (`none`), nothing is
 * restarted: a load that was cut off would not come back.
 */
class ServerStateClient extends QueryClient {
  override async invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const { predicate, queryKey, exact, refetchType } = filters ?? {};
    if (refetchType === 'none') return super.invalidateQueries(filters, options);
    await this.cancelQueries<K>({
      ...(queryKey ? { queryKey } : {}),
      ...(exact === undefined ? {} : { exact }),
      predicate: (query) => query.state.data === undefined && (predicate?.(query) ?? true),
    });
    await super.invalidateQueries(filters, options);
  }
}

/** Creates the cache of server state. Network errors and statuses from 502 on are retried twice, other errors not. */
export function createQueryClient(options: QueryOptions): QueryClient {
  return new ServerStateClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.['isQuiet'] === true) reportError(error);
        else if (!isSignedOut(error) && !(isRejection(error) && query.state.data === undefined))
          options.onLoadError(error);
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

/** True for an error that the page explains: the data does not exist, or cannot be asked for in this way. */
function isRejection(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 409, 422].includes(error.status);
}

/** True for an error that means that the session has ended; the redirect to the sign-in page handles it. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && isOfSession(error);
}
