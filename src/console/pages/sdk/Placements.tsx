import { LayoutTemplate, Pause, Pencil, Play, Plus } from 'lucide-react';
import { useState } from 'react';
import { sdkPlacement, type Status } from '#model/index.ts';
import type { RowTab } from '../../entities/RowTab.ts';
import { asText } from '../../entities/asText.ts';
import { statusName } from '../../entities/statusWords.ts';
import { usePatchRow, useRows, type EntityRow } from '../../entities/useEntity.ts';
import { isSignedOut } from '../../lib/query.ts';
import { messageOf } from '../../lib/problems.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { useToast } from '../../ui/ToastProvider.tsx';
import { PlacementDialog } from './PlacementDialog.tsx';

const words = 'A placement is a place in the app where ads are shown. A channel of the account fills it.';

/** The placements of an app: list, add, change, pause. */
export const Placements: RowTab['Panel'] = ({ row: app, isReadOnly }) => {
  const toast = useToast();
  const list = useRows(sdkPlacement, `?sdkAppId=${app.id}&status=0,1&sort=name&size=1000`);
  const patch = usePatchRow(sdkPlacement);
  const [edited, setEdited] = useState<EntityRow | 'new' | null>(null);

  async function setStatus(row: EntityRow, status: Status) {
    try {
      await patch.mutateAsync({ id: row.id, change: { status } });
      toast.success({ title: status === 1 ? 'Placement activated' : 'Placement paused', description: row.name ?? '' });
    } catch (error) {
      if (!isSignedOut(error)) toast.error({ title: 'Error on save', description: messageOf(error) });
    }
  }

  if (list.error && !list.data) {
    return (
      <ErrorState
        title="The placements could not be loaded"
        text={messageOf(list.error)}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  if (!list.data) return <Skeleton className="h-24" />;
  const { rows } = list.data;
  const addButton = isReadOnly ? null : (
    <Button icon={<Plus />} onClick={() => setEdited('new')}>
      New placement
    </Button>
  );

  return (
    <div className="flex flex-col gap-3">
      {rows.length === 0 ? (
        <EmptyState
          className="rounded-lg border border-dashed"
          icon={<LayoutTemplate />}
          title="No placements"
          text={words}
          action={addButton}
        />
      ) : (
        <>
          <div className="flex items-center justify-between gap-3">
            <p className="text-xs text-muted">{words}</p>
            {addButton}
          </div>
          <ul aria-label="Placements" className="flex flex-col divide-y rounded-lg border">
            {rows.map((row) => (
              <li key={row.id} className="flex items-center justify-between gap-3 px-3 py-2">
                <div className="flex min-w-0 flex-col">
                  <p className="flex min-w-0 items-center gap-2 text-sm">
                    <span className="truncate font-medium" title={row.name}>
                      {row.name}
                    </span>
                    <StatusPill status={statusName(row.status)} />
                  </p>
                  <p className="truncate text-xs text-muted">{sentenceOf(row)}</p>
                  <p className="flex items-center gap-0.5 font-mono text-xs text-muted">
                    {row.uid}
                    <CopyButton text={row.uid ?? ''} label={`Copy placement id of ${row.name ?? ''}`} />
                  </p>
                </div>
                {isReadOnly ? null : (
                  <div className="flex shrink-0 items-center gap-1">
                    <Button size="sm" variant="ghost" icon={<Pencil />} onClick={() => setEdited(row)}>
                      Edit
                    </Button>
                    {row.status === 1 ? (
                      <Button size="sm" variant="ghost" icon={<Pause />} onClick={() => void setStatus(row, 0)}>
                        Pause
                      </Button>
                    ) : (
                      <Button size="sm" variant="ghost" icon={<Play />} onClick={() => void setStatus(row, 1)}>
                        Activate
                      </Button>
                    )}
                  </div>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {edited ? (
        <PlacementDialog
          key={edited === 'new' ? 'new' : edited.id}
          appId={app.id}
          row={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </div>
  );
};

/** Format, channel and size of a placement in one line. */
function sentenceOf(row: EntityRow): string {
  const format = sdkPlacement.fields.format.choices?.find(({ value }) => value === row['format'])?.label ?? '';
  const { width, height } = row;
  const size = width || height ? `${asText(width) || 'any'} × ${asText(height) || 'any'} px` : 'whole screen';
  return [format, row.names?.['channelId'] ?? `channel #${asText(row['channelId'])}`, size].join(' · ');
}
