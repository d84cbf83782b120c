/** Whether a report can have a dimension in columns: it has it, and another one for the rows. */
export function canPivot(pivot: string, dimensions: readonly string[]): boolean {
  return dimensions.includes(pivot) && dimensions.length > 1;
}
