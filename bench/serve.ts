import { adRequests } from './adRequests.ts';
import { compareWithBare } from './compareWithBare.ts';
import { recordFloorTask } from './floorTask.ts';
import { httpRequest } from './httpRequest.ts';
import { channelUid } from './servedSnapshot.ts';
import { startBareServer, startBenchServing, startFloorServer } from './servers.ts';

const requestCount = 4000;
const channels = 100;

/**
 * GET /vast of channels with 20 eligible of 10,000 tags and a stored winner, compared with a bare route that returns
 * the same bytes. Every request has a page and viewer of its own.
 */
export async function benchServe(): Promise<string> {
  const serving = await startBenchServing(10_000);
  const body = Buffer.from(await (await fetch(`${serving.url}/vast/${channelUid(0)}`)).arrayBuffer());
  if (!body.includes('<Impression'))
    throw new Error(`the bench channel serves no ad: ${body.toString().slice(0, 200)}`);
  const bare = await startBareServer(body);
  const floor = await startFloorServer(await recordFloorTask(serving.dataDir, body.toString(), 'application/xml'));
  const bareRequests = Array.from({ length: requestCount }, (_, index) => httpRequest(index, `/bytes?cb=${index}`));
  const line = await compareWithBare({
    serving,
    bare,
    floor,
    unit: 'ads',
    requests: adRequests(requestCount, channels),
    bareRequests,
    connections: 32,
    expected: { text: '</VAST>', count: 1 },
  });
  await Promise.all([serving.stop(), bare.stop(), floor.stop()]);
  return line;
}
