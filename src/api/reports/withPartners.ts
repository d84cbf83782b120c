import { companyOf } from '#model/reference/partners/companies.ts';
import { dimensionOf, type PartnersById, type ReportPlan } from '#reports/index.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';

/** Reads the partners that are set for the objects of a plan's account, where the plan groups or filters by them. */
export async function withPartners(
  { entities }: { entities: Pick<EntityStore, 'listPartners'> },
  plan: ReportPlan,
): Promise<ReportPlan> {
  const { dimensions, filters } = plan.request;
  const scope = plan.scope.demandId === null ? 'all' : [plan.scope.demandId];
  const partners: PartnersById = {};
  for (const key of new Set([...dimensions, ...filters.map(({ dim }) => dim)])) {
    const { partnerOf } = dimensionOf(key);
    if (!partnerOf) continue;
    const found = await entities.listPartners(partnerOf, scope);
    partners[partnerOf] = new Map(found.map(({ id, partner }) => [id, companyOf(partner)?.id ?? '']));
  }
  return Object.keys(partners).length === 0 ? plan : { ...plan, partners };
}
