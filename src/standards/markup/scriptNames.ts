/** The texts that the names of a script have, as far as each is assigned once in its scope. */
export class ScriptNames {
  /** The names of each open scope, the outermost first. */
  readonly #scopes: string[][] = [[]];
  /** The texts of a name, that of the innermost scope last; null = unknown. */
  readonly #texts = new Map<string, (string | null)[]>();

  /** Begins the scope of a block or function, whose parameters have other values than names around it. */
  open(parameters: Iterable<string>): void {
    this.#scopes.push([]);
    for (const name of parameters) this.#add(name, null);
  }

  /** Ends the innermost scope. */
  close(): void {
    for (const name of this.#scopes.pop() ?? []) this.#texts.get(name)?.pop();
  }

  /** Assigns a text; null = another value. A name with a second value has none that is known. */
  assign(name: string, text: string | null): void {
    const texts = this.#texts.get(name);
    if (texts && texts.length > 0) texts[texts.length - 1] = null;
    else this.#add(name, text);
  }

  /** The text of a name; null when it is unknown. */
  textOf(name: string): string | null {
    return this.#texts.get(name)?.at(-1) ?? null;
  }

  #add(name: string, text: string | null): void {
    const texts = this.#texts.get(name);
    if (texts) texts.push(text);
    else this.#texts.set(name, [text]);
    this.#scopes.at(-1)?.push(name);
  }
}
