/** Words of realistic file names. */
const WORDS =
  'invoice report contract photo holiday meeting budget summary draft final offer letter scan receipt project plan minutes schedule design logo banner presentation analysis survey results application certificate statement payment order delivery customer supplier acme globex initech umbrella harbour garden kitchen wedding birthday summer winter spring autumn paris berlin madrid london lisbon vienna prague tokyo export backup archive notes recipe music track sample interview lecture thesis chapter manual guide template form policy insurance tax salary timesheet travel ticket passport visa map sketch drawing blueprint model render video clip trailer podcast episode málaga año crème straße'.split(
    ' ',
  )
const EXTENSIONS = ['pdf', 'jpg', 'docx', 'xlsx', 'png', 'mp4', 'txt', 'md']

/** Mulberry32, a seeded random generator: the same numbers on every machine. */
export function randomFrom(seed) {
  let state = seed
  return below => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export const oneOf = (list, random) => list[random(list.length)]

/** The number makes each name unique. */
export function variedName(number, random) {
  const word = () => oneOf(WORDS, random)
  const extension = oneOf(EXTENSIONS, random)
  const forms = [
    () => `IMG_${number}.jpg`,
    () => `${word()} ${word()} ${2010 + random(16)} (${number}).${extension}`,
    () => `${word()}-${word()}-${word()}-${number}.${extension}`,
    () => `${word()}_${word()}_v${random(9)}_${number.toString(36)}.${extension}`,
  ]
  return oneOf(forms, random)()
}

const swapped = (word, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2)

/** Typical searches: beginnings of words, several words, typos, parts of words, and missing words. */
export function variedSearch(random) {
  const word = () => oneOf(WORDS, random)
  const forms = [
    () => word().slice(0, 1 + random(6)),
    () => `${word()} ${word().slice(0, 3)}`,
    () => `${word()} ${word()} ${word()}`,
    () => `${word()} ${2010 + random(16)}`,
    () => `img ${random(1_000_000)}`,
    () => word().slice(2),
    () => swapped(word(), 1),
    () => `${swapped(word(), 2)} ${word()}`,
    () => `nothing ${random(1_000_000)}x`,
    () => `${word()} type:pdf`,
  ]
  return oneOf(forms, random)()
}
