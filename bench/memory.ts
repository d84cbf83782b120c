import { bidRequests } from './bidRequests.ts';
import { channelUid, supplierUid } from './servedSnapshot.ts';
import { startBenchServing } from './servers.ts';

/**
 * Resident memory of serving processes after load, with 100,000 tags and with 100,000 campaigns, and their startup
 * time.
 */
export async function benchMemory(): Promise<string> {
  return `${await ofTags()}; ${await ofCampaigns()}`;
}

/** Ads are served before the rehearsal ends, so the first one does not wait for it. */
const unrehearsed = { REHEARSAL_MS: '0' };

async function ofCampaigns(): Promise<string> {
  const serving = await startBenchServing(0, undefined, undefined, 100_000, unrehearsed);
  const startedAt = performance.now();
  const requestAd = async (body: string) =>
    (await fetch(`${serving.url}/bid/${supplierUid()}`, { method: 'POST', body })).arrayBuffer();
  const [first = '', ...others] = bidRequests(2001, 3);
  await requestAd(first);
  const firstAdMs = serving.startMs + performance.now() - startedAt;
  for (const body of others) await requestAd(body);
  const bytes = serving.memory();
  await serving.stop();
  return `100,000 campaigns with a creative each: first bid ${(firstAdMs / 1000).toFixed(1)} s after the start, resident ${(bytes / 1_048_576).toFixed(0)} MB`;
}

async function ofTags(): Promise<string> {
  const serving = await startBenchServing(100_000, undefined, undefined, 0, unrehearsed);
  const startedAt = performance.now();
  await fetch(`${serving.url}/vast/${channelUid(0)}`);
  const firstAdMs = serving.startMs + performance.now() - startedAt;
  for (let index = 0; index < 2000; index += 1)
    await (await fetch(`${serving.url}/vast/${channelUid(index)}`)).arrayBuffer();
  const bytes = serving.memory();
  await serving.stop();
  return `100,000 tags: first ad ${(firstAdMs / 1000).toFixed(1)} s after the start, resident ${(bytes / 1_048_576).toFixed(0)} MB`;
}
