import { Link } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import type { Field, FieldKind, Reader } from '#model/index.ts';
import { lazyChunk } from '../../frame/errors/lazyChunk.ts';
import {
  formatAmount,
  formatExactAmount,
  formatCount,
  formatDateTime,
  formatPercent,
  NOTHING,
} from '../../lib/format.ts';
import { offsetLabel } from '../../lib/offsetTime.ts';
import { structureText } from '../../structures/structureText.ts';
import { Badge } from '../../ui/Badge.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { asNumbers, asTexts } from '../form/asList.ts';
import { asText } from '../form/asText.ts';
import { ReferencesCell } from '../controls/ReferencesCell.tsx';
import { pageFor } from '#model/entity/entityPages.ts';
import { statusName } from '../statusLabels.ts';
import type { EntityRow } from '../useEntity.ts';

/** A value with the row around it. */
interface CellProps {
  name: string;
  field: Field;
  value: unknown;
  row: EntityRow;
  /** UTC offset of the user in whole hours. */
  timezone: number;
  /** The user: cells link only to pages that it may open. */
  reader: Reader;
}

/** How a list shows a field kind. */
export interface CellView {
  /** A function, not a component: a page renders hundreds of cells. */
  cell: (props: CellProps) => ReactNode;
  /** True for right-aligned numbers. */
  isNumeric?: boolean;
  /** Column width in pixels. */
  width: number;
}

const nothing = <span className="cell-muted">{NOTHING}</span>;

/** Cell of a field that does not apply to its row. */
export const notApplicable: ReactNode = nothing;

/** A choice's label up to its colon; the title has the whole. */
const chosen = (label: string) =>
  label === '' ? nothing : <span title={label}>{label.slice(0, /: /.exec(label)?.index)}</span>;

const plain = (text: string) => (text === '' ? nothing : <span title={text}>{text}</span>);
/** The parts of a text as badges. */
const parted = (text: string, separator: string) =>
  text === '' ? (
    nothing
  ) : (
    <span title={text} className="flex gap-1 overflow-hidden">
      {text.split(separator).map((part, index) => (
        <Badge key={index} className="shrink-0">
          {part}
        </Badge>
      ))}
    </span>
  );
const mono = (text: string) => (
  <span title={text} className="font-mono text-xs">
    {text}
  </span>
);
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** Formats a whole number with its unit. */
function integerText(value: number | null, unit: string | undefined): string {
  if (value !== null && unit === 'hours from UTC') return offsetLabel(value);
  return `${formatCount(value)}${unit === 'ms' ? ' ms' : ''}`;
}

function moneyCell({ field, value }: CellProps): ReactNode {
  const amount = textOf(value);
  return <span title={formatExactAmount(amount, field.unit)}>{formatAmount(amount, field.unit)}</span>;
}

function referenceCell({ name, field, value, row, reader }: CellProps): ReactNode {
  if (typeof value !== 'number') return nothing;
  const label = row.names?.[name] ?? `#${value}`;
  const page = pageFor(field.target, reader);
  if (!page) return <span title={label}>{label}</span>;
  return (
    <Link to={page} search={{ open: value }} title={label} className="cell-link font-normal!">
      {label}
    </Link>
  );
}

// Labels come with the reference data, which is large; until it is loaded, the cell shows the count.
const TreeCell = lazyChunk(() => import('../controls/TreeCell.tsx'), 'TreeCell');

function treeCell({ field, value }: CellProps): ReactNode {
  const ids = asTexts(value);
  if (ids.length === 0 || !field.tree) return nothing;
  return (
    <Suspense fallback={<span className="tnum">{ids.length} chosen</span>}>
      <TreeCell tree={field.tree} ids={ids} />
    </Suspense>
  );
}

function referencesCell({ field, value }: CellProps): ReactNode {
  const ids = asNumbers(value);
  return ids.length === 0 ? nothing : <ReferencesCell target={field.target ?? ''} ids={ids} />;
}

/** How a list shows every field kind. */
export const cells: Record<FieldKind, CellView> = {
  text: {
    width: 200,
    cell: ({ field, value }) => (field.parts ? parted(asText(value), field.parts) : plain(asText(value))),
  },
  url: { width: 240, cell: ({ value }) => (value === '' ? nothing : mono(asText(value))) },
  xml: { width: 90, cell: ({ value }) => (value === '' ? nothing : `${Math.ceil(asText(value).length / 1024)} KB`) },
  integer: {
    width: 96,
    isNumeric: true,
    cell: ({ field, value }) => integerText(numberOf(value), field.unit),
  },
  money: { width: 104, isNumeric: true, cell: moneyCell },
  percent: { width: 104, isNumeric: true, cell: ({ value }) => formatPercent(numberOf(value)) },
  choice: {
    width: 140,
    cell: ({ field, value }) => chosen(field.choices?.find((choice) => choice.value === value)?.label ?? asText(value)),
  },
  flag: { width: 84, cell: ({ value }) => (value === true ? 'Yes' : <span className="cell-muted">No</span>) },
  reference: { width: 170, cell: referenceCell },
  references: { width: 170, cell: referencesCell },
  date: { width: 104, cell: ({ value }) => (textOf(value) ? <span className="tnum">{textOf(value)}</span> : nothing) },
  texts: { width: 96, isNumeric: true, cell: ({ value }) => formatCount(asTexts(value).length) },
  tree: { width: 200, cell: treeCell },
  structure: { width: 200, cell: ({ field, value }) => plain(structureText(field.structure, value) ?? '') },
  status: { width: 104, cell: ({ value }) => <StatusPill status={statusName(value)} /> },
  uid: { width: 150, cell: ({ value }) => mono(asText(value)) },
  instant: {
    width: 148,
    cell: ({ value, timezone }) => <span className="cell-muted tnum">{formatDateTime(textOf(value), timezone)}</span>,
  },
};
