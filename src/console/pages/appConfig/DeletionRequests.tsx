import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import type { DeletionPage } from '#api/deletion/deletionContract.ts';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { formatDateTime } from '../../lib/format.ts';
import { Pill, type PillTone } from '../../ui/Pill.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

type DeletionRequest = DeletionPage['requests'][number];
type Delivery = DeletionRequest['deliveries'][number];

/** The latest data deletion requests, with the state of each and of the partners to which it is passed on. */
export function DeletionRequests() {
  const api = use(ApiContext);
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['deletionRequests'],
    enabled: isOpen,
    queryFn: ({ signal }) => api.get('/api/admin/dataDeletions', { signal }),
  });
  return (
    <details className="rounded-lg border" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer px-3 py-2 text-sm font-medium">Data deletion requests</summary>
      <div className="border-t text-xs">
        {data ? (
          <RequestList page={data} />
        ) : error ? (
          <LoadError title="The requests could not be loaded" query={{ error, refetch, isFetching }} />
        ) : isOpen ? (
          <Skeleton className="h-8" />
        ) : null}
      </div>
    </details>
  );
}

function RequestList({ page: { requests, hasMore, file, partners } }: { page: DeletionPage }) {
  const { timezone } = useUser();
  return (
    <>
      <p className="px-3 py-2 text-muted">
        Participants find us at <span className="break-all">{file}</span>.{' '}
        {partners.length > 0
          ? `Requests are passed on to ${partners.join(', ')}.`
          : 'No partners are set (DELETION_PARTNERS).'}
      </p>
      {requests.length === 0 ? (
        <p className="px-3 pb-2 text-muted">No requests yet</p>
      ) : (
        <ul className="max-h-56 divide-y overflow-auto border-t" tabIndex={0} aria-label="Data deletion requests">
          {requests.map((request) => (
            <li key={request.id} className="flex flex-col gap-1 px-3 py-2">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="tnum">{formatDateTime(request.receivedAt, timezone)}</span>
                <span>{senderOf(request)}</span>
                <span className="font-mono text-muted">
                  {request.identifierType} {request.identifierHash}
                </span>
                {request.deletedAt === null ? <Pill tone="warn">Waiting</Pill> : <Pill tone="good">Deleted</Pill>}
              </p>
              {request.deliveries.map((delivery) => (
                <p key={delivery.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
                  <span>{delivery.partner}</span>
                  <Pill tone={states[delivery.state].tone}>{states[delivery.state].label}</Pill>
                  <span>{detailOf(delivery)}</span>
                </p>
              ))}
            </li>
          ))}
        </ul>
      )}
      {hasMore ? <p className="border-t px-3 py-2 text-muted">Earlier requests are available from the API.</p> : null}
    </>
  );
}

/** The domain that sent a request, and the publisher's if it is another. */
function senderOf({ requester, origin }: DeletionRequest): string {
  return requester === origin ? requester : `${requester} for ${origin}`;
}

/** The result of a delivery in a few words: its result code, or why there is none yet. */
function detailOf({ outcome, resultCode, attempts }: Delivery): string {
  if (resultCode !== null) return `Result code ${resultCode}`;
  return outcome === '' ? '' : `${outcome}, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
}

const states: Record<Delivery['state'], { label: string; tone: PillTone }> = {
  waiting: { label: 'Waiting', tone: 'warn' },
  acknowledged: { label: 'Acknowledged', tone: 'good' },
  refused: { label: 'Refused', tone: 'bad' },
  unsupported: { label: 'Not supported', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'bad' },
};
