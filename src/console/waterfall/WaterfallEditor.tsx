import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { waterfallRow } from '#model/index.ts';
import { useUser } from '../frame/session.ts';
import { searchRows, foldText } from '../lib/rows.ts';
import { mayAskWhatIf } from '../pages/whatif/mayAskWhatIf.ts';
import { whatIfEntry } from '../pages/whatif/whatIfEntry.tsx';
import { RowMenu, type MenuEntry } from '../ui/overlay/Menu.tsx';
import { ChannelsTable } from './ChannelsTable.tsx';
import { targetText } from './dragText.ts';
import { detachEdit, enableEdit, fieldEdit, nouns, subjectOf, updateOf } from './waterfallEdits.ts';
import { ownEntries, rowEntries, stateEntries, tierEntries, type RowCommands } from './moveMenu.tsx';
import { isOwnCampaigns } from './ownCampaigns.ts';
import type { RowActions } from './RowCells.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { planMove, type TierTarget } from './tierMoves.ts';
import { TierTable } from './TierTable.tsx';
import type { LastHoursFigures } from './useLastHours.ts';
import type { WaterfallEdit } from './useWaterfallEdits.ts';
import { nameOf, type WaterfallListRow, type WaterfallSide } from './waterfallModel.ts';
import './waterfall.css';

interface OpenMenu {
  id: number;
  anchor: HTMLElement;
  /** True for the menu of tiers. */
  isOfTiers: boolean;
}

const { min: firstTier = 1, max: lastTier = 20 } = waterfallRow.fields.tier;

/** The table of a waterfall with selection and menus; user actions become edits. */
export function WaterfallEditor({
  side,
  rows,
  search,
  figures,
  isReadOnly,
  edit,
}: {
  side: WaterfallSide;
  rows: readonly WaterfallListRow[];
  search: string;
  figures: LastHoursFigures;
  isReadOnly: boolean;
  edit: (edit: WaterfallEdit) => Promise<boolean>;
}) {
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set());
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const canAskWhatIf = mayAskWhatIf(useUser());
  // Rows that were detached meanwhile are no longer selected.
  const chosen = useMemo(() => new Set(rows.filter((row) => picked.has(row.id)).map((row) => row.id)), [rows, picked]);
  const shown = useMemo(() => {
    const textOf = (row: WaterfallListRow) => `${nameOf(row, side)} ${row.tag?.advertiserName ?? ''}`;
    return searchRows(rows, search, (row) => foldText(textOf(row)));
  }, [rows, search, side]);
  const rowsOf = (ids: ReadonlySet<number>) => rows.filter((row) => ids.has(row.id));

  const commands: RowCommands = {
    move(ids, target) {
      const plan = planMove(rows, ids, target) ?? [];
      void edit({
        message: `${subjectOf(rowsOf(ids), side)} → ${targetText(rows, ids, target).toLowerCase()}`,
        changes: plan.map(({ id, tier }) => updateOf(id, { tier })),
      });
      followRow([...ids][0]);
    },
    enable: (ids, isEnabled) => void edit(enableEdit(rowsOf(ids), isEnabled, side)),
    detach: (ids) => void edit(detachEdit(rowsOf(ids), side)),
  };

  /** Moves the focus to a row that was re-rendered elsewhere, after menus have returned the focus. */
  function followRow(id: number | undefined) {
    setTimeout(() => {
      const row = root?.querySelector(`[data-row="${id}"]`);
      row?.querySelector<HTMLElement>('[data-grip]')?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'nearest' });
    }, 50);
  }

  function choose(ids: readonly number[], isChosen: boolean) {
    setPicked((before) => {
      const next = new Set(before);
      for (const id of ids) {
        if (isChosen) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  }

  const actions = useStableActions({
    change: (row, values) => void edit(fieldEdit(row, values, side)),
    choose,
    openMenu: (id, anchor) => setMenu({ id, anchor, isOfTiers: false }),
  });

  const menuRow = rows.find((row) => row.id === menu?.id);
  const table = { rows: shown, figures, chosen, isReadOnly, actions };
  return (
    <div ref={setRoot} className="wf">
      <div className="overflow-clip rounded-lg border max-lg:overflow-x-auto">
        {side === 'channel' ? (
          <TierTable {...table} allRows={rows} onMove={commands.move} />
        ) : (
          <ChannelsTable {...table} />
        )}
      </div>
      {chosen.size > 0 && !isReadOnly ? (
        <SelectionBar
          count={chosen.size}
          noun={nouns[side]}
          tiers={side === 'channel' ? tierEntries(rows, chosen, commands.move) : numberedTiers(chosen)}
          onEnable={(isEnabled) => commands.enable(chosen, isEnabled)}
          onDetach={() => commands.detach(chosen)}
          onClear={() => setPicked(new Set())}
        />
      ) : null}
      <RowMenu
        anchor={menu?.anchor ?? null}
        onClose={() => setMenu(null)}
        label={menuRow ? `Actions for ${nameOf(menuRow, side)}` : 'Actions'}
        items={menuRow ? entriesOf(menuRow) : []}
      />
    </div>
  );

  function entriesOf(row: WaterfallListRow): MenuEntry[] {
    const ids = new Set([row.id]);
    const whatIf = canAskWhatIf ? [whatIfEntry({ channel: row.channelId, tag: row.tagId, field: 'floor' })] : [];
    if (side === 'tag') {
      const [line, ...states] = stateEntries(row, ids, commands, 'Detach channel');
      return canAskWhatIf && line ? [...whatIf, line, ...states] : states;
    }
    if (menu?.isOfTiers) return tierEntries(rows, ids, commands.move);
    const anchor = menu?.anchor;
    // The next menu opens after this one has closed.
    const openTiers = () => setTimeout(() => anchor && setMenu({ id: row.id, anchor, isOfTiers: true }), 0);
    return isOwnCampaigns(row)
      ? ownEntries(rows, row, commands, openTiers)
      : [...whatIf, ...rowEntries(rows, row, commands, openTiers)];
  }

  /** Tiers by number: each row moves to that tier of its own channel. */
  function numberedTiers(ids: ReadonlySet<number>): MenuEntry[] {
    return Array.from({ length: lastTier - firstTier + 1 }, (_, index) => firstTier + index).map((tier) => {
      const target: TierTarget = { kind: 'tier', tier };
      return { id: `tier:${tier}`, label: `Tier ${tier}`, onSelect: () => commands.move(ids, target) };
    });
  }
}

/** Wraps callbacks in stable functions, so that only changed rows re-render. */
function useStableActions(actions: RowActions): RowActions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  return useMemo(
    () => ({
      change: (...args) => latest.current.change(...args),
      choose: (...args) => latest.current.choose(...args),
      openMenu: (...args) => latest.current.openMenu(...args),
    }),
    [],
  );
}
