import { messageOf } from '../../lib/problems.ts';
import { ErrorState, type ErrorStateProps } from '../../ui/ErrorState.tsx';

/** The parts of a TanStack Query result that the error view uses. */
export interface FailedQuery {
  error: Error | null;
  refetch: () => Promise<unknown>;
  isFetching: boolean;
}

/** The error view of a failed query: the server's message and Retry. */
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
