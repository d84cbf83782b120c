import type { Engine } from './engine.ts';
import { frameOf, queryFrame } from './postgresFrames.ts';

/** Ends an open extended batch, then an open transaction. */
const rollback = Buffer.concat([frameOf('S', Buffer.alloc(0)), queryFrame('ROLLBACK')]);

/** Rolls back the transaction of a disconnected client. */
export async function rollbackSession(engine: Engine): Promise<void> {
  await engine.exec(rollback, () => undefined);
}
