import { LayoutTemplate, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { sdkPlacement } from '#model/index.ts';
import { asText } from '../../entities/form/asText.ts';
import { PanelRow, RowsPanel } from '../../entities/list/RowsPanel.tsx';
import type { RowTab } from '../../entities/RowTab.ts';
import { StatusButton } from '../../entities/list/StatusButton.tsx';
import { statusName } from '../../entities/statusLabels.ts';
import { useRows, type EntityRow } from '../../entities/useEntity.ts';
import { useRowStatus } from '../../entities/useRowStatus.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { PlacementDialog } from './PlacementDialog.tsx';

/** The placements of an app: list, add, edit, pause. */
export const Placements: RowTab['Panel'] = ({ row: app, isReadOnly }) => {
  const list = useRows(sdkPlacement, { sdkAppId: app.id, status: '0,1', sort: 'name', size: 1000 });
  const setStatus = useRowStatus(sdkPlacement);
  const [edited, setEdited] = useState<EntityRow | 'new' | null>(null);

  const addButton = isReadOnly ? null : (
    <Button icon={<Plus />} onClick={() => setEdited('new')}>
      New placement
    </Button>
  );

  return (
    <div className="flex flex-col gap-3">
      <RowsPanel
        list={list}
        label="Placements"
        labels="A placement is a position in the app where ads are shown. A channel of the account fills it."
        empty={{ icon: <LayoutTemplate />, title: 'No placements' }}
        addButton={addButton}
      >
        {(row) => (
          <PanelRow
            name={row.name ?? ''}
            pill={<StatusPill status={statusName(row.status)} />}
            actions={
              isReadOnly ? null : (
                <>
                  <Button size="sm" variant="ghost" icon={<Pencil />} onClick={() => setEdited(row)}>
                    Edit
                  </Button>
                  <StatusButton status={row.status} onStatus={(status) => void setStatus(row, status)} />
                </>
              )
            }
          >
            <p className="truncate text-xs text-muted">{sentenceOf(row)}</p>
            <p className="flex items-center gap-0.5 font-mono text-xs text-muted">
              {row.uid}
              <CopyButton text={row.uid ?? ''} label={`Copy placement ID of ${row.name ?? ''}`} />
            </p>
          </PanelRow>
        )}
      </RowsPanel>
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

/** Format, channel and size of a placement on one line. */
function sentenceOf(row: EntityRow): string {
  const format = sdkPlacement.fields.format.choices?.find(({ value }) => value === row['format'])?.label ?? '';
  const { width, height } = row;
  const size = width || height ? `${asText(width) || 'any'} × ${asText(height) || 'any'} px` : 'full screen';
  return [format, row.names?.['channelId'] ?? `channel #${asText(row['channelId'])}`, size].join(' · ');
}
