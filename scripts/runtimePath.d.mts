export const runtimeLine: number;
export const runtimePackages: Record<string, string>;
export function runtimePath(
  root: string,
  machine?: {
    env: Record<string, string | undefined>;
    versions: { node: string };
    execPath: string;
    platform: string;
    arch: string;
  },
): string | null;
