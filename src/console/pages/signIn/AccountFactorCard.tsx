import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { use } from 'react';
import { factorsKey, factorsQuery } from '../../factors/factorsQuery.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { errorToast } from '../../lib/errorToast.ts';
import { isSignedOut } from '../../lib/query.ts';
import { Card } from '../../ui/Card.tsx';
import { Switch } from '../../ui/field/Switch.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';

/** Whether all users of the account need a second factor, for its owner. */
export function AccountFactorCard() {
  const api = use(ApiContext);
  const toast = useToast();
  const queryClient = useQueryClient();
  const { data } = useQuery(factorsQuery(api));
  const save = useMutation({
    mutationFn: (requiresFactor: boolean) => api.put('/api/demand/signInPolicy', { body: { requiresFactor } }),
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(errorToast('Error on save', error));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: factorsKey }),
  });
  if (!data?.account) return null;
  return (
    <Card
      title="Second factor of all users"
      description="Managers, partners and SDK users of the account. Those without one add it at their next page."
      actions={
        <Switch
          label="Required of all users"
          checked={data.account.requiresFactor}
          pending={save.isPending}
          onChange={(requiresFactor) => save.mutate(requiresFactor)}
        />
      }
    >
      <p className="text-sm text-muted">
        {data.account.requiresFactor
          ? 'All users of the account need a second factor.'
          : 'Each user decides. Programs with API keys are not affected either way.'}
      </p>
    </Card>
  );
}
