/** Texts whose place in a document decides whether it is well-formed. */
const insertions =
  '< > / & " \' = </ <!-- --> <![CDATA[ ]]> <?x ?> &amp; &#65; &bogus; a <a> </a> <b/> x="1" : <!-- <!DOCTYPE xmlns:q="u" q:z="1" é ;'.split(
    ' ',
  );

/** A document with one to three random changes of a few characters. `draw` returns integers below its argument. */
export function mutateMarkup(document: string, draw: (below: number) => number): string {
  let text = document;
  for (let change = draw(3); change >= 0; change -= 1) {
    const at = draw(text.length);
    const removed = draw(4) === 0 ? draw(40) : draw(3);
    const inserted = draw(3) === 0 ? '' : (insertions[draw(insertions.length)] ?? '');
    text = text.slice(0, at) + inserted + text.slice(at + removed);
  }
  return text;
}
