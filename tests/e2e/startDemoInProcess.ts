import { copyDemo, noDemoTraffic } from './copyDemo.ts';
import { startProductInProcess, type InProcessProduct } from './startProductInProcess.ts';

/** Starts the demo network in the process of the test, as seeded and without generated traffic. */
export async function startDemoInProcess(settings: Record<string, string> = {}): Promise<InProcessProduct> {
  const { port, ...state } = await copyDemo();
  return startProductInProcess('demo', { ...noDemoTraffic, ...settings, DEMO_PORT: port }, state);
}
