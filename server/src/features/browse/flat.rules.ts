/** Whether anything but where it lies is asked for. */
export const isNarrowed = ({ trees: _, ...rest }: { trees: unknown }): boolean =>
  Object.values(rest).some(value => value !== undefined)
