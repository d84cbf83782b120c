import { channelUid } from './servedSnapshot.ts';
import { startBenchServing } from './servers.ts';

/** Resident memory of a serving process with 100,000 tags after it has served from many channels, and its start. */
export async function benchMemory(): Promise<string> {
  const serving = await startBenchServing(100_000);
  const startedAt = performance.now();
  await fetch(`${serving.url}/vast/${channelUid(0)}`);
  const firstAdMs = serving.startMs + performance.now() - startedAt;
  for (let index = 0; index < 2000; index += 1)
    await (await fetch(`${serving.url}/vast/${channelUid(index)}`)).arrayBuffer();
  const bytes = serving.memory();
  await serving.stop();
  return `100,000 tags: first ad ${(firstAdMs / 1000).toFixed(1)} s after the start, resident ${(bytes / 1_048_576).toFixed(0)} MB`;
}
