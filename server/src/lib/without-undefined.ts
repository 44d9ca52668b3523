type Defined<T extends object> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Copies an object without its undefined values, so that spreading it overwrites nothing with them. */
export const withoutUndefined = <T extends object>(values: T): Defined<T> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Defined<T>
