import { Link } from '@tanstack/react-router';
import { Handshake, Unlink } from 'lucide-react';
import type { UsesResponse } from '#api/uses/usesContract.ts';
import { entities, type EntityName } from '#model/index.ts';
import { useUser } from '../../frame/session.ts';
import { formatCount } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../frame/errors/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { pageFor } from '#model/entity/entityPages.ts';
import { FieldLink } from '../form/FieldLink.tsx';
import { statusName } from '../statusLabels.ts';
import type { EntityRow } from '../useEntity.ts';
import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { ApiContext } from '../../lib/apiContext.ts';

/** The objects that use a row, by entity, with links to their pages. */
export function UsesTab({ entity, row }: { entity: EntityName; row: EntityRow }) {
  const { data, error, refetch, isFetching } = useUses(entity, row.id);
  if (!data && error) {
    return <LoadError title="Error on load data" query={{ error, refetch, isFetching }} />;
  }
  if (!data) return <Skeleton className="h-24" />;
  const used = data.filter(({ total }) => total > 0);
  if (used.length === 0 && entity === 'deal' && row['side'] === 'sell') return <BuyersOfDeal row={row} />;
  if (used.length === 0) {
    return (
      <EmptyState
        className="rounded-lg border border-dashed"
        icon={<Unlink />}
        title="Not used"
        text={`No tag, channel or other object uses this ${entities[entity].label.toLowerCase()}, so it has no effect yet.`}
        action={<UserLinks uses={data} />}
      />
    );
  }
  return (
    <div className="flex flex-col gap-5">
      {used.map((use) => (
        <Use key={`${use.entity}.${use.field}`} use={use} />
      ))}
    </div>
  );
}

/** The tags and ad exchanges that a sell deal is offered to, which are fields of the deal. */
function BuyersOfDeal({ row }: { row: EntityRow }) {
  const buyers = [
    { field: 'tagIds', entity: entities.tag },
    { field: 'adexchangeIds', entity: entities.adexchange },
  ].map(({ field, entity: { label, pluralLabel } }) => {
    const ids = row[field];
    const count = Array.isArray(ids) ? ids.length : 0;
    return {
      field,
      pluralLabel,
      count,
      text: `${formatCount(count)} ${(count === 1 ? label : pluralLabel).toLowerCase()}`,
    };
  });
  const offered = buyers.filter(({ count }) => count > 0);
  return (
    <EmptyState
      className="rounded-lg border border-dashed"
      icon={offered.length > 0 ? <Handshake /> : <Unlink />}
      title={offered.length > 0 ? `Offered to ${offered.map(({ text }) => text).join(' and ')}` : 'Not offered'}
      text={
        offered.length > 0
          ? 'A sell deal is used by the tags and ad exchanges selected in it.'
          : 'No tag or ad exchange is selected in this deal, so no buyer can use it yet.'
      }
      action={buyers.map(({ field, pluralLabel }) => (
        <FieldLink key={field} field={field} replace className={buttonClass('secondary', 'sm')}>
          {pluralLabel}
        </FieldLink>
      ))}
    />
  );
}

/** Links to the objects that could use a row. */
function UserLinks({ uses }: { uses: UsesResponse }) {
  const user = useUser();
  const pages = new Map(uses.map(({ entity }) => [pageFor(entity, user), entities[entity].pluralLabel.toLowerCase()]));
  return [...pages].map(([page, many]) =>
    page === undefined ? null : (
      <Link key={page} to={page} className={buttonClass('secondary', 'sm')}>
        View {many}
      </Link>
    ),
  );
}

function Use({ use }: { use: UsesResponse[number] }) {
  const user = useUser();
  const { label, pluralLabel } = entities[use.entity];
  const page = pageFor(use.entity, user);
  const name = `${use.total === 1 ? label : pluralLabel}: ${use.label.toLowerCase()}`;
  const unnamed = use.total - use.rows.length;
  return (
    <section aria-label={name}>
      <h3 className="mb-1.5 flex items-center gap-2 text-sm font-medium">
        {name} <Badge>{formatCount(use.total)}</Badge>
      </h3>
      <ul className="divide-y rounded-lg border text-sm">
        {use.rows.map((each) => (
          <li key={each.id} className="flex items-center justify-between gap-3 px-3 py-2">
            {page ? (
              <Link to={page} search={{ open: each.id }} className="cell-link min-w-0 truncate font-normal!">
                {each.name}
              </Link>
            ) : (
              <span className="min-w-0 truncate">{each.name}</span>
            )}
            <StatusPill status={statusName(each.status)} />
          </li>
        ))}
        {unnamed > 0 ? <li className="px-3 py-2 text-muted">and {formatCount(unnamed)} more</li> : null}
      </ul>
    </section>
  );
}

/** Fetches the objects that use a row. Refetched after each change of any object. */
function useUses(entity: EntityName, id: number) {
  const api = use(ApiContext);
  return useQuery({
    queryKey: ['entity', entity, 'uses', id],
    queryFn: ({ signal }) => api.get('/api/{entity}/{id}/uses', { entity: entities[entity], params: { id }, signal }),
  });
}
