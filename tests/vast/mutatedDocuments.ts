import { readdirSync, readFileSync } from 'node:fs';
import { randomTraffic } from '../support/engine/randomTraffic.ts';

const folder = new URL('../../src/standards/vast/fixtures/', import.meta.url);
const documents = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));

/** Texts whose place in a document decides whether it is well-formed. */
const insertions =
  '< > / & " \' = </ <!-- --> <![CDATA[ ]]> <?x ?> &amp; &#65; &bogus; a <a> </a> <b/> x="1" : <!-- <!DOCTYPE xmlns:q="u" q:z="1" é ;'.split(
    ' ',
  );

/** VAST documents that differ in a few characters from those of the fixtures, the same in each run. */
export function* mutatedDocuments(count: number): Generator<string> {
  const random = randomTraffic(7);
  const draw = (below: number): number => random.below(below);
  for (let index = 0; index < count; index += 1) {
    let text = documents[draw(documents.length)] ?? '';
    for (let change = draw(3); change >= 0; change -= 1) {
      const at = draw(text.length);
      const removed = draw(4) === 0 ? draw(40) : draw(3);
      const inserted = draw(3) === 0 ? '' : (insertions[draw(insertions.length)] ?? '');
      text = text.slice(0, at) + inserted + text.slice(at + removed);
    }
    yield text;
  }
}
