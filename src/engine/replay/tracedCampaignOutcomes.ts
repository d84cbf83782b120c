import type { TraceBody } from '#model/index.ts';
import { campaignsId } from '../plan/buyer.ts';
import type { CampaignOutcome } from '../buying/ownBids.ts';

type OutcomesByImp = Record<string, CampaignOutcome[]>;

/** The outcomes of the campaigns evaluated for a traced request; null where they are not recorded. */
export function tracedCampaignOutcomes({ auction }: TraceBody): CampaignOutcome[] | null {
  const call = auction?.calls.find(({ kind, tagIds }) => kind === 'bids' && tagIds.includes(campaignsId));
  if (!call || call.isCut || call.text === '') return null;
  const { ext } = JSON.parse(call.text) as { ext?: Partial<Record<'outcomes' | 'fates', OutcomesByImp>> };
  // Earlier versions called them `fates`.
  return (ext?.outcomes ?? ext?.fates)?.[String(auction?.offered?.imp['id'])] ?? null;
}
