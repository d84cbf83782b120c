import { Save } from 'lucide-react';
import type { Entity } from '#model/index.ts';
import { maxWhatIfChanges, type WhatIfEntity } from '#model/whatif/whatIf.ts';
import type { ShownChanges } from '../../entities/bulk/changeLines.ts';
import { countOf } from '../../entities/statusLabels.ts';
import { Button } from '../../ui/Button.tsx';
import { bulkChangesOf } from './bulkChanges.ts';
import { ReplayDialog } from './ReplayDialog.tsx';
import { UntriedFields } from './UntriedFields.tsx';
import { useReplayChannels } from './useReplayChannels.ts';

/** Replays requests of recent days with the previewed changes of a bulk edit, and saves them. */
export function BulkWhatIfDialog({
  entity,
  shown,
  onSave,
  onClose,
}: {
  entity: Entity & { name: WhatIfEntity };
  shown: ShownChanges;
  /** Applies the previewed changes. */
  onSave: () => void;
  onClose: () => void;
}) {
  const { changes, names, others } = bulkChangesOf(entity, shown);
  const byId = new Map(changes.slice(0, maxWhatIfChanges).map((change) => [change.id, change]));
  const rows = [...byId.keys()].map((id) => ({ id, name: names.get(id) ?? `#${id}` }));
  const { list, query } = useReplayChannels(entity.name, rows);
  const channels = list?.map((channel) =>
    entity.name === 'tag' ? { ...channel, note: `${channel.rowIds.length} of the tags` } : channel,
  );
  const saved = countOf(shown.counts.changed, entity);
  return (
    <ReplayDialog
      description={`Requests of the last days are replayed with your unsaved changes of ${saved}. Nothing changes until you save.`}
      channels={{ list: channels, query }}
      changesIn={(channelId) => {
        const ids = channels?.find(({ id }) => id === channelId)?.rowIds ?? [];
        return ids.flatMap((id) => byId.get(id) ?? []);
      }}
      isRunAtOnce
      scopeNote={(count) =>
        `The forecast is for this channel. Saving changes ${saved}${entity.name === 'tag' ? ` in ${count} channels` : ''}.`
      }
      footer={
        <>
          <Button onClick={onClose}>Back to the preview</Button>
          <Button variant="primary" icon={<Save />} onClick={onSave}>
            Save
          </Button>
        </>
      }
      onClose={onClose}
    >
      <UntriedFields labels={others} />
      {changes.length > maxWhatIfChanges ? (
        <p className="text-sm">
          The forecast is with the first {countOf(maxWhatIfChanges, entity)}. Save changes all of them.
        </p>
      ) : null}
    </ReplayDialog>
  );
}
