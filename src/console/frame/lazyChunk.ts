import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadChunk } from './chunkReload.ts';

/** A component that is loaded as a chunk of its own when it is first rendered. `name` is its export in the module. */
export function lazyChunk<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<Extract<Module[Name], ComponentType<never>>> {
  return lazy(() =>
    loadChunk(async () => ({ default: (await load())[name] as Extract<Module[Name], ComponentType<never>> })),
  );
}
