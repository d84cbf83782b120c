export function packagesWithScripts(root: string): string[];
export function installPackages(root: string): void;
