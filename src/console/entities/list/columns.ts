import type { Entity, Field, FieldKind } from '#model/index.ts';
import { isAttachable } from '#model/entity/rowStates.ts';
import { figuresOf, type ListFigure } from './listFigures.ts';

/** A column of an entity's list. Fields the server keeps beside the definition come as instants and the id. */
export interface ListColumn {
  name: string;
  label: string;
  field: Field;
  isShownAtFirst: boolean;
  /** What it shows in place of a field. */
  figure?: ListFigure;
}

const beside: readonly ListColumn[] = (
  [
    ['updatedAt', 'Updated', true],
    ['createdAt', 'Created', false],
  ] as const
).map(([name, label, isShownAtFirst]) => ({
  name,
  label,
  isShownAtFirst,
  field: { kind: 'instant', label } as Field,
}));

const idColumn: ListColumn = {
  name: 'id',
  label: 'ID',
  isShownAtFirst: false,
  field: { kind: 'uid', label: 'ID' } as Field,
};

/** Whose a row of a shared list is. */
const ownerColumn: ListColumn = {
  name: 'demandId',
  label: 'Owner',
  isShownAtFirst: true,
  field: { kind: 'reference', label: 'Owner', target: 'demand' } as Field,
};

/** How many objects carry a row. */
const usesColumn: ListColumn = {
  name: 'uses',
  label: 'Used by',
  isShownAtFirst: true,
  field: { kind: 'integer', label: 'Used by', help: 'Objects of the account that use it.' } as Field,
};

/** How far the budget of a campaign is used up. */
const pacingColumn: ListColumn = {
  name: 'delivered',
  label: 'Delivered',
  isShownAtFirst: true,
  field: {
    kind: 'percent',
    label: 'Delivered',
    help: 'Share of the budget that is used: of the flight budget or, without one, of today’s. The mark shows the share of the time that has passed. Sort to see the campaigns furthest behind first.',
  } as Field,
};

/** What a creative looks like. */
const thumbnailColumn: ListColumn = {
  name: 'look',
  label: 'Ad',
  isShownAtFirst: true,
  field: {
    kind: 'structure',
    label: 'Ad',
    help: 'Image or video frame. Click for the preview.',
  } as Field,
};
/** What came of a deal: how often it was offered to us, and why bids under it came to nothing. */
const trafficColumns: readonly ListColumn[] = [
  {
    name: 'seen',
    label: 'Offers (24 h)',
    isShownAtFirst: true,
    field: {
      kind: 'integer',
      label: 'Offers (24 h)',
      help: 'Impressions that suppliers offered under this deal in the last 24 hours.',
    } as Field,
  },
  {
    name: 'lostBy',
    label: 'Top loss reason',
    isShownAtFirst: true,
    field: {
      kind: 'text',
      label: 'Top loss reason',
      help: 'The most frequent reason why bids under this deal failed in the last 24 hours.',
    } as Field,
  },
];

function figureColumn(figure: ListFigure): ListColumn {
  const { key, label, help, isLite = false } = figure;
  return { name: key, label, field: { kind: 'integer', label, help } as Field, isShownAtFirst: isLite, figure };
}

/** Every column that a list of the entity can show, in order: status and name first, then the definition's order. */
export function columnsOf(entity: Entity): ListColumn[] {
  const columns = Object.entries(entity.fields)
    .filter(([, field]) => field.column !== 'none')
    .map(([name, field]): ListColumn => {
      return { name, label: field.label, field, isShownAtFirst: field.column !== 'optional' };
    });
  const leading = ['status', 'name'];
  const rank = (column: ListColumn) => (leading.includes(column.name) ? leading.indexOf(column.name) : leading.length);
  const sorted = columns.map((column, index) => ({ column, index }));
  sorted.sort((a, b) => rank(a.column) - rank(b.column) || a.index - b.index);
  const [first, second, ...rest] = sorted.map((each) => each.column);
  const owner = entity.ownedBy === 'shared' ? [ownerColumn] : [];
  const figures = figuresOf(entity.name).map(figureColumn);
  const uses = isAttachable(entity.name) ? [usesColumn] : [];
  const pacing = entity.name === 'campaign' ? [pacingColumn] : [];
  const thumbnail = entity.name === 'creative' ? [thumbnailColumn] : [];
  const [seen = [], lostBy = []] = entity.name === 'deal' ? trafficColumns.map((column) => [column]) : [];
  // Figures stand beside whom a row belongs to and what it costs; its other settings come after them.
  const isBefore = ({ field }: ListColumn) =>
    figures.length === 0 || field.column === 'leading' || kindsBeforeFigures.includes(field.kind);
  const before = rest.filter(isBefore);
  const after = rest.filter((column) => !before.includes(column));
  return [
    first,
    second,
    idColumn,
    ...owner,
    ...thumbnail,
    ...pacing,
    ...before,
    ...seen,
    ...figures,
    ...lostBy,
    ...after,
    ...uses,
    ...beside,
  ].filter((column) => column !== undefined);
}

const kindsBeforeFigures: readonly FieldKind[] = ['reference', 'money', 'percent'];

/** Whether a column is no field, but computed for lists alone: files do not have it, and of these lists can be sorted by what campaigns have delivered alone. */
export function isComputed(name: string): boolean {
  return [usesColumn, pacingColumn, thumbnailColumn, ...trafficColumns].some((column) => column.name === name);
}

/** The columns to show: those named and known, the name always among them; else those shown at first. */
export function shownColumns(columns: readonly ListColumn[], names: string | undefined): ListColumn[] {
  const requested = names?.split(',') ?? [];
  const hasRequested = columns.some((column) => requested.includes(column.name));
  return columns.filter(
    (column) => column.name === 'name' || (hasRequested ? requested.includes(column.name) : column.isShownAtFirst),
  );
}
