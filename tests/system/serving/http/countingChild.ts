import type { BidPoster } from '#outbound/bidPoster.ts';
import { openTraffic } from '#serving/ivt/openTraffic.ts';
import { buildTag } from '#tests/support/engine/buildRows.ts';
import { buildVast } from '#tests/support/engine/buildVast.ts';
import { buildBidder } from '../bidders.ts';
import { startStepCounter } from './countSteps.ts';
import { startTestServing } from '../testServing.ts';

/**
 * Ad serving in a process of its own. Sends its address, and responds to each message with its steps since the message
 * before.
 */
const bids: BidPoster = {
  // Bidders without a bid: network work is not counted here.
  post(_url, _request, respond) {
    setImmediate(() => respond({ ok: false, reason: 'empty' }));
    return () => undefined;
  },
  close: () => Promise.resolve(),
};
const none = { GEO_CITY_MMDB: [], GEO_ASN_MMDB: [], IVT_BLOCKED_IPS: undefined, IVT_TRUSTED_IPS: undefined };
const traffic = await openTraffic(
  { ...none, IVT_BLOCKED_AGENTS: undefined, IVT_MAX_PER_MINUTE: 1_000_000 },
  () => undefined,
);
const serving = await startTestServing({ ...traffic, bids, env: { TRACE_SHARE: '1', TRUST_PROXY: '1' } });
serving.useTags(
  [
    buildTag({ id: 1, source: 'stored', vastXml: buildVast({ kind: 'inline' }), rate: '0.01', checkIVT: true }),
    buildBidder('https://bidder.example/bid', { id: 2 }),
  ],
  { checkIVT: true },
);
const counter = await startStepCounter();
process.on('message', () => void counter.take().then((steps) => process.send?.(steps)));
process.on('disconnect', () => process.exit(0));
process.send?.(serving.url);
