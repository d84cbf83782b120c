import { useId, useMemo, useState, useEffect } from 'react';
import { cx } from '../ui/cx.ts';
import { useUser } from '../frame/session.ts';
import { countOf } from '../entities/statusLabels.ts';
import { dragText, dragAnnouncement } from './dragText.ts';
import { isOwnCampaigns } from './ownCampaigns.ts';
import type { RowActions } from './RowCells.tsx';
import { heights, maxRows, rowsIn } from './rowSpan.ts';
import { TierGroupBody } from './TierGroupBody.tsx';
import { planMove, isSameTarget, type TierTarget } from './tierMoves.ts';
import type { LastHoursFigures } from './useLastHours.ts';
import { useTierDrag } from './useTierDrag.ts';
import { useVisibleSpan } from './useVisibleSpan.ts';
import { countColumns, WaterfallHead } from './WaterfallHead.tsx';
import { groupByTier, insertionPointIn, nameOf, type TierGroup, type WaterfallListRow } from './waterfallModel.ts';
import { createPortal } from 'react-dom';

const noun = { label: 'Tag', pluralLabel: 'Tags' };

/** A channel's waterfall: its tags by tier, moved between tiers by their drag handles and edited in place. */
export function TierTable({
  rows: shown,
  allRows: rows,
  figures,
  chosen,
  isReadOnly,
  actions,
  onMove,
}: {
  /** The rows that match the search. */
  rows: readonly WaterfallListRow[];
  /** All rows, which a move must take into account. */
  allRows: readonly WaterfallListRow[];
  figures: LastHoursFigures;
  chosen: ReadonlySet<number>;
  isReadOnly: boolean;
  actions: RowActions;
  onMove: (ids: ReadonlySet<number>, target: TierTarget) => void;
}) {
  const { hidesMoney } = useUser();
  const handleHelp = useId();
  const [table, setTable] = useState<HTMLTableElement | null>(null);
  const span = useVisibleSpan(table, shown.length > maxRows);
  const [announcement, setAnnouncement] = useState('');
  const tagIds = shown.filter((row) => !isOwnCampaigns(row)).map((row) => row.id);
  const groups = useMemo(() => groupByTier(shown), [shown]);

  const { drag, handlers } = useTierDrag({
    rows,
    chosen,
    isDisabled: isReadOnly,
    onPress: (handle, id) => actions.openMenu(id, handle),
    onAnnounce: (next, what) => setAnnouncement(dragAnnouncement(rows, next, what)),
    onDrop(ids, target) {
      const plan = planMove(rows, ids, target) ?? [];
      setAnnouncement(plan.length === 0 ? 'Nothing has changed.' : '');
      if (plan.length > 0) onMove(ids, target);
    },
  });
  const lead = rows.find((row) => row.id === drag?.lead);

  const placed = placeGroups(groups);
  const isDropTarget = (target: TierTarget) => drag !== null && isSameTarget(drag.target, target);
  const columnCount = countColumns('channel', figures.columns, { isReadOnly, hidesMoney });
  const gap = (before: number | null) => (
    <tbody
      key={`new:${before ?? 'end'}`}
      aria-hidden
      data-target={`new:${before ?? 'end'}`}
      data-aimed={isDropTarget({ kind: 'new', before }) || undefined}
      className="wf-gap"
    >
      <tr>
        <td colSpan={columnCount} />
      </tr>
    </tbody>
  );

  return (
    <>
      <table
        ref={setTable}
        aria-rowcount={1 + groups.length + shown.length}
        aria-label="Waterfall"
        className={cx('wf-table', drag && 'wf-dragging')}
        {...(isReadOnly ? {} : handlers)}
      >
        <WaterfallHead
          side="channel"
          figures={figures}
          isReadOnly={isReadOnly}
          chosen={chosen.size === 0 ? 'none' : tagIds.every((id) => chosen.has(id)) ? 'all' : 'some'}
          onChooseAll={(isChosen) => actions.choose(tagIds, isChosen)}
        />
        {placed.flatMap(({ group, top, rowIndex }) => [
          gap(group.tier),
          <TierGroupBody
            key={`tier:${group.tier}`}
            group={group}
            columns={figures.columns}
            figures={figures.rows}
            columnCount={columnCount}
            chosen={chosen}
            lifted={drag && group.rows.some((row) => drag.ids.has(row.id)) ? drag.ids : null}
            isDropTarget={isDropTarget({ kind: 'tier', tier: group.tier })}
            landing={
              drag && lead && isDropTarget({ kind: 'tier', tier: group.tier }) && lead.tier !== group.tier
                ? insertionPointIn(group.rows, lead)
                : null
            }
            isReadOnly={isReadOnly}
            actions={actions}
            handleHelp={handleHelp}
            {...rowsIn(span, top, group.rows.length)}
            pinnedId={drag?.lead ?? null}
            rowIndex={rowIndex}
          />,
        ])}
        {gap(null)}
      </table>
      <p id={handleHelp} className="sr-only">
        Press Space to pick it up, the arrow keys to choose a tier, Space to drop it and Escape to cancel.
      </p>
      <p role="status" aria-live="assertive" className="sr-only">
        {announcement}
      </p>
      {drag?.by === 'pointer' && lead ? (
        <DragChip
          name={drag.ids.size === 1 ? nameOf(lead, 'channel') : countOf(drag.ids.size, noun)}
          label={dragText(rows, drag)}
        />
      ) : null}
      {drag?.by === 'keyboard' ? (
        <p
          aria-hidden
          className="pointer-events-none sticky bottom-16 z-20 mx-auto mt-2 w-fit rounded-md border border-line-strong bg-raised px-3 py-1.5 text-xs text-ink shadow-pop"
        >
          {dragText(rows, drag)}
        </p>
      ) : null}
    </>
  );
}

/**
 * Computes where each tier starts, in pixels from the top of the table, and the index of its heading among all rows.
 */
function placeGroups(groups: readonly TierGroup[]): { group: TierGroup; top: number; rowIndex: number }[] {
  let end: number = heights.head;
  let rowIndex = 2;
  return groups.map((group) => {
    const place = { group, top: end + heights.gap + heights.heading, rowIndex };
    end = place.top + group.rows.length * heights.row;
    rowIndex += 1 + group.rows.length;
    return place;
  });
}

/** The dragged rows and their target, beside the pointer. */
function DragChip({ name, label }: { name: string; label: string }) {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  useEffect(() => {
    const follow = (event: PointerEvent) => setAt({ x: event.clientX, y: event.clientY });
    window.addEventListener('pointermove', follow);
    return () => window.removeEventListener('pointermove', follow);
  }, []);
  if (!at) return null;
  return createPortal(
    <div
      aria-hidden
      style={{ translate: `${at.x + 14}px ${at.y + 10}px` }}
      className="pointer-events-none fixed top-0 left-0 z-50 flex max-w-72 flex-col rounded-md border border-line-strong bg-raised px-2.5 py-1.5 text-xs text-ink shadow-pop"
    >
      <span className="truncate font-medium">{name}</span>
      <span className="text-muted">{label}</span>
    </div>,
    document.body,
  );
}
