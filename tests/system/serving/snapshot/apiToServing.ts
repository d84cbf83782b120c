import { applyMessage } from '#engine/snapshot/snapshot.ts';
import type { TestApi } from '../../api/startTestApi.ts';
import type { TestServing } from '../testServing.ts';

/** Passes the stored state of the management API to an ad server, as the snapshot feed does. */
export async function notifyServing(api: TestApi, serving: TestServing): Promise<void> {
  const { rows, version } = await api.deps.entities.checkpoint();
  for (const message of [{ type: 'reset' } as const, ...rows, { type: 'version', version } as const]) {
    applyMessage(serving.snapshot, message);
  }
}
