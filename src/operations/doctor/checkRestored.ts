import { nodeFolder, restoredNodes } from '#events/adopt/nodeFolder.ts';
import { type Finding, warning } from './finding.ts';

/** Finds nodes whose events a restore has put into DATA_DIR and that are not loaded. */
export function checkRestored(dataDir: string): Finding[] {
  return restoredNodes(dataDir).map((node) =>
    warning(
      'restored events',
      `those of ${node} are not loaded: ${nodeFolder(dataDir, node)}`,
      'Start the worker, which loads them. If it runs, its log has the reason: correct it, and restart the worker.',
    ),
  );
}
