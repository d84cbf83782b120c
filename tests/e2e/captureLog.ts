/**
 * Collects what roles in this process log to standard error, instead of writing it there. Other output passes through.
 */
export function captureLog(): { text: () => string; end: () => void } {
  const write = process.stderr.write.bind(process.stderr);
  let gathered = '';
  process.stderr.write = (chunk: string | Uint8Array, ...rest: []) => {
    const line = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    if (!line.startsWith('{"at":')) return write(chunk, ...rest);
    gathered += line;
    return true;
  };
  return {
    text: () => gathered,
    end() {
      process.stderr.write = write;
    },
  };
}
