import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples: number[];
  timeDeltas: number[];
}

/** Self time of functions and of modules, as shares of the time in which the process was busy. */
export interface SelfTimes {
  modules: [name: string, share: number][];
  functions: [name: string, share: number][];
}

/** Sums a V8 profile by function and module. Modules of bundled files are found by esbuild's comments. */
export function selfTimes(file: string): SelfTimes {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as Profile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const modules = new Map<string, number>();
  const functions = new Map<string, number>();
  let busy = 0;
  samples.forEach((id, index) => {
    const frame = frames.get(id);
    const micros = timeDeltas[index] ?? 0;
    if (!frame || frame.functionName === '(idle)' || micros < 0) return;
    busy += micros;
    const module = moduleOf(frame);
    modules.set(module, (modules.get(module) ?? 0) + micros);
    const name = `${frame.functionName || '(anonymous)'} ${module}`;
    functions.set(name, (functions.get(name) ?? 0) + micros);
  });
  return { modules: sharesOf(modules, busy), functions: sharesOf(functions, busy) };
}

function sharesOf(micros: ReadonlyMap<string, number>, busy: number): [string, number][] {
  return [...micros].toSorted(([, a], [, b]) => b - a).map(([name, time]) => [name, time / busy]);
}

const moduleStarts = new Map<string, { line: number; path: string }[]>();

function moduleOf({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  if (url === '') return functionName.startsWith('(') ? functionName : '(native)';
  if (!url.startsWith('file:')) return url.startsWith('node:') ? (url.split('/')[0] ?? url) : url;
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(url)?.[1];
  if (inPackage && inPackage !== '.bench') return inPackage;
  const path = fileURLToPath(url);
  let starts = moduleStarts.get(path);
  if (!starts) moduleStarts.set(path, (starts = startsIn(path)));
  return starts.findLast(({ line }) => line <= lineNumber)?.path ?? path;
}

function startsIn(path: string): { line: number; path: string }[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((text, line) => {
      const module = /^\/\/ ((?:src|bench|node_modules)\/\S+)$/.exec(text)?.[1];
      return module === undefined ? [] : [{ line, path: module }];
    });
}
