/**
 * The packages that modules of a build belong to, by their folder as in the lock file (`node_modules/react`), sorted.
 * Modules are given by path or by the IDs of Vite, whose own parts begin with a null character.
 */
export function packagesIn(modules) {
  const folders = modules.map((id) => {
    const own = /^\0(vite|rolldown)\//.exec(id);
    if (own) return `node_modules/${own[1]}`;
    return /node_modules\/(?:(?:@[^/]+\/)?[^/]+\/node_modules\/)*(?:@[^/]+\/)?[^/]+/.exec(
      id.replaceAll('\\', '/'),
    )?.[0];
  });
  return [...new Set(folders.filter((folder) => folder !== undefined))].toSorted((a, b) => (a < b ? -1 : 1));
}
