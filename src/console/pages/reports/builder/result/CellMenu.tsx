import { Link } from '@tanstack/react-router';
import { Copy, ExternalLink, ListFilter, ListPlus, Plus, X } from 'lucide-react';
import type { SessionUser } from '#api/session/sessionContract.ts';
import { entityNamed, mayDo } from '#model/index.ts';
import { dimensionText, isDimensionKey, type ReportColumn, type ReportRow } from '#reports/index.ts';
import { pageFor } from '#model/entity/entityPages.ts';
import { listedKindOf } from '../../../../entities/inventory/listedKinds.ts';
import { copyText } from '../../../../ui/copyText.ts';
import { RowMenu, type MenuEntry } from '../../../../ui/overlay/Menu.tsx';
import { Submenu } from '../../../../ui/overlay/Submenu.tsx';
import { useToast } from '../../../../ui/overlay/ToastProvider.tsx';
import { breakDown, leaveOut, narrowTo, nextDimensions, type SearchPart } from '../question/drillDown.ts';
import type { ReportSearch } from '../url/reportSearch.ts';
import type { CellPlace } from './cellPlace.ts';
import { exactCell, tsvOf } from './tsvOf.ts';

interface CellMenuProps {
  user: SessionUser;
  /** The cell; null closes the menu. */
  place: CellPlace | null;
  columns: readonly ReportColumn[];
  /** The page state; null for stored rows, which cannot be filtered. */
  search: ReportSearch | null;
  onChange: (part: SearchPart) => void;
  /** Adds values to a list. */
  onList: (dimension: string, values: string[]) => void;
  onClose: () => void;
}

/** The menu of a report cell: open, filter, exclude, break down, add to a list, copy. */
export function CellMenu({ user, place, columns, search, onChange, onList, onClose }: CellMenuProps) {
  const toast = useToast();

  async function copy(what: string, text: string) {
    if (await copyText(text)) toast.success({ title: `${what} copied` });
    else toast.error({ title: 'Could not copy', description: 'The browser blocked access to the clipboard.' });
  }

  function itemsOf({ row, column, columns: own }: CellPlace): MenuEntry[] {
    const value = exactCell(row, column);
    return [
      ...(column.type === 'dimension' ? dimensionItems(row, column) : []),
      { id: 'copy', label: 'Copy value', icon: <Copy />, onSelect: () => void copy('Value', value) },
      {
        id: 'copyRow',
        label: 'Copy row',
        icon: <Copy />,
        onSelect: () => void copy('Row', tsvOf(own ?? columns, [row])),
      },
    ];
  }

  function dimensionItems(row: ReportRow, column: ReportColumn & { type: 'dimension' }): MenuEntry[] {
    const { dimension } = column;
    const text = dimensionText(row, dimension);
    const entity = dimension.entity;
    const id = Number(row[column.key]);
    const page = entity && id > 0 ? pageFor(entity, user) : undefined;
    const open: MenuEntry[] = page
      ? [
          {
            kind: 'link',
            id: 'open',
            label: `Open ${entityNamed(entity ?? '')?.label.toLowerCase() ?? 'object'}`,
            icon: <ExternalLink />,
            link: <Link to={page} search={{ open: id }} />,
          },
        ]
      : [];
    return [
      { kind: 'heading', id: 'value', label: `${column.label}: ${shorten(text)}` },
      ...open,
      ...narrowing(row, column.key, text),
      ...listing(row, column.key),
      { kind: 'separator', id: 'line' },
    ];
  }

  function narrowing(row: ReportRow, key: string, text: string): MenuEntry[] {
    if (!search || !isDimensionKey(key)) return [];
    const only = narrowTo(search, row, key);
    const without = leaveOut(search, row, key);
    const entries: MenuEntry[] = [];
    if (only) {
      entries.push({
        id: 'only',
        label: `Show only ${shorten(text)}`,
        icon: <ListFilter />,
        onSelect: () => onChange(only),
      });
    }
    if (without) {
      const label = `Exclude ${shorten(text)}`;
      entries.push({ id: 'without', label, icon: <X />, onSelect: () => onChange(without) });
    }
    if (only) {
      const items = nextDimensions(search, key, user).map((next) => ({
        id: next.key,
        label: next.label,
        onSelect: () => {
          const part = breakDown(search, row, key, next.key);
          if (part) onChange(part);
        },
      }));
      entries.push({
        kind: 'element',
        id: 'down',
        element: <Submenu label="Break down by" icon={<Plus />} items={items} />,
      });
    }
    return entries;
  }

  function listing(row: ReportRow, key: string): MenuEntry[] {
    const kind = listedKindOf(key);
    const value = row[key];
    if (!kind || !mayDo(user, kind.list.name, 'update') || typeof value !== 'string' || value === '') return [];
    return [{ id: 'list', label: 'Add to list…', icon: <ListPlus />, onSelect: () => onList(key, [value]) }];
  }

  return (
    <RowMenu
      label="Cell actions"
      anchor={place?.anchor ?? null}
      onClose={onClose}
      items={place ? itemsOf(place) : []}
    />
  );
}

const maxCharacters = 40;

function shorten(text: string): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters - 1)}…`;
}
