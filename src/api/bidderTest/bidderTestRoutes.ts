import { mayRead } from '#model/index.ts';
import {
  bidderTestLifetimeMs,
  bidderTestPath,
  type BidderTestOrder,
  type BidderTestRecord,
} from '#model/demand/bidderTest.ts';
import { createUrlSealer } from '#serving/notices/urlSealer.ts';
import type { ApiDeps } from '../deps.ts';
import { scopeOf } from '../entities/scopeOf.ts';
import { implement, notFound, ok, reject, type Route } from '../route.ts';
import { deviceProfiles } from '../vastTester/deviceProfiles.ts';
import { limitPerUser } from '../vastTester/limitPerUser.ts';
import { testDevice } from '../vastTester/testDevice.ts';
import { bidderTestContract } from './bidderTestContract.ts';
import { describeBidderTest } from './describeBidderTest.ts';

/** Maximum duration of a test, in ms: ad serving waits for the row and then for the bidder. */
const timeoutMs = 15_000;
/** Maximum concurrent tests per user, since each calls a URL that the user provides. */
const maxConcurrent = 4;

const tooMany = reject(
  429,
  [{ code: 'too_many_at_once', message: 'Several of your tests are running. Wait until one of them ends.', path: '' }],
  { 'retry-after': '5' },
);

const isVast = reject(422, [
  {
    code: 'no_bidder',
    message: 'This is a VAST tag, which gets no bid requests. Test its VAST instead.',
    path: 'tagId',
  },
]);

const unreachable = reject(503, [
  { code: 'serving_unreachable', message: 'Ad serving cannot be reached. Try again in a moment.', path: '' },
]);

const unknownTag = reject(503, [
  { code: 'not_served_yet', message: 'Ad serving does not know this tag yet. Try again in a moment.', path: '' },
]);

/**
 * Tests of bidders. Ad serving sends the bid request, with its own code and from its own address; it takes only orders
 * that are sealed here.
 */
export function bidderTestRoutes({ config, entities, now, logger }: ApiDeps): Route[] {
  const paced = limitPerUser(maxConcurrent);
  const sealer = createUrlSealer({ secret: config.secret, lifetimeMs: bidderTestLifetimeMs, use: 'bidder tests' });

  async function send(order: BidderTestOrder, signal: AbortSignal): Promise<BidderTestRecord | null> {
    const body = sealer.seal(JSON.stringify(order), now().getTime());
    const answer = await fetch(`${config.ADS_URL}${bidderTestPath}`, {
      method: 'POST',
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (answer.status === 404) return null;
    if (!answer.ok) throw new Error(`ad serving responded with ${answer.status}`);
    return (await answer.json()) as BidderTestRecord;
  }

  return [
    implement(bidderTestContract.testBidder, async ({ body, user, ip, requestId, signal }) => {
      const { tagId, channelId, mediaType = null, device: id, params } = body;
      const scope = scopeOf(user);
      const tag = mayRead(user, 'tag') ? await entities.get('tag', tagId, scope) : null;
      if (!tag) return notFound();
      if (tag.integration === 'VAST') return isVast;
      const mayUseChannel = channelId !== undefined && mayRead(user, 'channel');
      const channel = mayUseChannel ? await entities.get('channel', channelId, scope) : null;
      if (channelId !== undefined && channel?.demandId !== tag.demandId) return notFound();
      const device = testDevice({ id, params, ip, caller: 'server', now: now(), random: 0, testId: requestId });
      const profile = deviceProfiles.find((each) => each.id === id) ?? deviceProfiles[0];
      const order: BidderTestOrder = {
        tag: { id: tag.id, version: tag.version },
        channel: channel && { id: channel.id, version: channel.version },
        environment: profile.environment,
        mediaType,
        params: Object.fromEntries(device.params),
        address: ip,
      };
      try {
        const record = await paced(user.id, async () => ({ sent: await send(order, signal) }));
        if (record === null) return tooMany;
        return record.sent === null ? unknownTag : ok(describeBidderTest(record.sent));
      } catch (error) {
        logger.warn(error);
        return unreachable;
      }
    }),
  ];
}
