import { Link } from '@tanstack/react-router';
import type { ObservedDeal } from '#api/deals/dealsContract.ts';
import { muted } from '../../entities/inventory/observedCells.tsx';
import { formatCount, formatDateTime } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/table/column.ts';
import { mediaTypesText, dealPriceText } from './dealText.ts';

export interface OfferedDealContext {
  /** Whole hours from UTC. */
  timezone: number;
  hidesMoney: true | undefined;
  /** Opens the form of a new deal; null for users who may not create deals. */
  onSetUp: ((seen: ObservedDeal) => void) | null;
}

const priceColumn: Column<ObservedDeal> = {
  id: 'price',
  header: 'Price (CPM)',
  hint: 'Floor or fixed price, as last declared in requests.',
  width: 190,
  cell: ({ terms }) => muted(terms ? dealPriceText(terms) : ''),
  title: ({ floorUsd, terms }) => (floorUsd !== null && terms?.currency !== 'USD' ? `$${floorUsd}` : undefined),
};

export function offeredDealColumns({ timezone, hidesMoney, onSetUp }: OfferedDealContext): Column<ObservedDeal>[] {
  return [
    {
      id: 'dealId',
      header: 'Deal ID',
      width: 240,
      grow: true,
      sortable: true,
      // White space is preserved, as it can be part of an ID.
      cell: ({ dealId }) => <span className="font-mono text-xs whitespace-pre">{dealId}</span>,
      title: ({ dealId }) => dealId,
    },
    ...(onSetUp ? [setUpColumn(onSetUp)] : []),
    {
      id: 'supplier',
      header: 'Supplier',
      width: 180,
      sortable: true,
      cell: ({ supplierId, supplierName }) => (
        <Link to="/suppliers" search={{ open: supplierId }} className="cell-link font-normal!">
          {supplierName}
        </Link>
      ),
    },
    count('day', 'Offers (24 h)', 'Imps that offered the deal in the last 24 hours.'),
    count('week', 'Offers (7 d)', 'Imps that offered the deal in the last seven days.'),
    ...(hidesMoney ? [] : [priceColumn]),
    { id: 'forms', header: 'Media types', width: 130, cell: ({ terms }) => muted(mediaTypesText(terms?.forms ?? [])) },
    list('seats', 'Seats', 'Buyer seats that may use the deal. Empty = all.'),
    list('adomains', 'Advertiser domains', 'Advertisers that may use the deal. Empty = all.'),
    {
      id: 'lastSeen',
      header: 'Last seen',
      width: 136,
      sortable: true,
      firstSort: 'desc',
      cell: ({ lastSeen }) => formatDateTime(lastSeen, timezone),
    },
  ];
}

function setUpColumn(onSetUp: (seen: ObservedDeal) => void): Column<ObservedDeal> {
  return {
    id: 'setUp',
    header: 'Action',
    width: 132,
    cell: (row) => (
      <Button
        size="sm"
        aria-label={`Configure deal ${row.dealId} from ${row.supplierName}`}
        onClick={() => onSetUp(row)}
      >
        Configure deal
      </Button>
    ),
  };
}

function count(id: 'day' | 'week', header: string, hint: string): Column<ObservedDeal> {
  return {
    id,
    header,
    hint,
    align: 'end',
    width: 120,
    sortable: true,
    firstSort: 'desc',
    cell: (row) => formatCount(row[id]),
  };
}

function list(id: 'seats' | 'adomains', header: string, hint: string): Column<ObservedDeal> {
  return {
    id,
    header,
    hint,
    width: id === 'seats' ? 110 : 180,
    cell: ({ terms }) => muted(terms?.[id].join(', ') ?? ''),
    title: ({ terms }) => terms?.[id].join('\n') || undefined,
  };
}
