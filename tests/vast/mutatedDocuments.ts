import { readdirSync, readFileSync } from 'node:fs';
import { randomTraffic } from '../support/engine/randomTraffic.ts';
import { mutateMarkup } from './mutateMarkup.ts';

const folder = new URL('../../src/standards/vast/fixtures/', import.meta.url);

/** The VAST documents of the fixtures. */
export const documents = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));

/** VAST documents that differ in a few characters from those of the fixtures, the same in each run. */
export function* mutatedDocuments(count: number): Generator<string> {
  const random = randomTraffic(7);
  const draw = (below: number): number => random.below(below);
  for (let index = 0; index < count; index += 1) yield mutateMarkup(documents[draw(documents.length)] ?? '', draw);
}
