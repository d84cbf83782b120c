import { useMutation, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import type { Api } from '../lib/api.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { errorToast } from '../lib/errorToast.ts';
import { isSignedOut } from '../lib/query.ts';
import { useToast } from '../ui/overlay/ToastProvider.tsx';

/** A decision about a waiting change. */
export type Decision = { kind: 'approve' } | { kind: 'reject'; reason: string } | { kind: 'withdraw' };

const texts: Record<Decision['kind'], { done: string; failed: string }> = {
  approve: { done: 'Approved and applied', failed: 'The change was not approved' },
  reject: { done: 'Change rejected', failed: 'The change was not rejected' },
  withdraw: { done: 'Change withdrawn', failed: 'The change was not withdrawn' },
};

/** Approves, rejects or withdraws a waiting change. All data of the page is loaded again, as any of it can change. */
export function useDecision() {
  const api = use(ApiContext);
  const toast = useToast();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, decision }: { id: string; decision: Decision }) => send(api, id, decision),
    onSuccess: ({ summary }, { decision }) => toast.success({ title: texts[decision.kind].done, description: summary }),
    onError: (error, { decision }) => {
      if (!isSignedOut(error)) toast.error(errorToast(texts[decision.kind].failed, error));
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
}

function send(api: Api, id: string, decision: Decision) {
  const params = { id };
  if (decision.kind === 'approve') return api.post('/api/waiting/{id}/approve', { params });
  if (decision.kind === 'withdraw') return api.post('/api/waiting/{id}/withdraw', { params });
  return api.post('/api/waiting/{id}/reject', { params, body: { reason: decision.reason } });
}
