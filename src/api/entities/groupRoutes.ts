import { entityList, type Entity, type EntityName, isPartnered, type PartneredEntity } from '#model/index.ts';
import { companyOf } from '#model/reference/partners/companies.ts';
import type { ApiDeps } from '../deps.ts';
import { implement, ok, type Route } from '../route.ts';
import { figuresUnavailable, findRows, searchBy } from './findRows.ts';
import { groupContract, type RowGroup } from './groupContract.ts';
import { openFigures } from './listMetrics/figures.ts';
import { figuresOf } from './listRoutes.ts';

/** Routes of lists by partner, one for each entity whose rows have one. */
export function groupRoutes(deps: ApiDeps): Route[] {
  return entityList.filter(({ name }) => isPartnered(name as EntityName)).map((entity) => groupRoute(deps, entity));
}

type Group = Pick<RowGroup, 'value' | 'label'> & { values: Set<string>; ids: number[] };

function groupRoute(deps: ApiDeps, entity: Entity): Route {
  const name = entity.name as PartneredEntity;
  const read = openFigures(deps);
  return implement(groupContract(entity).groups, async ({ query, user }) => {
    const search = searchBy(deps, read, user);
    const [found, partners] = await Promise.all([
      findRows(search, name, query),
      search.entities.listPartners(name, search.scope),
    ]);
    if (found.type === 'figuresAway') return figuresUnavailable;
    const { ids, metrics } = found;
    const groups = groupsOf(ids, new Map(partners.map(({ id, partner }) => [id, partner])));
    return ok({
      groups: groups.map(({ ids: members, values, ...group }) => ({
        ...group,
        values: [...values],
        count: members.length,
        ...metrics?.totalsOf(members),
      })),
      total: ids.length,
      ...(query.metrics ? figuresOf({ ids, metrics }) : {}),
    });
  });
}

/** Groups rows by the company behind their partner: by name, rows without a partner last. */
function groupsOf(ids: readonly number[], partners: ReadonlyMap<number, string>): Group[] {
  const groups = new Map<string, Group>();
  for (const id of ids) {
    const partner = partners.get(id) ?? '';
    const company = companyOf(partner);
    const value = company?.id ?? partner;
    const group = groups.get(value) ?? { value, label: company?.name ?? value, values: new Set<string>(), ids: [] };
    group.values.add(partner === '' ? 'none' : partner);
    group.ids.push(id);
    groups.set(value, group);
  }
  const rank = ({ value }: Group) => Number(value === '');
  return [...groups.values()].sort(
    (one, other) => rank(one) - rank(other) || one.label.localeCompare(other.label, 'en'),
  );
}
