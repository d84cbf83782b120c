import { randomUUID } from 'node:crypto';
import { entities as model, type CampaignRow, type Fault, type Field } from '#model/index.ts';
import { validatorFor } from '../changes/validatorFor.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import { draftId } from './describeLoss.ts';
import type { ForecastRequest } from './forecastContract.ts';

/** A campaign as it would be stored, or all faults of its form. */
export type ValidatedDraft = { ok: true; campaign: CampaignRow } | { ok: false; faults: Fault[] };

/**
 * Validates a form as saving it would, without storing it. The name may be missing or in use. `existing`: the campaign
 * being changed; null for a new one.
 */
export async function validateDraft(
  { changeSets }: Pick<ApiDeps, 'changeSets'>,
  { user, author }: { user: SessionUser; author: Parameters<ApiDeps['log']['record']>[0] },
  existing: CampaignRow | null,
  values: ForecastRequest['values'],
): Promise<ValidatedDraft> {
  const change = {
    entity: 'campaign' as const,
    action: existing ? ('update' as const) : ('create' as const),
    ...(existing ? { id: existing.id } : {}),
    values: existing ? without(values, 'name') : { ...values, name: `Forecast ${randomUUID()}` },
  };
  const judge = validatorFor(user);
  const planned = await changeSets.apply([change], {
    author,
    scope: scopeOf(user),
    demandId: user.demandId,
    isDryRun: true,
    isPartial: false,
    validate: judge,
  });
  const faults = planned.results.flatMap((result) => result.faults).filter(({ path }) => path !== 'name');
  if (faults.length > 0) return { ok: false, faults: faults.map((fault) => ({ ...fault, path: pathOf(fault) })) };
  const judged = judge(change, change.values);
  const fresh = { id: draftId, demandId: user.demandId, cappedUntil: null };
  return { ok: true, campaign: { ...(existing ?? fresh), ...judged.values } as CampaignRow };
}

function without(values: ForecastRequest['values'], name: string): ForecastRequest['values'] {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
}

/** Moves the paths of faults under the values of the body. */
function pathOf({ path }: Fault): string {
  const known: Record<string, Field> = model.campaign.fields;
  return (path.split('.')[0] ?? '') in known ? `values.${path}` : path;
}
