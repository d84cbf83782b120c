import { companyOf } from '#model/reference/partners/companies.ts';
import { dimensionOf, type PartnersById, type ReportPlan } from '#reports/index.ts';
import type { EntityStore } from '#storage/entities/entityStore.ts';
import { reject, type Rejection } from '../route.ts';

/** Maximum objects with a partner: their ids are a part of the statement, whose length the data store limits. */
const maxObjects = 5000;

/** A plan with the partners of its objects, or the rejection. */
export type PlanWithPartners = { ok: true; plan: ReportPlan } | { ok: false; rejection: Rejection<422> };

/**
 * Reads the partners that are set for the objects of a plan's account, where the plan groups or filters by them. Rejects
 * a plan with more such objects than a statement can have.
 */
export async function withPartners(
  { entities }: { entities: Pick<EntityStore, 'listPartners'> },
  plan: ReportPlan,
): Promise<PlanWithPartners> {
  const { dimensions, filters } = plan.request;
  const scope = plan.scope.demandId === null ? 'all' : [plan.scope.demandId];
  const partners: PartnersById = {};
  for (const key of new Set([...dimensions, ...filters.map(({ dim }) => dim)])) {
    const { partnerOf, label } = dimensionOf(key);
    if (!partnerOf) continue;
    const found = await entities.listPartners(partnerOf, scope);
    if (found.length > maxObjects) {
      const index = dimensions.indexOf(key);
      const path = index >= 0 ? `dimensions.${index}` : `filters.${filters.findIndex(({ dim }) => dim === key)}.dim`;
      const message = `${label}: available for up to ${maxObjects.toLocaleString('en-US')} objects with a partner`;
      return { ok: false, rejection: reject(422, [{ code: 'too_big', message, path }]) };
    }
    partners[partnerOf] = new Map(found.map(({ id, partner }) => [id, companyOf(partner)?.id ?? '']));
  }
  return { ok: true, plan: Object.keys(partners).length === 0 ? plan : { ...plan, partners } };
}
