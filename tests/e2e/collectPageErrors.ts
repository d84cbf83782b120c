import type { InProcessProduct } from './startProductInProcess.ts';

/** Errors in the windows of a console, and in its product, while a test uses them. */
export interface PageErrors {
  add(fault: string): void;
  /** All errors since the last call, and the product's output meanwhile. */
  take(): string[];
}

/** Collects the errors of windows and of their product from now on. */
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

/** The output without the server's log lines about wrong passwords: tests enter them on purpose. */
function withoutFailedSignIns(output: string): string {
  const isOfSignIn = (line: string) => /"text":"(failed sign-in|sign-in limit reached) from /.test(line);
  return output
    .split('\n')
    .filter((line) => !isOfSignIn(line))
    .join('\n');
}
