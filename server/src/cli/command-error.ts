/** A mistake of the operator; its message is the line they see. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
