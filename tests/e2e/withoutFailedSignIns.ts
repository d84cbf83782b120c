/** The output, without the lines of the server's log about wrong passwords: tests type them on purpose. */
export function withoutFailedSignIns(output: string): string {
  const isOfSignIn = (line: string) => /"text":"(failed sign-in|sign-in limit reached) from /.test(line);
  return output
    .split('\n')
    .filter((line) => !isOfSignIn(line))
    .join('\n');
}
