import type { ApiDeps } from '../deps.ts';
import { channelTagOf } from '../entities/channelTagRoute.ts';
import { accountOf } from '../profile/readProfile.ts';
import type { SessionUser } from '../session/sessionContract.ts';
import type { PartnerSteps } from './dashboardContract.ts';
import type { AlertDeps } from './readAlerts.ts';
import { readCounted, readRows, readTraffic, type StepContext } from './readFirstSteps.ts';

/** Maximum channels whose ad tag is shown. */
const maxChannels = 20;

/**
 * Reads the steps of a sub-publisher or an advertiser to its first counted ad. Most are the account's to do, so they
 * have no IDs: a partner opens no rows.
 */
export async function readPartnerSteps(
  deps: AlertDeps & Pick<ApiDeps, 'config'>,
  user: SessionUser,
): Promise<PartnerSteps> {
  const demandId = accountOf(user);
  const { entities, read, now } = deps;
  // States need figures of the whole account; only whether a step is done leaves this function.
  const context: StepContext = { entities, read, user: { role: 'demand', demandId }, scope: [demandId], now: now() };
  return user.type === 'sub'
    ? readPublisherSteps({ ...context, filters: { subpublisherId: [user.subpublisherId ?? 0] } }, demandId, deps)
    : readAdvertiserSteps({ ...context, filters: { advertiserId: [user.advertiserId ?? 0] } });
}

async function readPublisherSteps(
  context: StepContext,
  demandId: number,
  { entities, config }: Pick<ApiDeps, 'entities' | 'config'>,
): Promise<PartnerSteps> {
  const [channel, traffic, account] = await Promise.all([
    readRows(context, 'channel'),
    readTraffic(context, 'channel'),
    entities.get('demand', demandId, [demandId]),
  ]);
  const rows = await entities.listById('channel', channel.ids.slice(0, maxChannels), { scope: [demandId] });
  return {
    steps: [
      { step: 'channel', isDone: channel.newest !== null, id: null },
      { step: 'demand', isDone: channel.working !== null, id: null },
      { step: 'request', isDone: traffic.isCalled, id: null },
      { step: 'impression', isDone: traffic.isShown, id: null },
    ],
    channels: rows.map((row) => ({
      id: row.id,
      name: row.name,
      tagUrl: channelTagOf(row, account, config.ADS_URL).fullUrl,
    })),
  };
}

async function readAdvertiserSteps(context: StepContext): Promise<PartnerSteps> {
  // Calls belong to channels and suppliers: a campaign or tag has none.
  const [campaign, tag, creative, ...counted] = await Promise.all([
    readRows(context, 'campaign'),
    readRows(context, 'tag'),
    readRows(context, 'creative'),
    readCounted(context, 'campaign', ['imps']),
    readCounted(context, 'tag', ['imps']),
  ]);
  // The ads of tags come from the advertiser's own server.
  const hasAds = creative.working !== null || tag.working !== null;
  return {
    steps: [
      { step: 'creative', isDone: hasAds, id: null },
      { step: 'campaign', isDone: campaign.working !== null || tag.working !== null, id: null },
      { step: 'impression', isDone: counted.some((has) => has('imps')), id: null },
    ],
    channels: [],
  };
}
