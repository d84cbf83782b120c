import { ListOrdered, Megaphone, Plus, RadioTower, Layers } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { channel, tag, waterfallRow } from '#model/index.ts';
import { useNewRow } from '../entities/create/useNewRow.tsx';
import { useRows } from '../entities/useEntity.ts';
import { countOf } from '../entities/statusLabels.ts';
import { lazyChunk } from '../frame/errors/lazyChunk.ts';
import { useUser } from '../frame/session.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LoadError } from '../frame/errors/LoadError.tsx';
import { SearchBox } from '../ui/field/SearchBox.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { nouns } from './waterfallEdits.ts';
import { attachEdit } from './attachEdit.ts';
import { isOwnCampaigns, ownCampaignsRow } from './ownCampaigns.ts';
import { planRenumbering } from './tierMoves.ts';
import { useLastHours } from './useLastHours.ts';
import { useWaterfallEdits } from './useWaterfallEdits.ts';
import { WaterfallEditor } from './WaterfallEditor.tsx';
import type { WaterfallListRow, WaterfallSide } from './waterfallModel.ts';

const AttachToWaterfallDialog = lazyChunk(() => import('./AttachToWaterfallDialog.tsx'), 'AttachToWaterfallDialog');

/** The maximum number of rows that the API lists at once. */
const maxRows = 1000;
/** Above this number of rows there is a search. */
const fewRows = 8;

const { min: firstTier = 1, max: lastTier = 20 } = waterfallRow.fields.tier;

const emptyTexts = {
  channel: {
    title: 'No tags in this waterfall',
    text: 'Without tags, requests get no ad. Tier 1 is called first; the next tier is called only if no tag in tier 1 returns an ad.',
  },
  tag: {
    title: 'Not in any channel',
    text: 'A tag earns nothing until a channel calls it. Attach it to the channels whose requests it should compete for.',
  },
};

/** Describes the order within tiers: by measured performance or by rate. */
function orderText(rows: readonly WaterfallListRow[]): string {
  const hasPlaces = rows.some(({ place }) => place);
  return hasPlaces
    ? 'tags are called in order of rank, which also breaks ties'
    : 'the highest rate goes first; weights break ties';
}

/** The waterfall of a channel (its tags) or of a tag (the channels that use it). */
export function WaterfallPanel({
  side,
  id,
  campaignTier = null,
  isReadOnly,
}: {
  side: WaterfallSide;
  id: number;
  /** Of a channel: the tier in which the account's own campaigns bid; null = in none. */
  campaignTier?: number | null;
  isReadOnly: boolean;
}) {
  const { showDsp } = useUser();
  const [search, setSearch] = useState('');
  const [isAttaching, setAttaching] = useState(false);
  const filter = side === 'channel' ? { channelId: id } : { tagId: id };
  const list = useRows(waterfallRow, { ...filter, sort: 'tier', size: maxRows });
  const own = useMemo(() => (campaignTier === null ? [] : [ownCampaignsRow(id, campaignTier)]), [id, campaignTier]);
  const stored = useMemo(() => list.data && [...list.data.rows, ...own], [list.data, own]);
  const { rows, edit, isSaving } = useWaterfallEdits(stored, side === 'channel' ? id : undefined);
  const newRow = useNewRow(side === 'channel' ? tag.name : channel.name, {
    onCreated: (row) =>
      void edit(
        attachEdit({ side, id, tier: firstTier, added: new Map([[row.id, row.name ?? `#${row.id}`]]), leaving: [] }),
      ),
  });
  const figures = useLastHours(side, id);
  const noun = nouns[side];
  const many = noun.pluralLabel.toLowerCase();
  const total = list.data?.total ?? 0;

  if (list.error && !list.data) {
    return <LoadError title={`The ${many} could not be loaded`} query={list} />;
  }
  if (!rows) {
    return (
      <div className="flex flex-col gap-2" aria-busy>
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
      </div>
    );
  }
  const attachButton = isReadOnly ? null : (
    <Button variant="primary" icon={<Plus />} onClick={() => setAttaching(true)}>
      Attach {many}
    </Button>
  );
  const newButton =
    isReadOnly || !newRow.creation ? null : (
      <Button icon={<Plus />} onClick={() => newRow.creation?.onCreate('')}>
        New {newRow.creation.noun}
      </Button>
    );
  const tagRows = rows.filter((row) => !isOwnCampaigns(row));
  const nextTier = Math.min(lastTier, Math.max(0, ...tagRows.map(({ tier }) => tier)) + 1);
  const campaignsButton =
    side !== 'channel' || isReadOnly || !showDsp || rows.length > tagRows.length ? null : (
      <Button
        icon={<Megaphone />}
        onClick={() =>
          void edit({
            message: `Own campaigns → tier ${nextTier}`,
            changes: [{ entity: 'channel', action: 'update', id, values: { campaignTier: nextTier } }],
          })
        }
      >
        Add own campaigns
      </Button>
    );
  const gaps = side === 'channel' && !isReadOnly ? planRenumbering(rows) : [];
  return (
    <div className="flex flex-col gap-3">
      {rows.length === 0 ? (
        <EmptyState
          className="rounded-lg border border-dashed"
          icon={side === 'channel' ? <Layers /> : <RadioTower />}
          {...emptyTexts[side]}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {attachButton}
              {newButton}
              {campaignsButton}
            </div>
          }
        />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2">
            {attachButton}
            {newButton}
            {campaignsButton}
            {rows.length > fewRows ? (
              <SearchBox
                label={`Search these ${many}`}
                placeholder={`Search ${many}…`}
                shortcut={false}
                value={search}
                onChange={setSearch}
                className="w-52"
              />
            ) : null}
            {gaps.length > 0 ? (
              <Button
                variant="ghost"
                icon={<ListOrdered />}
                onClick={() =>
                  void edit({
                    message: 'Tiers renumbered',
                    changes: gaps.map((each) => ({
                      entity: 'waterfallRow',
                      action: 'update',
                      id: each.id,
                      values: { tier: each.tier },
                    })),
                  })
                }
              >
                Renumber tiers
              </Button>
            ) : null}
            <p className="tnum ml-auto text-xs text-muted">
              {figures.isFailed ? (
                <>
                  Metrics could not be loaded{' '}
                  <Button size="sm" onClick={figures.retry}>
                    Try again
                  </Button>
                </>
              ) : (
                `Metrics since ${figures.since}`
              )}
            </p>
          </div>
          <WaterfallEditor
            side={side}
            rows={rows}
            search={search}
            figures={figures}
            isReadOnly={isReadOnly}
            edit={edit}
          />
          <p className="tnum text-xs text-muted">
            {total > tagRows.length && total > maxRows
              ? `The first ${countOf(maxRows, noun)} of ${total}. `
              : `${countOf(tagRows.length, noun)}. `}
            {side === 'channel'
              ? `Tiers are called in order. Within a tier, bidders are called at the same time and ${orderText(rows)}. `
              : ''}
            {isReadOnly ? '' : isSaving ? 'Saving…' : 'Changes are saved as you make them.'}
          </p>
        </>
      )}
      {newRow.drawer}
      {isAttaching ? (
        <Suspense fallback={null}>
          <AttachToWaterfallDialog side={side} id={id} rows={tagRows} edit={edit} onClose={() => setAttaching(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
