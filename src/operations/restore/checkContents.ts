import { sha256Of, type BackupTarget } from '#storage/backup/backupTarget.ts';
import { filesOfManifest, type Manifest } from '#storage/backup/manifest.ts';

/** Reads everything that a backup needs. Throws an Error that names the first files that are missing or altered. */
export async function checkContents(target: BackupTarget, manifest: Manifest): Promise<void> {
  const faults: string[] = [];
  for (const [name, { sha256 }] of filesOfManifest(manifest)) {
    const contents = await target.read(name);
    if (!contents) faults.push(`  ${name} is missing`);
    else if ((await sha256Of(contents)) !== sha256) faults.push(`  ${name} is cut off or was altered`);
  }
  if (faults.length === 0) return;
  const shown = faults.length > 10 ? [...faults.slice(0, 10), `  and ${faults.length - 10} more`] : faults;
  throw new Error(`The backup cannot be restored; nothing was written:\n${shown.join('\n')}`);
}
