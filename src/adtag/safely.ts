import { writeLog } from './log.ts';

/** Wraps a function so that its throws and rejections are logged instead: the SDK must never break a page. */
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

/** Logs an unexpected error to the page's console. */
export function reportFault(error: unknown): void {
  writeLog('error', 'unexpected error', error);
}
