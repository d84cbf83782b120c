import { FileJson, Pause, Pencil, Play, Plus, Rocket, View } from 'lucide-react';
import { useState } from 'react';
import { sdkConfig, type RowByName } from '#model/index.ts';
import type { RowTab } from '../../entities/RowTab.ts';
import { usePatchRow, useRows, type EntityRow } from '../../entities/useEntity.ts';
import { useUser } from '../../frame/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { messageOf } from '../../lib/problems.ts';
import { isSignedOut } from '../../lib/query.ts';
import { Button } from '../../ui/Button.tsx';
import { useConfirm } from '../../ui/ConfirmProvider.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useToast } from '../../ui/ToastProvider.tsx';
import { ConfigDialog } from './ConfigDialog.tsx';
import { useAppCall } from './useAppCall.ts';
import { liveVersion, nextVersionName, versionStates } from './versionStates.ts';

type ListedVersion = EntityRow & Omit<RowByName['sdkConfig'], 'content'>;

const words = 'Devices get the version published last that covers them. A published version never changes.';

/** The versions of an app's settings: list, edit drafts, publish, roll out, pause. */
export const RemoteConfig: RowTab['Panel'] = ({ row: app, isReadOnly }) => {
  const { timezone } = useUser();
  const toast = useToast();
  const confirm = useConfirm();
  const list = useRows<ListedVersion>(sdkConfig, `?sdkAppId=${app.id}&status=0,1&sort=-id&size=1000`);
  const patch = usePatchRow(sdkConfig);
  const call = useAppCall();
  const [opened, setOpened] = useState<number | 'new' | null>(null);

  async function publish(row: ListedVersion) {
    const part = row.percent === 100 ? 'all devices' : `${row.percent}% of the devices`;
    const mayGo = await confirm({
      title: `Publish ${row.name}?`,
      description: `${part.charAt(0).toUpperCase()}${part.slice(1)} get it from their next question on. It cannot be changed afterwards, only paused or followed by another version.`,
      confirmLabel: 'Publish',
    });
    if (!mayGo) return;
    call.mutate(`/api/sdk/configs/${row.id}/publish`, {
      onSuccess: () => toast.success({ title: 'Version published', description: row.name }),
    });
  }

  async function setStatus(row: ListedVersion, status: 0 | 1) {
    const mayGo =
      status === 1 ||
      (await confirm({
        title: `Pause ${row.name}?`,
        description: 'Devices that have it get the version before.',
        confirmLabel: 'Pause',
        danger: true,
      }));
    if (!mayGo) return;
    try {
      await patch.mutateAsync({ id: row.id, change: { status } });
      toast.success({ title: status === 1 ? 'Version activated' : 'Version paused', description: row.name });
    } catch (error) {
      if (!isSignedOut(error)) toast.error({ title: 'Error on save', description: messageOf(error) });
    }
  }

  if (list.error && !list.data) {
    return (
      <ErrorState
        title="The versions could not be loaded"
        text={messageOf(list.error)}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  if (!list.data) return <Skeleton className="h-24" />;
  const { rows } = list.data;
  const states = versionStates(rows);
  const live = liveVersion(rows);
  const addButton = isReadOnly ? null : (
    <Button icon={<Plus />} onClick={() => setOpened('new')}>
      New version
    </Button>
  );

  return (
    <div className="flex flex-col gap-3">
      {rows.length === 0 ? (
        <EmptyState
          className="rounded-lg border border-dashed"
          icon={<FileJson />}
          title="No settings yet"
          text="Until a version is published, the SDK works with its defaults."
          action={addButton}
        />
      ) : (
        <>
          <div className="flex items-center justify-between gap-3">
            <p className="text-xs text-muted">{words}</p>
            {addButton}
          </div>
          <ul aria-label="Versions" className="flex flex-col divide-y rounded-lg border">
            {rows.map((row) => {
              const state = states.get(row.id);
              return (
                <li key={row.id} className="flex items-center justify-between gap-3 px-3 py-2">
                  <div className="flex min-w-0 flex-col">
                    <p className="flex min-w-0 items-center gap-2 text-sm">
                      <span className="truncate font-medium" title={row.name}>
                        {row.name}
                      </span>
                      {state ? <Pill tone={state.tone}>{state.text}</Pill> : null}
                    </p>
                    <p className="truncate text-xs text-muted" title={row.note}>
                      {row.publishedAt
                        ? `Published ${formatDateTime(row.publishedAt, timezone)} ${offsetLabel(timezone)}`
                        : `Changed ${formatDateTime(row.updatedAt, timezone)} ${offsetLabel(timezone)}`}
                      {` · rollout ${row.percent}%`}
                      {row.note ? ` · ${row.note}` : ''}
                    </p>
                  </div>
                  <div className="flex shrink-0 items-center gap-1">
                    <Button
                      size="sm"
                      variant="ghost"
                      icon={isReadOnly ? <View /> : <Pencil />}
                      onClick={() => setOpened(row.id)}
                    >
                      {isReadOnly ? 'View' : row.publishedAt ? 'Rollout' : 'Edit'}
                    </Button>
                    {isReadOnly ? null : row.publishedAt === null ? (
                      <Button size="sm" variant="ghost" icon={<Rocket />} onClick={() => void publish(row)}>
                        Publish…
                      </Button>
                    ) : row.status === 1 ? (
                      <Button size="sm" variant="ghost" icon={<Pause />} onClick={() => void setStatus(row, 0)}>
                        Pause…
                      </Button>
                    ) : (
                      <Button size="sm" variant="ghost" icon={<Play />} onClick={() => void setStatus(row, 1)}>
                        Activate
                      </Button>
                    )}
                  </div>
                </li>
              );
            })}
          </ul>
        </>
      )}
      {opened === null ? null : (
        <ConfigDialog
          key={opened}
          appId={app.id}
          versionId={opened === 'new' ? null : opened}
          liveId={live}
          newName={nextVersionName(rows.map(({ name }) => name))}
          isReadOnly={isReadOnly}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
};
