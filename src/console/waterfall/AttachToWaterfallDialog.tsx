import { useEffect, useState, use } from 'react';
import { channel, tag, waterfallRow } from '#model/index.ts';
import { Plus } from 'lucide-react';
import { useNewRow } from '../entities/create/useNewRow.tsx';
import { useSharedList } from '../lib/lists.ts';
import { Button } from '../ui/Button.tsx';
import { Combobox } from '../ui/picker/Combobox.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { SearchBox } from '../ui/field/SearchBox.tsx';
import { SegmentedControl } from '../ui/picker/SegmentedControl.tsx';
import { Select } from '../ui/picker/Select.tsx';
import { attachEdit, attachLabel, type AttachView } from './attachEdit.ts';
import { CandidateList } from './CandidateList.tsx';
import { nouns } from './waterfallEdits.ts';
import { tiersOf } from './tierMoves.ts';
import type { WaterfallEdit } from './useWaterfallEdits.ts';
import type { WaterfallListRow, WaterfallSide } from './waterfallModel.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ApiContext } from '../lib/apiContext.ts';

const pageSize = 100;

/** The partner of the other side's objects. */
const partnerOf = { channel: 'advertiserId', tag: 'subpublisherId' } as const;

/**
 * The objects that can be attached: active and paused ones. `partner` is the advertiser of tags or the sub-publisher of
 * channels.
 */
function useCandidates(side: WaterfallSide, { q, partner }: { q: string; partner: number | null }) {
  const api = use(ApiContext);
  const other = side === 'channel' ? tag : channel;
  const filter = partner === null ? {} : { [partnerOf[side]]: String(partner) };
  return useInfiniteQuery({
    queryKey: ['entity', other.name, 'candidates', q, partner],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => {
      const query = { q, ...filter, sort: 'name', size: pageSize, page: pageParam };
      return api.get('/api/{entity}', { entity: other, query, signal });
    },
    getNextPageParam: ({ page, size, total }) => (page * size < total ? page + 1 : undefined),
  });
}

const { min: firstTier = 1, max: lastTier = 20 } = waterfallRow.fields.tier;
/** With fewer visible rows the next page is fetched at once. */
const fewRows = 20;

const views = [
  { value: 'free', label: 'Not attached' },
  { value: 'attached', label: 'Attached' },
  { value: 'all', label: 'All' },
] as const satisfies readonly { value: AttachView; label: string }[];

/**
 * Edits the members of a waterfall in a list of all candidates: checking attaches, unchecking detaches, and everything
 * is saved as one edit.
 */
export function AttachToWaterfallDialog({
  side,
  id,
  rows,
  edit,
  onClose,
}: {
  side: WaterfallSide;
  /** ID of the channel or tag whose waterfall it is. */
  id: number;
  rows: readonly WaterfallListRow[];
  edit: (edit: WaterfallEdit) => Promise<boolean>;
  onClose: () => void;
}) {
  const other = side === 'channel' ? tag : channel;
  const many = nouns[side].pluralLabel.toLowerCase();
  const partners = useSharedList(side === 'channel' ? 'advertiser' : 'subpublisher');
  const [q, setQ] = useState('');
  const [partner, setPartner] = useState<number | null>(null);
  const [view, setView] = useState<AttachView>('free');
  const [tier, setTier] = useState(firstTier);
  /** Names of added ones by ID. Like the removed IDs, these differ from the stored rows and are of the other side. */
  const [added, setAdded] = useState<ReadonlyMap<number, string>>(new Map());
  const [removed, setRemoved] = useState<ReadonlySet<number>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const candidates = useCandidates(side, { q, partner });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = candidates;

  const attached = new Map(rows.map((row) => [side === 'channel' ? row.tagId : row.channelId, row]));
  const found = data?.pages.flatMap((page) => page.rows) ?? [];
  const shown = found.filter((row) => view === 'all' || attached.has(row.id) === (view === 'attached'));

  const needsMore = data !== undefined && hasNextPage && !isFetchingNextPage && shown.length < fewRows;
  useEffect(() => {
    if (needsMore) void fetchNextPage();
  }, [needsMore, fetchNextPage]);

  function toggle(ids: readonly { id: number; name: string }[], isChosen: boolean) {
    const nextAdded = new Map(added);
    const nextRemoved = new Set(removed);
    for (const row of ids) {
      const isStored = attached.has(row.id);
      if (isStored && isChosen) nextRemoved.delete(row.id);
      else if (isStored) nextRemoved.add(row.id);
      else if (isChosen) nextAdded.set(row.id, row.name);
      else nextAdded.delete(row.id);
    }
    setAdded(nextAdded);
    setRemoved(nextRemoved);
  }

  async function save(attaching: ReadonlyMap<number, string>) {
    setBusy(true);
    const leaving = rows.filter((row) => removed.has(side === 'channel' ? row.tagId : row.channelId));
    const isStored = await edit(attachEdit({ side, id, tier, added: attaching, leaving }));
    setBusy(false);
    if (isStored) onClose();
  }

  const count = added.size + removed.size;
  const newRow = useNewRow(other.name, {
    values: partner === null ? {} : { [partnerOf[side]]: partner },
    // A new row joins the choice, and is attached at once when there is no other.
    onCreated(row) {
      const named = { id: row.id, name: row.name ?? `#${row.id}` };
      if (count > 0) toggle([named], true);
      else void save(new Map([[named.id, named.name]]));
    },
  });
  const last = tiersOf(rows).at(-1) ?? firstTier - 1;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      dismissable={count === 0}
      size="lg"
      padding="none"
      title={`Attach ${many}`}
      description={
        side === 'channel'
          ? 'Selected tags compete for the requests of this channel.'
          : 'This tag competes for the requests of the selected channels.'
      }
      footer={
        <>
          <span className="mr-auto flex items-center gap-2 text-sm text-muted">
            Add to
            <Select
              aria-label="Tier for new rows"
              className="w-28"
              options={Array.from({ length: lastTier - firstTier + 1 }, (_, index) => {
                const number = firstTier + index;
                return {
                  value: number,
                  label: `Tier ${number}`,
                  ...(side === 'channel' && number === last + 1 ? { note: 'new' } : {}),
                };
              })}
              value={tier}
              onChange={setTier}
            />
          </span>
          {newRow.creation ? (
            <Button icon={<Plus />} onClick={() => newRow.creation?.onCreate(q)}>
              New {newRow.creation.noun}
            </Button>
          ) : null}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={count === 0} loading={isBusy} onClick={() => void save(added)}>
            {attachLabel(added.size, removed.size)}
          </Button>
        </>
      }
    >
      <div className="sticky top-0 z-10 flex flex-wrap items-center gap-2 border-b bg-raised px-5 py-3">
        <SearchBox
          label={`Search ${many} to attach`}
          placeholder="Name, ID or UID"
          shortcut={false}
          value={q}
          onChange={setQ}
          className="w-56"
        />
        <Combobox
          aria-label={side === 'channel' ? 'Advertiser' : 'Sub-publisher'}
          placeholder={side === 'channel' ? 'All advertisers' : 'All sub-publishers'}
          options={(partners.data ?? []).map((item) => ({ value: item.id, label: item.name }))}
          value={partner}
          onChange={setPartner}
          className="w-52"
        />
        <SegmentedControl label="Rows to show" options={views} value={view} onChange={setView} className="ml-auto" />
      </div>
      <CandidateList
        side={side}
        noun={other}
        rows={shown}
        attached={attached}
        isChosen={(rowId) => added.has(rowId) || (attached.has(rowId) && !removed.has(rowId))}
        onToggle={toggle}
        state={candidates.error && !data ? 'failed' : data && !needsMore ? 'ready' : 'loading'}
        onRetry={() => void candidates.refetch()}
        onMore={hasNextPage ? () => void fetchNextPage() : null}
        isLoadingMore={isFetchingNextPage}
      />
      {newRow.drawer}
    </Dialog>
  );
}
