import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** A node of a syntax tree as oxc-parser builds it. */
export type SyntaxNode = Record<string, unknown> & { type: string; start: number };

/** Source files below folders of the project, sorted, as paths from its root with slashes. */
export function sourceFiles(root: string, folders: readonly string[], pattern = /\.tsx?$/): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
    )
    .filter((path) => pattern.test(path) && !path.endsWith('.d.ts'))
    .map((path) => relative(root, path).split(sep).join('/'))
    .sort();
}

/** Returns the line of an offset in a source text; the first is 1. */
export function lineCounter(source: string): (offset: number) => number {
  const starts = [...source.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node)
    .flat()
    .filter((value): value is SyntaxNode => typeof (value as SyntaxNode | null)?.type === 'string');
}
