import type { BackupReport } from './createBackup.ts';

/** Sentences, without a full stop, about what a complete backup lacks, and about damage in its place. */
export function warningsOf({ missingNodes, missingMedia, repaired, damaged }: BackupReport): string[] {
  const warnings: [isGiven: boolean, text: string][] = [
    [
      missingNodes.length > 0,
      `The backup lacks what nodes that do not run have not loaded: ${missingNodes.join(', ')}`,
    ],
    [
      missingMedia.length > 0,
      `The backup lacks creative files that are damaged in the installation; upload them again: ${missingMedia.join(', ')}`,
    ],
    [repaired > 0, `${repaired} contents in the place were damaged and have been written again: check its disk`],
    [
      damaged.length > 0,
      `Backups in the place are damaged and cannot be restored as a whole; check its disk, and delete them when you have newer ones: ${damaged.join(', ')}`,
    ],
  ];
  return warnings.flatMap(([isGiven, text]) => (isGiven ? [text] : []));
}
