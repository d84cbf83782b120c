import { compareWithBare } from './compareWithBare.ts';
import { httpRequest } from './httpRequest.ts';
import { pixelPathOf } from './pixelPathOf.ts';
import { channelUid } from './servedSnapshot.ts';
import { startBareServer, startBenchServing } from './servers.ts';

const adCount = 4000;

/** Acknowledged, durable pixel hits of thousands of ads, compared with a bare route that returns 204. */
export async function benchEvents(): Promise<string> {
  const serving = await startBenchServing(100);
  const paths: string[] = [];
  while (paths.length < adCount) {
    const page = encodeURIComponent(`https://news.example/article-${paths.length}`);
    paths.push(pixelPathOf(await (await fetch(`${serving.url}/vast/${channelUid(0)}?url=${page}`)).text()));
  }
  const bare = await startBareServer(Buffer.alloc(0));
  const line = await compareWithBare({
    serving,
    bare,
    unit: 'pixels',
    requests: paths.map((path, index) => httpRequest(index, path)),
    bareRequests: paths.map((_, index) => httpRequest(index, `/none?hit=${index}`)),
    connections: 64,
  });
  await Promise.all([serving.stop(), bare.stop()]);
  return line;
}
