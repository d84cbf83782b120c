import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { ConfigResponse } from '#api/configAsCode/configContract.ts';
import { PlainBody } from '../../lib/apiCall.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { invalidateList } from '../../lib/lists.ts';

/** The account as a document, loaded once it is needed. */
export function useConfigDocument(isWanted: boolean) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['configuration'],
    enabled: isWanted,
    staleTime: 0,
    queryFn: ({ signal }) => api.getText('/api/config.yaml', { signal }),
  });
}

/**
 * Plans, applies and undoes the changes of a document. Applying and undoing refetch everything that shows the account.
 */
export function useConfigAsCode() {
  const api = use(ApiContext);
  const queryClient = useQueryClient();
  const send = (text: string, query: { isDryRun?: true; previewDigest?: string }) =>
    api.post('/api/config', { query, body: new PlainBody('application/yaml', text) });

  async function refresh(entities: ReadonlySet<string>) {
    for (const entity of entities) await invalidateList(queryClient, entity);
    await queryClient.invalidateQueries();
  }

  const plan = useMutation({ mutationFn: (text: string) => send(text, { isDryRun: true }) });
  const apply = useMutation({
    mutationFn: ({ text, previewDigest }: { text: string; previewDigest: string }) => send(text, { previewDigest }),
    onSuccess: ({ changes }) => refresh(entitiesOf(changes)),
  });
  const undo = useMutation({
    mutationFn: async ({ batch }: ConfigResponse) =>
      batch === null ? undefined : api.post('/api/changes/{batch}/undo', { params: { batch } }),
    onSettled: (_done, _error, { changes }) => refresh(entitiesOf(changes)),
  });
  return { plan, apply, undo };
}

function entitiesOf(changes: ConfigResponse['changes']): Set<string> {
  return new Set(changes.map(({ entity }) => entity));
}
