import { EllipsisVertical } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { environments, waterfallRow } from '#model/index.ts';
import type { ReportRow } from '#reports/index.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { integrationLabel } from '#model/reference/integrations.ts';
import { useUser } from '../frame/session.ts';
import { exactValue, formatShort } from '#reports/result/formatValue.ts';
import { Badge } from '../ui/Badge.tsx';
import { InlineNumber } from './InlineNumber.tsx';
import type { FigureColumn } from './useLastHours.ts';
import {
  type WaterfallBlocker,
  blockerOf,
  nameOf,
  type WaterfallListRow,
  type WaterfallSide,
} from './waterfallModel.ts';

/** Callbacks of a row. The functions are stable for the lifetime of the table. */
export interface RowActions {
  change: (row: WaterfallListRow, values: Partial<Pick<WaterfallListRow, RowField>>) => void;
  choose: (ids: readonly number[], isChosen: boolean) => void;
  openMenu: (id: number, anchor: HTMLElement) => void;
}

/** The fields of a row that are edited in place. */
export type RowField = 'tier' | 'weight' | 'floor' | 'isEnabled';

const { tier, weight, floor } = waterfallRow.fields;
const fields = { tier, weight, floor };

/** The checkbox that selects a row for bulk actions. */
export function ChooseCell({
  name,
  id,
  isChosen,
  actions,
}: {
  name: string;
  id: number;
  isChosen: boolean;
  actions: RowActions;
}) {
  return (
    <label className="inline-flex size-6 items-center justify-center">
      <input
        type="checkbox"
        className="check"
        aria-label={`Select ${name}`}
        checked={isChosen}
        onChange={(event) => actions.choose([id], event.currentTarget.checked)}
      />
    </label>
  );
}

/** The switch of a row: paused rows are not called. */
export function EnabledCell({ row, name, isReadOnly, actions }: CellProps) {
  return (
    <button
      type="button"
      role="switch"
      className="switch"
      aria-checked={row.isEnabled}
      aria-label={`${name} is enabled`}
      disabled={isReadOnly}
      onClick={() => actions.change(row, { isEnabled: !row.isEnabled })}
    />
  );
}

interface CellProps {
  row: WaterfallListRow;
  name: string;
  isReadOnly: boolean;
  actions: RowActions;
}

/** The object at the other side, how a tag competes, its partner, and why it cannot win. */
export function NameCell({ row, side }: { row: WaterfallListRow; side: WaterfallSide }) {
  const name = nameOf(row, side);
  const note =
    side === 'channel'
      ? row.tag?.advertiserName
      : environments.find((each) => each.value === row.channel?.environment)?.label;
  const blocker = blockerOf(row, side);
  return (
    <span className="flex min-w-0 flex-col">
      <span className="flex min-w-0 items-center gap-2">
        <Link
          to={side === 'channel' ? '/tags' : '/channels'}
          search={{ open: side === 'channel' ? row.tagId : row.channelId }}
          title={name}
          className="cell-link truncate leading-4"
        >
          {name}
        </Link>
        {blocker ? <BlockerPill blocker={blocker} /> : null}
      </span>
      <span className="flex min-w-0 items-center gap-2">
        {side === 'channel' && row.tag ? (
          <Badge className="h-4! shrink-0">{integrationLabel(row.tag.integration)}</Badge>
        ) : null}
        {note ? (
          <span className="truncate text-2xs leading-4 text-muted" title={note}>
            {note}
          </span>
        ) : null}
        {row.place ? (
          <span className="tnum shrink-0 text-2xs leading-4 text-muted" title={waterfallRow.fields.place.help}>
            rank {row.place}
          </span>
        ) : null}
      </span>
    </span>
  );
}

/** Why a row cannot win, as a link to the field that changes it for users who may open it. */
function BlockerPill({ blocker: { text, entity, id, field } }: { blocker: WaterfallBlocker }) {
  const user = useUser();
  const page = pageFor(entity, user);
  const shared = { className: 'pill pill-warn h-4! shrink-0', title: 'Cannot win at the moment' };
  return page ? (
    <Link to={page} search={{ open: id, field }} {...shared} className={`${shared.className} hover:underline`}>
      {text}
    </Link>
  ) : (
    <span {...shared}>{text}</span>
  );
}

const labels = { tier: 'Tier', weight: 'Weight', floor: 'Floor override' };

/** A number of the waterfall row, edited in place. */
export function NumberCell({
  row,
  name,
  field,
  isReadOnly,
  actions,
  title,
}: CellProps & { field: keyof typeof fields; title?: string | undefined }) {
  return (
    <InlineNumber
      label={`${labels[field]} of ${name}${field === 'floor' ? ', USD CPM' : ''}`}
      field={fields[field]}
      value={row[field]}
      {...(field === 'floor' ? { placeholder: row.channel?.floor ?? '–' } : {})}
      {...(title === undefined ? {} : { title })}
      isReadOnly={isReadOnly}
      onSave={(value) => actions.change(row, { [field]: value })}
    />
  );
}

/** The figures of a row in the last hours, one cell each; dashes where it had no requests. */
export function FigureCells({
  columns,
  figures,
}: {
  columns: readonly FigureColumn[];
  figures: ReportRow | undefined;
}): ReactNode {
  return columns.map(({ key, unit }) => {
    const value = figures?.[key];
    return (
      <td key={key} className="wf-figure tnum text-right" title={exactValue(value, unit)}>
        {formatShort(value, unit)}
      </td>
    );
  });
}

/** The button of a row's menu. */
export function MenuCell({ name, id, actions }: { name: string; id: number; actions: RowActions }) {
  return (
    <button
      type="button"
      className="cell-button"
      aria-haspopup="menu"
      aria-label={`Actions for ${name}`}
      onClick={(event) => actions.openMenu(id, event.currentTarget)}
    >
      <EllipsisVertical aria-hidden />
    </button>
  );
}
