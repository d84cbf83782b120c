import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { use } from 'react';
import type { RowTab } from '../../entities/RowTab.ts';
import { asText } from '../../entities/form/asText.ts';
import { useUser } from '../../frame/session.ts';
import { ApiContext } from '../../lib/apiContext.ts';
import { formatDateTime } from '../../lib/format.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { useNow } from '../../reports/useNow.ts';
import { Button } from '../../ui/Button.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { useAppCall } from './useAppCall.ts';

/** An app's key, its rotation, and how the SDK sends it. */
export const AppKey: RowTab['Panel'] = ({ row, isReadOnly }) => {
  const { timezone } = useUser();
  const api = use(ApiContext);
  const toast = useToast();
  const confirm = useConfirm();
  const call = useAppCall();
  const now = useNow(60_000);
  const key = row.uid ?? '';
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['sdk', 'configUrl', row.id, key],
    queryFn: ({ signal }) => api.get('/api/sdk/apps/{id}/configUrl', { params: { id: row.id }, signal }),
  });
  const previousEnd = typeof row['previousUidEndsAt'] === 'string' ? row['previousUidEndsAt'] : null;
  const hasPrevious = previousEnd !== null && now < Date.parse(previousEnd);

  async function rotate() {
    const mayGo = await confirm({
      title: 'Create a new SDK key?',
      description:
        'The current key works for another 24 hours. After that, app releases that still use it get no settings and no ads.',
      confirmLabel: 'Create key',
      danger: true,
    });
    if (!mayGo) return;
    call.mutate((api) => api.post('/api/sdk/apps/{id}/rotateKey', { params: { id: row.id } }), {
      onSuccess: () => toast.success({ title: 'New key created', description: row.name ?? '' }),
    });
  }

  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center justify-between gap-3 rounded-lg border px-3 py-2">
        <div className="flex min-w-0 flex-col">
          <p className="flex items-center gap-1 font-mono text-sm">
            {key}
            <CopyButton text={key} label="Copy SDK key" />
          </p>
          {hasPrevious ? (
            <p className="text-xs text-muted">
              The previous key, <span className="font-mono">{asText(row['previousUid'])}</span>, works until{' '}
              {formatDateTime(previousEnd, timezone)} {offsetLabel(timezone)}
            </p>
          ) : (
            <p className="text-xs text-muted">The app sends it with every request.</p>
          )}
        </div>
        {isReadOnly ? null : (
          <Button size="sm" icon={<RefreshCw />} loading={call.isPending} onClick={() => void rotate()}>
            New key…
          </Button>
        )}
      </div>
      {error ? (
        <LoadError title="The URL could not be loaded" query={{ error, refetch, isFetching }} />
      ) : data ? (
        <>
          <CodeBlock label="SDK request" titled wrap code={snippetOf(data.url)} />
          <p className="text-xs text-muted">
            The response contains the settings version for the device, and the active placements with the URLs of their
            channels. Send the request when the app starts, with the ETag of the last response, and wait at least one
            minute before the next one. If <code>forceOff</code> is true, the SDK does nothing.
          </p>
        </>
      ) : (
        <Skeleton className="h-24" />
      )}
    </div>
  );
};

function snippetOf(url: string): string {
  return `curl -H 'If-None-Match: ETAG_OF_LAST_RESPONSE' \\\n  '${url}&sdk=SDK_RELEASE&did=DEVICE_OR_INSTALL_ID'`;
}
