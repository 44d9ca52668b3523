type Joined<Parts extends readonly object[]> = Parts extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? First & Joined<Rest>
  : unknown

/**
 * Joins tables of messages. The result has no prototype, which makes it a dictionary from the start:
 * spreading some thousand messages into a literal took 30 ms and 16 MB of memory at every start.
 */
export function joinMessages<const Parts extends readonly object[]>(
  ...parts: Parts
): Joined<Parts> {
  const joined = Object.create(null) as Record<string, unknown>
  for (const part of parts) for (const [key, message] of Object.entries(part)) joined[key] = message
  return joined as Joined<Parts>
}
