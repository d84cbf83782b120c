import { readQuery } from '#standards/readQuery.ts';
import { creativeIdentity } from '#standards/vast/creativeIdentity.ts';
import { readAnswer } from '../answer.ts';
import type { AuctionSetting } from '../auction.ts';
import type { ChannelPlan } from '../plan.ts';
import { readTraits, type RequestHeaders } from '../targeting/readTraits.ts';

/** The setting of an auction for a request at `now`, without caches. */
export function buildSetting(
  plan: ChannelPlan,
  { seed = 1, query = '', headers = {}, now = 0 }: Partial<Pick<AuctionSetting, 'seed'>> & SketchedRequest = {},
): AuctionSetting {
  return {
    plan,
    seed,
    readStored: (tag) => readAnswer(tag.vastXml),
    storedCreative(tag) {
      const answer = readAnswer(tag.vastXml);
      return answer.kind === 'inline' ? creativeIdentity(answer.ad).ids : [];
    },
    traits: readTraits(
      { query: readQuery(`/vast/a?${query}`), headers, peer: '198.51.100.1' },
      { environment: plan.environment, zoneHours: plan.zoneHours, now },
    ),
  };
}

/** A request to a channel. */
interface SketchedRequest {
  query?: string | undefined;
  headers?: RequestHeaders | undefined;
  /** Milliseconds since the epoch. */
  now?: number;
}
