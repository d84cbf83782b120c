import { useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { EntityName } from '#model/index.ts';
import type { Api } from '../../lib/api.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { invalidateList } from '../../lib/lists.ts';
import { isSignedOut } from '../../lib/query.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';

/** Applies and undoes changes of many rows, and refetches the affected lists. */
export function useChanges(names: readonly EntityName[]) {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const toast = useToast();

  async function refresh(more: readonly EntityName[] = []) {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['entity'] }),
      queryClient.invalidateQueries({ queryKey: ['log'] }),
      ...[...names, ...more].map((name) => invalidateList(queryClient, name)),
    ]);
  }

  /** Runs an API call that changes rows. Rejects with its problems. */
  async function apply<Body extends { batch: number | null }>(call: (api: Api) => Promise<Body>): Promise<Body> {
    const response = await call(api);
    if (response.batch !== null) await refresh();
    return response;
  }

  /** Undoes a change set. Resolves to false when it cannot be undone. */
  async function undo(batch: number, more?: readonly EntityName[]): Promise<boolean> {
    try {
      await api.post('/api/changes/{batch}/undo', { params: { batch } });
      return true;
    } catch (error) {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
      return false;
    } finally {
      await refresh(more);
    }
  }

  return { apply, undo };
}
