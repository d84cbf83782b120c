import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the folder for the compiled code of this build, and removes that of other builds. `entry` is the script that
 * runs a role: its content names all other files of the build, and each by its content.
 */
export function openCompileCache(dataDir: string, entry: string): string {
  const root = join(dataDir, 'compile-cache');
  const build = createHash('sha256').update(readFileSync(entry)).digest('hex').slice(0, 16);
  try {
    for (const name of existsSync(root) ? readdirSync(root) : []) {
      if (name !== build) rmSync(join(root, name), { recursive: true, force: true });
    }
  } catch {
    // Folders that cannot be removed only take space.
  }
  return join(root, build);
}
