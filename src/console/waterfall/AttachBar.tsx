import { Plus } from 'lucide-react';
import { use, useState } from 'react';
import type { ListAnswer } from '#api/contract.ts';
import { channel, tag, waterfallRow } from '#model/index.ts';
import { useSaveRow, type EntityRow } from '../entities/useEntity.ts';
import { ApiContext } from '../lib/apiContext.ts';
import { isSignedOut } from '../lib/query.ts';
import { messageOf } from '../lib/problems.ts';
import { stringifySearch } from '../lib/searchText.ts';
import { Button } from '../ui/Button.tsx';
import { MultiCombobox } from '../ui/MultiCombobox.tsx';
import type { Option } from '../ui/option.ts';
import { Select } from '../ui/Select.tsx';
import { useToast } from '../ui/ToastProvider.tsx';
import { countOf } from '../entities/statusWords.ts';
import type { WaterfallSide } from './WaterfallTable.tsx';

const tiers = Array.from({ length: waterfallRow.fields.tier.max ?? 20 }, (_, index) => ({
  value: index + 1,
  label: `Tier ${index + 1}`,
}));

/** Attaches tags to a channel, or channels to a tag: several at once, all in one tier. */
export function AttachBar({ side, id, attached }: { side: WaterfallSide; id: number; attached: ReadonlySet<number> }) {
  const api = use(ApiContext);
  const toast = useToast();
  const save = useSaveRow(waterfallRow);
  const [chosen, setChosen] = useState<number[]>([]);
  const [tier, setTier] = useState(1);
  const [isBusy, setBusy] = useState(false);
  const other = side === 'channel' ? tag : channel;
  const many = other.pluralLabel.toLowerCase();

  async function load(q: string, signal: AbortSignal): Promise<Option<number>[]> {
    // Attached rows are left out here, so ask for enough that the rest still fills the list.
    const query = stringifySearch({ q, status: '0,1', sort: 'name', size: Math.min(1000, 50 + attached.size) });
    const answer = await api.get<ListAnswer<EntityRow>>(`/api/${other.path}${query}`, signal);
    return answer.rows
      .filter((row) => !attached.has(row.id))
      .map((row) => ({ value: row.id, label: row.name ?? `#${row.id}`, note: noteOf(row) }));
  }

  async function attach() {
    setBusy(true);
    const failed: { id: number; message: string }[] = [];
    for (const otherId of chosen) {
      const ids = side === 'channel' ? { channelId: id, tagId: otherId } : { channelId: otherId, tagId: id };
      try {
        await save.mutateAsync({ id: null, input: { ...ids, tier } });
      } catch (error) {
        if (isSignedOut(error)) return;
        failed.push({ id: otherId, message: messageOf(error) });
      }
    }
    setBusy(false);
    setChosen(failed.map((each) => each.id));
    const done = chosen.length - failed.length;
    if (done > 0) toast.success({ title: `${countOf(done, other)} added` });
    const [first] = failed;
    if (first) {
      toast.error({
        title: 'Error on save',
        description: `${countOf(failed.length, other)} not added: ${first.message}`,
      });
    }
  }

  return (
    <div className="flex items-start gap-2">
      <MultiCombobox
        aria-label={`${other.pluralLabel} to add`}
        placeholder={`Add ${many}…`}
        emptyText={`No other ${many} match.`}
        options={[]}
        load={load}
        value={chosen}
        onChange={setChosen}
        className="min-w-0 flex-1"
      />
      <Select
        aria-label="Tier of what is added"
        className="w-24 shrink-0"
        options={tiers}
        value={tier}
        onChange={setTier}
      />
      <Button icon={<Plus />} disabled={chosen.length === 0} loading={isBusy} onClick={() => void attach()}>
        Add
      </Button>
    </div>
  );
}

function noteOf(row: EntityRow): string {
  const parts = [row.status === 0 ? 'Paused' : '', row.names?.['advertiserId'] ?? row.names?.['subpublisherId'] ?? ''];
  const rate = row['rate'];
  return [...parts, typeof rate === 'string' ? `$${rate}` : ''].filter(Boolean).join(' · ');
}
