import { messageOf } from '../lib/problems.ts';
import { ErrorState, type ErrorStateProps } from '../ui/ErrorState.tsx';

/** The parts of a query (TanStack Query) that an error is shown from. */
export interface FailedQuery {
  error: Error | null;
  refetch: () => Promise<unknown>;
  isFetching: boolean;
}

/** Shown in place of data that a query could not load: the server's message and another try. */
export function LoadError({
  query,
  ...shown
}: { query: FailedQuery } & Pick<ErrorStateProps, 'title' | 'action' | 'className'>) {
  return (
    <ErrorState
      {...shown}
      text={messageOf(query.error)}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
    />
  );
}
