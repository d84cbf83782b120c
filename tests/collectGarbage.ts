import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Clears away what nobody holds any more, so that memory can be measured: how much of it lies around is the machine's affair. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
