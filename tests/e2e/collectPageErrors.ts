import type { InProcessProduct } from './startProductInProcess.ts';

/** What goes wrong in the windows of a console, and in its product, while a test uses them. */
export interface PageErrors {
  add(fault: string): void;
  /** All since it was last asked, with what the product has printed meanwhile. */
  take(): string[];
}

/** Collects the faults of windows and of their product, from now on. */
export function collectPageErrors(product: Pick<InProcessProduct, 'output'>): PageErrors {
  let faults: string[] = [];
  let read = product.output().length;
  return {
    add: (fault) => faults.push(fault),
    take() {
      const printed = withoutFailedSignIns(product.output().slice(read)).trim();
      read = product.output().length;
      const found = printed === '' ? faults : [...faults, `the product printed: ${printed}`];
      faults = [];
      return found;
    },
  };
}

/** The output, without the lines of the server's log about wrong passwords: tests type them on purpose. */
function withoutFailedSignIns(output: string): string {
  const isOfSignIn = (line: string) => /"text":"(failed sign-in|sign-in limit reached) from /.test(line);
  return output
    .split('\n')
    .filter((line) => !isOfSignIn(line))
    .join('\n');
}
