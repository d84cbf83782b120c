import { Button } from '../../ui/Button.tsx';
import { useFinanceAct } from './useFinance.ts';

/** Withdraws prices that are not yet in effect. */
export function WithdrawButton({ planId }: { planId: number }) {
  const act = useFinanceAct();
  return (
    <Button
      size="sm"
      loading={act.isPending}
      onClick={() =>
        act.mutate({
          call: (api) => api.delete('/api/finance/prices/{id}', { params: { id: planId } }),
          done: 'Scheduled prices withdrawn',
        })
      }
    >
      Withdraw
    </Button>
  );
}
