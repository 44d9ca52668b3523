/**
 * The values of a form after they were saved: those that the server answered, with what was typed
 * since they were sent.
 */
export const withTypedSince = <V extends object>(saved: V, sent: V, current: V): V => ({
  ...saved,
  ...Object.fromEntries(
    Object.entries(current).filter(([name, value]) => value !== sent[name as keyof V]),
  ),
})
