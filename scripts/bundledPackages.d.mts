export function packagesIn(modules: readonly string[]): string[];
