import { writeLog } from './log.ts';

/** The function with every throw and rejection kept from its caller: nothing of ours may break a page. */
export function safely<Args extends unknown[]>(run: (...args: Args) => unknown): (...args: Args) => void {
  return (...args) => {
    try {
      const result = run(...args);
      if (result instanceof Promise) result.catch(reportFault);
    } catch (error) {
      reportFault(error);
    }
  };
}

/** Tells the page's console of a fault. */
export function reportFault(error: unknown): void {
  writeLog('error', 'unexpected error', error);
}
