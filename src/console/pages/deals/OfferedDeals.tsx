import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Radar, SearchX } from 'lucide-react';
import { useCallback, useMemo, useState, use } from 'react';
import type { ObservedDeal } from '#api/deals/dealsContract.ts';
import { deal, mayDo } from '#model/index.ts';
import { EntityDrawer } from '../../entities/EntityDrawer.tsx';
import type { FormTab } from '../../entities/form/FormTab.ts';
import { removeDraft } from '../../entities/form/drafts.ts';
import { InventoryView } from '../../entities/inventory/InventoryView.tsx';
import { useUser } from '../../frame/session.ts';
import { sessionStore } from '../../lib/browserStorage.ts';
import { formatCount } from '../../lib/format.ts';
import { useSharedList } from '../../lib/lists.ts';
import { useDelayed } from '../../lib/useDelayed.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Combobox } from '../../ui/picker/Combobox.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { DealViews } from './DealViews.tsx';
import { dealPreset } from './dealPreset.ts';
import {
  changedOfferedSearch,
  offeredDealsQuery,
  offeredSearchSchema,
  type OfferedSearchChange,
} from './dealsSearch.ts';
import { dealTabs } from './dealTabs.ts';
import { offeredDealColumns } from './offeredDealColumns.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiContext } from '../../lib/apiContext.ts';

const none = () => [];
const noTabs: readonly FormTab[] = [];

/** Offered deals that are not configured, the most frequent first. Each can be configured here. */
export function OfferedDeals() {
  const user = useUser();
  const { id: userId, timezone, hidesMoney } = user;
  const navigate = useNavigate();
  const search = offeredSearchSchema.parse(useSearch({ strict: false }));
  const change = useCallback(
    (part: OfferedSearchChange, options: { replace?: boolean } = {}) => {
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => changedOfferedSearch(offeredSearchSchema.parse(before), part),
        replace: options.replace ?? false,
        resetScroll: false,
      });
    },
    [navigate],
  );
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = useOfferedDeals(offeredDealsQuery(search));
  const [chosen, setChosen] = useState<ObservedDeal | null>(null);
  const canCreate = mayDo(user, 'deal', 'create');
  const setUp = useCallback(
    (seen: ObservedDeal) => {
      // An unsaved draft of another deal must not appear in this deal's form.
      removeDraft(sessionStore, { userId, entity: deal.name, id: null });
      setChosen(seen);
      change({ open: 'new', tab: undefined });
    },
    [userId, change],
  );
  const columns = useMemo(
    () => offeredDealColumns({ timezone, hidesMoney, onSetUp: canCreate ? setUp : null }),
    [timezone, hidesMoney, canCreate, setUp],
  );
  const { data: suppliers } = useSharedList('supplier');
  const hasSuppliers = suppliers?.length !== 0;
  const isLate = useDelayed(isPending);
  const isStale = useDelayed(isPlaceholderData && isFetching);
  const isNarrowed = search.q !== undefined || search.supplierId !== undefined;
  const sort = search.sort ?? '-day';
  return (
    <>
      <InventoryView
        title="Deals"
        views={<DealViews isObserved />}
        about={aboutOf(data?.others.day ?? 0)}
        noun="deals"
        searched="Part of the deal ID"
        filters={<SupplierFilter id={search.supplierId} onChange={(supplierId) => change({ supplierId })} />}
        search={search}
        sort={{ id: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'desc' : 'asc' }}
        columns={columns}
        rows={data?.rows ?? null}
        rowId={({ supplierId, dealId }) => `${supplierId} ${dealId}`}
        total={data?.total ?? 0}
        totals={null}
        isLoading={isLate}
        isStale={isStale}
        onChange={change}
        empty={
          error && !data ? (
            <LoadError title="The deals could not be loaded" query={{ error, refetch, isFetching }} />
          ) : isPending ? null : isNarrowed ? (
            <EmptyState
              icon={<SearchX />}
              title="No deals match"
              text="No offered deal matches these filters."
              action={<Button onClick={() => change({ q: undefined, supplierId: undefined })}>Show all</Button>}
            />
          ) : (
            <EmptyState
              icon={<Radar />}
              title="No deals to configure"
              text={
                hasSuppliers
                  ? 'All deals that suppliers offered in the last seven days are configured.'
                  : 'Deals are offered by suppliers. Add a supplier first.'
              }
              action={
                hasSuppliers ? null : (
                  <Link to="/suppliers" className={buttonClass('secondary', 'md')}>
                    Suppliers
                  </Link>
                )
              }
            />
          )
        }
      />
      <EntityDrawer
        // A form of its own for each deal.
        key={chosen ? `${chosen.supplierId} ${chosen.dealId}` : ''}
        entity={deal}
        open={canCreate ? search.open : undefined}
        tab={search.tab}
        field={undefined}
        preset={chosen ? dealPreset(chosen) : {}}
        rowTabs={dealTabs}
        valueTabs={noTabs}
        links={none}
        moreActions={none}
        onTab={(tab) => change({ tab }, { replace: true })}
        onOpen={(open, options) => {
          if (typeof open !== 'number') return change({ open, tab: undefined });
          void navigate({ to: '/deals', search: { open, ...(options?.tab ? { tab: options.tab } : {}) } });
        }}
      />
    </>
  );
}

function aboutOf(others: number): string {
  const text = 'Deals that suppliers offered in the last seven days and that are not configured yet.';
  if (others === 0) return text;
  return `${text} Offers in the last 24 hours of deal IDs that are not listed: ${formatCount(others)}.`;
}

function SupplierFilter({ id, onChange }: { id: number | undefined; onChange: (id: number | undefined) => void }) {
  const { data } = useSharedList('supplier');
  return (
    <div className="w-56">
      <Combobox
        aria-label="Supplier"
        placeholder="Any supplier"
        options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={id ?? null}
        clearable
        onChange={(value) => onChange(value ?? undefined)}
      />
    </div>
  );
}

/**
 * A page of offered deals that are not configured. Previous rows stay until the next page has loaded. Refetched after
 * changes of deals.
 */
function useOfferedDeals(query: ReturnType<typeof offeredDealsQuery>) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['entity', 'deal', 'observed', query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.get('/api/demand/deals/observed', { query, signal }),
  });
}
