import { Layers, RadioTower } from 'lucide-react';
import { useState } from 'react';
import { waterfallRow } from '#model/index.ts';
import type { FormValues } from '../entities/formModel.ts';
import { countOf } from '../entities/statusWords.ts';
import { useDeleteRow, usePatchRow, useRows, useSaveRow } from '../entities/useEntity.ts';
import { isSignedOut } from '../lib/query.ts';
import { messageOf } from '../lib/problems.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Pager } from '../ui/Pager.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useToast } from '../ui/ToastProvider.tsx';
import { AttachBar } from './AttachBar.tsx';
import type { WaterfallListRow } from './waterfallModel.ts';
import { WaterfallTable, type WaterfallSide } from './WaterfallTable.tsx';

const nouns = {
  channel: { label: 'Tag', pluralLabel: 'Tags' },
  tag: { label: 'Channel', pluralLabel: 'Channels' },
};

/** The waterfall seen from a channel (its tags) or from a tag (the channels that use it): add, change in place, remove. */
export function WaterfallPanel({ side, id, isReadOnly }: { side: WaterfallSide; id: number; isReadOnly: boolean }) {
  const toast = useToast();
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(100);
  const filter = side === 'channel' ? `channelId=${id}` : `tagId=${id}`;
  const list = useRows<WaterfallListRow>(waterfallRow, `?${filter}&sort=tier&size=${size}&page=${page}`);
  // What is attached, on all pages, so that it is not offered again.
  const everything = useRows<WaterfallListRow>(waterfallRow, `?${filter}&sort=tier&size=1000`, !isReadOnly);
  const patch = usePatchRow(waterfallRow);
  const remove = useDeleteRow(waterfallRow);
  const add = useSaveRow(waterfallRow);
  const noun = nouns[side];
  const rows = list.data?.rows ?? [];
  const total = list.data?.total ?? 0;
  const attached = new Set(everything.data?.rows.map((row) => (side === 'channel' ? row.tagId : row.channelId)));

  function fail(error: unknown) {
    if (!isSignedOut(error)) toast.error({ title: 'Error on save', description: messageOf(error) });
  }

  function change(row: WaterfallListRow, part: FormValues) {
    patch.mutate({ id: row.id, change: part }, { onError: fail });
  }

  function detach(row: WaterfallListRow) {
    const { channelId, tagId, tier, weight, floor, isEnabled } = row;
    remove.mutate(row.id, {
      onError: fail,
      onSuccess: () => {
        toast.success({
          title: `${noun.label} removed`,
          description: (side === 'channel' ? row.tag?.name : row.channel?.name) ?? '',
          action: {
            label: 'Undo',
            onClick: () =>
              add.mutate({ id: null, input: { channelId, tagId, tier, weight, floor, isEnabled } }, { onError: fail }),
          },
        });
      },
    });
  }

  if (list.error && !list.data) {
    return (
      <ErrorState
        title={`The ${noun.pluralLabel.toLowerCase()} could not be loaded`}
        text={messageOf(list.error)}
        onRetry={() => void list.refetch()}
        retrying={list.isFetching}
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {isReadOnly ? null : <AttachBar side={side} id={id} attached={attached} />}
      {list.isPending ? (
        <div className="flex flex-col gap-2" aria-busy>
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      ) : total === 0 ? (
        <EmptyState
          className="rounded-lg border border-dashed"
          icon={side === 'channel' ? <Layers /> : <RadioTower />}
          title={side === 'channel' ? 'No tags in this waterfall' : 'Not in any channel'}
          text={
            side === 'channel'
              ? 'Without tags every request gets no ad. Add some: tier 1 is asked first, the next only when none of it answers.'
              : 'A tag earns nothing until a channel asks it. Add it to the channels whose requests it should compete for.'
          }
        />
      ) : (
        <>
          <WaterfallTable side={side} rows={rows} isReadOnly={isReadOnly} onChange={change} onRemove={detach} />
          {total > 10 ? (
            <Pager
              page={page}
              size={size}
              total={total}
              noun={noun.pluralLabel.toLowerCase()}
              onPage={setPage}
              onSize={(next) => {
                setSize(next);
                setPage(1);
              }}
            />
          ) : (
            <p className="tnum text-xs text-muted">{countOf(total, noun)}. Changes are saved as you make them.</p>
          )}
        </>
      )}
    </div>
  );
}
