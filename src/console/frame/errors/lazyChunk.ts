import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { loadChunk } from './chunkReload.ts';

type PropsOf<T> = T extends ComponentType<infer Props> ? Props : never;

/**
 * Creates a component that is loaded as a chunk of its own when it is first rendered. `name` is its export in the
 * module.
 */
export function lazyChunk<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): LazyExoticComponent<ComponentType<PropsOf<Module[Name]>>> {
  type Loaded = ComponentType<PropsOf<Module[Name]>>;
  return lazy(async () => ({ default: (await loadChunk(load))[name] as Loaded }));
}
