import type { ChoiceFilter } from './types.ts'

/** A filter for one of a few values. @param nameOf returns the shown name of a value */
export const choiceFilter = <V extends string>(
  name: string,
  label: string,
  values: readonly V[],
  nameOf: (value: V) => string,
): ChoiceFilter => ({
  kind: 'choice',
  name,
  label,
  choices: values.map(value => [value, nameOf(value)] as const),
})
