import { FileJson, Pencil, Plus, Rocket, View } from 'lucide-react';
import { useState } from 'react';
import { sdkConfig, type RowByName, type Status } from '#model/index.ts';
import { PanelRow, RowsPanel } from '../../entities/list/RowsPanel.tsx';
import type { RowTab } from '../../entities/RowTab.ts';
import { StatusButton } from '../../entities/list/StatusButton.tsx';
import { useRows, type EntityRow } from '../../entities/useEntity.ts';
import { useRowStatus } from '../../entities/useRowStatus.tsx';
import { useUser } from '../../frame/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { Button } from '../../ui/Button.tsx';
import { useConfirm } from '../../ui/overlay/ConfirmProvider.tsx';
import { Pill } from '../../ui/Pill.tsx';
import { useToast } from '../../ui/overlay/ToastProvider.tsx';
import { SdkConfigDialog } from './SdkConfigDialog.tsx';
import { useAppCall } from './useAppCall.ts';
import { liveVersion, nextVersionName, versionStates } from '../../lib/versionStates.ts';

type ListedVersion = EntityRow & Omit<RowByName['sdkConfig'], 'content'>;

/** The settings versions of an app: list, edit drafts, publish, roll out, pause. */
export const RemoteConfig: RowTab['Panel'] = ({ row: app, isReadOnly }) => {
  const { timezone } = useUser();
  const toast = useToast();
  const confirm = useConfirm();
  const list = useRows(sdkConfig, { sdkAppId: app.id, status: '0,1', sort: '-id', size: 1000 });
  const change = useRowStatus(sdkConfig);
  const call = useAppCall();
  const [opened, setOpened] = useState<number | 'new' | null>(null);

  async function publish(row: ListedVersion) {
    const part = row.percent === 100 ? 'all devices' : `${row.percent}% of the devices`;
    const mayGo = await confirm({
      title: `Publish ${row.name}?`,
      description: `${part.charAt(0).toUpperCase()}${part.slice(1)} get it with their next request. A published version cannot be changed, only paused or replaced by another version.`,
      confirmLabel: 'Publish',
    });
    if (!mayGo) return;
    call.mutate((api) => api.post('/api/sdk/configs/{id}/publish', { params: { id: row.id } }), {
      onSuccess: () => toast.success({ title: 'Version published', description: row.name }),
    });
  }

  async function setStatus(row: ListedVersion, status: Status) {
    const mayGo =
      status === 1 ||
      (await confirm({
        title: `Pause ${row.name}?`,
        description: 'Devices that use it go back to the previous version.',
        confirmLabel: 'Pause',
        danger: true,
      }));
    if (mayGo) await change(row, status);
  }

  const rows = list.data?.rows ?? [];
  const states = versionStates(rows);
  const live = liveVersion(rows);
  const addButton = isReadOnly ? null : (
    <Button icon={<Plus />} onClick={() => setOpened('new')}>
      New version
    </Button>
  );

  return (
    <div className="flex flex-col gap-3">
      <RowsPanel
        list={list}
        label="Versions"
        labels="Each device gets the most recently published version whose rollout includes it. A published version never changes."
        empty={{
          icon: <FileJson />,
          title: 'No settings yet',
          text: 'Until a version is published, the SDK uses its defaults.',
        }}
        addButton={addButton}
      >
        {(row) => {
          const state = states.get(row.id);
          return (
            <PanelRow
              name={row.name}
              pill={state ? <Pill tone={state.tone}>{state.text}</Pill> : null}
              actions={
                <>
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
                  ) : (
                    <StatusButton
                      status={row.status}
                      stop="Pause…"
                      onStatus={(status) => void setStatus(row, status)}
                    />
                  )}
                </>
              }
            >
              <p className="truncate text-xs text-muted" title={row.note}>
                {row.publishedAt
                  ? `Published ${formatDateTime(row.publishedAt, timezone)} ${offsetLabel(timezone)}`
                  : `Changed ${formatDateTime(row.updatedAt, timezone)} ${offsetLabel(timezone)}`}
                {` · rollout ${row.percent}%`}
                {row.note ? ` · ${row.note}` : ''}
              </p>
            </PanelRow>
          );
        }}
      </RowsPanel>
      {opened === null ? null : (
        <SdkConfigDialog
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
