/** The seed of this run: SEED of the environment, else random. Each test prints it, so that its run can be repeated. */
export function readSeed(): number {
  const given = Number(process.env['SEED'] ?? '');
  return Number.isInteger(given) && given > 0 ? given : 1 + Math.floor(Math.random() * 999_999);
}
