/** The values of a form that differ from those it was filled with. */
export const editedValues = <V extends object>(start: V, values: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== start[name as keyof V]),
  ) as Partial<V>

/**
 * The values of a form after they were saved: those that the server answered, with what was typed
 * since they were sent.
 */
export const withTypedSince = <V extends object>(saved: V, sent: V, current: V): V => ({
  ...saved,
  ...editedValues(sent, current),
})
