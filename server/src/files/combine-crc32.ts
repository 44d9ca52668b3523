/** The reversed polynomial of CRC-32; bit 31 is the coefficient of x⁰. */
const POLYNOMIAL = 0xedb88320
const ONE = 0x80000000
const X = 0x40000000

/** Multiplies two polynomials modulo that of CRC-32. */
function multiply(a: number, b: number): number {
  let product = 0
  let shifted = b
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= shifted
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1
  }
  return product >>> 0
}

/** x to the power of 2ⁿ; the powers repeat after 32. */
const POWERS = [X]
while (POWERS.length < 32) {
  const last = POWERS.at(-1) ?? X
  POWERS.push(multiply(last, last))
}

/** x to the power of 8 × `bytes`, which appending so many bytes multiplies a checksum by. */
function shiftOf(bytes: number): number {
  let shift = ONE
  let power = 3
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) shift = multiply(POWERS[power % POWERS.length] ?? X, shift)
    power += 1
  }
  return shift
}

/** The CRC-32 of two contents in sequence, from that of each and the length of the second. */
export const combineCrc32 = (first: number, second: number, secondBytes: number): number =>
  (multiply(shiftOf(secondBytes), first) ^ second) >>> 0
