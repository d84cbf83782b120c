import type { Engine } from './engine.ts';
import { frameOf, queryFrame } from './postgresFrames.ts';

/** Ends what may have been begun: an extended batch first, then a transaction. */
const rollback = Buffer.concat([frameOf('S', Buffer.alloc(0)), queryFrame('ROLLBACK')]);

/** Rolls back the transaction of a client that is gone. */
export async function rollbackSession(engine: Engine): Promise<void> {
  await engine.exec(rollback, () => undefined);
}
