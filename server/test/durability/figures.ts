/** Counters of a run. */
export type Figures = Record<Counted, number>

const COUNTED = [
  'kills',
  'new files acknowledged',
  'overwrites acknowledged',
  'chunks acknowledged',
  'requests refused',
  'requests cut off',
  'files found whole though their answer was cut off',
  'uploads continued after a restart',
  'requests repeated under their id',
  'contents checked by hash',
  'contents checked by hash in the store',
  'orphans swept',
] as const
type Counted = (typeof COUNTED)[number]

export const noFigures = (): Figures =>
  Object.fromEntries(COUNTED.map(name => [name, 0])) as Figures

export const figureLines = (figures: Figures): string =>
  COUNTED.map(name => `${String(figures[name]).padStart(9)}  ${name}`).join('\n')
