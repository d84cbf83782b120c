/** Prints the figures of an attack as one line: "kills: 60 kills, 9,120 events acknowledged, 0 lost". */
export function printSummary(name: string, counts: Readonly<Record<string, number>>): void {
  const parts = Object.entries(counts).map(([what, count]) => `${count.toLocaleString('en')} ${what}`);
  process.stdout.write(`${name}: ${parts.join(', ')}\n`);
}
