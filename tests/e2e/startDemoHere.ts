import { copyDemo, quiet } from './copyDemo.ts';
import { startProductHere, type ProductHere } from './startProductHere.ts';

/** Starts the demo network in the process of the test, as it stands after its seeding and without traffic of its own. */
export async function startDemoHere(settings: Record<string, string> = {}): Promise<ProductHere> {
  const { port, ...state } = await copyDemo();
  return startProductHere('demo', { ...quiet, ...settings, DEMO_PORT: port }, state);
}
