import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';

/** Lets a bench profile this process: each SIGUSR2 starts a profile, or writes the running one to `file`. */
export function installProfiler(file: string): void {
  const session = new Session();
  session.connect();
  let isRunning = false;
  process.on('SIGUSR2', () => {
    void (isRunning ? stop() : start());
    isRunning = !isRunning;
  });

  async function start(): Promise<void> {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: 200 });
    await session.post('Profiler.start');
  }

  async function stop(): Promise<void> {
    const { profile } = await session.post('Profiler.stop');
    writeFileSync(file, JSON.stringify(profile));
  }
}
