import { benchAuction } from './auction.ts';
import { benchBid } from './bid.ts';
import { benchCampaigns } from './campaigns.ts';
import { benchCapacity } from './capacity.ts';
import { benchConnections } from './connections.ts';
import { benchConsole } from './console.ts';
import { benchCutoffs } from './cutoffs.ts';
import { benchEvents } from './events.ts';
import { benchFreshness } from './freshness.ts';
import { benchGrow } from './grow.ts';
import { benchIngest } from './ingest.ts';
import { benchLists } from './lists.ts';
import { benchMembers } from './members.ts';
import { benchMemory } from './memory.ts';
import { benchOverload } from './overload.ts';
import { benchPacing } from './pacing.ts';
import { benchPeer } from './peer.ts';
import { benchReports } from './reports.ts';
import { benchReview } from './review.ts';
import { benchScale } from './scale.ts';
import { benchServe } from './serve.ts';
import { benchSlowReaders } from './slowReaders.ts';

/** All benches by name. Each prints its line; the ratio or the decisive figure comes last. */
const benches: Record<string, (options: readonly string[]) => Promise<string>> = {
  serve: benchServe,
  auction: benchAuction,
  peer: benchPeer,
  bid: benchBid,
  grow: benchGrow,
  connections: benchConnections,
  slowReaders: benchSlowReaders,
  scale: benchScale,
  campaigns: benchCampaigns,
  overload: benchOverload,
  events: benchEvents,
  cutoffs: benchCutoffs,
  freshness: benchFreshness,
  ingest: benchIngest,
  reports: benchReports,
  review: benchReview,
  lists: benchLists,
  members: benchMembers,
  memory: benchMemory,
  pacing: benchPacing,
  console: benchConsole,
  capacity: benchCapacity,
};

const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const requestedBenches = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = requestedBenches.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`No such bench: ${unknown.join(', ')}. One of ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
for (const [name, bench] of Object.entries(benches)) {
  if (requestedBenches.length > 0 && !requestedBenches.includes(name)) continue;
  console.log(`${name.padEnd(9)} ${await bench(options)}`);
}
