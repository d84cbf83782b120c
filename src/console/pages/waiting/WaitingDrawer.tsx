import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { WaitingDetail } from '#api/fourEyes/waitingContract.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { ApiContext } from '../../lib/apiContext.ts';
import { Button } from '../../ui/Button.tsx';
import { Drawer } from '../../ui/overlay/Drawer.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useDecision } from '../../waiting/useDecision.ts';
import { waitingKey } from '../../waiting/waitingQuery.ts';
import { areaLabels, stateLooks } from '../../waiting/waitingText.ts';
import { RejectDialog } from './RejectDialog.tsx';
import { WaitingDetails } from './WaitingDetails.tsx';

/** One change with its values before and after, and the decisions that the user can make: `?open=ID`. */
export function WaitingDrawer({ open, onClose }: { open: string | undefined; onClose: () => void }) {
  const api = use(ApiContext);
  // The change stays rendered while the drawer slides out.
  const [last, setLast] = useState(open);
  if (open !== undefined && open !== last) setLast(open);
  const id = open ?? last ?? '';
  const query = useQuery({
    queryKey: [...waitingKey, 'change', id],
    enabled: id !== '',
    staleTime: 0,
    queryFn: ({ signal }) => api.get('/api/waiting/{id}', { params: { id }, signal }),
  });
  const change = query.data;
  return (
    <Drawer
      open={open !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={change ? <bdi className="wrap-anywhere">{change.summary}</bdi> : 'Change'}
      description={
        change ? (
          <span className="flex items-center gap-2">
            <Pill tone={stateLooks[change.state].tone}>{stateLooks[change.state].label}</Pill>
            {areaLabels[change.area]}
          </span>
        ) : null
      }
      footer={change && (change.canApprove || change.canWithdraw) ? <Decisions key={id} change={change} /> : null}
    >
      {change ? (
        <WaitingDetails change={change} />
      ) : query.error ? (
        <LoadError title="This change could not be loaded" query={query} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Drawer>
  );
}

function Decisions({ change }: { change: WaitingDetail }) {
  const { id, canApprove, canWithdraw, isOutdated, faults } = change;
  const decide = useDecision();
  const [isRejecting, setRejecting] = useState(false);
  return (
    <>
      {canWithdraw ? (
        <Button loading={decide.isPending} onClick={() => decide.mutate({ id, decision: { kind: 'withdraw' } })}>
          Withdraw
        </Button>
      ) : null}
      {canApprove ? (
        <>
          <Button disabled={decide.isPending} onClick={() => setRejecting(true)}>
            Reject…
          </Button>
          {isOutdated || faults.length > 0 ? null : (
            <Button
              variant="primary"
              loading={decide.isPending}
              onClick={() => decide.mutate({ id, decision: { kind: 'approve' } })}
            >
              Approve
            </Button>
          )}
        </>
      ) : null}
      {isRejecting ? <RejectDialog id={id} onClose={() => setRejecting(false)} /> : null}
    </>
  );
}
