/** Nothing that is mistaken for something else when it is read aloud or written down. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP = 4

/** Four times four signs: 79 bits, and still something that can be told on the telephone. */
export function newPassword(): string {
  const sign = () => SIGNS[below(SIGNS.length)] ?? ''
  const group = () => Array.from({ length: GROUP }, sign).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}

/** Each number as likely as any other. */
function below(end: number): number {
  const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
  return byte < 256 - (256 % end) ? byte % end : below(end)
}
