import type { Entity, Field } from '#model/index.ts';
import { isAttachable } from '#model/entity/rowStates.ts';
import { figuresOf, type ListFigure } from './listFigures.ts';

/**
 * A column of an entity's list. Fields that the server stores beside the definition are of the kinds instant and uid.
 */
export interface ListColumn {
  name: string;
  label: string;
  field: Field;
  isShownAtFirst: boolean;
  /** The figure that it shows instead of a field. */
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

/** The account that owns a row of a shared list. */
const ownerColumn: ListColumn = {
  name: 'demandId',
  label: 'Owner',
  isShownAtFirst: true,
  field: { kind: 'reference', label: 'Owner', target: 'demand' } as Field,
};

/** Number of objects that use a row. */
const usesColumn: ListColumn = {
  name: 'uses',
  label: 'Used by',
  isShownAtFirst: true,
  field: { kind: 'integer', label: 'Used by', help: 'Objects of the account that use it.' } as Field,
};

/** The delivered share of a campaign's budget. */
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

/** A creative's thumbnail. */
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
/** A deal's traffic: how often it was offered to us, and why bids under it were lost. */
const trafficColumns: readonly ListColumn[] = [
  {
    name: 'offers',
    label: 'Offers (24 h)',
    isShownAtFirst: true,
    field: {
      kind: 'integer',
      label: 'Offers (24 h)',
      formerNames: ['seen'] as readonly string[],
      help: 'Imps in which suppliers offered this deal in the last 24 hours.',
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

/** All columns of an entity's list, in order: status and name, figures, then the order of the definition. */
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
  const figures = figuresOf(entity).map(figureColumn);
  const uses = isAttachable(entity.name) ? [usesColumn] : [];
  const pacing = entity.name === 'campaign' ? [pacingColumn] : [];
  const thumbnail = entity.name === 'creative' ? [thumbnailColumn] : [];
  const [offers = [], lostBy = []] = entity.name === 'deal' ? trafficColumns.map((column) => [column]) : [];
  const leads = ({ field }: ListColumn) => figures.length > 0 && field.column === 'leading';
  return [
    first,
    second,
    idColumn,
    ...owner,
    ...thumbnail,
    ...pacing,
    ...offers,
    ...figures,
    ...rest.filter(leads),
    ...lostBy,
    ...rest.filter((column) => !leads(column)),
    ...uses,
    ...beside,
  ].filter((column) => column !== undefined);
}

/**
 * True for columns that are computed for lists rather than stored. Exports do not contain them, and of these only the
 * delivered share of campaigns can be sorted by.
 */
export function isComputed(name: string): boolean {
  return [usesColumn, pacingColumn, thumbnailColumn, ...trafficColumns].some((column) => column.name === name);
}

/** The columns to show: the known ones of the given names, always with the name; otherwise the default. */
export function shownColumns(columns: readonly ListColumn[], names: string | undefined): ListColumn[] {
  const requested = names?.split(',') ?? [];
  const isRequested = ({ name, field }: ListColumn) =>
    [name, ...(field.formerNames ?? [])].some((each) => requested.includes(each));
  const hasRequested = columns.some(isRequested);
  return columns.filter(
    (column) => column.name === 'name' || (hasRequested ? isRequested(column) : column.isShownAtFirst),
  );
}
