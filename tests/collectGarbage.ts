import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Frees unreferenced memory before a measurement, because the machine decides how much garbage is left. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
