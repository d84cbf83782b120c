export function secretsIn(path: string, text: string): string[];
export function secretsOfRepository(root: string, options?: { isStaged?: boolean }): string[];
