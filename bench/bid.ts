import { bidRequests } from './bidRequests.ts';
import { compareWithBare } from './compareWithBare.ts';
import { recordFloorTask } from './floorTask.ts';
import { httpRequest } from './httpRequest.ts';
import { supplierUid } from './servedSnapshot.ts';
import { startBareServer, startBenchServing, startFloorServer } from './servers.ts';

const requestCount = 4000;
const imps = 3;

/**
 * POST /bid of a supplier with three imps to an account with 10,000 campaigns, compared with a bare route that receives
 * the same requests and returns the same bytes. Every request has a page and viewer of its own.
 */
export async function benchBid(): Promise<string> {
  const serving = await startBenchServing(0, undefined, undefined, 10_000);
  const path = `/bid/${supplierUid()}`;
  const bodies = bidRequests(requestCount, imps);
  const [body = ''] = bodies;
  const answer = Buffer.from(await (await fetch(serving.url + path, { method: 'POST', body })).arrayBuffer());
  const { seatbid = [] } = JSON.parse(answer.toString() || '{}') as { seatbid?: { bid: unknown[] }[] };
  if (seatbid[0]?.bid.length !== imps) throw new Error(`no three bids: ${answer.toString().slice(0, 300)}`);
  const bare = await startBareServer(answer);
  const floor = await startFloorServer(await recordFloorTask(serving.dataDir, answer.toString(), 'application/json'));
  const line = await compareWithBare({
    serving,
    bare,
    floor,
    unit: 'requests',
    requests: bodies.map((each, index) => httpRequest(index, path, each)),
    bareRequests: bodies.map((each, index) => httpRequest(index, '/bytes', each)),
    connections: 32,
    expected: { text: '"impid"', count: imps },
  });
  await Promise.all([serving.stop(), bare.stop(), floor.stop()]);
  return line;
}
