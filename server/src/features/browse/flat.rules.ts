/** Whether there is any filter besides the trees. */
export const hasFilters = ({ trees: _, ...rest }: { trees: unknown }): boolean =>
  Object.values(rest).some(value => value !== undefined)
