import { useQueryClient } from '@tanstack/react-query';

/** Returns a function that refetches everything on screen that could not be loaded. */
export function useRetryFailed(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}
