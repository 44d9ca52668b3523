/** Whether anything but where it lies is asked for. */
export const hasFilters = ({ trees: _, ...rest }: { trees: unknown }): boolean =>
  Object.values(rest).some(value => value !== undefined)
