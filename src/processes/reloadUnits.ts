import { withTimeout } from '#runtime/withTimeout.ts';
import type { RoleName } from './roles.ts';
import { copySlot, nextSlotOf } from './servingSlots.ts';
import type { Unit } from './startUnit.ts';

/** Milliseconds in which a new process must be ready. */
const maxStartMs = 120_000;
/** Milliseconds in which connections are closed with their next response. Then idle ones are closed without. */
const politeMs = { serving: 10_000, other: 1000 };

/**
 * Replaces all processes. Those that can run twice are replaced one by one: the new one is warm before the old one
 * takes no more connections. Embedded stores are opened by one process at a time: meanwhile ad serving works with the
 * configuration that it has, and connections to the API wait. Throws an Error when the first new process does not start.
 */
export async function reloadUnits(deps: {
  units: Set<Unit>;
  dataDir: string;
  add: (role: RoleName, slot?: number) => Unit;
  /** Whether all processes are being stopped. */
  isClosing: () => boolean;
}): Promise<void> {
  const { units, dataDir, add, isClosing } = deps;
  const of = (role: RoleName) => [...units].filter((unit) => unit.role === role);
  const retire = async (unit: Unit) => {
    await unit.retire(unit.role === 'serving' ? politeMs.serving : politeMs.other);
    units.delete(unit);
  };
  const replaceBeside = async (old: Unit, slot: number): Promise<Unit> => {
    const next = add(old.role, slot);
    try {
      if (
        (await withTimeout(
          maxStartMs,
          next.warm.then(() => true),
        )) !== true
      ) {
        throw new Error(`a new process of ${old.role} was not ready after ${maxStartMs / 1000} s`);
      }
    } catch (error) {
      await next.stop();
      units.delete(next);
      throw error;
    }
    next.takeConnections();
    return next;
  };

  const retiring: Promise<void>[] = [];
  for (const old of of('serving')) {
    const slot = nextSlotOf(old.slot);
    await copySlot(dataDir, old.slot, slot);
    if (isClosing()) return;
    const next = await replaceBeside(old, slot);
    retiring.push(retire(old).then(() => next.send({ type: 'takeOver', slot: old.slot })));
  }
  // They return budgets to the API when they end.
  await Promise.all(retiring);
  if (isClosing()) return;
  const isEmbedded = of('store').length > 0;
  if (!isEmbedded) {
    for (const old of of('api')) {
      await replaceBeside(old, old.slot);
      await retire(old);
    }
  }
  const stopped = [...of('demo'), ...of('worker'), ...(isEmbedded ? [...of('api'), ...of('store')] : [])];
  for (const unit of stopped) await retire(unit);
  if (isClosing()) return;
  const start = async (roles: readonly Unit[]) => {
    const started = roles.map(({ role, slot }) => add(role, slot));
    for (const unit of started) unit.takeConnections();
    // One that ends meanwhile starts again by itself.
    await Promise.all(started.map((unit) => unit.warm.catch(() => undefined)));
  };
  await start(stopped.filter(({ role }) => role === 'store'));
  if (isClosing()) return;
  await start(stopped.filter(({ role }) => role !== 'store'));
}
