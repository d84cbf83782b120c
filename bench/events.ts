import { compareWithBare } from './compareWithBare.ts';
import { recordFloorTask } from './floorTask.ts';
import { httpRequest } from './httpRequest.ts';
import { pixelPathOf } from './pixelPathOf.ts';
import { channelUid } from './servedSnapshot.ts';
import { startBareServer, startBenchServing, startFloorServer } from './servers.ts';

const adCount = 4000;

/** Acknowledged, durable pixel hits of thousands of ads, compared with a bare route that returns 204. */
export async function benchEvents(): Promise<string> {
  const serving = await startBenchServing(100);
  const paths: string[] = [];
  let ad = '';
  while (paths.length < adCount) {
    const page = encodeURIComponent(`https://news.example/article-${paths.length}`);
    ad = await (await fetch(`${serving.url}/vast/${channelUid(0)}?url=${page}`)).text();
    paths.push(pixelPathOf(ad));
  }
  const bare = await startBareServer(Buffer.alloc(0));
  const floor = await startFloorServer(await recordFloorTask(serving.dataDir, ad, 'application/xml'));
  const line = await compareWithBare({
    serving,
    bare,
    floor,
    unit: 'pixels',
    requests: paths.map((path, index) => httpRequest(index, path)),
    bareRequests: paths.map((_, index) => httpRequest(index, `/none?hit=${index}`)),
    connections: 64,
  });
  await Promise.all([serving.stop(), bare.stop(), floor.stop()]);
  return line;
}
